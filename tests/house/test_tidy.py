"""House rules that are read off the source text itself: each finds its own breach, and none in
this tree.
"""

import ast
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.clauses.rulebook import CHAPTERS, CLAUSES

from .parsing import nodes, parsed

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("tablectl", "firmware_io", "native", "tests", "deploy")

FILE_LINES_MAX = 650  # a longer file should be two
FUNCTION_LINES_MAX = 70  # a screenful where the formatter sets one argument a line

# Names that say that a thing is for something, and not what it is.
EMPTY_NAMES = re.compile(r"(manager|handler|helper)s?$|^(utils?|common|base)$", re.IGNORECASE)
ABSOLUTE = re.compile(r"""["'\s(=](/[\w.-]+)/[\w{]""")
EVERYWHERE = {
    "/bin",
    "/dev",
    "/etc",
    "/lib",
    "/opt",
    "/proc",
    "/run",
    "/sys",
    "/tmp",
    "/usr",
    "/var",
}
SERVED = {"/api", "/floor", "/seat", "/static"}  # addresses of pages, not of files
CLAUSE = re.compile(rf"\b[{CHAPTERS}]-\d+\b")
GAMES = ("tournament", "texas6plus", "canterbury", "casino", "pool")
KNOW_NO_GAME = ("rules", "engine", "intake", "present")  # rooms below tablectl/
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DOCUMENTED = (ast.Module, ast.ClassDef, *FUNCTIONS)
GAME_LINES_MAX = 79  # a game is rows and settings, read at one look
NAMED_FILE = re.compile(r"(?<![\w./{*-])((?:[\w-]+/)*[\w-]+\.(?:py|md|toml))\b(?![\w*])")
BROAD = re.compile(r"except(\s+\(?(Base)?Exception\b.*)?:")


class Source(NamedTuple):
    path: Path  # below the root
    text: str

    @property
    def tree(self):
        return parsed(self.text)

    @property
    def nodes(self):
        return nodes(self.text)

    @property
    def is_test(self):
        return self.path.parts[0] == "tests"

    @property
    def is_generated(self):
        return "generated" in self.text[:400].lower()


def functions(source):
    return (node for node in source.nodes if isinstance(node, FUNCTIONS))


def comments_on(line, above):
    return "#" in line or above.lstrip().startswith("#")


# The rules: each yields what is wrong, a sentence with the line -----------------------------------


def says_what_it_is(source):
    if len(source.text.splitlines()) <= 1:
        return
    first = (ast.get_docstring(source.tree) or "").partition("\n\n")[0]
    if not first:
        yield "1: does not start with a docstring."
    elif not re.search(r"[.?:](\s|$)", first):
        yield f"1: the first paragraph is no sentence: {first}"


def has_a_notice_on_the_door(source):
    is_package = source.path.name == "__init__.py" and not source.is_test
    if is_package and len((ast.get_docstring(source.tree) or "").splitlines()) < 2:
        yield "1: a package says what the room is for, in two lines or more."


def is_short(source):
    lines = len(source.text.splitlines())
    if lines > FILE_LINES_MAX and not source.is_generated:
        yield f"{lines}: longer than {FILE_LINES_MAX} lines."


def has_short_functions(source):
    for node in functions(source):
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        if lines > FUNCTION_LINES_MAX and not source.is_generated:
            yield f"{node.lineno}: {node.name} has {lines} lines, more than {FUNCTION_LINES_MAX}."


def names_say_something(source):
    for part in (*source.path.parts[:-1], source.path.stem):
        if EMPTY_NAMES.search(part):
            yield f"1: {part} says nothing."
    for node in source.nodes:
        if isinstance(node, ast.ClassDef) and EMPTY_NAMES.search(node.name):
            yield f"{node.lineno}: {node.name} says nothing."


def ignores_types_by_code(source):
    for number, line in enumerate(source.text.splitlines(), 1):
        if re.search(r"#\s*type:\s*ignore(?!\[[^]]+\] +# *\w)", line):
            yield f"{number}: type: ignore without a code, or without a reason behind it."


def says_why_it_catches_all(source):
    lines = ["", *source.text.splitlines()]
    for node in source.nodes:
        if not isinstance(node, ast.ExceptHandler):
            continue
        line = lines[node.lineno].strip()
        if node.type is None:
            yield f"{node.lineno}: a bare except."
        elif BROAD.match(line.partition("#")[0].strip()) and not comments_on(
            line, lines[node.lineno - 1]
        ):
            yield f"{node.lineno}: catches everything and does not say why."


