"""Lines of the control socket made wrong by chance: each is answered in a sentence, and what it
did can be remembered.
"""

import json

import msgspec
import pytest

from tablectl.engine.engine import handle, open_table
from tablectl.engine.floor_json import USES
from tablectl.games.catalog import PRESETS, preset
from tablectl.journal.record import encode_values
from tablectl.locale import get_translator
from tablectl.present.public import public_view
from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.rules.forced import Stakes
from tablectl.service.books.books import shots_of_game
from tablectl.service.control.control import LONGEST_LINE, make_reply
from tablectl.service.control.requests import BadLine, parse_request
from tablectl.text import player_names, say

from .changing import Changes
from .limited import at_most, is_sentence

LIMIT_S = 10
SPANISH = player_names(get_translator("es"))
RIGHT = [
    {"start": True},
    {"seat": 4, "sits": 200, "name": "Ada"},
    {"seat": 1, "leaves": True},
    {"seat": 1, "buys": 100},
    *(
        {"floor": ruling, "why": "seen"}
        for ruling, uses in USES.items()
        if set(uses.must) <= {"why"}
    ),
    {"floor": "dead", "seat": 1, "why": "seen"},
    {"floor": "joker", "seat": 1},
    {"floor": "chips", "seat": 1, "stack": 180, "why": "counted"},
    {"floor": "act", "seat": 1, "act": "raise_to", "amount": 9, "why": "x"},
    {"floor": "award", "pot": 0, "seats": [1, 2], "why": "x"},
    {"floor": "exposed", "seat": 1, "card": "Ah"},
    {"floor": "wrong_count", "seat": 1, "cards": 3},
    {"floor": "colour_up", "chip": 5, "why": "x"},
    {"floor": "misplaced", "seats": [1, 2]},
    {"floor": "card", "card": "9c"},
    {"floor": "level", "to": 2, "why": "x"},
    {"floor": "break", "minutes": 5, "why": "x"},
    {"floor": "button", "seat": 2, "why": "x"},
]


def opened(name):
    game = preset(name)
    chips = 0 if game.plays_for == "points" else 500
    stacks = dict.fromkeys((1, 2, 3), chips)
    return open_table(
        game,
        stacks,
        stakes=Stakes(2, 4),
        chips=(1, 5, 25),
        places=range(1, 5),
        shots=shots_of_game(game, ""),
    )[0]


def told(table, line):
    """The table after a line, remembered and shown; and the sentence, where the line was
    refused.
    """
    try:
        with at_most(LIMIT_S):
            event = parse_request(line).event(0)
            table, rows = handle(table, (event,))
            for row in rows:
                encode_values(row.event)
                encode_values(row.facts)
            msgspec.json.encode(public_view(table, 0))
            reply = make_reply(rows)
    except BadLine as wrong:
        return table, str(wrong)
    return table, None if reply["ok"] else str(reply["text"])


def changed(changes):
    line = changes.chance.choice(RIGHT)
    if changes.chance.random() < 0.1:
        return line_of(line)
    if changes.chance.random() < 0.2:
        return changes.text(line_of(line))[:LONGEST_LINE]
    return line_of(changes.tree(line, most=2))[:LONGEST_LINE]


def line_of(line):
    return json.dumps(line).encode(errors="replace")


def refused_of(seeds):
    """How many of twenty lines for each seed's table were refused, each in a sentence."""
    refused = 0
    for seed in seeds:
        changes, table = Changes(seed), opened(list(PRESETS)[seed % len(PRESETS)])
        for _ in range(20):
            line = changed(changes)
            try:
                table, said = told(table, line)
            # any exception: the failure names the line
            except BaseException as fault:
                raise AssertionError(f"seed {seed}: {line[:500]!r}") from fault
            assert said is None or is_sentence(said), (seed, said)
            refused += said is not None
    return refused


def test_a_line_that_is_wrong_by_chance_is_refused_in_a_sentence_or_taken():
    assert 1_500 < refused_of(range(100)) < 2_000


@pytest.mark.slow
def test_twenty_thousand_wrong_lines():
    assert refused_of(range(1_000, 2_000)) > 15_000


