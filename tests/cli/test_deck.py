"""`tablectl deck`: decks come and go in the book; whatever is wrong is a sentence and exit 2,
and changes nothing.
"""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_io.kit.sim.readers.field import Field, SimTag
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.kit.sim.readers.pty import PtyReader
from tablectl.intake.enrolling import enrolling_order
from tablectl.rules.cards import CARDS
from tablectl.service.books.books import load_decks
from tablectl.service.process import bind_child

TABLE = """
table = { seats = { 1 = 100, 2 = 100 }, stakes.big_blind = 4 }
shoe = { driver = "pn532", port = "reader", deck_book = "decks.json" }
"""


@pytest.fixture
def said(said):
    """Of `tablectl deck`, in a folder with a configuration."""
    Path("table.toml").write_text(TABLE)
    return lambda *words: said("deck", *words, "--config", "table.toml")


def exported(name="red", first=0, **changes):
    cards = {
        f"04:a1:b2:c3:d4:{(first + place) // 256:02x}:{(first + place) % 256:02x}": changes.get(
            card, card
        )
        for place, card in enumerate(CARDS)
    }
    return json.dumps({"name": name, "cards": {tag: card for tag, card in cards.items() if card}})


def imported(said, text, *options):
    Path("deck.json").write_text(text)
    return said("import", "deck.json", *options)


def test_a_deck_is_imported_listed_exported_and_retired(said):
    assert said("list") == (
        0,
        "The book has no deck yet. Make one: tablectl deck enrol red --config table.toml",
        "",
    )
    assert imported(said, exported()) == (0, "The deck red is in the book: 52 cards.", "")
    assert imported(said, exported("blue", 1_000)) == (
        0,
        "The deck blue is in the book: 52 cards.",
        "",
    )
    assert said("list") == (0, "red: 52 cards; put aside\nblue: 52 cards; put aside", "")
    code, text, _ = said("export", "red")
    assert (code, next(iter(json.loads(text)["cards"].items()))) == (0, ("0004a1b2c3d40000", "2c"))
    assert imported(said, text, "--again") == (0, "The deck red is in the book: 52 cards.", "")
    assert said("retire", "blue") == (0, "The deck blue is retired.", "")
    assert said("list") == (0, "blue: 52 cards; retired\nred: 52 cards; in play", "")


def test_which_deck_is_in_play_is_a_row_of_the_journal_of_a_table_that_does_not_run(said):
    imported(said, exported())
    imported(said, exported("blue", 1_000))
    assert said("put", "blue") == (0, "The deck blue is in play.", "")
    assert said("list") == (0, "red: 52 cards; put aside\nblue: 52 cards; in play", "")
    assert said("put", "red") == (0, "The deck red is in play.", "")
    assert said("list") == (0, "red: 52 cards; in play\nblue: 52 cards; put aside", "")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (exported("green", 2_000, As=""), "The deck green has 51 of 52 cards: As is missing."),
        (exported("green", 2_000, As="Ks"), "The deck green has two tags for Ks."),
        (exported("green"), "The tag 04A1B2C3D40000 of the 2c is the 2c of the deck red already."),
        (exported(), "The deck red is in the book already: --again replaces it."),
        (
            exported("green", 2_000).replace("04:a1:b2:c3:d4:07:d0", "08:11:22:33"),
            "The 2c of green: The tag 08112233 has a number that is another at each reading, as "
            "telephones and bank cards have: it cannot be a card of a deck.",
        ),
        (
            exported("green").replace("04:a1:b2:c3:d4:00:00", "04:a1"),
            'deck.json: "04:a1" is no number of a tag: that is 4, 5, 7 or 8 bytes in hex digits.',
        ),
        ("{", "deck.json: this is no deck: Input data was truncated."),
        ('{"name": "green"}', "deck.json: this is no deck: Object missing required field `cards`."),
        (
            '{"name": "green", "cards": {}, "colour": 1}',
            "deck.json: this is no deck: Object contains unknown field `colour`.",
        ),
        ("\xff", "deck.json: this is no deck: JSON is malformed: invalid character (byte 0)."),
    ],
)
def test_what_is_no_deck_is_a_sentence_and_changes_nothing(said, text, sentence):
    imported(said, exported())
    before = Path("decks.json").read_bytes()
    assert imported(said, text) == (2, "", sentence)
    assert Path("decks.json").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["put", "green"], 'There is no deck "green" in the book. There is red.'),
        (["retire", "green"], 'There is no deck "green" in the book. There is red.'),
        (["export", "green"], 'There is no deck "green" in the book. There is red.'),
        (["verify", "green"], 'There is no deck "green" in the book. There is red.'),
        (["import", "nowhere.json"], "nowhere.json: No such file or directory."),
        (
            ["enrol", "red"],
            "The deck red is in the book already: give another name, or --again to make it anew.",
        ),
        (["enrol", "a deck"], '"a deck" is no name for a deck: letters, digits, - and _.'),
        (["enrol", "green", "--jokers", "3"], "--jokers is a whole number from 0 to 2, not 3."),
        (["enrol", "green"], "The reader at reader cannot be opened: No such file or directory."),
        (["verify", "red"], "The reader at reader cannot be opened: No such file or directory."),
    ],
)
def test_wrong_words_are_a_sentence(said, words, sentence):
    imported(said, exported())
    assert said(*words) == (2, "", sentence)


