"""The key `show`: what everyone sees of a hand that it turns up, and of one that it does not."""

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import CardOff, StartAsked
from tablectl.engine.facts import Refused
from tablectl.engine.floor import Award
from tablectl.games.catalog import preset
from tablectl.present.public import public_view
from tablectl.rules.forced import Stakes
from tests.happened import press, ruled

HOLE = ("Ah", "Kh", "Qh", "Ad", "Kd", "Qd")  # button 3: seats 1, 2, 3, 1, 2, 3


def won_uncalled():
    """Seat 2 has the pot: the others folded."""
    table, _ = open_table(
        preset("tournament"),
        {1: 500, 2: 500, 3: 500},
        stakes=Stakes(5, 10),
        button=3,
        options={"chips_sensed": False, "action_clock_s": 0},
    )
    return handle(
        table,
        (
            StartAsked(at_ms=0),
            press(1, "call"),
            press(2, "call"),
            *[CardOff(at_ms=0, cards=(card,)) for card in HOLE],
            press(3, "fold"),
            press(1, "fold"),
        ),
    )[0]


def test_everyone_sees_the_last_winner_s_cards_once_they_are_shown_and_nobody_else_s():
    """Clauses: T-14, T-15."""
    table = won_uncalled()
    assert {s.cards for s in public_view(table, 0).seats.values()} == {("??", "??")}
    table, _ = handle(table, (press(2, "show"), press(1, "show"), press(3, "show")))
    assert [s.cards for s in public_view(table, 0).seats.values()] == [
        ("??", "??"),
        ("Kh", "Kd"),
        ("??", "??"),
    ]


def test_a_folded_hand_that_the_floor_gave_the_pot_to_lies_in_the_muck_and_is_not_shown():
    """Clauses: T-15, F-5."""
    award = ruled(Award(seats=(1,), why="misheard"))
    table, rows = handle(won_uncalled(), (award, press(1, "show")))
    assert isinstance(rows[1].facts[-1], Refused)
    assert public_view(table, 0).seats["1"].cards == ("??", "??")
