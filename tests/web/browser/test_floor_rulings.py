"""Every ruling there is, made on the floor's page: opened, read, held, and undone where the rulebook
lets it. Each begins at a table that a scenario has led to where that ruling is open.
"""

import pytest

from tablectl.engine.floor import RULINGS
from tests.web.browser.chromium import DESKTOP, PHONE
from tests.web.browser.floor_hand import WORDS, Hand
from tests.web.browser.floor_table import FloorTable, state_before
from tests.web.floor.served import ANN

pytestmark = pytest.mark.system

# each ruling as a scenario makes it, and which
MADE = {
    "confirm": ("card-between-hands-and-one-more", {}),
    "void": ("a-void-hand-keeps-button-blinds-and-level", {"why": "the lights went out"}),
    "misdeal": ("casino-misdeal-until-two-have-acted", {"why": "two cards stuck together"}),
    "resume": ("card-exposed-in-mid-deal", {}),
    "card": ("card-unreadable-while-halted", {"card": "8c"}),
    "reshuffled": ("card-double-feed-on-the-board", {}),
    "deck_checked": ("card-draw-gone-wrong", {}),
    "exposed": ("card-early-with-an-exposed-one", {"seat": 2, "card": "Kd"}),
    "wrong_count": ("card-flop-count-found-late", {}),
    "joker": ("card-joker-reported-after-acting", {"seat": 3, "card": "Qh"}),
    "misplaced": ("card-misplaced-before-and-after-two-acted", {"seats": [1, 3]}),
    "dealer_exposed": ("casino-a-cancelled-hand-is-open-to-every-seat", {}),
    "close_bets": ("casino-a-boxed-card-that-comes-early", {}),
    "undo": ("cut-is-taken-as-done-by-the-floor", {}),
    "pause": ("break-begins-between-hands-by-its-time", {}),
    "go_on": ("break-begins-between-hands-by-its-time", {}),
    "made": ("pool-the-referee-s-buttons", {}),
    "missed": ("pool-the-referee-s-buttons", {}),
    "new_game": ("pool-a-game-of-so-many-hands", {}),
    "act": ("casino-the-floor-acts-for-a-seat", {"seat": 1, "act": "call", "why": "they nod"}),
    "dead": (
        "a-lost-seat-that-has-begun-a-wager",
        {"seat": 2, "why": "its device is gone for good"},
    ),
    "chips": (
        "casino-the-floor-acts-for-a-seat",
        {"seat": 3, "stack": 210, "why": "two chips lay on the floor"},
    ),
    "award": (
        "floor-gives-a-pot-before-the-board-is-out",
        {"pot": 1, "seats": [3], "why": "seat 2 gave it up"},
    ),
    "colour_up": ("floor-colours-up", {"chip": 5, "why": "level 1 needs no fives"}),
    "level": ("floor-sets-no-level-that-is-none", {"to": 3, "why": "the end is near"}),
    "break": ("floor-sets-no-level-that-is-none", {"minutes": 2, "why": "not all are here"}),
    "button": ("floor-puts-the-button-at-a-seat", {"seat": 4, "why": "it was not moved on"}),
}
TAKES_NONE_BACK = {"undo", "pause", "go_on"}


@pytest.fixture
def floor():
    with pytest.MonkeyPatch.context() as patch:
        for name in ("SIGN_INS_PER_S", "SIGN_INS_AT_ONCE"):
            patch.setattr(f"tablectl.web.floor.site.{name}", 1_000_000)
        with FloorTable() as table:
            yield table


def test_every_ruling_that_there_is_is_made_here():
    assert [*MADE] == [*RULINGS]


SIZES = [
    pytest.param(DESKTOP, True, marks=pytest.mark.slow, id="1280x800 by keyboard"),
    pytest.param(PHONE, False, marks=pytest.mark.soak, id="375x667 by finger"),
    pytest.param(PHONE, True, marks=pytest.mark.soak, id="375x667 by keyboard"),
    pytest.param(DESKTOP, False, marks=pytest.mark.soak, id="1280x800 by mouse"),
]


@pytest.mark.parametrize(("size", "by_keys"), SIZES)
def test_every_ruling_is_made_on_the_page_and_undone_where_the_rulebook_lets_it(
    a_phone, floor, size, by_keys
):
    hand = Hand(a_phone(size).new_page(), floor, by_keys=by_keys)
    hand.sign_in()
    for name, (scenario, words) in MADE.items():
        hand.hears_of(floor.stand(state_before(scenario, {"floor": name, **words})))
        before = stacks(floor)
        one = hand.choose(name, words)
        hand.fill(one["fields"], words)
        hand.hold()
        assert floor.rulings == [(name, ANN)], name
        can_undo = name not in TAKES_NONE_BACK and is_open(floor, "undo")
        undo = hand.page.locator("[data-id=undo-now]")
        undo.wait_for(state="visible" if can_undo else "detached")
        if can_undo:
            hand.press(undo)
            hand.page.get_by_role("alert").get_by_text(WORDS["undone"]).wait_for()
            assert floor.rulings[1:] == [("undo", ANN)], name
            assert stacks(floor) == before, name
        hand.finish()
        assert hand.faults == [], name


def is_open(floor, ruling):
    return ruling in {one["ruling"] for one in floor.status["open"]}


def stacks(floor):
    return {seat["number"]: seat["stack"] for seat in floor.status["seats"]}
