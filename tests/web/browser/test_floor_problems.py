"""Ten problems of a table, each put right from the floor's page alone: with how many touches, and by
keyboard alone with how many keys. deploy/OPERATING.md has the figures.
"""

import re
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.happened import opened, played, three_dealt
from tests.web.browser.chromium import DESKTOP, PHONE
from tests.web.browser.floor_hand import Hand
from tests.web.browser.floor_table import FloorTable, State, state_before
from tests.web.floor.served import ANN

pytestmark = pytest.mark.system

OPERATING = Path(__file__).resolve().parents[3] / "deploy/OPERATING.md"


class Problem(NamedTuple):
    """`then`: what the floor does on the page; `ruled`: what the table has ruled at last."""

    state: State
    then: tuple
    ruled: tuple[str, ...]


def confirm(hand):
    """What the rulebook prescribes, the first of the case's ways."""
    title = hand.floor.status["wrong"]["alternatives"][0]["title"]
    hand.press(hand.page.get_by_role("button", name=re.compile(f"^{re.escape(title)}")).first)
    hand.hold()


def name_the_card(hand):
    way = next(
        one
        for one in hand.floor.status["wrong"]["alternatives"]
        if one["command"].split()[2:3] == ["card"]
    )
    hand.press(
        hand.page.get_by_role("button", name=re.compile(f"^{re.escape(way['title'])}")).first
    )
    hand.fill([{"name": "card", "kind": "card"}], {"card": "8c"})
    hand.hold()


def reported(ruling, **words):
    """What eyes have seen, in the list of what may be ruled; then its case."""

    def report(hand):
        hand.fill(hand.choose(ruling, words)["fields"], words)
        hand.hold()
        hand.finish()
        hand.page.get_by_role("heading", level=2).first.wait_for()

    return report


def listed(ruling, **words):
    def rule(hand):
        hand.fill(hand.choose(ruling, words)["fields"], words)
        hand.hold()

    return rule


def at_seat(seat, ruling):
    """Where it happened: SEATS, the seat, and what may be ruled of it."""

    def rule(hand):
        hand.press_named("place-seats")
        hand.press_named(f"seat-{seat}")
        hand.press_named(f"ruling-{ruling}")
        hand.hold()

    return rule


SENSED = {
    "preset": "tournament",
    "seats": {"1": 100, "2": 100},
    "stakes": {"small_blind": 5, "big_blind": 10},
    "chips": [5, 25],
    "options": {"action_clock_s": 0},
}
GIVEN = {"floor": "award", "pot": 1, "seats": [3], "why": "the film shows it"}
LOST = {"floor": "dead", "seat": 2, "why": "its device is gone for good"}


def problems():
    """Each as it stands when the floor is called."""
    dealt = State(three_dealt())
    apart = State(played(opened(SENSED), "1 keeps 2x25 8x5", "2 keeps 2x25 10x5"))
    unread = state_before("card-unreadable-while-halted", {"floor": "card", "card": "8c"})
    foreign = state_before("foreign-card-on-the-flop", {"floor": "confirm"})
    boxed = state_before("casino-a-boxed-card-of-the-dealer-cancels", {"floor": "confirm"})
    return {
        "a card was exposed by the deal": Problem(
            dealt, (reported("exposed", seat=1), confirm), ("exposed", "confirm")
        ),
        "two hands were exchanged": Problem(
            dealt, (reported("misplaced", seats=[1, 3]), confirm), ("misplaced", "confirm")
        ),
        "a hand of three cards": Problem(
            dealt, (reported("wrong_count", seat=1, cards=3), confirm), ("wrong_count", "confirm")
        ),
        "the wrong player was given a pot": Problem(
            state_before("floor-gives-the-pots", GIVEN),
            (listed("award", pot=1, seats=[3]),),
            ("award",),
        ),
        "a stack is not what was counted": Problem(apart, (at_seat(1, "chips"),), ("chips",)),
        "a player leaves": Problem(dealt, (at_seat(3, "leaves"),), ()),
        "a card that cannot be read": Problem(unread, (name_the_card,), ("card",)),
        "a card of another deck": Problem(foreign, (confirm,), ("confirm",)),
        "a seat is lost in its wager": Problem(
            state_before("a-lost-seat-that-has-begun-a-wager", LOST),
            (at_seat(2, "dead"),),
            ("dead",),
        ),
        "a boxed card for the dealer": Problem(boxed, (confirm,), ("confirm",)),
    }


def documented():
    """Of the docs: touches and keys, by the problem."""
    rows = re.findall(r"^\| (.+?) \| (\d+) \| (\d+) \|$", OPERATING.read_text(), re.MULTILINE)
    return {what: (int(touches), int(keys)) for what, touches, keys in rows}


@pytest.fixture
def floor():
    with FloorTable() as table:
        yield table


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "by_keys"),
    [
        pytest.param(PHONE, False, id="375x667 by finger"),
        pytest.param(DESKTOP, True, id="1280x800 by keyboard"),
    ],
)
def test_ten_problems_are_put_right_from_the_page_alone(a_phone, floor, size, by_keys):
    hand = Hand(a_phone(size).new_page(), floor, by_keys=by_keys)
    hand.sign_in()
    found = {}
    for what, (state, then, ruled) in problems().items():
        hand.hears_of(floor.stand(state))
        hand.taps = hand.presses = 0
        began_s = time.monotonic()
        for step in then:
            step(hand)
        found[what] = hand.presses if by_keys else hand.taps
        print(f"{what}: {found[what]}, {time.monotonic() - began_s:.1f} s")
        hand.finish()
        assert floor.rulings == [(one, ANN) for one in ruled], what
        assert floor.status["wrong"] is None, what
        assert hand.faults == [], what
        hand.press_named("place-table")
    told = {what: figures[by_keys] for what, figures in documented().items()}
    assert found.keys() == told.keys()
    assert {what: most for what, most in found.items() if most > told[what]} == {}
