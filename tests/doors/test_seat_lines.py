"""Lines of the phones' socket made wrong by chance, also by who has a phone: each is answered in a
sentence, and only a press with the right MAC is played.
"""

import json

import pytest

from tablectl.service.phones.presses import give_up_text, mac_of
from tablectl.service.phones.seats_socket import LONGEST_LINE
from tests.service.phoned import phones_at_a_table

from .changing import Changes
from .limited import at_most, is_sentence

LIMIT_S = 10
SIGNED_AGAIN = 0.5  # of the changed presses: their page has the key, and is hostile


def right_lines(ask):
    """One of each kind."""
    seat = ask.to_act
    phone = ask.phones[seat]
    text = give_up_text(ask.stage.config.table.name, seat, phone.epoch)
    return [
        ask.signed(seat, "raise", amount=60),
        {"do": "give_up", "seat": seat, "epoch": phone.epoch, "mac": mac_of(phone.key, text)},
        {"do": "pair", "seat": seat, "nonce": "00" * 16, "mac": "00" * 8},
        {"do": "digits", "digits": "1234"},
        ask.page(seat),
        {"do": "keep", "seat": seat, "epoch": phone.epoch, "mac": "00" * 8},
        {"do": "ask_seat", "seat": seat},
        {"do": "approve", "seat": seat, "epoch": 1, "of": 3 - seat, "yes": True, "mac": "00" * 8},
        {"do": "alive"},
    ]


def changed(ask, changes, line):
    """The line with some changes; a press now and then with a MAC that fits them."""
    if changes.chance.random() < 0.3:
        return changes.text(line_of(line))
    line = changes.tree(line, most=2)
    if changes.chance.random() < SIGNED_AGAIN and isinstance(line, dict) and len(line) > 5:
        words = [line.get(word) for word in ("seat", "epoch", "number", "on", "key", "amount")]
        phone = ask.phones[ask.to_act]
        text = "\n".join(("press of a phone", ask.stage.config.table.name, *map(str, words)))
        line["mac"] = mac_of(phone.key, text.encode(errors="replace").decode())
    return line_of(line)


def line_of(line):
    return json.dumps(line).encode(errors="replace")


def refused_of(seeds):
    """How many of forty lines for each seed's table were refused, each in a sentence."""
    refused = 0
    for seed in seeds:
        with phones_at_a_table() as ask:
            refused += sum(is_refused(ask, seed, n) for n in range(40))
    return refused


def is_refused(ask, seed, n):
    changes = Changes(seed * 1_000 + n)
    right = right_lines(ask)
    line = changed(ask, changes, changes.chance.choice(right)).partition(b"\n")[0][:LONGEST_LINE]
    rows = ask.stage.look().rows
    try:
        with at_most(LIMIT_S):
            answer = ask.line(line)
    except BaseException as fault:  # any exception: the failure names the line
        raise AssertionError(f"seed {seed}, line {n}: {line!r}") from fault
    if not answer["ok"]:
        assert is_sentence(answer["text"]), (seed, n, answer)
        assert ask.stage.look().rows == rows, (seed, n, line)
    return not answer["ok"]


def test_a_line_that_is_wrong_by_chance_is_refused_in_a_sentence_and_changes_nothing_or_is_right():
    """Clauses: G-7."""
    assert 300 < refused_of(range(10)) < 400


@pytest.mark.slow
def test_four_thousand_wrong_lines_of_phones():
    assert refused_of(range(100, 200)) > 3_000


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b'{"x": ' + b"[" * 1_000 + b', "do": "page"}', "nested too deep"),
        (b"[" * 1_000, "Expected `object`"),
        (b'{"do": "\xff"}', "This is not text."),
        (b'{"do": "\\ud800"}', "truncated"),
        (b"", "truncated"),
        (b'{"do": "page", "seat": 1e2, "is_open": true}', "Expected `int`"),
        (b'{"do": "page", "seat": 1, "is_open": true, "is_floor": true}', "unknown field"),
    ],
)
def test_what_is_no_line_of_a_phone_is_told(line, text):
    with phones_at_a_table() as ask:
        answer = ask.line(line)
        assert answer["code"] == "bad_line"
        assert text in answer["text"]
