"""A row of `rule status` for each device of the table: where it hangs, whether it is heard, what it counted.

Whoever wants to know how a device does while the table runs asks here: its port is the table's, and nobody else opens it.
"""

from collections.abc import Mapping
from typing import Any

from tablectl.engine.questions import is_heard
from tablectl.engine.source import Source
from tablectl.engine.state.table import Table
from tablectl.service.config.antennas import placed
from tablectl.service.config.values import Config
from tablectl.service.devices.heard import Heard
from tablectl.service.devices.nodes import node_of, told_by
from tablectl.service.devices.protocols import Device


def _ports(source: Source, device: Device, config: Config) -> list[str]:
    """All that it has open, or tries to."""
    antennas = [one.port for one in placed(config) if one.key.startswith(f"{source.name.lower()} ")]
    return [*dict.fromkeys((device.name, *antennas))]


def device_rows(table: Table, config: Config, devices: Mapping[Source, Device], heard: Heard) -> list[dict[str, Any]]:
    """`round_trip_ms`: of the last ping, of a node; nodes.py has `node` and `keeps`."""
    drivers: dict[int | None, str] = {None: config.shoe.driver, **{seat.number: seat.driver for seat in config.seat}}
    return [
        {**heard.status_of(source), "name": source.name, "seat": source.seat,
         "driver": drivers[source.seat], "port": device.name, "is_heard": is_heard(table, source), "why": device.why_closed,
         "ports": _ports(source, device, config), "round_trip_ms": getattr(node_of(device), "round_trip_ms", None),
         **told_by(node_of(device))}
        for source, device in devices.items()]
