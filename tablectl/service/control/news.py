"""The latest rulings and notices for `rule status`: a ruling in the sentence that the screen
showed, with its reason.
"""

from collections.abc import Iterable
from typing import Any

from tablectl.engine.events import ChipsBought, FloorRuled, PlayerCame, PlayerWent, StartAsked
from tablectl.engine.facts import (
    Fact,
    Halted,
    HandEnded,
    Noticed,
    Refused,
    ReloadAsked,
    Reported,
    Resumed,
    Ruled,
    RulingTakenBack,
)
from tablectl.engine.state.halt import Irregularity
from tablectl.journal.record import Record
from tablectl.journal.show import wall_time
from tablectl.present.readout import called, read_out
from tablectl.present.reasons import sentence
from tablectl.structs import Frozen
from tablectl.text import Names, T, say


class Cases(Frozen):
    """The irregularities while the facts are read one by one: the one that halts the table, and
    the reports that wait.
    """

    now: Irregularity | None = None
    waiting: tuple[Irregularity, ...] = ()

    def after(self, fact: Fact) -> "Cases":
        if isinstance(fact, Halted):
            return Cases(fact.irregularity, self.waiting)
        if isinstance(fact, Reported):
            return Cases(self.now, (*self.waiting, fact.irregularity))
        if isinstance(fact, Resumed):
            return Cases(self.waiting[0] if self.waiting else None, self.waiting[1:])
        return self


OF_THE_FLOOR = (FloorRuled, StartAsked, PlayerCame, PlayerWent, ChipsBought)
NEWS = (Halted, HandEnded, Noticed, Refused, ReloadAsked, Reported, Resumed, Ruled, RulingTakenBack)


def has_news(record: Record) -> bool:
    """Whether something of it is told, or is needed to tell the rest."""
    return any(isinstance(fact, NEWS) for fact in record.facts)


def news_of(names: Names, records: Iterable[Record]) -> list[dict[str, Any]]:
    """Rulings and notices, the newest last. A ruling's card is left out, for it may lie face
    down, unless the screen named it.
    """
    told: list[dict[str, Any]] = []
    cases = taken_back_to = Cases()
    for record in records:
        before = cases
        for fact in record.facts:
            if isinstance(fact, Ruled):
                text = _ruling(names, before, fact, record.facts)
                told.append(
                    _news(
                        record, "ruling", fact.ruling, fact.seat, text, fact.who, fact.on_behalf_of
                    )
                )
            elif isinstance(fact, Noticed | Refused) and not _is_refused_attempt(record, fact):
                kind = "refusal" if isinstance(fact, Refused) else "notice"
                told.append(_news(record, kind, fact.code, fact.seat, sentence(fact, names)))
            cases = taken_back_to if isinstance(fact, RulingTakenBack) else cases.after(fact)
        if any(isinstance(fact, Ruled) and fact.may_be_taken_back for fact in record.facts):
            taken_back_to = before
    return told


def _is_refused_attempt(record: Record, fact: Fact) -> bool:
    """What the floor wanted and did not get: whoever asked was told, and it is no ruling."""
    return isinstance(fact, Refused) and isinstance(record.event, OF_THE_FLOOR)


def _news(
    record: Record,
    kind: str,
    code: str,
    seat: int | None,
    text: str,
    who: str | None = None,
    on_behalf_of: str | None = None,
) -> dict[str, Any]:
    at = wall_time(record.wall_ms)
    return {
        "n": record.n,
        "at": at,
        "kind": kind,
        "code": code,
        "seat": seat,
        "who": who,
        "on_behalf_of": on_behalf_of,
        "text": text,
    }


def _ruling(names: Names, cases: Cases, ruled: Ruled, facts: tuple[Fact, ...]) -> str:
    """The sentence that the screen showed; for a ruling without one, its name."""
    aloud = read_out(cases.now, facts)
    by_name = (
        ruled.ruling.replace("_", "-") if ruled.seat is None else called(ruled.ruling, ruled.seat)
    )
    text = (
        sentence(aloud, names)
        if aloud is not None
        else say(T("Ruled: {ruling}.", ruling=by_name), names)
    )
    return (
        say(T("{ruled} ({why}).", ruled=text.removesuffix("."), why=ruled.why), names)
        if ruled.why
        else text
    )
