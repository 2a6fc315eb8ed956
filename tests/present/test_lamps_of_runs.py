"""Over the states that runs reach: every seat to whom something is addressed has a lamp that
says so.
"""

from collections import Counter

import pytest

from tablectl.games.catalog import PRESETS
from tablectl.present.lamps import seat_lamps
from tablectl.present.public import public_view
from tests.harvest import of_chance

SAYS_SO = frozenset({"to_act", "due_back", "bets_open", "refused", "halted", "fault"})
# these ask no seat for anything
NOTHING_TO_DO = frozenset({"button", "over", "next", "ready", "paused", "break", "deal"})
TAKES_IN = ("move", "winner")  # the chase goes on until what was won lies on the stack


def addressed(view):
    """The seats that are asked for something, and why."""
    found = {
        int(number): "chips" for number, seat in view.seats.items() if seat.due_back or seat.missing
    }
    found |= {int(number): "answer" for number, seat in view.seats.items() if seat.to_answer}
    if view.ask is not None and view.ask.kind not in NOTHING_TO_DO:
        found |= dict.fromkeys(view.ask.seats, view.ask.kind)
    return {} if view.paused else found


def walk(moments):
    """How often each thing was asked, and where the seat's lamp did not say so."""
    seen, wrong = Counter[str](), list[object]()
    for table, now_ms, news in moments:
        view = public_view(table, now_ms, news)
        shown = seat_lamps(view)
        for number, why in addressed(view).items():
            seen[why] += 1
            if shown[number].state not in SAYS_SO and (why, shown[number].state) != TAKES_IN:
                wrong.append((why, number, shown[number].state, view.prompt))
    return seen, wrong


@pytest.mark.parametrize("name", PRESETS)
def test_who_is_asked_in_play_by_chance_has_a_lamp_that_says_so(name):
    seen, wrong = walk(of_chance(name, "lamps", hands=3))
    assert wrong == []
    assert seen.total() > 10
