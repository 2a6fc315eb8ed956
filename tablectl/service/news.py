"""What was ruled and said lately: each ruling in the sentence it was read out in, with its reason, and each notice."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from tablectl.engine.facts import AnyFact, Halted, Noticed, Refused, Reported, Resumed, Ruled, RulingTakenBack
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.table import Table
from tablectl.journal.record import Record
from tablectl.journal.show import wall
from tablectl.views.readout import read_out
from tablectl.views.words import names_of, sentence


class Cases(Struct, frozen=True):
    """What the table was halted for, as the facts of a journal's end tell it: `now`, and what waited behind it."""

    now: Irregularity | None = None
    waiting: tuple[Irregularity, ...] = ()

    def after(self, fact: AnyFact) -> "Cases":
        if isinstance(fact, Halted):
            return Cases(fact.irregularity, self.waiting)
        if isinstance(fact, Reported):
            return Cases(self.now, (*self.waiting, fact.irregularity))
        if isinstance(fact, Resumed):
            return Cases(self.waiting[0] if self.waiting else None, self.waiting[1:])
        return self


def news_of(t: Table, records: Iterable[Record]) -> list[dict[str, Any]]:
    """Rulings and notices, the newest last; a ruling's card is left out, unless it was read out: it may lie face down."""
    told: list[dict[str, Any]] = []
    cases = taken_back_to = Cases()
    for record in records:
        before = cases
        for fact in record.facts:
            if isinstance(fact, Ruled):
                told.append(_news(record, "ruling", fact.ruling, fact.seat, _ruling(t, before, fact, record.facts), fact.who))
            elif isinstance(fact, Noticed | Refused):
                kind = "refusal" if isinstance(fact, Refused) else "notice"
                told.append(_news(record, kind, fact.code, fact.seat, sentence(fact, names_of(t))))
            cases = taken_back_to if isinstance(fact, RulingTakenBack) else cases.after(fact)
        if any(isinstance(fact, Ruled) and fact.may_be_taken_back for fact in record.facts):
            taken_back_to = before
    return told


def _news(record: Record, kind: str, code: str, seat: int | None, text: str, who: str | None = None) -> dict[str, Any]:
    return {"at": wall(record.wall_ms), "kind": kind, "code": code, "seat": seat, "who": who, "text": text}


def _ruling(t: Table, cases: Cases, ruled: Ruled, facts: tuple[AnyFact, ...]) -> str:
    """As it was read out to all; by its name, where a panel or a notice said what it did."""
    aloud = read_out(t, cases.now, facts)
    text = aloud.text if aloud is not None else f"Ruled: {ruled.ruling.replace('_', '-')}."
    return f"{text.removesuffix('.')} ({ruled.why})." if ruled.why else text
