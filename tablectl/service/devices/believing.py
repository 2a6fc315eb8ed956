"""Who is not heard, or not believed, at the link of a device, or is there twice: in words, and
what locks the table.
"""

from collections.abc import Sequence

from firmware_io.devices import DeviceGone
from firmware_io.session import NodeFaulty, NodeLost, NotProven, Replayed, WrongNode
from tablectl.engine import events
from tablectl.engine.facts import Noticed, make_notice
from tablectl.engine.source import SHOE, Source, seat_source
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.service.config.checks import SHOE_NODE
from tablectl.service.config.values import Config
from tablectl.service.devices.nodes import node_of
from tablectl.service.devices.protocols import Device


def why_not_heard(device: Device, report: NodeLost | NodeFaulty | WrongNode | DeviceGone) -> str:
    """Without a full stop."""
    if isinstance(report, NodeFaulty):
        return f"node {report.node} at {device.name} is at fault: {report.what}"
    if isinstance(report, WrongNode):
        return (
            f"node {report.node} answers at {device.name}, and does not belong there "
            f"({report.reason})"
        )
    why = report.why if isinstance(report, DeviceGone) else device.why_closed
    why = why or why_not_believed(device) or "the port is open, and nobody answers"
    return f"{device.name}: {why}"


def why_not_believed(device: Device) -> str | None:
    """In words, where frames came that are not of this link's key, or of a link that has one;
    None: none came.
    """
    node = node_of(device)
    if node is None:
        return None
    if node.has_heard_a_key:
        return "its node speaks with a key, and this table has none for it"
    if forged := node.session.counts["forged"]:
        return f"{forged:,} frames came with a wrong MAC: the node there has another key"
    if unkeyed := node.session.counts["unkeyed"]:
        return f"{unkeyed:,} frames came without a MAC: the node there has no key"
    return None


def not_believed(
    table: Table,
    source: Source,
    report: NotProven | Replayed,
    now_ms: int,
) -> tuple[str, tuple[events.AnyEvent, ...]]:
    """A sentence for the log, and what happened. However many wrong MACs come, that is one lock
    and one line: then neither.
    """
    where = f"At {source.name.lower()} frames come"
    if isinstance(report, Replayed):
        return f"{where} again that came before: somebody sends what was recorded there.", ()
    if any((hold.kind, hold.source) == ("link", source) for hold in table.holds):
        return "", ()
    return (
        f"{where} in its node's name whose MAC is wrong: a node with another key is there, or "
        "somebody is at the wire. The table is locked."
    ), (events.HoldBegan(at_ms=now_ms, kind="link", source=source),)


def second_devices(config: Config, doubled: Sequence[int]) -> tuple[Noticed, ...]:
    """To be shown for as long as it is so. `doubled`: ids of nodes that answer at more ports
    than one.
    """
    sources = {
        config.shoe.node or SHOE_NODE: SHOE,
        **{seat.node or seat.number: seat_source(seat.number) for seat in config.seat},
    }
    return tuple(
        make_notice(Why.SECOND_DEVICE(device=sources[node].kind, number=sources[node].number))
        for node in doubled
        if node in sources
    )
