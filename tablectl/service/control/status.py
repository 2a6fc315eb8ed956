"""The answer to `rule status`: the halt, the seats, which rulings are open, and the latest rulings
and notices.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from firmware_io.finder import Unused
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
from tablectl.engine.questions import differing_stacks
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.table import Table
from tablectl.journal.record import Record
from tablectl.journal.show import wall_time
from tablectl.journal.store import Journal
from tablectl.locale import ENGLISH, Translator
from tablectl.present.public import public_view
from tablectl.present.readout import name_ruling, ruling_notice
from tablectl.present.reasons import say_notice, table_names
from tablectl.present.result_timing import result_ms
from tablectl.present.rulings import redundant_rulings, ruling_views
from tablectl.present.rulings_help import GROUPS
from tablectl.rules.wagers import chip_value
from tablectl.service.control.status_parts import Surroundings, clock_row, seat_rows
from tablectl.service.devices.findings import with_trouble
from tablectl.service.devices.machine import machine_rows
from tablectl.service.troubles import MIRROR, UNUSED, Trouble, say_trouble
from tablectl.structs import Frozen, JsonObject
from tablectl.text import Names, T, Text, Value, join_with_and, say
from tablectl.view import View

LOOKED_AT = 2_000  # newest rows of the journal, about 25 hands
MOST_NEWS = 20
ALONE = Surroundings()


def status_report(
    table: Table,
    records: Sequence[Record],
    now_ms: int,
    language: Translator = ENGLISH,
    around: Surroundings = ALONE,
) -> JsonObject:
    """A JSON object. Made of the public view, so it holds no card that lies face down.

    `records`: the newest of the journal.
    """
    view, names = public_view(table, now_ms, language=language), table_names(table, language)
    headline, prompt, mirror = view.ask.headline, view.prompt, around.mirror_trouble
    if _is_result_shown(view, records, now_ms):
        headline, prompt = (
            "",
            say(T("Hand {hand} is over: the screen tells how it ended.", hand=view.hand), names),
        )
    return {
        "table": view.table,
        "program": around.program,
        "test": view.test,
        "hand": view.hand,
        "phase": view.phase,
        "paused": view.paused,
        "headline": headline,
        "prompt": prompt,
        "names": {number: seat.name for number, seat in view.seats.items() if seat.name},
        "wrong": _what_is_wrong(view, records, now_ms),
        "hold": msgspec.to_builtins(view.hold),
        "lock": msgspec.to_builtins(view.lock),
        "seats": seat_rows(table, view, around, names),
        "clock": clock_row(table, view, names),
        "decks": list(around.decks),
        "operators": list(around.operators),
        "devices": [
            *(with_trouble(row, names) for row in around.heard),
            *machine_rows(around.machine, names),
        ],
        "troubles": [say_trouble(one, names) for one in around.troubles],
        "mirror": say_trouble(Trouble(mirror, MIRROR), names) if mirror else None,
        "unused": [
            {"port": port, **say_trouble(Trouble(_unused_text(why), UNUSED), names)}
            for port, why in sorted(around.unused.items())
        ],
        "stacks": _differing_stacks(table),
        "unsensed": list(view.unsensed),
        "groups": [{"group": group, "title": say(title, names)} for group, title in GROUPS.items()],
        "open": _list_open(table, view, now_ms, names),
        "last": list_news(names, records)[-MOST_NEWS:],
    }


def _unused_text(why: Unused) -> Text:
    values: dict[str, Value] = {
        name: join_with_and(map(str, value)) if isinstance(value, tuple) else value
        for name, value in why.values.items()
    }
    return Text(why.template, values)


def _what_is_wrong(view: View, records: Sequence[Record], now_ms: int) -> JsonObject | None:
    if view.irregularity is None:
        return None
    since = _newest_row(records, Halted, ReloadAsked)
    return {
        **msgspec.to_builtins(view.irregularity),
        "since": wall_time(since.wall_ms) if since else None,
        "for_s": (now_ms - since.at_ms) // 1000 if since else None,
    }


def _list_open(t: Table, view: View, now_ms: int, names: Names) -> list[JsonObject]:
    """What may be ruled now, and who may come and go, without what only does the same as another.
    `confirm` has the clause of the case.
    """
    views = ruling_views(t, now_ms, names)
    doubles = set(redundant_rulings(t, {one.ruling for one in views}))
    clause = view.irregularity.clause if view.irregularity is not None else ""
    return [
        msgspec.to_builtins(
            replace(one, clause=clause) if one.ruling == "confirm" and clause else one
        )
        for one in views
        if one.ruling not in doubles
    ]


def _newest_row(records: Sequence[Record], *kinds: type[Fact]) -> Record | None:
    """The newest with a fact of these kinds."""
    found = (r for r in reversed(records) if any(isinstance(fact, kinds) for fact in r.facts))
    return next(found, None)


def _is_result_shown(view: View, records: Sequence[Record], now_ms: int) -> bool:
    """Whether the screen is still at the cards and pages of the last hand: what it has not shown,
    nothing shows.
    """
    ended = _newest_row(records, HandEnded)
    return bool(view.result) and ended is not None and now_ms - ended.at_ms < result_ms(view)


class Newest:
    """The newest rows of a journal that have news in them; each row is read once, however often
    it is wanted.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._records: list[Record] = []
        self._read_to = 0

    def read_news(self) -> list[Record]:
        """Raises BadJournal."""
        n = self._journal.head.n
        first = max(0, n - LOOKED_AT)
        news = [
            record for record in self._journal.rows(max(first, self._read_to)) if has_news(record)
        ]
        self._records = [*(record for record in self._records if record.n > first), *news]
        self._read_to = n
        return self._records


