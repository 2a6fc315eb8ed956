"""A record as one JSON object a line. Face-down cards are in it: it is for whoever may read the journal itself."""

from datetime import UTC, datetime, timedelta

import msgspec

from tablectl.journal.record import Record

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def json_line(record: Record) -> str:
    """{"n", "at_ms", "wall", "edge": [node, epoch, number] or null, "event": {...} or null, "facts": [...]}"""
    edge = record.edge
    return msgspec.json.encode({
        "n": record.n,
        "at_ms": record.at_ms,
        "wall": wall(record.wall_ms),
        "edge": None if edge is None else [edge.node, edge.epoch, edge.number],
        "event": record.event,
        "facts": record.facts,
    }).decode()


def wall(wall_ms: int) -> str:
    """"2025-11-21T02:03:04.567Z"; a number that is no time of ours as it is."""
    try:
        moment = _EPOCH + timedelta(milliseconds=wall_ms)
    except OverflowError:
        return f"{wall_ms} ms"
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
