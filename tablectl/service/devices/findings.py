"""What is wrong with a device that a running table hears badly, or not at all, and what to do about
it. The doctor says it in English, the status in the table's language.
"""

from collections.abc import Iterable

from tablectl.service.devices.link_health import GARBLED, NOT_BELIEVED
from tablectl.structs import Frozen, JsonObject
from tablectl.text import Names, T, Text, say

# an old frame may come late: that is nobody's doing
FOREIGN = tuple(why for why in NOT_BELIEVED if why != "stale")
PLUG = T("Look at its plug, its power and its port.")


class Trouble(Frozen):
    finding: Text
    remedy: Text


def name_device(seat: int | None) -> Text:
    """In mid-sentence; None is the shoe."""
    return T("the shoe") if seat is None else T("seat {at}", at=seat)


def find_trouble(row: JsonObject) -> Trouble | None:
    """Of a device as link_health.py tells it; None: all is well."""
    device = name_device(row["seat"])
    port = row["driver"]
    if row["port"]:
        port = T("{driver} at {port}", driver=row["driver"], port=row["port"])
    if not row["is_heard"]:
        why = row["why"] or T("the port is open, and nobody answers")
        return Trouble(
            T("{Device} ({port}) is not heard: {why}.", Device=device, port=port, why=why), PLUG
        )
    if garbled := _list_counts(row["counters"], GARBLED):
        return Trouble(
            T(
                "The wire of {device} ({port}) is poor: {counts}.",
                device=device,
                port=port,
                counts=garbled,
            ),
            T("Take a shorter cable, away from the lamps' supply."),
        )
    if foreign := _list_counts(row.get("not_believed"), FOREIGN):
        return Trouble(
            T(
                "Where {device} is heard ({port}), frames came that it did not make: {counts}.",
                device=device,
                port=port,
                counts=foreign,
            ),
            T("Look who else has a hand on that wire."),
        )
    return None


def with_trouble(row: JsonObject, names: Names) -> JsonObject:
    """The row with `finding` and `remedy`, sentences; None where all is well."""
    found = find_trouble(row)
    return {
        **row,
        "finding": None if found is None else say(found.finding, names),
        "remedy": None if found is None else say(found.remedy, names),
    }


def _list_counts(counted: JsonObject | None, of: Iterable[str]) -> str:
    """ "bad crc 7"; empty where all of these are 0."""
    return ", ".join(
        f"{name.replace('_', ' ')} {counted[name]:,}"
        for name in of
        if counted is not None and counted.get(name)
    )
