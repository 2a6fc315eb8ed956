"""Who has to move which chips where: whoever follows it ends with the stack that the ledger
says.
"""

from collections import Counter

from tablectl.engine.questions import are_compared, is_stack_sensed
from tablectl.present.public import public_view
from tablectl.rules.wagers import chip_value
from tests.harvest import of_scenarios
from tests.scenarios.files import SCENARIOS


def moves(t):
    return public_view(t, 0).moves


def told(t):
    return [
        f"{move.giver} {move.amount} {move.taker}" + (" done" if move.done else "")
        for move in moves(t)
    ]


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
