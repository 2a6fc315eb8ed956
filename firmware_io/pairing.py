"""A node is given the key of its link, over its own cable: the host's end of that, until the node
has proven that it keeps it.

    host                                  node, without a key
      HostHello  ------------------------>
      <------ Hello, About 1.2
      Pair(key)  ------------------------>  keeps it over a restart, and only then
      <------ Hello, with a MAC by that key

Bytes and time go in and out, as of a session; `pair_node` does it at a port. Nothing that the node
senses is taken or acknowledged: it keeps that for the table. The caller has the key on the disk
before, so that a cable that is pulled in between costs nothing: the same key is given again, or is
found to be there.
"""

import asyncio
from collections.abc import Iterable
from enum import StrEnum, auto

from firmware_io.encoding import decode, encode, without_mac
from firmware_io.finder import ASK_MS, PROBE_MS
from firmware_io.framing import END, Deframer, frame
from firmware_io.host_session import HostSession
from firmware_io.messages import NO_EPOCH, PAIRS_FROM, Frame, Hello, Malformed, Pair
from firmware_io.port import Port, loop_ms
from firmware_io.probe import Probe
from firmware_io.session import NodeFound, WrongNode

ABOUT_MS = 1_000  # after it was found; it comes with the hello
PROVEN_MS = 1_000  # after it was given its key: writing that takes some ms
TRIES = 3
AT_MOST_MS = 6_000  # in all: greeting, and three tries


class Outcome(StrEnum):
    PAIRED = auto()
    UNABLE = auto()  # it keeps no key, or has no room for one
    HAS_A_KEY = auto()  # and another than this one
    ANOTHER = auto()  # another node is there, or something that is none
    NOT_KEPT = auto()  # it was given the key, and did not prove that it has it
    SILENT = auto()


class Pairing:
    """With one node."""

    def __init__(self, *, node: int, kind: str, epoch: int, key: bytes, now_ms: int = 0) -> None:
        """`epoch`: of this host, one that the node has not met. `key`: 32 bytes."""
        self.outcome: Outcome | None = None  # until it is known
        self._keeps_keys: bool | None = None  # None: it is not known yet
        self._node, self._kind, self._key = node, kind, key
        self._host = HostSession(epoch=epoch, node=node, kind=kind, now_ms=now_ms)
        self._host.begin_watch(now_ms)
        self._deframer = Deframer()
        self._has_a_key = False
        self._ends_ms = now_ms + AT_MOST_MS
        self._found_ms: int | None = None
        self._given_ms: int | None = None
        self._tries = 0

    def receive(self, data: bytes, now_ms: int) -> None:
        for body in self._deframer.feed(data):
            self._read_body(body)
        for report in self._host.receive(data, now_ms):
            if isinstance(report, NodeFound):
                self._found_ms = now_ms
            elif isinstance(report, WrongNode):
                self._set_outcome(Outcome.ANOTHER)
        self._update_outcome(now_ms)

    def take_output(self, now_ms: int) -> bytes:
        """What to write now."""
        self._host.tick(now_ms)
        self._update_outcome(now_ms)
        if self.outcome is not None:
            return b""
        return self._host.take_output(now_ms) + (
            self._give_key(now_ms) if self._is_due(now_ms) else b""
        )

    def next_timeout_ms(self) -> int:
        due = [self._ends_ms, self._host.next_timeout_ms() or self._ends_ms]
        if self._found_ms is not None and self._keeps_keys is None:
            due.append(self._found_ms + ABOUT_MS)
        if self._given_ms is not None:
            due.append(self._given_ms + PROVEN_MS)
        return min(due)

    # -------------------------------------------------------------- inside

    def _read_body(self, body: bytes) -> None:
        arrived = decode(body, self._key)
        if isinstance(arrived, Malformed):
            stranger = without_mac(body)
            self._has_a_key = self._has_a_key or (
                isinstance(stranger, Frame) and stranger.node == self._node
            )
        elif isinstance(arrived.message, Hello):
            is_it = arrived.node == self._node and arrived.message.kind == self._kind
            self._set_outcome(Outcome.PAIRED if is_it else Outcome.ANOTHER)

    def _update_outcome(self, now_ms: int) -> None:
        """What is known by now."""
        if self._host.about is not None:
            self._keeps_keys = self._host.about.minor >= PAIRS_FROM
        elif self._found_ms is not None and now_ms - self._found_ms >= ABOUT_MS:
            self._keeps_keys = False
        if self._keeps_keys is False:
            self._set_outcome(Outcome.UNABLE)
        elif (
            self._given_ms is not None
            and self._tries == TRIES
            and now_ms - self._given_ms >= PROVEN_MS
        ):
            self._set_outcome(Outcome.NOT_KEPT)
        elif now_ms >= self._ends_ms:
            self._set_outcome(
                Outcome.NOT_KEPT
                if self._tries
                else Outcome.HAS_A_KEY
                if self._has_a_key
                else Outcome.SILENT
            )

    def _set_outcome(self, outcome: Outcome) -> None:
        self.outcome = self.outcome or outcome

    def _is_due(self, now_ms: int) -> bool:
        is_able = self._keeps_keys is not None and self._host.is_heard
        return is_able and (self._given_ms is None or now_ms - self._given_ms >= PROVEN_MS)

    def _give_key(self, now_ms: int) -> bytes:
        """Sent once, unless no proof comes: then the frame, or the proof, was lost."""
        self._given_ms = now_ms
        self._tries += 1
        epoch = self._host.node_epoch or NO_EPOCH
        return frame(encode(Frame(self._node, self._host.epoch, 0, epoch, 0, 0, Pair(self._key))))