@pytest.mark.parametrize(
    "line",
    [
        '{"floor": "chips", "seat": 1, "why": "x", "stack": %s}',
        '{"seat": 4, "sits": %s}',
        '{"seat": 1, "buys": %s}',
        '{"seat": %s, "leaves": true}',
        '{"floor": "wrong_count", "seat": 1, "cards": %s}',
        '{"floor": "colour_up", "why": "x", "chip": %s}',
        '{"floor": "level", "why": "x", "to": %s}',
        '{"floor": "award", "why": "x", "pot": %s, "seats": [1]}',
        '{"floor": "award", "why": "x", "pot": 0, "seats": [%s]}',
        '{"floor": "act", "seat": 1, "act": "bet", "why": "x", "amount": %s}',
        '{"floor": "dead", "seat": %s, "why": "x"}',
        '{"floor": "button", "seat": %s, "why": "x"}',
    ],
)
@pytest.mark.parametrize(
    "number",
    [2**64 - 1, 2**64, 10**40, -(2**64), MOST_AMOUNT + 1, "9" * 3_900],
    ids=lambda number: str(number)[:25],
)
def test_a_number_that_no_table_counts_is_refused_and_changes_nothing(line, number):
    table = opened("canterbury")
    after, said = told(table, (line % number).encode())
    assert after is table
    assert said is not None
    assert is_sentence(said)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"[" * 4_000, "A line is one JSON object, not a list."),
        (b'{"a":' * 800, "The line ends too early. A line is one JSON object."),
        (b"\xff", "This is not text: byte 0 is not UTF-8."),
        (b'{"seat": 1, "sits": 1e400}', "Number out of range"),
        (b'{"seat": 4, "sits": 5', "The line ends too early. A line is one JSON object."),
        (b'{"start": tru}', "This is no JSON from byte 14 on. A line is one JSON object."),
        (b'{"start": "\xed\xa0\x80"}', "This is not text: byte 11 is not UTF-8."),
        (b'{"seat": "4", "sits": 5}', '"seat" is a whole number, not a text.'),
        (b'{"seat": 1.5, "sits": 5}', '"seat" is a whole number, not a number that is not whole.'),
        (b'{"seat": 4, "sits": [5]}', '"sits" is a whole number, not a list.'),
        (b'{"start": true, "on": {"hand": "1"}}', '"on.hand" is a whole number, not a text.'),
        (b'{"start": true, "on": {"x": 1}}', "A line has no such value: "),
        (b'{"buys": 1000000001, "seat": 1}', "buys is at most 1,000,000,000, not 1,000,000,001."),
        (b'{"frees": 3, "why": "%s"}' % (b"x" * 4_097), "there are 4,096 at most."),
        (b'{"%s": 3}' % (b"x" * 61), "A key in it has 61 characters; there are 60 at most."),
        (b'{"floor": "dead", "seat": "1", "why": "x"}', "seat"),
        (b'{"floor": 3}', "The name of a ruling is a text."),
        (b'{"floor": "bless"}', 'There is no ruling "bless".'),
        (b'{"clears": "door", "operator": "Ann", "pin": "1"}', 'There is no lock "door"'),
        (b'{"tests": "horn"}', '"tests" is "reader", or '),
        (b'{"seat": 4, "sits": 5, "name": ""}', "The name is no name: there is nothing in it."),
        (
            b'{"seat": 4, "sits": 5, "name": "A\\u001b[2J"}',
            "name has the character U+001B in it, which nobody can read.",
        ),
        (
            b'{"seat": 4, "sits": 5, "name": "%s"}' % (b"x" * 61),
            "The name has 61 characters; a name has 60 at most.",
        ),
    ],
)
def test_what_is_no_line_is_told(line, sentence):
    with pytest.raises(BadLine) as wrong:
        parse_request(line).event(0)
    assert sentence in str(wrong.value)
    in_spanish = say(wrong.value.sentence, SPANISH)
    assert is_sentence(in_spanish)
    assert in_spanish != str(wrong.value)


def test_the_lines_that_are_changed_are_lines(tmp_path):
    assert [parse_request(line_of(line)).event(0).at_ms for line in RIGHT] == [0] * len(RIGHT)