@pytest.mark.parametrize(
    ("shoe", "words", "sentence"),
    [
        (
            '{ driver = "pn532", port = "x" }',
            ["list"],
            'The configuration names no [shoe] deck_book: write deck_book = "decks.json" there.',
        ),
        (
            '{ port = "x", deck_book = "decks.json" }',
            ["enrol", "red"],
            "[shoe] has the driver node: cards are tapped at a reader (pn532, pepper, pepper-c1, "
            "rdm6300).",
        ),
        (
            '{ driver = "pn523" }',
            ["list"],
            'table.toml:1: [shoe] driver: There is no "pn523"; there is node, pepper, pepper-c1, '
            "pn532, rdm6300, sim.",
        ),
        (
            '{ driver = "pn532", node = 3 }',
            ["list"],
            "table.toml:1: [shoe] has the node 3; pn532 is no node.",
        ),
        (
            '{ driver = "pn532", antenna = 3 }',
            ["list"],
            "table.toml:1: [shoe] has the antenna 3; the driver pn532 knows of one alone.",
        ),
        (
            '{ driver = "pepper", antenna = 9 }',
            ["list"],
            "table.toml:1: [shoe] antenna is 1 to 8, not 9.",
        ),
        (
            '{ driver = "sim", deck_book = "x" }',
            ["list"],
            "table.toml:1: [shoe] has a deck_book; the driver sim plays the simulated deck, which "
            "is in none.",
        ),
    ],
)
def test_a_configuration_that_does_not_fit_is_a_sentence(said, shoe, words, sentence):
    Path("table.toml").write_text(f"shoe = {shoe}\n")
    assert said(*words) == (2, "", sentence)


def test_a_seat_cannot_be_a_reader(said):
    Path("table.toml").write_text('seat = [{ number = 1, driver = "pn532", port = "x" }]\n')
    assert said("list") == (
        2,
        "",
        'table.toml:1: [[seat]] driver: There is no "pn532"; there is buttons, keypad, node, phone, sim.',
    )


async def tapping(place, *words, taps):
    """What `tablectl deck ..` says while somebody taps the card that it asks for; `taps`: by
    what it says last.
    """
    field = Field()
    reader = PtyReader(asyncio.get_running_loop(), place / "reader", SimPn532(field))
    command = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tablectl",
        "deck",
        *words,
        "--config",
        "table.toml",
        cwd=place,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=bind_child(),
    )
    assert command.stdout is not None
    said = []
    async for line in command.stdout:
        said.append(line.decode().rstrip("\n"))
        field.clear()
        if (next_tap := said[-1].rpartition("tap ")[2]) in taps:
            field.put(taps[next_tap])
    reader.close()
    return await command.wait(), said


@pytest.mark.slow
def test_a_person_enrols_a_short_deck_with_the_command(said, tmp_path):
    order = enrolling_order(is_short=True)
    tags = {
        f"{card}.": SimTag(bytes.fromhex("04A1B2C3D4E5") + bytes([place]))
        for place, card in enumerate(order)
    }
    code, told = asyncio.run(tapping(tmp_path, "enrol", "red", "--short", taps=tags))
    assert (code, told[0], told[1], told[-3:]) == (
        0,
        "1 of 36: tap As.",
        "As is 04A1B2C3D4E500. 2 of 36: tap 6s.",
        [
            "Kc is 04A1B2C3D4E523.",
            "The deck red is in the book: 36 cards.",
            "Check it: tablectl deck verify red --config table.toml",
        ],
    )
    assert list(load_decks(tmp_path / "decks.json").deck("red").cards.values()) == list(order)
