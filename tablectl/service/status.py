"""What the floor is told when it asks how the table stands: what is wrong, what may be ruled, and what was ruled and said."""

from typing import Any, Final

import msgspec

from tablectl.engine.facts import Halted, ReloadAsked
from tablectl.engine.state.table import Table
from tablectl.journal.show import wall
from tablectl.journal.store import Journal
from tablectl.service.news import news_of
from tablectl.views.public import public_view
from tablectl.views.rulings import rulings_open

LOOKED_AT: Final = 2_000                # rows, the newest ones: about 25 hands
MOST_NEWS: Final = 20


def status(table: Table, journal: Journal, now_ms: int) -> dict[str, Any]:
    """One object; nothing in it that the screen might not show."""
    records = list(journal.rows(max(0, journal.head.n - LOOKED_AT)))
    view = public_view(table, now_ms)
    wrong = view.irregularity
    since = next((record for record in reversed(records) if any(isinstance(f, Halted | ReloadAsked) for f in record.facts)), None)
    return {
        "table": view.table, "hand": view.hand, "phase": view.phase, "paused": view.paused,
        "headline": view.ask.headline if view.ask is not None else "", "prompt": view.prompt,
        "wrong": None if wrong is None else {
            **msgspec.to_builtins(wrong), "since": wall(since.wall_ms) if since else None,
            "for_s": (now_ms - since.at_ms) // 1000 if since else None},
        "open": [msgspec.to_builtins(one) for one in rulings_open(table, now_ms)],
        "last": news_of(table, records)[-MOST_NEWS:],
    }