def never_sleeps(source):
    if not source.is_test:
        return
    for node in source.nodes:
        is_sleep = (
            isinstance(node, ast.Attribute)
            and node.attr == "sleep"
            and ast.unparse(node.value) == "time"
        )
        is_import = (
            isinstance(node, ast.ImportFrom)
            and node.module == "time"
            and "sleep" in [alias.name for alias in node.names]
        )
        if is_sleep or is_import:
            yield f"{node.lineno}: a test that sleeps is slow or wrong."


def names_no_build_machine(source):
    for number, line in enumerate(source.text.splitlines(), 1):
        for top in set(ABSOLUTE.findall(line)) - EVERYWHERE - SERVED:
            yield f"{number}: {top} is on some machines only: {line.strip()}"


def names_clauses_that_exist(source):
    for number, line in enumerate(source.text.splitlines(), 1):
        for clause in CLAUSE.findall(line):
            if clause not in CLAUSES:
                yield f"{number}: there is no {clause} in the rulebook."


def knows_no_game(source):
    """A game is rows and settings; what asks for a game by its name belongs into a row.

    Comments, docstrings and sentences for people may name one, and a field may have a word for its
    name: a tournament is no preset there.
    """
    if source.path.parts[0] != "tablectl" or source.path.parts[1] not in KNOW_NO_GAME:
        return
    passed_over = {
        id(node.body[0].value)
        for node in source.nodes
        if isinstance(node, DOCUMENTED)
        and ast.get_docstring(node)
        and isinstance(node.body[0], ast.Expr)
    }
    passed_over |= {
        id(part)
        for node in source.nodes
        if isinstance(node, ast.Call) and written(node.func) in ("T", "plural")
        for part in node.args
    }
    passed_over |= {
        id(node.target)
        for node in source.nodes
        if isinstance(node, ast.AnnAssign) and node.value is not None
    }
    for node in source.nodes:
        for game in set(
            re.findall(r"\w+", "" if id(node) in passed_over else written(node).lower())
        ).intersection(GAMES):
            yield f"{node.lineno}: the game {game} is asked for by its name."


