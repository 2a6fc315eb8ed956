"""The answer to `rule status`: what is wrong, which rulings are open, and the latest rulings and
notices.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablectl.engine.facts import Halted, HandEnded, ReloadAsked
from tablectl.engine.questions import differing_stacks
from tablectl.engine.state.table import Table
from tablectl.journal.record import Record
from tablectl.journal.show import wall_time
from tablectl.journal.store import Journal
from tablectl.locale import ENGLISH, Translator
from tablectl.present.public import public_view
from tablectl.present.reasons import names_of
from tablectl.present.result_timing import told_ms
from tablectl.present.rulings import doubled, ruling_views
from tablectl.rules.wagers import chip_value
from tablectl.service.control.news import has_news, news_of
from tablectl.text import T, say
from tablectl.view import View

LOOKED_AT = 2_000  # newest rows of the journal, about 25 hands
MOST_NEWS = 20


def status(
    table: Table,
    records: Sequence[Record],
    now_ms: int,
    language: Translator = ENGLISH,
    heard: Sequence[dict[str, Any]] = (),
    troubles: Sequence[str] = (),
    unused: Mapping[str, str] | None = None,
    mirror_trouble: str = "",
) -> dict[str, Any]:
    """A JSON object. Made of the public view, so it holds no card that lies face down.

    `records`: the newest of the journal; `heard`: a row for each device with something to tell;
    `troubles`: sentences about what hangs on the Pi itself; `unused`: by port, why the node there
    is not used; `mirror_trouble`: of the journal's.
    """
    view, names = public_view(table, now_ms, language=language), names_of(table, language)
    wrong = view.irregularity
    headline, prompt = view.ask.headline, view.prompt
    if _is_being_told(view, records, now_ms):
        headline, prompt = (
            "",
            say(T("Hand {hand} is over: the screen tells how it ended.", hand=view.hand), names),
        )
    views = ruling_views(table, now_ms, names)
    doubles = set(doubled(table, {one.ruling for one in views}))
    since = next(
        (
            record
            for record in reversed(records)
            if any(isinstance(f, Halted | ReloadAsked) for f in record.facts)
        ),
        None,
    )
    return {
        "table": view.table,
        "test": view.test,
        "hand": view.hand,
        "phase": view.phase,
        "paused": view.paused,
        "headline": headline,
        "prompt": prompt,
        "names": {number: seat.name for number, seat in view.seats.items() if seat.name},
        "wrong": None
        if wrong is None
        else {
            **msgspec.to_builtins(wrong),
            "since": wall_time(since.wall_ms) if since else None,
            "for_s": (now_ms - since.at_ms) // 1000 if since else None,
        },
        "hold": msgspec.to_builtins(view.hold),
        "lock": msgspec.to_builtins(view.lock),
        "devices": list(heard),
        "troubles": list(troubles),
        "mirror": mirror_trouble,
        "unused": [{"port": port, "says": says} for port, says in sorted((unused or {}).items())],
        "stacks": _stacks(table),
        "unsensed": list(view.unsensed),
        "open": [msgspec.to_builtins(one) for one in views if one.ruling not in doubles],
        "last": news_of(names, records)[-MOST_NEWS:],
    }


def _is_being_told(view: View, records: Sequence[Record], now_ms: int) -> bool:
    """Whether the screen is still at the cards and pages of the last hand: what it has not said,
    nothing says.
    """
    ended = next(
        (
            record
            for record in reversed(records)
            if any(isinstance(fact, HandEnded) for fact in record.facts)
        ),
        None,
    )
    return bool(view.result) and ended is not None and now_ms - ended.at_ms < told_ms(view)


class Newest:
    """The newest rows of a journal that have news in them; each row is read once, however often
    it is asked for.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._records: list[Record] = []
        self._read_to = 0

    def records(self) -> list[Record]:
        """Raises BadJournal."""
        n = self._journal.head.n
        first = max(0, n - LOOKED_AT)
        news = [
            record for record in self._journal.rows(max(first, self._read_to)) if has_news(record)
        ]
        self._records = [*(record for record in self._records if record.n > first), *news]
        self._read_to = n
        return self._records


def _stacks(t: Table) -> list[dict[str, int]]:
    """Between hands, once chips are at rest: the stacks that are not what the ledger says, and
    not ruled on (F-5).
    """
    return [
        {"seat": one.seat, "sensed": chip_value(one.sensed), "ledger": one.ledger}
        for one in differing_stacks(t)
    ]
