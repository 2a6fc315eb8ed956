"""Every setting stands in deploy/SETTINGS.md as it is in the code, is read by something, and is played by a scenario."""

import re
from typing import NamedTuple

import msgspec
import pytest

from tablectl.engine.engine import open_table
from tablectl.games.catalog import PRESETS, preset
from tablectl.games.game import CHOICES, BadSetting, Settings
from tablectl.games.ranges import RANGES
from tablectl.rehearsal.scenario.script import read_script
from tablectl.rules.forced import Stakes
from tablectl.service.books.shotfile import load
from tablectl.service.config.loading import game_of
from tests.clauses.rulebook import CLAUSES, ROOT
from tests.clauses.test_clauses_named import named_in
from tests.scenarios.files import FILES

TEXT = (ROOT / "deploy/SETTINGS.md").read_text()
FIELDS = {field.name: field for field in msgspec.structs.fields(Settings)}
NUMBERS = [name for name, field in FIELDS.items() if field.type is not bool and re.search(r"\b(int|float)\b", str(field.type))
           and "dict" not in str(field.type)]


class Row(NamedTuple):
    may_be: str
    left_out: str
    clauses: set[str]
    means: str


def rows() -> dict[str, Row]:
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("| `")]
    return {name.strip("`"): Row(may_be, left_out, {*clauses.split()}, means) for name, may_be, left_out, clauses, means in cells}


def told(value: object) -> str:
    """A value as an operator writes it; a whole table of pays, levels or points is told as there or not there."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, str) and value:
        return f"`{value}`"
    if isinstance(value, int | float):
        return f"{value:,g}"
    return "its own" if value else "none"


def left_out(name: str) -> str:
    """What a game has that does not say: the default, and what presets have instead."""
    default = getattr(Settings(), name)
    others = {}
    for game in PRESETS.values():
        if (value := getattr(game.settings, name)) != default:
            others.setdefault(told(value), []).append(game.name)
    return "; ".join([told(default), *(f"{value} in {', '.join(games)}" for value, games in others.items())])


def may_be(name: str) -> str | None:
    """What the code says by itself that a setting may be; None: the row says it."""
    if name in CHOICES:
        return ", ".join(f"`{word}`" for word in CHOICES[name])
    if name in RANGES:
        least, most = RANGES[name]
        return f"{least} to {most:,}"
    return "`true`, `false`" if FIELDS[name].type is bool else None


def test_the_rows_are_the_settings_in_their_order():
    assert [*rows()] == [*FIELDS]


def test_a_row_says_what_a_setting_may_be_and_what_it_is_left_out():
    for name, row in rows().items():
        assert (row.may_be, row.left_out) == (may_be(name) or row.may_be, left_out(name)), name
        assert row.may_be, name
        assert row.means.endswith("."), name


def test_a_row_names_clauses_of_the_rulebook():
    assert [name for name, row in rows().items() if not row.clauses or row.clauses - CLAUSES] == []


def test_a_setting_is_read():
    code = "".join(path.read_text() for path in (ROOT / "tablectl").rglob("*.py"))
    assert [name for name in FIELDS if not re.search(rf"\bsettings\.{name}\b", code)] == []


def test_a_setting_that_is_a_word_has_its_words():
    assert [name for name, words in CHOICES.items() if getattr(Settings(), name) not in words] == []


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_below_nothing_is_refused_by_a_game_that_plays_with_it(name):
    def is_refused(game):
        played = preset(game)
        try:
            open_table(played, {1: 200, 2: 200}, stakes=Stakes(1, 2) if played.has_blinds else None, options={name: -1},
                       shots=load() if played.has_shots else None)
        except BadSetting:
            return True
        return False
    assert any(map(is_refused, PRESETS))


class Played(NamedTuple):
    """A scenario: the clauses that its first line names, the settings of its game, and those that it is played with."""

    clauses: set[str]
    left_out: Settings
    settings: Settings


@pytest.mark.slow
def test_a_setting_is_played_in_scenarios_of_its_clauses():
    """Each word that it may be, both of `true` and `false`; of a number or a table, one laid over the game's."""
    scenarios = [Played(named_in(script.path.read_text().partition("\n")[0]), game_of(script.table).settings,
                        script.game.settings) for script in map(read_script, FILES)]
    for name in FIELDS:
        about = [played for played in scenarios if played.clauses & rows()[name].clauses]
        values = [getattr(played.settings, name) for played in about]
        if words := CHOICES.get(name) or ((True, False) if FIELDS[name].type is bool else ()):
            assert [word for word in words if word not in values] == [], name
        else:
            assert any(value != getattr(played.left_out, name) for value, played in zip(values, about, strict=True)), name
