"""Which devices are nodes on our own wire, and what one has told of itself."""

from collections.abc import Iterable
from typing import Any

from firmware_io.devices import NodeDevice
from firmware_io.messages import abilities_of
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
    """For `rule status`: `node`: what it is, null if it has not said; `keeps`: the row of the journal that its last hello named.

    `not_believed`: on a keyed link, how many frames had no MAC, a wrong one, or were not new (`replayed`: of those, how many had
    come before); null: its link has no key.
    """
    believed = {"not_believed": None if node is None or not node.session.is_keyed else
                {why: node.session.counts[why] for why in NOT_BELIEVED}}
    if node is None or node.session.about is None:
        return {"node": None, "keeps": None, **believed}
    about, anchor = node.session.about, node.session.anchor
    return {
        "node": {
            "wire": f"1.{about.minor}", "board": about.board, "firmware": about.firmware,
            "abilities": list(abilities_of(about.abilities)), "reads_a_second": [rate / 10 or None for rate in about.rates]},
        "keeps": None if anchor is None else anchor.count, **believed}
