"""A second language on the screen: each label is a translator's, its sentences come in the table,
and nothing else is written.

The second language has the letters of another script. Whatever Latin word is painted then came
another way; names, the game's title and what the floor types apart.
"""

import ast
import re
from pathlib import Path

import msgspec
import pygame
import pytest

from tablectl.games.catalog import PRESETS
from tablectl.locale import LANGUAGES, BadCatalogue
from tablectl.present.public import public_view
from tablectl.screen import paint, words
from tablectl.screen.model import decode
from tablectl.screen.paint import Painter
from tablectl.screen.words import ENGLISH
from tablectl.view import View
from tests.extract import texts_in
from tests.harvest import of_chance
from tests.present.pseudo import OTHER_SCRIPT, in_cyrillic
from tests.present.test_prompts import with_names
from tests.screen.proofs import FULL, VIEWS, model_of, packet, texts, view
from tests.tiers import tiered

SCREEN = Path(words.__file__).parents[1]
LATIN = re.compile(r"[A-Za-z]{2,}")
AT_MS = (0, 6_000, 12_000)  # pages of a result come one after the other
SENTENCES = (
    "prompt",
    "headline",
    "text",
    "notice",
    "remedy",
    "steps",
    "later",
    "hand_name",
    "hand_short",
    "what",
    "clears",
    "effect",
    "hand",
    "why",
)
OF_OTHERS = ("name", "table", "title", "command", "clause", "preset")
LABEL = re.compile(r"[A-Z]{2,}|[A-Z][a-z]+|[a-z]{2,} [a-z]{2,}")


@pytest.fixture
def second_language(monkeypatch):
    known = words.in_language

    def in_language(code):
        return OTHER_SCRIPT if code == OTHER_SCRIPT.code else known(code)

    for room in (words, paint):
        monkeypatch.setattr(room, "in_language", in_language)


def in_translation(value, key=""):
    """A table of a file, whose sentences are told in the other script."""
    if isinstance(value, dict):
        return {name: in_translation(part, name) for name, part in value.items()}
    if isinstance(value, list):
        return [in_translation(part, key) for part in value]
    return in_cyrillic(value) if isinstance(value, str) and key in SENTENCES else value


def of_others(value, key=""):
    """Latin words that may stand on the picture: names of people, table, game and shots, what is
    typed, clauses.
    """
    if isinstance(value, dict):
        for name, part in value.items():
            yield from of_others(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from of_others(part, key)
    elif isinstance(value, str) and key in OF_OTHERS:
        yield from LATIN.findall(f"{value} {value.upper()}")


def latin_on_the_picture(table, at_ms):
    # a joker's corner; why the floor of these tests rules
    known = {"JK", "Seen", *of_others(table)}
    return {
        text
        for text in texts(table, FULL, at_ms)
        for word in LATIN.findall(text)
        if not any(name.startswith(word) for name in known)
    }


@pytest.mark.usefixtures("second_language")
@pytest.mark.parametrize("name", tiered(VIEWS, [*VIEWS][::20]))
def test_no_english_is_painted_that_the_words_have_not(name):
    table = in_translation(view(name, language=OTHER_SCRIPT.code))
    assert {text for at_ms in AT_MS for text in latin_on_the_picture(table, at_ms)} == set()


@pytest.mark.usefixtures("second_language")
@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_no_english_is_painted_of_a_table_that_speaks_another_language(name):
    """The first table of each situation that chance leads to, from the table's own catalogue to
    the picture.
    """
    seen = set()
    found = set()
    for table, now_ms, told in of_chance(name, "painted", hands=6):
        table = public_view(with_names(table), now_ms, told, 5, OTHER_SCRIPT)
        situation = (
            table.phase,
            table.waiting_for,
            table.ask.kind,
            table.street,
            table.result is None,
        )
        if situation not in seen:
            seen.add(situation)
            shown = msgspec.json.decode(packet(table))
            assert shown["language"] == OTHER_SCRIPT.code
            found |= latin_on_the_picture(shown, 0)
    assert (len(seen) > 6, found) == (True, set())


def test_english_would_be_seen():
    assert {"POT", "FOLD"} <= latin_on_the_picture(view("betting-6"), 0)


def test_the_screen_knows_each_language_that_a_table_may_speak():
    assert [words.in_language(code) is ENGLISH for code in LANGUAGES] == [
        code == "en" for code in LANGUAGES
    ]


def test_a_view_of_an_older_table_or_in_a_language_not_learnt_yet_is_shown_in_english():
    assert words.view_language(decode(b"{}")) is ENGLISH
    assert words.view_language(View(language="of-tomorrow")) is ENGLISH


def test_a_damaged_catalogue_is_shown_in_english(monkeypatch):
    def damaged(code):
        raise BadCatalogue(code)

    monkeypatch.setattr(words, "get_translator", damaged)
    assert words.in_language.__wrapped__("es") is ENGLISH


@pytest.mark.usefixtures("second_language")
def test_another_language_repaints_the_whole_picture():
    """And the table's language stays when its service has gone."""
    painter, surface = Painter(FULL), pygame.Surface(FULL, 0, 32)
    for now_ms, language in enumerate(("en", OTHER_SCRIPT.code)):
        painter.show(model_of(view("betting-6", language=language)), now_ms)
        dirty = painter.paint(surface, now_ms)
        assert dirty == [surface.get_rect()]
    painter.show(None, 2)
    assert painter.canvas(surface, 2).tr is OTHER_SCRIPT


# What stands in the files

# All that is written on a picture is chosen here; drawing/ adds a card's corner.
WRITE = [
    SCREEN / "paint.py",
    *(path for room in ("parts", "presenter", "flying") for path in (SCREEN / room).glob("*.py")),
]
NAMES_OF_PARTS = {"time bar"}  # which nobody sees


def is_table(node):
    """Of texts, which all are in the catalogues."""
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "texts"


def untold(source):
    """Texts in the code with capitals, a capital or two words that no translator is asked for: they
    are not in the catalogues.

    No docstring, and no message of an exception.
    """
    nodes = list(ast.walk(ast.parse(source)))
    unseen = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    unseen |= {id(part) for node in nodes if isinstance(node, ast.Raise) for part in ast.walk(node)}
    unseen |= {id(call.args[0]) for call in nodes if is_table(call)}
    told = {part for text in texts_in(source.encode()) for part in (text.one, text.many)}
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in unseen
        and LABEL.search(node.value)
    } - told


def test_every_label_is_asked_of_a_translator():
    assert {text for path in WRITE for text in untold(path.read_text())} <= NAMES_OF_PARTS


@pytest.mark.parametrize(
    "source",
    [
        'canvas.write("POT", 0, 0)',
        'LOST = "Seat lost"',
        'text = f"wins {n} the pot"',
        'X = {"a": "Off"}',
    ],
)
def test_control_a_label_that_nobody_translates_is_found(source):
    assert len(untold(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        '"""The Pot."""',
        'raise ValueError("No such pot")',
        'X = "to_act"',
        'canvas.write(tr("POT"), 0, 0)',
        'tr.of("a device", "LOST")',
        'X: Texts = {"a": N_("Off")}',
    ],
)
def test_control_what_is_translated_or_nobody_sees_is_found_nowhere(source):
    assert untold(source) == set()