def _differing_stacks(t: Table) -> list[dict[str, int]]:
    """Between hands, once chips are at rest: the stacks that are not what the ledger says, and
    not ruled on (F-5).
    """
    return [
        {"seat": one.seat, "sensed": chip_value(one.sensed), "ledger": one.ledger}
        for one in differing_stacks(t)
    ]


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
    """Whether it has news, or what is needed to read later news."""
    return any(isinstance(fact, NEWS) for fact in record.facts)


def list_news(names: Names, records: Iterable[Record]) -> list[JsonObject]:
    """Rulings and notices, the newest last. A ruling's card is left out, for it may lie face
    down, unless the screen named it.
    """
    rows: list[JsonObject] = []
    cases = taken_back_to = Cases()
    for record in records:
        before = cases
        for fact in record.facts:
            if isinstance(fact, Ruled):
                text = _ruling_text(names, before, fact, record.facts)
                rows.append(
                    _news_row(
                        record, "ruling", fact.ruling, fact.seat, text, fact.who, fact.on_behalf_of
                    )
                )
            elif isinstance(fact, Noticed | Refused) and not _is_refused_attempt(record, fact):
                kind = "refusal" if isinstance(fact, Refused) else "notice"
                rows.append(_news_row(record, kind, fact.code, fact.seat, say_notice(fact, names)))
            cases = taken_back_to if isinstance(fact, RulingTakenBack) else cases.after(fact)
        if any(isinstance(fact, Ruled) and fact.may_be_taken_back for fact in record.facts):
            taken_back_to = before
    return rows


def _is_refused_attempt(record: Record, fact: Fact) -> bool:
    """A request of the floor that was refused: its reply named that, and it is no ruling."""
    return isinstance(fact, Refused) and isinstance(record.event, OF_THE_FLOOR)


def _news_row(
    record: Record,
    kind: str,
    code: str,
    seat: int | None,
    text: str,
    who: str | None = None,
    on_behalf_of: str | None = None,
) -> JsonObject:
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


def _ruling_text(names: Names, cases: Cases, ruled: Ruled, facts: tuple[Fact, ...]) -> str:
    """The sentence that the screen showed; for a ruling without one, its name."""
    aloud = ruling_notice(cases.now, facts)
    by_name = (
        ruled.ruling.replace("_", "-")
        if ruled.seat is None
        else name_ruling(ruled.ruling, ruled.seat)
    )
    text = (
        say_notice(aloud, names)
        if aloud is not None
        else say(T("Ruled: {ruling}.", ruling=by_name), names)
    )
    return (
        say(T("{ruled} ({why}).", ruled=text.removesuffix("."), why=ruled.why), names)
        if ruled.why
        else text
    )
