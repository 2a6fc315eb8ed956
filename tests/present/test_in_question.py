"""What is wrong is told with what the floor looks for: how many cards are wanted, and where the
other of two equal ones lies.
"""

import pytest

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import CardOff, StartAsked
from tablectl.engine.floor import Confirm, Void, WrongCount
from tablectl.games.catalog import preset
from tablectl.locale import get_translator
from tablectl.present.public import public_view
from tablectl.rules.forced import Stakes
from tests.happened import press, ruled

HOLE = ("Ah", "Kh", "Qh", "Ad", "Kd", "Qd")  # button 3: seats 1, 2, 3, 1, 2, 3
FLOP = ("2c", "3s", "8c", "9h")
CHECKS = tuple((seat, "check") for seat in (1, 2, 3))


def off(*cards):
    return tuple(CardOff(at_ms=0, cards=(card,)) for card in cards)


def keys(*pressed):
    return tuple(press(seat, key) for seat, key in pressed)


def after(*events):
    table, _ = open_table(
        preset("canterbury"),
        {1: 100, 2: 100, 3: 100},
        stakes=Stakes(2, 4, 0, 4, 8),
        button=3,
        options={"chips_sensed": False, "action_clock_s": 0},
    )
    return handle(table, (StartAsked(at_ms=0), *off(*HOLE), *events))[0]


def flop(*events):
    return after(*keys((3, "call"), (1, "call"), (2, "check")), *off(*FLOP), *events)


def what(table, language="en"):
    view = public_view(table, 0, language=get_translator(language))
    return view.irregularity.what


def test_a_card_that_is_twice_in_the_deck_is_told_with_where_the_other_one_lies():
    """Clauses: G-2."""
    twice = flop(*keys(*CHECKS), *off("4d", "3s"))
    assert what(twice) == (
        "3♠ is in this deck twice: it came on the turn, and had come before. The other one "
        "lies on the board."
    )
    assert what(twice, "es").endswith("La otra está en el board.")


@pytest.mark.parametrize(("dealt", "is_way"), [(0, False), (1, True)])
def test_a_hand_that_has_no_card_yet_is_not_offered_to_be_dead(dealt, is_way):
    """Clauses: G-2. A card that is twice in the deck comes as seat 2's first card, or as its
    second.
    """
    table, _ = open_table(
        preset("canterbury"),
        {1: 100, 2: 100, 3: 100},
        stakes=Stakes(2, 4, 0, 4, 8),
        button=3,
        options={"chips_sensed": False, "action_clock_s": 0},
    )
    table, _ = handle(table, (StartAsked(at_ms=0), *off(*HOLE[: 1 + 3 * dealt], "Ah")))
    view = public_view(table, 0)
    assert view.irregularity.seat == 2
    assert (
        any(way.command.startswith("tablectl rule dead") for way in view.irregularity.alternatives)
        == is_way
    )


def test_a_command_about_the_seat_in_question_names_it():
    """Clauses: G-2."""
    table, _ = open_table(
        preset("canterbury"),
        {1: 100, 2: 100, 3: 100},
        stakes=Stakes(2, 4, 0, 4, 8),
        button=3,
        options={"chips_sensed": False, "action_clock_s": 0},
    )
    table, _ = handle(table, (StartAsked(at_ms=0), *off(*HOLE[:4], "Ah")))
    commands = [way.command for way in public_view(table, 0).irregularity.alternatives]
    assert 'tablectl rule dead --seat 2 --why "…"' in commands
    assert not any("--seat …" in command for command in commands)


@pytest.mark.parametrize("hidden", ["Ah", "2c"])
def test_one_that_lies_face_down_is_given_no_place(hidden):
    """Clauses: G-2, L-15. In a hand, or burned."""
    told = what(flop(*keys(*CHECKS), *off("4d", hidden)))
    assert "The other one" not in told
    assert all(word not in told for word in ("Seat 1", "seat 1", "burn"))


def test_how_many_cards_are_wanted_is_told_where_there_are_too_many():
    """Clauses: L-17, L-18."""
    assert what(flop(*off("2d"))) == "The flop has 4 cards. 3 are wanted."
    by_eye = flop(ruled(WrongCount()))
    assert (
        what(by_eye) == "The flop was dealt with too many cards. 3 are wanted, and 3 left the shoe."
    )
    assert (
        what(after(ruled(WrongCount(seat=2, cards=3)))) == "Seat 2 has 3 hole cards. 2 are wanted."
    )


def test_what_voids_a_hand_of_a_foul_deck_says_that_the_deck_is_checked_next():
    """Clauses: G-10, F-6. On the bar, and of each ruling in `rule status`."""
    view = public_view(flop(*keys(*CHECKS), *off("4d", "3s")), 0)
    voids = [one for one in view.rulings if one.ruling in ("confirm", "void")]
    assert [one.ruling for one in voids] == ["confirm", "void"]
    assert all(
        "Before the next hand" in one.effect and "deck-checked" in one.effect for one in voids
    )
    ways = [
        one.effect
        for one in view.irregularity.alternatives
        if one.command.startswith("tablectl rule")
    ]
    assert "Every chip goes back. Then the deck is checked." in ways
    assert not any("is dealt" in effect for effect in ways)


@pytest.mark.parametrize("ruling", [Confirm(), Void(why="two of them")])
def test_the_check_of_the_deck_says_what_to_look_for(ruling):
    """Clauses: G-10."""
    voided = handle(flop(*keys(*CHECKS), *off("4d", "3s")), (ruled(ruling),))[0]
    view = public_view(voided, 0)
    assert (view.ask.kind, view.ask.command) == ("deck", "tablectl rule deck-checked")
    assert (
        view.prompt == "Count the deck (52). Look for a card that is there twice, and at the backs."
    )
