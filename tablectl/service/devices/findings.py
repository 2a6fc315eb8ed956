"""What is wrong with a device that a running table hears badly, or not at all."""

from collections.abc import Iterable

from tablectl.service.devices.link_health import GARBLED, NOT_BELIEVED
from tablectl.service.troubles import Trouble, name_device, say_trouble
from tablectl.structs import JsonObject
from tablectl.text import Names, T

# an old frame may come late: that is nobody's doing
FOREIGN = tuple(why for why in NOT_BELIEVED if why != "stale")
PLUG = T("Look at its plug, its power and its port.")


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
    said = {"finding": None, "remedy": None} if found is None else say_trouble(found, names)
    return {**row, **said}


def _list_counts(counted: JsonObject | None, of: Iterable[str]) -> str:
    """ "bad crc 7"; empty where all of these are 0."""
    return ", ".join(
        f"{name.replace('_', ' ')} {counted[name]:,}"
        for name in of
        if counted is not None and counted.get(name)
    )
