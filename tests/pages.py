"""The pages of deploy/ that are made of the code: SETTINGS.md, table.toml, COMMANDS.md and the
manual pages. `make pages` writes them.

What a key may be is read from its type, what it is left out from its default and from the presets,
the rest stands beside it. Commands are described by their own help.
"""

import inspect as python
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT, Struct, inspect
from typer.main import get_command

from tablectl.cli.app import app
from tablectl.games.catalog import PRESETS
from tablectl.games.game import Street
from tablectl.games.own import OwnGame
from tablectl.games.settings import Settings
from tablectl.rules.fitting import (
    bounds_in_words,
    field_meaning,
    in_words,
    pattern_title,
    possible_types,
    struct_fields,
)
from tablectl.rules.forced import LEFT_OUT, Level, Stakes
from tablectl.service.config.values import (
    Config,
    FloorPageConfig,
    LampPins,
    ReaderConfig,
    ScreenConfig,
    SeatConfig,
    SpanConfig,
    TableConfig,
)
from tablectl.setup.example import SAMPLE, example_config
from tests.manpages import man_pages

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"
HEAD = """# Settings

Every key of [table.toml](table.toml), and every setting of its `[table.options]`, which is also one of a scenario's `options`.
This page is made of the code by `make pages`. What does not fit is refused in a sentence with its line (`tablectl config check`).
Clauses are those of [the rulebook](../tablectl/rules/RULEBOOK.md).
"""
COMMANDS_HEAD = """# Commands

What `--help` says of each, on one page. This page is made of the code by `make pages`. `-h` is short for `--help`; every command
says wrong use in a sentence and ends with 2.
"""
OF_OPTIONS = """\
What differs from the preset's rules. What is left out is as the third column says: the first value, but for the presets that it
names. One that begins with Casino or Pool is refused where another game is played; any other means nothing in a game that has
nothing of it.
"""
WITHIN = {  # tables in a table, each after it
    "table": {
        "table.stakes": Stakes,
        "table.game": OwnGame,
        "table.game.streets": Street,
        "table.options": Settings,
        "table.options.levels": Level,
    },
    "seat": {"seat.lamp": LampPins, "seat.span": SpanConfig, "seat.spot": ReaderConfig},
    "web": {"web.floor": FloorPageConfig},
}
SEVERAL = ("seat", "table.game.streets", "table.options.levels")
TITLES = {"seat.spot": "[seat.spot], [seat.bets]", "screen": "[screen], [[screen]]"}


def may_be(kind: inspect.Type) -> str:
    """All that a value of this type may be."""
    if title := pattern_title(kind):
        return title
    return " or ".join(dict.fromkeys(map(_one, possible_types(kind))))


def _one(kind: inspect.Type) -> str:
    match kind:
        case inspect.BoolType():
            return "`true`, `false`"
        case inspect.LiteralType():
            return ", ".join(told(word) for word in kind.values)
        case inspect.IntType() | inspect.FloatType():
            return bounds_in_words(kind) or in_words(kind)
        case inspect.VarTupleType() if isinstance(kind.item_type, inspect.StructType):
            return "a list of tables, as below"
        case inspect.VarTupleType():
            return f"a list, each in it {may_be(kind.item_type)}"
        case inspect.StructType() | inspect.DictType(value_type=inspect.AnyType()):
            return "a table, as below"
        case inspect.DictType():
            key = may_be(kind.key_type)
            return f"a table, {'each key' if key == 'a text' else key} = {may_be(kind.value_type)}"
        case _:
            return "a text"


def told(value: object) -> str:
    """A value as an operator writes it; a whole table of pays, levels or points is told as there
    or not there.
    """
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, str):
        return f"`{value}`" if value else '`""`'
    if isinstance(value, int | float):
        return f"{value:,g}"
    if isinstance(value, tuple) and value and all(isinstance(one, str) for one in value):
        return ", ".join(map(told, value))
    return "its own" if value else "none"


