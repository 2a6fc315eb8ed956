"""Writes the pictures' views that come from runs: `python -m tests.screen.from_runs`, from the
project's root.
"""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import json
from msgspec.structs import replace

from tablectl.engine.state.table import Table
from tablectl.locale import get_translator
from tablectl.present.asks.lost import with_absence
from tablectl.present.public import public_view
from tablectl.screen.presenter.bar_text import own_keys
from tablectl.simulation.demo.options import DemoOptions
from tablectl.simulation.demo.play import play_fast
from tablectl.view import View
from tests.harvest import of_journal, of_scenarios
from tests.present.test_prompts import with_names

VIEWS = Path(__file__).parent / "views"
AWAY_S = 42  # for which a lost seat has given no sign


def asks(kind: str) -> Callable[[View], bool]:
    return lambda view: view.ask is not None and view.ask.kind == kind


def is_all_in(view: View) -> bool:
    """With the hands up, and one card to come."""
    return any(seat.equity is not None for seat in view.seats.values()) and len(view.board) == 4


def is_settled(view: View) -> bool:
    """A hand is over, was shown, and everybody stands somewhere."""
    return view.phase == "idle" and any(win.hand for win in view.result or ())


def has_every_slip(view: View) -> bool:
    return {slip.kind for slip in view.slips} == {"pay", "take", "even"}


def has_own_keys(kind: str) -> Callable[[View], bool]:
    """Several are asked at once, and not all of them may do the same."""
    return lambda view: asks(kind)(view) and any(own_keys(view, seat) for seat in view.ask.seats)


def is_decided(view: View) -> bool:
    """Hands of the same name were shown."""
    return view.phase == "idle" and any(win.headline for win in view.result or ())


# A picture's name: the scenario, and what is to be seen in it; the last such moment is taken.
SCENARIOS = {
    "run-void": ("a-re-deal-has-the-same-players", asks("void")),
    "run-awaited": ("chips-declared-raise-in-several-motions", asks("awaited")),
    "run-complete": ("chips-05-short-call-completed", asks("complete")),
    "run-come": ("seat-who-was-passed-posts-both-blinds", asks("come")),
    "run-show": ("showdown-an-all-in-hand-is-never-mucked", asks("show")),
    "run-show-four": ("showing-three-of-four-cards-is-no-hand", asks("show")),
    "run-paused": ("floor-pause-stops-clocks-and-acts", asks("paused")),
    "run-held": ("hold-lid-open-in-mid-street", asks("held")),
    "run-lost": ("a-seat-unplugged-at-its-turn-holds-the-table", asks("lost")),
    "run-stopped": ("hold-emergency-stop-waits-for-the-floor", asks("held")),
    "run-locked": ("lock-and-hold-are-independent", lambda view: view.lock is not None),
    "run-halted-early": ("card-premature-flop", asks("halted")),
    "run-halted-chips": ("seat-back-without-its-bet-while-bets-are-collected", asks("halted")),
    "run-to-the-pot": (
        "odd-chips-to-the-first",
        lambda view: view.phase == "betting" and len(view.moves) > 1,
    ),
    "run-share": (
        "odd-chips-to-the-first",
        lambda view: view.phase == "idle" and len(view.moves) > 2,
    ),
    "run-kicker": ("kickers-one-after-the-other", is_decided),
    "run-tie": ("texas-identical-hands-split", is_decided),
    "run-break": ("a-break-after-a-level", asks("break")),
}
# languages: what people read after a hand, and what they may do together
IN_BOTH = (
    "run-void",
    "run-to-the-pot",
    "run-share",
    "run-kicker",
    "run-tie",
    "run-all-in-side-pot",
    "run-tonight",
    "run-tournament-over",
    "run-own-bets",
    "run-slips",
)
DEMOS = {
    "run-all-in": (DemoOptions("tournament", 4, seed=26, hands=1), is_all_in),
    "run-all-in-side-pot": (DemoOptions("tournament", 4, seed=29, hands=2), is_all_in),
    "run-tonight": (DemoOptions("canterbury", 6, seed=3, hands=6), is_settled),
    "run-still-in": (DemoOptions("tournament", 10, seed=5, hands=4), is_settled),
    "run-tournament-over": (DemoOptions("tournament", 4, seed=35, hands=1), asks("over")),
    "run-own-bets": (DemoOptions("casino", 7, seed=3, hands=2), has_own_keys("bets")),
    "run-slips": (DemoOptions("casino", 5, seed=3, hands=2), has_every_slip),
}


def tables() -> Iterator[tuple[str, Callable[[View], bool], list[tuple[Table, int]]]]:
    """Of each run its tables, and when they were so."""
    for name, (scenario, is_it) in SCENARIOS.items():
        with tempfile.TemporaryDirectory() as folder:
            yield (
                name,
                is_it,
                [
                    (with_names(t), now_ms)
                    for t, now_ms, _ in of_scenarios([scenario], Path(folder))
                ],
            )
    for name, (wanted, is_it) in DEMOS.items():
        with tempfile.TemporaryDirectory() as folder:
            journal = Path(folder) / "table.db"
            play_fast(replace(wanted, journal=journal), lambda hand: None)
            yield name, is_it, [(t, now_ms) for t, now_ms, _ in of_journal(journal)]


def write_all():
    for name, is_it, found in tables():
        for language in ("en", "es") if name in IN_BOTH else ("en",):
            views = [
                public_view(t, now_ms, language=get_translator(language)) for t, now_ms in found
            ]
            seen = next(view for view in reversed(views) if is_it(view))
            path = VIEWS / (f"{name}.json" if language == "en" else f"{name}-{language}.json")
            path.write_bytes(json.format(json.encode(with_absence(seen, AWAY_S)), indent=1) + b"\n")


if __name__ == "__main__":
    write_all()
