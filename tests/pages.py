"""The pages of deploy/ that are made of the configuration's Structs: SETTINGS.md and table.toml. `make pages` writes them.

What a key may be is read from its type, what it is left out from its default and from the presets, the rest stands beside it.
"""

import inspect as python
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import NODEFAULT, Struct, inspect

from tablectl.games.catalog import PRESETS
from tablectl.games.game import Street
from tablectl.games.own import OwnGame
from tablectl.games.settings import Settings
from tablectl.rules.fitting import alternatives, bounds, fields_of, in_words, meaning, title_of
from tablectl.rules.forced import LEFT_OUT, Level, Stakes
from tablectl.service.config.values import Config, LampPins, ReaderConfig, ScreenConfig, SeatConfig, SpanConfig, TableConfig
from tablectl.setup.example import SAMPLE, example

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"
HEAD = """# Settings

Every key of [table.toml](table.toml), and every setting of its `[table.options]`, which is also one of a scenario's `options`.
This page is made of the code by `make pages`. What does not fit is refused in a sentence with its line (`tablectl config check`).
Clauses are those of [the rulebook](../tablectl/rules/RULEBOOK.md).
"""
OF_OPTIONS = """\
What differs from the preset's rules. What is left out is as the third column says: the first value, but for the presets that it
names. One that begins with Casino or Pool is refused where another game is played; any other means nothing in a game that has
nothing of it.
"""
WITHIN = {                              # tables in a table, each after it
    "table": {"table.stakes": Stakes, "table.game": OwnGame, "table.game.streets": Street, "table.options": Settings,
              "table.options.levels": Level},
    "seat": {"seat.lamp": LampPins, "seat.span": SpanConfig, "seat.spot": ReaderConfig},
}
SEVERAL = ("seat", "table.game.streets", "table.options.levels")
TITLES = {"seat.spot": "[seat.spot], [seat.bets]", "screen": "[screen], [[screen]]"}


def may_be(kind: inspect.Type) -> str:
    """All that a value of this type may be."""
    if title := title_of(kind):
        return title
    return " or ".join(dict.fromkeys(map(_one, alternatives(kind))))


def _one(kind: inspect.Type) -> str:
    match kind:
        case inspect.BoolType():
            return "`true`, `false`"
        case inspect.LiteralType():
            return ", ".join(told(word) for word in kind.values)
        case inspect.IntType() | inspect.FloatType():
            return bounds(kind) or in_words(kind)
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
    """A value as an operator writes it; a whole table of pays, levels or points is told as there or not there."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, str):
        return f"`{value}`" if value else '`""`'
    if isinstance(value, int | float):
        return f"{value:,g}"
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
    return "; ".join([default, *(f"{value} in {', '.join(games)}" for value, games in others.items())])


def table_of(name: str, kind: type[Struct]) -> Iterator[str]:
    """The section of one table: what its docstring says, and a row a key."""
    yield f"{'##' if '.' not in name else '###'} {TITLES.get(name, f'[[{name}]]' if name in SEVERAL else f'[{name}]')}\n"
    is_options = kind is Settings
    yield OF_OPTIONS if is_options else python.cleandoc(kind.__doc__ or "") + "\n"
    yield f"| Key | May be | Left out |{' Clauses |' * is_options} Means |"
    yield f"|---|---|---|{'---|' * is_options}---|"
    for field in fields_of(kind):
        said, without = meaning(field.type), left_out(field)
        cells = [f"`{field.name}`", may_be(field.type), of_presets(field.name, without) if is_options else without,
                 *([" ".join(said.clauses)] if is_options else []), said.sentence]
        yield f"| {' | '.join(cells)} |"
    yield ""


def settings_page() -> str:
    lines = [HEAD]
    for field in fields_of(Config):
        kinds = {"seat": SeatConfig, "screen": ScreenConfig, "table": TableConfig}
        lines += table_of(field.name, kinds.get(field.name) or alternatives(field.type)[0].cls)
        for name, kind in WITHIN.get(field.name, {}).items():
            lines += table_of(name, kind)
    return "\n".join(lines).rstrip() + "\n"


PAGES = {"SETTINGS.md": settings_page, "table.toml": lambda: example(SAMPLE)}


def main() -> int:
    for name, made in PAGES.items():
        (DEPLOY / name).write_text(made())
    return 0


if __name__ == "__main__":
    sys.exit(main())