class _Cable:
    """A pairing at a port, which is opened again where its plug is pulled."""

    def __init__(self, path: str, pairing: Pairing) -> None:
        self._pairing = pairing
        self.port = Port(path, self)
        self.is_over = asyncio.Event()

    def port_opened(self, now_ms: int) -> None:
        self.port.write(END)

    def bytes_received(self, data: bytes, now_ms: int) -> None:
        self._pairing.receive(data, now_ms)

    def port_closed(self, was_open: bool, now_ms: int) -> None: ...

    def run_due(self, now_ms: int) -> None:
        output = self._pairing.take_output(now_ms)
        if output and self.port.is_open:
            self.port.write(output)
        if self._pairing.outcome is not None:
            self.is_over.set()

    def due_ms(self) -> int:
        return self._pairing.next_timeout_ms()


async def pair_node(
    path: str, *, node: int, kind: str, epoch: int, key: bytes
) -> tuple[Pairing, str | None]:
    """The node at this port is given its key. What came of it, and why the port is not open, in
    words, where it is not.
    """
    loop = asyncio.get_running_loop()
    pairing = Pairing(node=node, kind=kind, epoch=epoch, key=key, now_ms=loop_ms(loop))
    cable = _Cable(path, pairing)
    cable.port.open(loop)
    try:
        if cable.port.why_closed is None:
            await cable.is_over.wait()
        return pairing, cable.port.why_closed
    finally:
        cable.port.close()


async def ports_of(node: int, paths: Iterable[str], *, epoch: int, key: bytes) -> list[str]:
    """At which of these ports the node answers: with this key, with another, or with none."""
    loop = asyncio.get_running_loop()
    probes = [Probe(path, epoch, lambda: None, {node: key}) for path in paths]
    for probe in probes:
        probe.open(loop)
    for _ in range(PROBE_MS // ASK_MS):
        for probe in probes:
            probe.send_greeting()
        await asyncio.sleep(ASK_MS / 1_000)
    answers = {probe.path: probe.close(loop_ms(loop)) for probe in probes}
    return [
        path
        for path, answer in answers.items()
        if node in dict(answer.nodes) or node in dict(answer.not_believed)
    ]