def written(node):
    """The text or the name that this part of the code is."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case (
            ast.Name(id=name)
            | ast.Attribute(attr=name)
            | ast.alias(name=name)
            | ast.ImportFrom(module=str(name))
        ):
            return name
    return ""


def is_rows(source):
    """Of a file in which a game is written down."""
    is_a_game = any(
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func) == "Game"
        for node in source.tree.body
    )
    if source.path.parts[:2] != ("tablectl", "games") or not is_a_game:
        return
    if (lines := len(source.text.splitlines())) > GAME_LINES_MAX:
        yield f"{lines}: a game has at most {GAME_LINES_MAX} lines."
    for node in source.nodes:
        if isinstance(node, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            yield f"{node.lineno}: a game is rows and settings, and no function or class."


def names_files_that_exist(source):
    """Of comments and docstrings: a file that they name exists. Strings of the program may name
    any file.
    """
    if source.is_test:
        return
    lines = source.text.splitlines()
    docstrings = [
        (node.body[0].lineno, ast.get_docstring(node) or "")
        for node in source.nodes
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node)
    ]
    comments = [(number, f"  {line}".partition("  # ")[2]) for number, line in enumerate(lines, 1)]
    for number, text in (*docstrings, *comments):
        for name in NAMED_FILE.findall(text):
            if not any(path == name or path.endswith(f"/{name}") for path in all_files()):
                yield f"{number}: there is no {name}."


@cache
def all_files():
    kept = (
        path
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.*")
        if "__pycache__" not in path.parts
    )
    return (
        *(str(path.relative_to(ROOT)) for path in kept),
        *(path.name for path in ROOT.glob("*.md")),
    )


# Every rule with a file that breaks it: a rule that cannot fail is off.
RULES = [
    (says_what_it_is, Source(Path("tablectl/a.py"), '"""No sentence"""\nx = 1\n')),
    (says_what_it_is, Source(Path("tablectl/a.py"), "import sys\nx = 1\n")),
    (has_a_notice_on_the_door, Source(Path("tablectl/__init__.py"), '"""One line."""\n')),
    (has_a_notice_on_the_door, Source(Path("tablectl/__init__.py"), "")),
    (is_short, Source(Path("tablectl/a.py"), "x = 1\n" * (FILE_LINES_MAX + 1))),
    (
        has_short_functions,
        Source(Path("tablectl/a.py"), "def f():\n" + "    x = 1\n" * FUNCTION_LINES_MAX),
    ),
    (
        has_short_functions,
        Source(
            Path("tablectl/a.py"),
            "class A:\n    async def f():\n" + "        x = 1\n" * FUNCTION_LINES_MAX,
        ),
    ),
    (names_say_something, Source(Path("tablectl/utils.py"), "")),
    (names_say_something, Source(Path("tablectl/common/a.py"), "")),
    (names_say_something, Source(Path("tablectl/a.py"), "class SeatManager: ...")),
    (names_say_something, Source(Path("tablectl/a.py"), "class Base: ...")),
    (ignores_types_by_code, Source(Path("tablectl/a.py"), "x = 1  # type:" + " ignore\n")),
    (ignores_types_by_code, Source(Path("tests/a.py"), "x = 1  # type:" + " ignore[misc]\n")),
    (says_why_it_catches_all, Source(Path("tablectl/a.py"), "try:\n    f()\nexcept:\n    pass\n")),
    (
        says_why_it_catches_all,
        Source(Path("tablectl/a.py"), "try:\n    f()\nexcept Exception as wrong:\n    pass\n"),
    ),
    (
        says_why_it_catches_all,
        Source(Path("tablectl/a.py"), "try:\n    f()\nexcept (BaseException, A):\n    pass\n"),
    ),
    (never_sleeps, Source(Path("tests/a.py"), "import time\ntime.sleep(1)\n")),
    (never_sleeps, Source(Path("tests/a.py"), "from time import sleep\n")),
    (names_no_build_machine, Source(Path("tests/a.py"), 'x = "/' + 'home/somebody/x"\n')),
    (names_clauses_that_exist, Source(Path("tablectl/a.py"), "x = 1      # G" + "-999\n")),
    (names_files_that_exist, Source(Path("tablectl/a.py"), '"""Start with nowhere.py."""\n')),
    (
        names_files_that_exist,
        Source(Path("tablectl/a.py"), "x = 1  # as engine/nowhere.py has it\n"),
    ),
    (
        names_files_that_exist,
        Source(Path("tablectl/a.py"), 'def f():\n    """See service/engine.py."""\n'),
    ),
    (
        knows_no_game,
        Source(Path("tablectl/engine/a.py"), 'if t.game.name == "casino":\n    x = 1\n'),
    ),
    (
        knows_no_game,
        Source(
            Path("tablectl/present/a.py"),
            'def f():\n    """A game."""\n    return "You won the Tournament."\n',
        ),
    ),
    (knows_no_game, Source(Path("tablectl/rules/a.py"), "from tablectl.games.pool import Game\n")),
    (knows_no_game, Source(Path("tablectl/intake/a.py"), "x = games.CANTERBURY\n")),
    (is_rows, Source(Path("tablectl/games/a.py"), "def f(): ...\nA = Game()\n")),
    (is_rows, Source(Path("tablectl/games/a.py"), "A = Game(most=(lambda: 2)())\n")),
    (is_rows, Source(Path("tablectl/games/a.py"), "A = Game()\n" * 80)),
]


@cache
def sources():
    paths = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")))
    return tuple(Source(path.relative_to(ROOT), path.read_text()) for path in paths)


def test_the_house_is_tidy():
    rules = dict.fromkeys(rule for rule, _ in RULES)
    assert [
        f"{rule.__name__}: {source.path}:{wrong}"
        for rule in rules
        for source in sources()
        for wrong in rule(source)
    ] == []


@pytest.mark.parametrize(("rule", "breach"), RULES, ids=lambda part: getattr(part, "__name__", ""))
def test_a_breach_is_found(rule, breach):
    assert list(rule(breach)) != []


def test_the_rulebook_was_read():
    assert {"G-1", "T-1", "S-1", "L-1", "D-1", "M-1", "F-1"} <= CLAUSES


def test_nothing_that_make_makes_is_tracked():
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("no git, or an unpacked sdist: there is no history to ask")
    ignored = ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"]
    assert (
        subprocess.run(ignored, cwd=ROOT, capture_output=True, text=True, check=True).stdout == ""
    )