def left_out(field: inspect.Field) -> str:
    """What it is without the line."""
    if field.required:
        return "has to be there"
    default = field.default if field.default is not NODEFAULT else field.default_factory()
    return "follows" if default == LEFT_OUT else "none" if default == "" else told(default)


def of_presets(name: str, default: str) -> str:
    """The same of a setting, and what presets have instead."""
    others = {}
    for game in PRESETS.values():
        if (value := getattr(game.settings, name)) != getattr(Settings(), name):
            others.setdefault(told(value), []).append(game.name)
    return "; ".join(
        [default, *(f"{value} in {', '.join(games)}" for value, games in others.items())]
    )


def table_of(name: str, kind: type[Struct]) -> Iterator[str]:
    """The section of one table: what its docstring says, and a row a key."""
    yield (
        f"{'##' if '.' not in name else '###'} "
        f"{TITLES.get(name, f'[[{name}]]' if name in SEVERAL else f'[{name}]')}\n"
    )
    is_options = kind is Settings
    yield OF_OPTIONS if is_options else python.cleandoc(kind.__doc__ or "") + "\n"
    yield f"| Key | May be | Left out |{' Clauses |' * is_options} Means |"
    yield f"|---|---|---|{'---|' * is_options}---|"
    for field in struct_fields(kind):
        said, without = field_meaning(field.type), left_out(field)
        cells = [
            f"`{field.name}`",
            may_be(field.type),
            of_presets(field.name, without) if is_options else without,
            *([" ".join(said.clauses)] if is_options else []),
            said.sentence,
        ]
        yield f"| {' | '.join(cells)} |"
    yield ""


def settings_page() -> str:
    lines = [HEAD]
    for field in struct_fields(Config):
        kinds = {"seat": SeatConfig, "screen": ScreenConfig, "table": TableConfig}
        lines += table_of(field.name, kinds.get(field.name) or possible_types(field.type)[0].cls)
        for name, kind in WITHIN.get(field.name, {}).items():
            lines += table_of(name, kind)
    return "\n".join(lines).rstrip() + "\n"


def commands_page() -> str:
    """Every command in the order of --help, with its arguments and options."""
    top = get_command(app)
    return "\n".join([COMMANDS_HEAD, *_commands_of(top, "tablectl")]).rstrip() + "\n"


def _commands_of(group: Any, path: str) -> Iterator[str]:
    for name, command in group.commands.items():
        if command.hidden:
            continue
        called = f"{path} {name}"
        params = [
            param
            for param in command.params
            if param.name != "help" and not getattr(param, "hidden", False)
        ]
        usage = " ".join(
            [called, *(_written(param) for param in params if param.param_type_name == "argument")]
        )
        yield f"{'##' if path == 'tablectl' else '###'} `{usage}`\n\n{_joined(command.help)}\n"
        if hasattr(command, "commands"):
            yield from _commands_of(command, called)
        elif described := [param for param in params if getattr(param, "help", None)]:
            yield "| | |\n|---|---|"
            yield from (f"| `{_written(param)}` | {_joined(param.help)} |" for param in described)
            yield ""


def _joined(text: str) -> str:
    return " ".join(text.split())


def _written(param: Any) -> str:
    """As it is typed: --seat N, --json, FILE..."""
    several = "..." if param.nargs == -1 or getattr(param, "multiple", False) else ""
    if param.param_type_name == "argument":
        return (param.metavar or param.name).strip("[]").upper() + several
    value = "" if param.is_flag else f" {param.metavar or param.name.upper()}"
    return f"{max(param.opts, key=len)}{value}{several}".replace("|", "\\|")


PAGES = {
    "SETTINGS.md": settings_page,
    "table.toml": lambda: example_config(SAMPLE),
    "COMMANDS.md": commands_page,
    **{f"man/{name}": made for name, made in man_pages().items()},
}


def main() -> int:
    shutil.rmtree(DEPLOY / "man", ignore_errors=True)  # of commands that are gone, too
    (DEPLOY / "man").mkdir()
    for name, made in PAGES.items():
        (DEPLOY / name).write_text(made())
    return 0


if __name__ == "__main__":
    sys.exit(main())
