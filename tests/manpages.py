"""The manual pages in deploy/man, made of what --help says: one of tablectl, and one of each of its
commands. `make pages` writes them.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from typer.main import get_command

from tablectl.cli.app import app

TOP = "tablectl"
STATUS = """\
.SH EXIT STATUS
0 where all is well, 1 where something that was asked for is not, 2 for wrong use or a configuration that cannot be read, 3 where the
journal could not be written or is another process's. Every error is a sentence on stderr.
"""


def man_pages() -> dict[str, Callable[[], str]]:
    """How each page is made, by the name of its file."""
    top = get_command(app)
    commands = {name: one for name, one in top.commands.items() if not one.hidden}
    pages: dict[str, Callable[[], str]] = {f"{TOP}.1": lambda: "".join(_top_page(top, commands))}
    for name, command in commands.items():
        pages[f"{TOP}-{name}.1"] = partial(_join_page, name, command)
    return pages


def _join_page(name: str, command: Any) -> str:
    return "".join(_command_page(name, command))


def _top_page(top: Any, commands: dict[str, Any]) -> Iterator[str]:
    yield from _head(TOP, top.help)
    yield f".SH SYNOPSIS\n.B {TOP}\n[\\fB\\-\\-version\\fR] [\\fB\\-\\-help\\fR] \\fICOMMAND\\fR ...\n"
    yield f".SH DESCRIPTION\n{_escape(_plain(top.help))}\n"
    yield ".SH COMMANDS\n"
    for name, command in commands.items():
        yield f".TP\n.BR {_escape(f'{TOP}-{name}')} (1)\n{_escape(_first_sentence(command.help))}\n"
    yield STATUS
    yield (
        ".SH FILES\n.TP\n.I /etc/tablectl/table.toml\nThe configuration that the units read.\n"
        ".TP\n.I /var/lib/tablectl\nJournal, decks, keys and operators.\n"
    )


def _command_page(name: str, command: Any) -> Iterator[str]:
    path = f"{TOP} {name}"
    yield from _head(f"{TOP}-{name}", command.help)
    yield ".SH SYNOPSIS\n"
    inner = [*_leaves(path, command)]
    for called, leaf in inner:
        yield f".B {_escape(called)}\n{_synopsis(leaf)}\n.br\n"
    yield f".SH DESCRIPTION\n{_escape(_plain(command.help))}\n"
    if hasattr(command, "commands"):
        yield ".SH COMMANDS\n"
        for called, leaf in inner:
            yield f".SS {_escape(called)}\n{_escape(_plain(leaf.help))}\n{_options(leaf)}"
    elif options := _options(command):
        yield f".SH OPTIONS\n{options}"
    yield f".SH SEE ALSO\n.BR {TOP} (1)\n"


def _head(name: str, help: str) -> Iterator[str]:
    yield f'.\\" Made of the code by `make pages`.\n.TH "{_escape(name.upper())}" 1 "" "tablectl"\n'
    yield f".SH NAME\n{_escape(name)} \\- {_escape(_first_sentence(help).rstrip('.'))}\n"


def _leaves(path: str, command: Any) -> Iterator[tuple[str, Any]]:
    """The commands that can be typed, with all words of each."""
    if not hasattr(command, "commands"):
        yield path, command
        return
    for name, inner in command.commands.items():
        if not inner.hidden:
            yield from _leaves(f"{path} {name}", inner)


def _params(command: Any) -> list[Any]:
    return [
        one for one in command.params if one.name != "help" and not getattr(one, "hidden", False)
    ]


def _synopsis(command: Any) -> str:
    words = []
    for one in _params(command):
        several = " ..." if one.nargs == -1 or getattr(one, "multiple", False) else ""
        word = f"{_written(one)}{several}"
        words.append(word if one.required else f"[{word}]")
    return " ".join(words)


def _options(command: Any) -> str:
    return "".join(
        f".TP\n{_written(one)}\n{_escape(_plain(one.help))}\n"
        for one in _params(command)
        if getattr(one, "help", None)
    )


def _written(param: Any) -> str:
    if param.param_type_name == "argument":
        return f"\\fI{_escape((param.metavar or param.name).strip('[]').removesuffix('...').upper())}\\fR"
    names = ", ".join(f"\\fB{_escape(name)}\\fR" for name in sorted(param.opts, key=len))
    return (
        names
        if param.is_flag
        else f"{names} \\fI{_escape(param.metavar or param.name.upper())}\\fR"
    )


def _first_sentence(help: str) -> str:
    return re.split(r"(?<=[.:;])\s", _plain(help), maxsplit=1)[0].rstrip(":;")


def _plain(help: str) -> str:
    """In one line, without the marks of bold letters."""
    return re.sub(r"\[/?bold\]", "", " ".join((help or "").split()))


def _escape(text: str) -> str:
    """As roff reads text; a line that would begin with a request does not."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text
