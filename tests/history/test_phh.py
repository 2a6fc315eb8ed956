"""Reading PHH: what a hand says, and a sentence with its place for everything that is wrong with
one.
"""

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from tablectl.history import phh
from tablectl.history.phh import (
    Action,
    BadHistory,
    Hand,
    estimate_hands,
    parse_hands,
    read_file as read_file,
)

HOLES = "d dh p1 AhAd; d dh p2 KhKd; d dh p3 7c2d"
FOLDED = f"{HOLES}; p3 f; p1 f"


def test_a_hand_is_read_by_player(read):
    hand = read(
        f"{HOLES}; p3 cbr 30; p1 cc # he thought for long; p2 f", finish=[970, 990, 1040], hand="12"
    )
    assert hand == Hand(
        file="hand.phh",
        name=12,
        variant="NT",
        antes=(0, 0, 0),
        blinds=(5, 10, 0),
        starting_stacks=(1000, 1000, 1000),
        finishing_stacks=(970, 990, 1040),
        holes=(("Ah", "Ad"), ("Kh", "Kd"), ("7c", "2d")),
        min_bet=10,
        actions=(
            Action(1, "d dh p1 AhAd", "dh", 1, ("Ah", "Ad")),
            Action(2, "d dh p2 KhKd", "dh", 2, ("Kh", "Kd")),
            Action(3, "d dh p3 7c2d", "dh", 3, ("7c", "2d")),
            Action(4, "p3 cbr 30", "cbr", 3, amount=30),
            Action(5, "p1 cc", "cc", 1),
            Action(6, "p2 f", "f", 2),
        ),
    )


def test_a_line_that_is_a_comment_is_no_action_but_counts(read):
    actions = read(f"# good evening; {HOLES}; p3 f; p1 f").actions
    assert [(action.number, action.kind) for action in actions] == [
        (2, "dh"),
        (3, "dh"),
        (4, "dh"),
        (5, "f"),
        (6, "f"),
    ]


def test_hole_cards_may_be_dealt_one_at_a_time(read):
    dealt = "d dh p1 Ah; d dh p2 Kh; d dh p3 7c; d dh p1 Ad; d dh p2 Kd; d dh p3 2d; p3 f; p1 f"
    assert read(dealt).holes == (("Ah", "Ad"), ("Kh", "Kd"), ("7c", "2d"))


def test_cards_not_known_at_the_deal_are_those_shown_later(read):
    showdown = "d db 2s3s4s; d db 5d; d db 9d; p1 sm AhAd; p3 sm"
    assert read(f"d dh p1 ????; d dh p2 Kh??; d dh p3 ????; {showdown}").holes == (
        ("Ah", "Ad"),
        ("Kh", "??"),
        ("??", "??"),
    )


def test_a_muck_a_show_and_a_show_of_what_was_dealt_differ(read):
    actions = read(f"{HOLES}; p1 sm; p2 sm -; p3 sm 7c2d").actions
    assert [(action.shows, action.cards) for action in actions[3:]] == [
        (False, ()),
        (True, ()),
        (True, ("7c", "2d")),
    ]


def test_chips_written_with_a_point_are_whole_chips(read):
    hand = read(f"{HOLES}; p3 cbr 30.00; p1 f; p2 f", stacks=[1000.0, 1000, 1000])
    assert (hand.starting_stacks, hand.actions[3].amount) == ((1000, 1000, 1000), 30)


def test_fields_of_others_and_own_fields_are_passed_over(read):
    assert isinstance(read(FOLDED, _seat='"left"', players='["A", "B", "C"]', year=2009), Hand)


def test_limit_hands_and_short_deck_hands_are_read_too(read):
    limit = read(FOLDED, variant='"FT"', small_bet=10, big_bet=20, min_bet=None)
    assert (limit.variant, limit.small_bet, limit.big_bet) == ("FT", 10, 20)
    assert read(FOLDED, variant='"NS"').variant == "NS"


def lines_of(name):
    """Of a file beside this one, each with its sentence."""
    lines = Path(__file__).with_name(name).read_text().splitlines()
    return [(*json.loads(line).values(),) for line in lines]


@pytest.mark.parametrize(("fields", "sentence"), lines_of("wrong.jsonl"))
def test_a_bad_field_is_named(read, fields, sentence):
    bad = read(**{"actions": FOLDED, **fields})
    assert isinstance(bad, BadHistory)
    assert (str(bad), bad.sentence) == (f"hand.phh: {sentence}", sentence)


