"""Faults that random play once found, each on the shortest table that shows it."""

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import (
    CardOff,
    ChipsRead,
    ClockRanOut,
    DeviceBack,
    DeviceLost,
    KeyPressed,
    PlayerWent,
    StartAsked,
)
from tablectl.engine.facts import Refused
from tablectl.engine.floor import CloseBets, ColourUp, Undo
from tablectl.engine.source import seat_source
from tablectl.games.catalog import preset
from tablectl.rules.forced import Stakes
from tests.happened import press, ruled


def with_cards(table, *cards):
    for card in cards:
        table, _ = handle(table, (CardOff(at_ms=0, cards=(card,), pull=table.shoe.pulls + 1),))
    return table


def test_who_leaves_during_the_draw_for_the_button_draws_no_more():
    """Clauses: T-1."""
    table, _ = open_table(preset("tournament"), {2: 100, 5: 100, 8: 100}, stakes=Stakes(5, 10))
    table, _ = handle(table, (StartAsked(at_ms=0),))
    table = with_cards(table, "As")
    table, _ = handle(table, (PlayerWent(at_ms=0, seat=2),))
    table = with_cards(table, "3c", "3d")
    # equal: both draw again
    assert (table.draw.drawing, table.draw.left, table.button) == ((5, 8), (5, 8), None)
    table = with_cards(table, "4c")
    table, _ = handle(table, (PlayerWent(at_ms=0, seat=8),))
    assert (table.phase, table.button) == ("seating", 5)


def test_chips_beyond_the_stack_are_no_wager():
    """Clauses: G-1: one chip behind, four put in, five to call: all-in for one, and three go
    back.
    """
    table, _ = open_table(
        preset("tournament"),
        {1: 6, 2: 100},
        stakes=Stakes(5, 10),
        button=1,
        chips=(1, 5),
        options={"chips_sensed": True, "action_clock_s": 0},
    )
    table, _ = handle(table, (StartAsked(at_ms=0),))
    for seat, chips in ((1, ((5, 1),)), (2, ((5, 2),))):
        table, _ = handle(table, (ChipsRead(at_ms=0, seat=seat, chips=chips, node_ms=0),))
    table = with_cards(table, "2c", "3c", "4c", "5c")
    assert table.to_act == 1
    table, _ = handle(
        table,
        (ChipsRead(at_ms=0, seat=1, chips=((5, 1), (1, 4)), node_ms=0), ClockRanOut(at_ms=700)),
    )
    seat = table.seat(1)
    bet = table.player(seat.number).bet
    assert (table.status(seat.number), seat.stack, bet, seat.in_front - bet) == ("all_in", 0, 6, 3)


def test_one_boxed_card_fed_twice_is_in_the_deck_twice_and_no_scrap():
    """Clauses: G-2, L-13."""
    options = {"chips_sensed": False, "action_clock_s": 0}
    table, _ = open_table(
        preset("canterbury"), {1: 100, 2: 100}, stakes=Stakes(2, 4), button=1, options=options
    )
    table, _ = handle(table, (StartAsked(at_ms=0),))
    table = with_cards(table, "2c")
    table, _ = handle(
        table, (CardOff(at_ms=0, cards=("9s", "9s"), pull=table.shoe.pulls + 1, is_face_up=True),)
    )
    assert (table.irregularity.kind, table.irregularity.fouls_deck) == ("duplicate_card", True)


def test_a_fold_taken_back_by_a_seat_that_is_lost_since_stops_the_clock_of_all():
    """Clauses: G-7, F-1: its key was pressed before it was lost, and is heard after."""
    options = {"chips_sensed": False, "decide": "together"}
    table, _ = open_table(preset("casino"), {1: 100, 2: 100}, chips=(1, 5), options=options)
    table, _ = handle(
        table, (StartAsked(at_ms=0), press(1, "ante", 5), press(2, "ante", 5), ruled(CloseBets()))
    )
    table = with_cards(table, "2c", "3c", "4c", "2d", "3d", "4d", "Th", "Jh", "Qh")
    table, _ = handle(
        table,
        (
            KeyPressed(at_ms=1_000, seat=1, key="fold"),
            DeviceLost(at_ms=2_000, source=seat_source(1)),
        ),
    )
    assert table.deadline_ms == 20_000
    table, _ = handle(table, (KeyPressed(at_ms=3_000, seat=1, key="undo"),))
    assert (table.undecided, table.clock.deadline_ms, table.clock.left_ms) == ((1, 2), None, 17_000)
    table, _ = handle(table, (DeviceBack(at_ms=9_000, source=seat_source(1)),))
    assert table.deadline_ms == 26_000


def test_a_ruling_on_chips_that_have_left_the_table_is_not_taken_back():
    """Clauses: F-6, G-1: 7 are coloured up to 10, and go with who leaves: three chips more than
    there ever were.
    """
    table, _ = open_table(
        preset("tournament"),
        {1: 7, 2: 100, 3: 100},
        stakes=Stakes(5, 10),
        chips=(1, 5),
        button=1,
        options={"chips_sensed": False, "action_clock_s": 0},
    )
    table, _ = handle(table, (ruled(ColourUp(why="the level", chip=1)),))
    assert (table.seat(1).stack, table.total) == (10, 210)
    table, _ = handle(table, (PlayerWent(at_ms=0, seat=1),))
    after, (row,) = handle(table, (ruled(Undo()),))
    assert [type(fact) for fact in row.facts] == [Refused]
    assert (after, after.total) == (table, 200)
