"""How well each device is heard: whether it is silent, what its wire has garbled, and whether a
node may be believed. The floor reads it in `rule status`.

Who asks how a device does while the table runs asks the table: nobody else opens its port.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from firmware_io.devices import DeviceGone, NodeDevice
from firmware_io.messages import Counters, abilities_of
from firmware_io.session import NodeFaulty, NodeLost, NotProven, Replayed, WrongNode
from tablectl.engine import events
from tablectl.engine.events import AnyEvent, KeyPressed
from tablectl.engine.facts import Noticed, Refused, make_message
from tablectl.engine.questions import is_source_heard
from tablectl.engine.source import SHOE, Source, seat_source
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.present.news import News
from tablectl.service.config.antennas import placed_antennas
from tablectl.service.config.nodes import SHOE_NODE
from tablectl.service.config.values import Config
from tablectl.service.devices.composite_seat import CompositeSeat
from tablectl.service.devices.protocols import Device
from tablectl.structs import JsonObject

CHECKS = ("check", "check_call")

CHECKED_TWICE_MS = 5_000

# counts of what should not happen at all
GARBLED = ("bad_crc", "bad_cobs", "too_long", "malformed", "refused_edges")


class LinkHealth:
    """Kept in memory alone: a device that is lost is a fact, one that is only slow is none."""

    def __init__(self) -> None:
        self._silent_ms: dict[Source, int] = {}
        self._counters: dict[Source, Counters] = {}

    def mark_silent(self, source: Source, silent_ms: int) -> None:
        """It has been silent for longer than it should be: it speaks again in a moment, or is
        lost, which the log says.
        """
        self._silent_ms[source] = silent_ms

    def mark_heard(self, source: Source) -> None:
        """It has spoken, or is lost, which another report says."""
        self._silent_ms.pop(source, None)

    def compare_counters(self, source: Source, counters: Counters) -> str | None:
        """Faults at the node since it started. A sentence, if they are more than it reported
        before.
        """
        before, self._counters[source] = self._counters.get(source), counters
        more = {
            name: getattr(counters, name) - (getattr(before, name) if before else 0)
            for name in GARBLED
        }
        worse = [f"{name.replace('_', ' ')} {count:,}" for name, count in more.items() if count > 0]
        return (
            f"The wire of {source.name[0].lower()}{source.name[1:]} is poor: {', '.join(worse)}."
            if worse
            else None
        )

    def health_row(self, source: Source) -> JsonObject:
        """How long it has been silent, and its counters; null where it speaks, or has sent none."""
        return {
            "silent_ms": self._silent_ms.get(source),
            "counters": msgspec.to_builtins(self._counters.get(source)),
        }


class Absences:
    """Since when each lost seat has given no sign: for the screen alone, so it is no fact, and
    counts anew after a restart.
    """

    def __init__(self) -> None:
        self._since_ms: dict[int, int] = {}

    def away_s(self, t: Table, now_ms: int) -> int | None:
        """How long the seat to act has been away, in whole seconds; None: it is connected. To be
        called after every change.
        """
        lost = {seat.number for seat in t.seats if not seat.is_connected}
        self._since_ms = {number: self._since_ms.get(number, now_ms) for number in lost}
        since_ms = self._since_ms.get(t.to_act or 0)
        return None if since_ms is None else max(0, now_ms - since_ms) // 1_000


class Repeats:
    """How often the last announcement was wanted once more, by a second check out of turn or
    a pin: the screen says it.
    """

    def __init__(self) -> None:
        self.count = 0
        self._checked = (0, 0)  # by which seat, and when

    def note_refusals(
        self, happened: Iterable[AnyEvent], notices: Iterable[News], now_ms: int
    ) -> None:
        """Looks for second checks among what happened, with its notices."""
        out_of_turn = {
            notice.seat
            for notice in notices
            if isinstance(notice, Refused) and notice.code == "out_of_turn"
        }
        for event in happened:
            if isinstance(event, KeyPressed) and event.key in CHECKS and event.seat in out_of_turn:
                seat, at_ms = self._checked
                is_second = seat == event.seat and now_ms - at_ms <= CHECKED_TWICE_MS
                self._checked = (0, 0) if is_second else (event.seat, now_ms)
                self.count += is_second


class Wheels:
    """What the wheels of the seats show while they turn: only a key makes it count."""

    def __init__(self) -> None:
        self._amounts: dict[int, int] = {}

    def show_amount(self, seat: int, amount: int) -> None:
        """0: it shows nothing."""
        self._amounts[seat] = amount

    def forget_seat(self, seat: int | None) -> None:
        """A key went down there, or the seat is not heard."""
        if seat is not None:
            self._amounts.pop(seat, None)

    def amounts_shown(self, seat: int | None) -> Mapping[int, int]:
        """Of the seat whose turn it is; what others show is forgotten."""
        self._amounts = {
            number: amount for number, amount in self._amounts.items() if number == seat
        }
        return self._amounts


NOT_BELIEVED = ("unkeyed", "forged", "stale", "replayed")


def find_node(device: Device) -> NodeDevice | None:
    """The node itself; of a seat made of parts, that of its keys. None: no node."""
    part = device.keys if isinstance(device, CompositeSeat) else device
    return part if isinstance(part, NodeDevice) else None


def find_nodes(devices: Iterable[Device]) -> tuple[NodeDevice, ...]:
    return tuple(node for device in devices if (node := find_node(device)) is not None)


def node_facts(node: NodeDevice | None) -> JsonObject:
    """For `rule status`: `node`: what it is, null if unknown; `keeps`: the row of the
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


def _device_ports(source: Source, device: Device, config: Config) -> list[str]:
    """All that it has open, or tries to."""
    antennas = [
        one.port for one in placed_antennas(config) if one.key.startswith(f"{source.name.lower()} ")
    ]
    return [*dict.fromkeys((device.name, *antennas))]


def device_rows(
    table: Table, config: Config, devices: Mapping[Source, Device], heard: LinkHealth
) -> list[JsonObject]:
    """`round_trip_ms`: of the last ping, of a node; `node_facts` has `node` and `keeps`."""
    drivers: dict[int | None, str] = {
        None: config.shoe.driver,
        **{seat.number: seat.driver for seat in config.seat},
    }
    return [
        {
            **heard.health_row(source),
            "name": source.name,
            "seat": source.seat,
            "driver": drivers[source.seat],
            "port": device.name,
            "is_heard": is_source_heard(table, source),
            "why": device.why_closed,
            "ports": _device_ports(source, device, config),
            "round_trip_ms": getattr(find_node(device), "round_trip_ms", None),
            **node_facts(find_node(device)),
        }
        for source, device in devices.items()
    ]


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
    if not device.name:
        return "the configuration names no port for it: write port = .. in its section"
    why = why or forgery_text(device) or "the port is open, and nobody answers"
    return f"{device.name}: {why}"


def forgery_text(device: Device) -> str | None:
    """In words, where frames came that are not of this link's key, or of a link that has one;
    None: none came.
    """
    node = find_node(device)
    if node is None:
        return None
    if node.has_heard_a_key:
        return "its node speaks with a key, and this table has none for it"
    if forged := node.session.counts["forged"]:
        return f"{forged:,} frames came with a wrong MAC: the node there has another key"
    if unkeyed := node.session.counts["unkeyed"]:
        return f"{unkeyed:,} frames came without a MAC: the node there has no key"
    return None


def judge_forgery(
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
        make_message(
            Noticed, Why.SECOND_DEVICE(device=sources[node].kind, number=sources[node].number)
        )
        for node in doubled
        if node in sources
    )
