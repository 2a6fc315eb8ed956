"""Every state of every page, and how a page gets there: what it is shown, and what is touched.

They are those of the pictures that the pages were drawn from; each has its name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.web.browser import tables
from tests.web.browser.tables import HOUSE, RACK, SIX, TEN, TO_LUCA, TO_THE_TURN, view_of

Shown = Callable[[str], dict[str, Any]]  # a view, by its language
CHOOSE, STAY, OUT, BACK = (f"#deck .place-{place}" for place in ("up", "stay", "out", "back"))
MENU, DONE = "#menu-key", "#panels .moves .key"


@dataclass(frozen=True)
class State:
    """A page and what it shows.

    `seat`: whose page it is, of a phone that has the seat; 0: the first page or the watchers' one.
    `touches`: selectors, one after the other. `then`: what the table shows after them. `answers`:
    of the table to what a page asks, laid over the usual ones. `settings`: of this phone.
    `keys`: the names of the keys in the deck, and `says`: what is to be read, both in English.
    `waits_for`: what is drawn at last.
    `covered`: texts that lie partly under a chip or a ring, as they were drawn.
    """

    view: Shown
    seat: int = 0
    path: str = ""
    touches: tuple[str, ...] = ()
    then: Shown | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    keys: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    waits_for: str = ""
    covered: tuple[str, ...] = ()
    has_phone: bool = True
    vanishes: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether the page has nothing but a view, so that another one leaves nothing of it."""
        return not (self.touches or self.answers or self.then or self.vanishes)

    @property
    def address(self) -> str:
        return self.path or f"/seat/{self.seat}"


def shows(table: Mapping[str, Any], *then: Any, **more: Any) -> Shown:
    return lambda language: view_of(table, *then, language=language, **more)


def stopped_since(seconds: int, view: Shown) -> Shown:
    """As the service has counted it."""

    def stopped(language: str) -> dict[str, Any]:
        found = view(language)
        return {**found, "irregularity": {**found["irregularity"], "ago_s": seconds}}

    return stopped


TURN = {"view": shows(SIX, *TO_LUCA), "seat": 2}
RAISED = shows(SIX, *TO_THE_TURN, "4 check", "5 bet 2400", "1 fold")
NEVER = {"press": None}  # nobody answers a press
AT_REST = ("Call 1,200", "Raise to 2,400 – 8,350", "Fold")
NOBODY_HAS_A_PHONE: dict[str, Any] = {
    "seats": {n: {"phone": None, "wants_phone": True} for n in SIX["seats"]}
}
REFUSED = {
    "press": lambda asked: {
        "ok": True,
        "seat": asked["seat"],
        "number": asked["number"],
        "counted": False,
        "code": "late",
        "text": "Viktor has bet 2,400, not 1,200. Nothing was changed.",
    }
}

