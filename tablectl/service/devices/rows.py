"""A row of `rule status` for each device of the table: where it hangs, whether it is heard, what it counted.

Whoever wants to know how a device does while the table runs asks here: its port is the table's, and nobody else opens it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from firmware_io.devices import NodeDevice
from tablectl.engine.questions import is_heard
from tablectl.engine.source import Source
from tablectl.engine.state.table import Table
from tablectl.service.config.antennas import placed
from tablectl.service.config.values import Config
from tablectl.service.devices.joined import JoinedSeat
from tablectl.service.devices.protocols import Device


def _ports(source: Source, device: Device, config: Config) -> list[str]:
    """All that it has open, or tries to."""
    antennas = [one.port for one in placed(config) if one.key.startswith(f"{source.name.lower()} ")]
    return [*dict.fromkeys((device.name, *antennas))]


def _round_trip_ms(device: Device) -> int | None:
    """Of a node; of a seat made of parts, of its keys."""
    node = device.keys if isinstance(device, JoinedSeat) else device
    return node.round_trip_ms if isinstance(node, NodeDevice) else None


def device_rows(
    table: Table, config: Config, devices: Mapping[Source, Device], poorly: Sequence[dict[str, Any]],
) -> list[dict[str, Any]]:
    """`poorly`: of those that are silent or have told counters (heard.py). `round_trip_ms`: of the last ping, of a node."""
    told = {row["name"]: row for row in poorly}
    drivers: dict[int | None, str] = {None: config.shoe.driver, **{seat.number: seat.driver for seat in config.seat}}
    return [
        {"silent_ms": None, "counters": None, **told.get(source.name, {}), "name": source.name, "seat": source.seat,
         "driver": drivers[source.seat], "port": device.name, "is_heard": is_heard(table, source), "why": device.why_closed,
         "ports": _ports(source, device, config), "round_trip_ms": _round_trip_ms(device)}
        for source, device in devices.items()]
