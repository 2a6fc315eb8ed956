"""Every setting is read by something and played by a scenario; the pages that are made of the
code are as they are made.
"""

import re
from typing import NamedTuple

import pytest
from msgspec import inspect

from tablectl.engine.engine import open_table
from tablectl.games.catalog import PRESETS, preset
from tablectl.games.settings import BadSetting, Settings
from tablectl.rules.fitting import field_meaning, possible_types, struct_fields
from tablectl.rules.forced import Stakes
from tablectl.service.books.books import load_shots
from tablectl.service.config.drivers import DRIVERS, SEATS, SHOES
from tablectl.service.config.loading import game_of
from tablectl.service.config.values import Config, ReaderDriver
from tablectl.simulation.scenario.script import read_script
from tests.clauses.rulebook import CLAUSES, ROOT
from tests.clauses.test_clauses_named import named_in
from tests.pages import PAGES, table_of
from tests.scenarios.files import FILES
from tests.settings import words_of

FIELDS = {field.name: field for field in struct_fields(Settings)}
NUMBERS = [
    name
    for name, field in FIELDS.items()
    if any(
        isinstance(kind, inspect.IntType | inspect.FloatType) for kind in possible_types(field.type)
    )
]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_as_it_is_made_of_the_code(name):
    """Else make it anew: `make pages`."""
    assert (ROOT / "deploy" / name).read_text() == PAGES[name]()


def test_a_page_that_is_stale_would_be_found(monkeypatch):
    """The control: a default, a bound or a word that has changed is another page."""
    page = "\n".join(table_of("table.options", Settings))
    assert (
        "| `cap` | 0 to 1,000 | none; 3 in texas6plus; 4 in canterbury | L-4 S-4 | Fixed limit: "
        in page
    )
    assert page in PAGES["SETTINGS.md"]()
    monkeypatch.delitem(PRESETS, "texas6plus")
    assert "\n".join(table_of("table.options", Settings)) != page


def every_field(struct, at=()):
    """All fields below a Struct, each with its key."""
    for field in struct.fields:
        yield (*at, field.name), field
        for kind in possible_types(field.type):
            for inner in (kind, getattr(kind, "item_type", None)):
                if isinstance(inner, inspect.StructType):
                    yield from every_field(inner, (*at, field.name))


def test_every_key_of_the_configuration_says_what_it_means():
    silent = [
        key
        for key, field in every_field(inspect.type_info(Config))
        if len(key) > 1 and not field_meaning(field.type).sentence
    ]
    assert silent == []
    assert all(field_meaning(field.type).sentence.endswith(".") for field in FIELDS.values())


def test_every_number_of_the_configuration_has_bounds_but_one():
    """Points may be below nothing; how much text is made larger is one of three numbers."""
    free = {
        key
        for key, field in every_field(inspect.type_info(Config))
        for kind in possible_types(field.type)
        if isinstance(kind, inspect.IntType | inspect.FloatType)
        and (kind.le is None or (kind.ge is None and kind.gt is None))
    }
    assert free == {("screen", "text")}


def test_every_driver_is_one_that_can_be_named():
    assert {*DRIVERS} == {*SHOES, *SEATS}
    assert {name for name, row in DRIVERS.items() if row.reader is not None} == {
        *ReaderDriver.__args__
    }


def test_a_setting_names_clauses_of_the_rulebook():
    assert [
        name
        for name, field in FIELDS.items()
        if not (said := {*field_meaning(field.type).clauses}) or said - CLAUSES
    ] == []


def test_a_setting_is_read():
    code = "".join(path.read_text() for path in (ROOT / "tablectl").rglob("*.py"))
    assert [name for name in FIELDS if not re.search(rf"\bsettings\.{name}\b", code)] == []


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_below_nothing_is_refused_by_a_game_that_plays_with_it(name):
    def is_refused(game):
        played = preset(game)
        try:
            open_table(
                played,
                {1: 200, 2: 200},
                stakes=Stakes(1, 2) if played.has_blinds else None,
                options={name: -1},
                shots=load_shots() if played.has_shots else None,
            )
        except BadSetting:
            return True
        return False

    assert any(map(is_refused, PRESETS))


class Played(NamedTuple):
    """A scenario: the clauses that its first line names, the settings of its game, and those
    that it is played with.
    """

    clauses: set[str]
    left_out: Settings
    settings: Settings


@pytest.mark.slow
def test_a_setting_is_played_in_scenarios_of_its_clauses():
    """Each word that it may be, both of `true` and `false`; of a number or a table, one laid
    over the game's.
    """
    scenarios = [
        Played(
            named_in(script.path.read_text().partition("\n")[0]),
            game_of(script.table).settings,
            script.game.settings,
        )
        for script in map(read_script, FILES)
    ]
    for name, field in FIELDS.items():
        about = [
            played for played in scenarios if played.clauses & {*field_meaning(field.type).clauses}
        ]
        values = [getattr(played.settings, name) for played in about]
        if words := words_of(name):
            assert [word for word in words if word not in values] == [], name
        else:
            assert any(
                value != getattr(played.left_out, name)
                for value, played in zip(values, about, strict=True)
            ), name
