"""Which devices are nodes on our own wire, and how each device of the table does, a row of `rule
status` each.

Whoever wants to know how one does while the table runs asks here: its port is the table's, and
nobody else opens it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from firmware_io.devices import NodeDevice
from firmware_io.messages import abilities_of
from tablectl.engine.questions import is_source_heard
from tablectl.engine.source import Source
from tablectl.engine.state.table import Table
from tablectl.service.config.antennas import placed
from tablectl.service.config.values import Config
from tablectl.service.devices.heard import Heard
from tablectl.service.devices.joined import JoinedSeat
from tablectl.service.devices.protocols import Device

NOT_BELIEVED = ("unkeyed", "forged", "stale", "replayed")


def node_of(device: Device) -> NodeDevice | None:
    """The node itself; of a seat made of parts, that of its keys. None: no node."""
    part = device.keys if isinstance(device, JoinedSeat) else device
    return part if isinstance(part, NodeDevice) else None


def nodes_of(devices: Iterable[Device]) -> tuple[NodeDevice, ...]:
    return tuple(node for device in devices if (node := node_of(device)) is not None)


def told_by(node: NodeDevice | None) -> dict[str, Any]:
    """For `rule status`: `node`: what it is, null if it has not said; `keeps`: the row of the
    journal that its last hello named.

    `not_believed`: on a keyed link, how many frames had no MAC, a wrong one, or were not new
    (`replayed`: of those, how many had come before); null: its link has no key.
    """
    believed = {
        "not_believed": None
        if node is None or not node.session.is_keyed
        else {why: node.session.counts[why] for why in NOT_BELIEVED}
    }
    if node is None or node.session.about is None:
        return {"node": None, "keeps": None, **believed}
    about, anchor = node.session.about, node.session.anchor
    return {
        "node": {
            "wire": f"1.{about.minor}",
            "board": about.board,
            "firmware": about.firmware,
            "abilities": list(abilities_of(about.abilities)),
            "reads_a_second": [rate / 10 or None for rate in about.rates],
        },
        "keeps": None if anchor is None else anchor.count,
        **believed,
    }


def _ports(source: Source, device: Device, config: Config) -> list[str]:
    """All that it has open, or tries to."""
    antennas = [one.port for one in placed(config) if one.key.startswith(f"{source.name.lower()} ")]
    return [*dict.fromkeys((device.name, *antennas))]


def device_rows(
    table: Table, config: Config, devices: Mapping[Source, Device], heard: Heard
) -> list[dict[str, Any]]:
    """`round_trip_ms`: of the last ping, of a node; `told_by` has `node` and `keeps`."""
    drivers: dict[int | None, str] = {
        None: config.shoe.driver,
        **{seat.number: seat.driver for seat in config.seat},
    }
    return [
        {
            **heard.status_of(source),
            "name": source.name,
            "seat": source.seat,
            "driver": drivers[source.seat],
            "port": device.name,
            "is_heard": is_source_heard(table, source),
            "why": device.why_closed,
            "ports": _ports(source, device, config),
            "round_trip_ms": getattr(node_of(device), "round_trip_ms", None),
            **told_by(node_of(device)),
        }
        for source, device in devices.items()
    ]