@pytest.mark.parametrize(("action", "sentence"), lines_of("wrong_actions.jsonl"))
def test_a_bad_action_is_named_with_its_number(read, action, sentence):
    bad = read(f"{HOLES}; {action}", hand='"100/7"')
    assert (
        str(bad)
        == f"hand.phh, hand 100/7{', ' if sentence.startswith('action') else ': '}{sentence}"
    )


def test_a_shown_card_that_lies_elsewhere_is_named(read):
    bad = read("d dh p1 ????; d dh p2 KhKd; d dh p3 7c2d; p1 sm AhKd")
    assert str(bad) == "hand.phh, action 4 (p1 sm AhKd): Kd is there already."


def test_actions_that_are_no_list_are_named():
    (bad,) = parse_hands(
        b'variant = "NT"\nstarting_stacks = [9, 9]\nactions = "p1 f"', "hand.phh", is_many=False
    )
    assert str(bad) == "hand.phh: actions is a list of texts."


def test_an_action_that_is_no_text_is_named():
    (bad,) = parse_hands(
        b'variant = "NT"\nstarting_stacks = [9, 9]\nactions = [7]', "hand.phh", is_many=False
    )
    assert str(bad) == "hand.phh, action 1 (7): An action is a text."


# Files


def test_a_file_of_many_gives_each_hand_in_its_order_and_a_bad_one_in_its_place(tmp_path, write):
    path = tmp_path / "two.phhs"
    path.write_text(f"[1]\n{write(FOLDED)}\n[2]\n{write('p1 f')}\n[3]\n{write(FOLDED, hand='99')}")
    first, second, third = read_file(path)
    assert (first.name, str(second), third.name) == (
        "1",
        "two.phhs, hand 2: p1 is dealt 0 cards, not 2.",
        99,
    )
    assert estimate_hands(path) == 3


def test_a_file_of_many_holds_tables_only(write):
    (bad,) = parse_hands(b"a = 1", "many.phhs", is_many=True)
    assert str(bad) == "many.phhs, hand a: This is not a table of fields."


BAD_FILES = [
    ("hands.txt", b"", "hands.txt: Hand histories are .phh or .phhs files."),
    ("hands.phhs", b"", "hands.phhs: There is no hand in this file."),
    ("hands.phh", b"\xff", "hands.phh: This is not text: byte 0 is not UTF-8."),
    ("hands.phh", b"x = ", "hands.phh: This is not TOML: Invalid value (at end of document)."),
    (
        "hands.phhs",
        b"[1]\nx = 1\nx = 2\n",
        "hands.phhs: This is not TOML: Cannot overwrite a value (at line 3, column 6).",
    ),
    ("hands.phh", b"x = [" * 100_000, None),
    ("hands.phh", b"x = " + b"9" * 10_000, None),
]


@pytest.mark.parametrize(("name", "content", "sentence"), BAD_FILES)
def test_a_bad_file_is_a_sentence(tmp_path, name, content, sentence):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadHistory) as caught:
        read_file(tmp_path / name)
    assert str(caught.value) == sentence or (
        sentence is None and str(caught.value).startswith(f"{name}: This is not TOML: ")
    )


def test_a_file_that_is_not_there_is_a_sentence(tmp_path):
    with pytest.raises(BadHistory) as caught:
        estimate_hands(tmp_path / "gone.phh")
    assert str(caught.value) == "gone.phh: This cannot be read: No such file or directory."


def test_a_file_without_end_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "long.phh"
    path.write_text("x = 1")
    monkeypatch.setattr(phh, "MOST_BYTES", 4)
    with pytest.raises(BadHistory) as caught:
        read_file(path)
    assert str(caught.value) == "long.phh: This is larger than 4 bytes."


@given(st.binary(max_size=60), st.booleans())
def test_no_bytes_are_worse_than_bad(content, is_many):
    try:
        read = parse_hands(content, "any.phh", is_many=is_many)
    except BadHistory as bad:
        read = (bad,)
    assert all(isinstance(hand, BadHistory) for hand in read)


def test_the_post_of_who_comes_back_is_named_as_what_it_is(read):
    """The format writes it as less than nothing; it is no blind, nor a wrong number of chips."""
    assert str(read(HOLES, blinds=[5, 10, -10])) == (
        "hand.phh: p3 posts 10 to come in or back: such a post is not played from a record."
    )
