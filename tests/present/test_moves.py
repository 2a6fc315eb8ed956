"""Who has to move which chips where: whoever follows it ends with the stack that the ledger
says.
"""

from collections import Counter

from tablectl.engine.events import PlayerWent
from tablectl.engine.floor import Award, Void
from tablectl.engine.questions import are_compared, is_stack_sensed
from tablectl.games.catalog import preset
from tablectl.present.public import public_view
from tablectl.rules.wagers import chip_value
from tests.happened import press, ruled
from tests.harvest import of_scenarios
from tests.present.test_chips_left_in_front import (
    OPTIONS,
    STAKES,
    TEN,
    CardOff,
    HoleCardsSeen,
    StartAsked,
    after,
    area,
    dealt,
    luca_has_folded,
    open_table,
    stack,
    with_cards,
)
from tests.scenarios.files import SCENARIOS


def moves(t):
    return public_view(t, 0).moves


def told(t):
    return [
        f"{move.giver} {move.amount} {move.taker}" + (" done" if move.done else "")
        for move in moves(t)
    ]


def all_in():
    """Seat 1 has 100, seat 2 has 60, seat 3 has 30; all are in, and the two short stacks have
    the better hands, in that order.
    """
    t, _ = open_table(
        preset("tournament"),
        {1: 100, 2: 60, 3: 30},
        stakes=STAKES,
        button=1,
        chips=(5,),
        options=OPTIONS,
    )
    t = after(
        t,
        StartAsked(at_ms=0),
        area(2, (5, 1)),
        area(3, *TEN),
        stack(1, 100),
        stack(2, 55),
        stack(3, 20),
    )
    t = with_cards(t, "Kd", "Ad", "2d", "Kc", "Ac", "3c")
    t = after(
        t,
        area(1, (5, 20)),
        stack(1, 0),
        press(1, "confirm"),
        area(2, (5, 12)),
        stack(2, 0),
        press(2, "confirm"),
        area(3, (5, 6)),
        stack(3, 0),
        press(3, "confirm"),
        area(1, (5, 12)),
        stack(1, 40),
    )
    while t.to_act is not None:
        t = after(t, HoleCardsSeen(at_ms=0, seat=t.to_act, cards=t.player(t.to_act).cards))
    for card in ("4h", "Qh", "Qs", "9s", "5h", "8s", "6h", "Jc"):
        t = after(t, CardOff(at_ms=0, cards=(card,), pull=t.shoe.pulls + 1))
    return t


def test_bets_are_pushed_in_while_the_next_street_is_dealt():
    t = after(dealt(), area(1, *TEN), press(1, "confirm"), press(2, "check"))
    assert told(t) == ["seat-1 10 pot", "seat-2 10 pot"]
    assert told(after(t, area(1))) == ["seat-2 10 pot"]
    assert told(after(t, area(1), area(2))) == []


def test_chips_out_of_turn_go_back_and_those_of_a_bet_in_again():
    assert told(after(dealt(), area(2, (5, 3)))) == ["seat-2 5 seat-2"]
    assert told(after(dealt(), area(2, (5, 1)))) == ["seat-2 5 pot"]
    # a wager that is being made
    assert told(after(dealt(), area(1, (5, 2)))) == []


def test_a_folded_bet_goes_to_the_winner():
    """Clauses: G-5."""
    t = luca_has_folded()
    assert told(t) == ["seat-1 30 seat-1", "seat-2 10 seat-1"]
    assert told(after(t, area(1))) == ["seat-2 10 seat-1"]
    assert told(after(t, area(1), area(2))) == []


def test_a_loser_of_two_pots_gives_to_both_winners():
    """Clauses: T-16."""
    t = all_in()
    assert {won.seat: won.amount for won in t.won or ()} == {3: 90, 2: 60}
    assert told(t) == ["seat-2 60 seat-2", "seat-3 30 seat-3", "seat-1 60 seat-3"]