STATES: dict[str, State] = {
    # not my turn
    "seat-waiting": State(shows(SIX, *TO_THE_TURN, "4 check"), 2),
    "seat-counted": State(shows(SIX, *TO_LUCA, "2 call"), 2),
    "seat-folded-undo": State(shows(SIX, *TO_LUCA, "2 fold"), 2, keys=("Undo",)),
    "seat-sit-out": State(
        shows(
            SIX,
            "2 sit_out",
            *TO_THE_TURN[:2],
            "6 fold",
            "1 raise 725",
            seats={"2": {"out_since": 38}},
        ),
        2,
        keys=("Sit in",),
        says=("since hand 38",),
    ),
    "seat-timed-out": State(
        shows(SIX, *TO_LUCA, "@30000 time", now_ms=36_000), 2, says=("TIME RAN OUT: FOLDED",)
    ),
    "seat-timed-out-shown": State(
        shows(SIX, *tables.TO_SHOWDOWN, "@30000 time", now_ms=36_000),
        5,
        says=("TIME RAN OUT: CARDS SHOWN",),
    ),
    # asked
    "seat-turn-bet": State(**TURN, keys=AT_REST),
    "seat-turn-check": State(
        shows(SIX, *TO_THE_TURN, "4 check", "5 check", "1 check"),
        2,
        keys=("Check", "Bet 200 – 8,350"),
    ),
    "seat-ten-seats": State(
        shows(TEN, *tables.TEN_TO_LUCA), 2, keys=AT_REST, covered=("ALL-IN", "10")
    ),
    "seat-showdown": State(shows(SIX, *tables.TO_SHOWDOWN), 5, keys=("Show", "Muck")),
    "seat-left-handed": State(**TURN, settings={"thumb": "left"}, keys=AT_REST),
    "seat-dark": State(**TURN, settings={"dark": True}, keys=AT_REST),
    # choosing an amount
    "seat-amount": State(
        **TURN,
        touches=(CHOOSE, "#chooser .step:nth-child(2)"),
        keys=("Call 1,200", "Raise to 4,700", "Fold", "Back"),
    ),
    "seat-amount-digits": State(
        **TURN,
        touches=(
            CHOOSE,
            "#chooser .keypad",
            *(f"#chooser .pad >> text='{n}'" for n in (3, 9, 0)),
        ),
        keys=("Call 1,200", "Fold", "Back"),
    ),
    "seat-left-handed-amount": State(
        **TURN,
        settings={"thumb": "left"},
        touches=(CHOOSE, "#chooser .step:nth-child(2)"),
        keys=("Call 1,200", "Raise to 4,700", "Fold", "Back"),
    ),
    "seat-allin-confirm": State(
        **TURN,
        touches=(CHOOSE, "#chooser .step:last-child", CHOOSE),
        keys=("All-in 8,350", "Back"),
    ),
    # a press
    "seat-pending": State(**TURN, touches=(STAY,), answers=NEVER, keys=AT_REST),
    "seat-refused": State(
        **TURN,
        touches=(STAY,),
        answers=REFUSED,
        then=RAISED,
        keys=("Call 2,400", "Raise to 4,800 – 8,350", "Fold"),
        waits_for=".refused",
    ),
    "seat-lost": State(
        **TURN, touches=(STAY,), answers=NEVER, vanishes=True, waits_for="#lost .what"
    ),
    "seat-lost-nothing-sent": State(**TURN, vanishes=True, waits_for="#lost .what"),
    # play stands still
    "seat-halted": State(
        stopped_since(42, shows(SIX, *TO_LUCA, "cards 3s 8c")),
        5,
        says=("NOT ASKED FOR", "Play stopped"),
    ),
    "seat-halted-mine": State(
        shows(SIX, *TO_LUCA, "cards 3s 8c", seats={"5": {"missing": 100}}), 5
    ),
    "seat-paused": State(shows(SIX, *TO_LUCA, {"floor": "pause"}), 2),
    # a result
    "seat-won": State(shows(tables.SPLIT, *tables.TO_SPLIT), 3),
    "seat-gives": State(shows(tables.SENSED, *tables.TO_GIVE), 2, keys=("Undo",)),
    "seat-takes": State(shows(SIX, *tables.TO_WIN, next_hand_in_s=6), 2),
    "seat-lost-hand": State(
        shows(tables.SPLIT, *tables.TO_SPLIT),
        1,
        keys=("Undo",),
        says=("Rosemarie and Edith split the pot: two pair, aces and nines.",),
    ),
    "seat-between": State(
        shows(SIX, *tables.TO_WIN, next_hand_in_s=6), 2, touches=(DONE,), waits_for=".last-hand"
    ),
    # beside play
    "seat-menu": State(
        shows(SIX, *TO_THE_TURN, "4 check"), 2, touches=(MENU,), waits_for="#menu .line"
    ),
    "seat-menu-phone": State(
        shows(SIX, *TO_THE_TURN, "4 check"),
        2,
        touches=(MENU, "#menu .line:last-child"),
        waits_for="#menu .text",
    ),
    "seat-second-phone": State(
        shows(
            SIX,
            *TO_THE_TURN,
            "4 check",
            seats={"2": {"phone": {"mark": tables.MARK, "asked": True, "left_s": 48}}},
        ),
        2,
        waits_for=".second-phone",
    ),
    "seat-not-mine": State(shows(SIX, *TO_THE_TURN, "4 check"), 2, has_phone=False),
    # against the house, and for points
    "seat-casino-bets": State(
        shows(HOUSE, *tables.TO_BONUS),
        4,
        keys=("Ante 25 ✓ placed · press to change", "Bonus 5", "Pass"),
    ),
    "seat-casino-decide": State(shows(HOUSE, *tables.TO_ELENA), 4, keys=("Call 50", "Fold")),
    "seat-casino-result": State(
        shows(HOUSE, *tables.TO_PAY), 4, says=("King high: does not qualify", "CALL 50")
    ),
    "seat-pool-bet": State(shows(RACK, *tables.TO_BETS), 3, keys=("Bet 5", "Pass")),
    "seat-pool-shot": State(shows(RACK, *tables.TO_SHOT), 3, keys=("Made +6", "Missed", "Undo")),
    # the first page
    "pair-index": State(shows(SIX, *TO_THE_TURN, **NOBODY_HAS_A_PHONE), path="/"),
    "pair-take-seat": State(
        shows(SIX, *TO_LUCA, **NOBODY_HAS_A_PHONE),
        path="/seat/2#AAECAwQFBgcICQoLDA0ODw",
        has_phone=False,
    ),
    "pair-index-mine": State(
        shows(SIX, *TO_THE_TURN, "4 check"), 2, path="/", says=("BACK TO SEAT 2 · Luca",)
    ),
    "pair-index-turn": State(shows(SIX, *TO_LUCA), 2, path="/", says=("YOUR TURN",)),
    # guests
    "watch": State(shows(SIX, *TO_LUCA), path="/watch"),
    "watch-result": State(shows(tables.SPLIT, *tables.TO_SPLIT), path="/watch"),
    "watch-halted": State(shows(SIX, *TO_LUCA, "cards 3s 8c"), path="/watch"),
    "watch-between": State(shows(SIX, *tables.TO_WIN, next_hand_in_s=6), path="/watch"),
    "watch-ten": State(shows(TEN, *tables.TEN_TO_LUCA), path="/watch"),
    "watch-casino": State(shows(HOUSE, *tables.TO_ELENA), path="/watch"),
    "watch-casino-result": State(shows(HOUSE, *tables.TO_PAY), path="/watch"),
    "watch-pool": State(shows(RACK, *tables.TO_SHOT), path="/watch"),
    "watch-lost": State(shows(SIX, *TO_LUCA), path="/watch", vanishes=True),
}
