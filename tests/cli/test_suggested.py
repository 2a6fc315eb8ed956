"""A command that a sentence of ours suggests can be typed as it stands there: no option is
missing, and none is unknown.
"""

import ast
import re
from pathlib import Path

import pytest
import typer

from tablectl.cli.app import app

ROOT = Path(__file__).parents[2]
COMMAND = typer.main.get_command(app)
FILLED = {
    "command_options": "--act fold",
    "_option(": "--shoe",
    "node": "--shoe",
    "which": "--shoe",
}
# in a table.toml: who writes what
SPEAK_OF_COMMANDS = ("tablectl/service/config/values.py", "tablectl/setup/example.py")
STOPS = ".;,:)!?"  # behind a word: the command has ended
ARGUMENT = re.compile(r'[A-Z][A-Z_|]*|\d+|…|"…"|\.\.|red|[\w./]+\.(toml|db|key|uf2|png)|-.*')


def texts(tree):
    """All texts of a module, what is filled in standing as 1; docstrings and help are no
    sentences that a table says.
    """
    whole = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    inner = {id(part) for node in whole for part in ast.walk(node) if part is not node}
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else filled(part)
                for part in node.values
            )
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in inner | docs
        ):
            yield re.sub(r"\{\w+\}", "1", node.value)


def filled(part):
    """An example of what is filled in there."""
    source = ast.unparse(part.value)
    return next((word for name, word in FILLED.items() if name in source), "1")


def suggested(text):
    """The words of each command in it; a remark about a command ("tablectl doctor lists") ends
    where its arguments do.
    """
    for match in re.finditer(r"\btablectl ", text):
        words, at = [], COMMAND
        for word in text[match.end() :].replace("[/bold]", "").split():
            bare = word.rstrip(STOPS + "'`")
            below = getattr(at, "commands", {}).get(bare)
            if below is not None and (not words or hasattr(at, "commands")):
                at = below
            elif not ARGUMENT.fullmatch(bare) and not (
                words and words[-1].startswith("--") and bare not in ("makes", "gives")
            ):
                break
            words.append(bare)
            if bare != word:
                break
        if words:
            yield words


def what_is_wrong(words):
    """Why these words cannot be typed; None: they can."""
    at, path = COMMAND, []
    ctx = COMMAND.make_context("tablectl", ["eval", "AhAd"], resilient_parsing=True)
    while words and words[0] in getattr(at, "commands", {}):
        at, path, words = at.commands[words[0]], [*path, words[0]], words[1:]
    if hasattr(at, "commands"):
        return None  # a group is named, not what to type
    given, *_ = at.make_parser(typer.Context(at, parent=ctx, info_name=" ".join(path))).parse_args(
        list(words)
    )
    return next(
        (param.name for param in at.params if param.required and not given.get(param.name)), None
    )


@pytest.mark.parametrize(
    "text", ["To go on: tablectl pair --seat 3.", "Type tablectl rule act --seat 3"]
)
def test_what_cannot_be_typed_is_found(text):
    (words,) = suggested(text)
    assert what_is_wrong(words) is not None


def every():
    for file in sorted((ROOT / "tablectl").rglob("*.py")):
        if str(file.relative_to(ROOT)) in SPEAK_OF_COMMANDS:
            continue
        source = file.read_text()
        for text in texts(ast.parse(source)) if "tablectl " in source else ():
            for words in suggested(text):
                yield f"{file.relative_to(ROOT)}: {' '.join(words)}", words


def test_what_is_suggested_can_be_typed():
    found = dict(every())
    assert len(found) > 40
    assert {
        said: wrong for said, words in found.items() if (wrong := what_is_wrong(words)) is not None
    } == {}
