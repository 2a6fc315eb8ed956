"""A record as a line of JSON, or as text. Both show cards that lay face down: they are for people
who may read the journal.

Who looks into a fault of a minute ago should not learn what lies before the players now, nor
should a copy that is sent to somebody: `open_hand` says which rows wait for the end of their hand.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec
from msgspec import Struct

from tablectl.engine.facts import Noticed, Refused
from tablectl.engine.facts.hand import HandBegan, HandEnded, HandVoided
from tablectl.journal.record import BadJournal, Record
from tablectl.journal.store import Journal

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LOOKED_AT = 200  # newest rows, at first: two hands and more
HEAD_DIGITS = 16  # of 64: enough to tell two heads apart
BEGIN_OR_END = (HandBegan, HandEnded, HandVoided)


def open_hand(journal: Journal) -> int | None:
    """The first row of the hand that is not over; None: none is played. Raises BadJournal."""
    looked_at, newest = LOOKED_AT, journal.head.n
    while True:
        after = max(0, newest - looked_at)
        found = [
            (record.n, fact)
            for record in journal.rows(after)
            for fact in record.facts
            if isinstance(fact, BEGIN_OR_END)
        ]
        if found:
            row, last = found[-1]
            return row if isinstance(last, HandBegan) else None
        if after == 0:
            return None
        looked_at *= 2


def head_in_words(journal: Journal) -> str:
    """ ", head 0123456789abcdef", to be compared with one that was stored elsewhere.

    Nothing in the middle of a hand, for there it depends on cards that lie face down (G-14), or
    where that cannot be known.
    """
    try:
        return (
            ""
            if open_hand(journal) is not None
            else f", head {journal.head.hash.hex()[:HEAD_DIGITS]}"
        )
    except BadJournal:
        return ""


def json_line(record: Record) -> str:
    """{"n", "at_ms", "wall", "edge": [node, epoch, number] or null, "event": {...} or null,
    "facts": [...]}

    A snapshot has "snapshot": true besides: what it holds follows from the rows before it.
    """
    edge = record.edge
    return msgspec.json.encode(
        {
            "n": record.n,
            "at_ms": record.at_ms,
            "wall": wall_time(record.wall_ms),
            "edge": None if not edge else [edge.node, edge.epoch, edge.number],
            "event": record.event,
            "facts": record.facts,
            **({"snapshot": True} if record.is_snapshot else {}),
        }
    ).decode()


def words_line(record: Record, sentence: Callable[[Noticed | Refused], str]) -> str:
    """The record as text: its time, its event, and its facts; notices and refusals as their
    sentences.
    """
    at = f"{record.at_ms // 60_000:,}:{record.at_ms % 60_000 / 1000:06.3f}"
    nothing = (
        "(the table as it stands, kept for the next start)"
        if record.is_snapshot
        else "(nothing for the table)"
    )
    event = nothing if not record.event else _struct_line(record.event, sentence)
    return f"{record.n:>6,}  {at}  {event}" + "".join(
        f"\n{'':8}{_struct_line(fact, sentence)}" for fact in record.facts
    )


def _struct_line(struct: Struct, sentence: Callable[[Noticed | Refused], str]) -> str:
    """ "refused: Seat 3: not your turn.", "bet_raised: seat 3, raise to 60"."""
    fields = msgspec.to_builtins(struct)
    name = fields.pop("event", None) or fields.pop("fact", "")
    if isinstance(ruling := fields.get("ruling"), dict):
        fields |= {"ruling": ruling.pop("floor"), **ruling}
    if isinstance(struct, Noticed | Refused):
        return f"{name}: {sentence(struct)}"
    plain = [
        f"{key.replace('_', ' ')} {value}"
        for key, value in fields.items()
        if key != "at_ms" and isinstance(value, str | int) and not isinstance(value, bool)
    ]
    return f"{name}: {', '.join(plain)}" if plain else str(name)


def wall_time(wall_ms: int) -> str:
    """ "2025-11-21T02:03:04.567Z"; a number beyond the calendar is shown as it is."""
    try:
        moment = _EPOCH + timedelta(milliseconds=wall_ms)
    except OverflowError:
        return f"{wall_ms} ms"
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
