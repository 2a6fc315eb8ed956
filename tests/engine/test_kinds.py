"""A kind of round is one value: a game plays a new one with nothing but its functions and its
row.
"""

import pytest
from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import CardOff, ClockRanOut, KeyPressed, StartAsked
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import handle_out_of_turn
from tablectl.engine.rounds import acts, kinds
from tablectl.engine.rounds.kinds import RoundKind
from tablectl.engine.state.why import Why
from tablectl.games.catalog import preset
from tablectl.rules.deck import STANDARD_52, fixed_order
from tablectl.rules.forced import Stakes

# A round in which each player knocks once, from the left of the button. When a clock runs out that
# counts as a knock.


def begin(play):
    play.record(f.RoundBegan())


def go_on(play):
    t = play.table
    if (
        left := next((p.number for p in t.live if not p.has_answered and p.acted_at < 0), None)
    ) is None:
        play.record(f.RoundEnded())
    else:
        clocks.give_turn(play, left)
    return True


def knock(play, seat):
    play.record(f.Checked(seat=seat))


def key_pressed(play, event):
    if event.seat != play.table.to_act:
        play.refuse(Why.NOT_YOUR_TURN(), event.seat)
    else:
        knock(play, event.seat)


KNOCKING = RoundKind(
    begin=begin,
    go_on=go_on,
    key_pressed=key_pressed,
    chips_moved=handle_out_of_turn,
    clock_ended=knock,
    act=acts.refuse_floor_act,
)


@pytest.fixture
def table(monkeypatch):
    """Hold'em whose flop is knocked on instead of bet on, dealt to the flop after two calls."""
    monkeypatch.setitem(kinds.KINDS, "knocking", KNOCKING)
    game = replace(
        preset("tournament"),
        streets=tuple(
            replace(row, rounds=("knocking",)) if row.name == "flop" else row
            for row in preset("tournament").streets
        ),
    )
    t, _ = open_table(
        game,
        {1: 500, 2: 500},
        stakes=Stakes(5, 10),
        chips=(5,),
        button=1,
        options={"chips_sensed": False, "action_clock_s": 20},
    )
    t, _ = handle(t, [StartAsked(at_ms=0)])
    cards = iter(fixed_order(STANDARD_52))
    for _ in range(4):
        t, _ = handle(t, [CardOff(at_ms=0, cards=(next(cards),))])
    t, _ = handle(
        t, [KeyPressed(at_ms=0, seat=1, key="call"), KeyPressed(at_ms=0, seat=2, key="check")]
    )
    while t.phase == "dealing":
        t, _ = handle(t, [CardOff(at_ms=0, cards=(next(cards),))])
    return t


def test_a_new_kind_of_round_is_asked_for_in_turn(table):
    assert (table.kind, table.to_act, len(table.board)) == ("knocking", 2, 3)
    after, (row,) = handle(table, [KeyPressed(at_ms=1, seat=1, key="check")])
    assert [type(fact) for fact in row.facts] == [f.Refused]
    assert after == table


def test_the_street_goes_on_when_all_have_knocked(table):
    after, _ = handle(
        table, [KeyPressed(at_ms=1, seat=2, key="check"), KeyPressed(at_ms=2, seat=1, key="check")]
    )
    assert (after.kind, after.phase, after.street) == ("", "dealing", 2)


def test_its_clock_ends_as_its_row_says(table):
    assert table.deadline_ms == 20_000
    after, _ = handle(table, [ClockRanOut(at_ms=20_000)])
    assert (after.kind, after.to_act) == ("knocking", 1)