def test_what_is_done_of_a_pot_stays_until_all_of_it_is():
    t = after(
        dealt(), area(1, *TEN), stack(1, 90), stack(2, 90), press(1, "confirm"), press(2, "check")
    )
    t = after(
        with_cards(t, "Ah", "Ad", "Kh", "Kd"),
        area(1),
        area(2),
        press(2, "check"),
        press(1, "check"),
    )
    for street in (("6h", "Qs"), ("7h", "Qd")):
        t = after(with_cards(t, *street), press(2, "check"), press(1, "check"))
    while t.to_act is not None:
        t = after(t, HoleCardsSeen(at_ms=0, seat=t.to_act, cards=t.player(t.to_act).cards))
    assert told(t) == ["pot 10 seat-1", "pot 10 seat-2"]
    assert told(after(t, stack(1, 100))) == ["pot 10 seat-1 done", "pot 10 seat-2"]
    assert told(after(t, stack(1, 100), stack(2, 100))) == []


def test_of_a_void_hand_everybody_gets_back_what_they_put_in():
    """Clauses: G-4."""
    t = after(dealt(), area(1, *TEN), press(1, "confirm"), press(2, "check"), area(1))
    t = after(t, ruled(Void(why="a foul deck")))
    assert told(t) == ["seat-2 10 seat-2", "pot 10 seat-1"]


def test_a_pot_that_the_floor_gives_to_the_other_player_is_owed_by_the_first():
    """Clauses: F-5."""
    t = after(luca_has_folded(), ruled(Award(pot=0, seats=(2,), why="Hanna's hand was fouled")))
    assert told(t) == ["seat-1 20 seat-1", "seat-2 10 seat-2", "seat-1 10 seat-2"]


def test_the_house_pays_winners_and_takes_what_others_have_lost(tmp_path):
    """Clauses: D-7, D-8."""
    seen = {}
    for table, _, _ in of_scenarios(["casino-decide-together", "casino-calls-by-chips"], tmp_path):
        paid = [one for one in told(table) if "house" in one]
        if table.hand is None and paid:
            seen.setdefault(tuple(paid))
    lost = ("seat-1 10 house", "seat-2 30 house", "seat-5 30 house", "seat-7 10 house")
    assert [*seen][:2] == [lost, ("seat-1 10 house done", *lost[1:])]
    assert [*seen][-2:] == [
        ("house 20 seat-1", "house 5 seat-2"),
        ("house 20 seat-1 done", "house 5 seat-2"),
    ]


def test_a_player_who_leaves_owes_nothing_more():
    assert told(after(luca_has_folded(), area(1), area(2), PlayerWent(at_ms=0, seat=2))) == []


# Played


def beyond_the_ledger(t):
    """By seat whose stack is sensed: by how much more it has than the ledger says, once all is
    moved.
    """
    nets: Counter[str] = Counter()
    for move in moves(t) if t.hand is None else ():
        if not move.done:
            nets[move.taker] += move.amount
            nets[move.giver] -= move.amount
    return {
        seat.number: chip_value(seat.area.stack)
        + chip_value(seat.area.sensed)
        + nets[f"seat-{seat.number}"]
        - seat.stack
        - (t.player(seat.number).bet + seat.area.to_pot if t.hand is not None else 0)
        for seat in t.seats
        if seat.area.stack is not None and seat.status != "empty" and is_stack_sensed(seat)
    }


def is_end(before, after):
    """Of a hand whose pots were not given one by one by the floor."""
    return (
        before is not None
        and before.hand is not None
        and after.hand is None
        and are_compared(after)
        and not before.won
    )


def lay_still(before, after):
    """The seats whose chips were not on their way from the area to the stack when the hand
    ended.
    """
    return {
        seat.number
        for seat, was in zip(after.seats, before.seats, strict=True)
        if seat.area.sensed == was.area.sensed and seat.area.ruled is None
    }


def walk(moments):
    """Of one run: how many hands ended, and where the end made a difference to the ledger once
    all is moved.
    """
    ended, wrong, before = 0, [], None
    for table, _, _ in moments:
        if is_end(before, table):
            ended += 1
            had, has = beyond_the_ledger(before), beyond_the_ledger(table)
            wrong += [
                f"hand {table.hands}: seat {seat}"
                for seat in had.keys() & has.keys() & lay_still(before, table)
                if had[seat] != has[seat]
            ]
        before = table
    return ended, wrong


def test_the_end_of_a_hand_makes_no_difference_to_the_ledger_once_all_is_moved(tmp_path):
    """Of some scenarios; test_any_scenario.py has them all."""
    found = {name: walk(of_scenarios([name], tmp_path)) for name in [*SCENARIOS][::40]}
    assert {name: wrong for name, (_, wrong) in found.items() if wrong} == {}
    assert sum(ended for ended, _ in found.values()) > 5
