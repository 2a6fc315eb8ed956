"""Where the nodes hang whose port is "auto": every port that the system knows is opened and asked who is there.

    listed, and neither named by the configuration nor in use    it is asked: a zero and a host hello, for a second at most
    it says hello with an id that is looked for                  that node hangs there, whatever the port is called
    one id at two ports                                          neither is used, until one of them is gone
    it says something else                                       it is closed and left alone for a minute
    it says nothing                                              it is asked again after two seconds

Ports are looked for while somebody is missed, and not otherwise. What is found and cannot be used is told once, in a sentence.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec

from firmware_io.encoding import decode, encode
from firmware_io.framing import END, Deframer
from firmware_io.framing import frame as framed
from firmware_io.link import Link
from firmware_io.messages import ANY_NODE, FROM_NODE, NO_EPOCH, NO_ID, U32_MAX, Frame, Hello, HostHello
from firmware_io.port import AUTO, Port, loop_ms

LOOK_MS: Final = 500  # between two looks at the system's list of ports
PROBE_MS: Final = 1_000  # a node answers within some 10 ms; one that has just been given power takes a while to start
ASK_MS: Final = 200
SILENT_MS: Final = 2_000  # until a port where nobody spoke is asked again
STRANGE_MS: Final = 60_000  # until one where something else did
TOKEN: Final = U32_MAX  # sessions count theirs from 1, so that an answer to this one is never taken for one of theirs


class Answer(msgspec.Struct, frozen=True):
    """What was found at a port."""

    nodes: tuple[tuple[int, str], ...]  # id and kind; none: nobody of ours
    ask_at_ms: int  # when it is asked again


class Probe:
    """One port that is being asked."""

    def __init__(self, path: str, epoch: int, is_over: Callable[[], None]) -> None:
        """`is_over` is called when there is no more to wait for."""
        self.nodes: dict[int, str] = {}
        self.is_strange = False  # bytes came that are no node's
        self._link = Link(path)
        self._epoch = epoch
        self._deframer = Deframer()
        self._is_over = is_over

    @property
    def path(self) -> str:
        return self._link.path

    @property
    def is_done(self) -> bool:
        return bool(self.nodes) or not self._link.is_open

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        self._link.open(loop, self._came, lambda why: self._is_over())

    def ask(self) -> None:
        question = Frame(ANY_NODE, self._epoch, 0, NO_EPOCH, 0, 0, HostHello(TOKEN))
        self._link.write(END + framed(encode(question)))

    def close(self, now_ms: int) -> Answer:
        self._link.close()
        is_left_alone = self.is_strange and not self.nodes
        return Answer(tuple(sorted(self.nodes.items())), now_ms + (STRANGE_MS if is_left_alone else SILENT_MS))

    def _came(self, data: bytes) -> None:
        bodies = self._deframer.feed(data)
        said = [frame for frame in map(decode, bodies) if isinstance(frame, Frame) and isinstance(frame.message, FROM_NODE)]
        self.is_strange = self.is_strange or not said or len(said) < len(bodies)
        for frame in said:
            if isinstance(frame.message, Hello) and frame.message.token == TOKEN and frame.node != ANY_NODE:
                self.nodes[frame.node] = frame.message.kind
        if self.nodes:
            self._is_over()


class Sought:
    """A node whose port is looked for: the `Search` of its port."""

    def __init__(self, finder: Finder, node: int, kind: str) -> None:
        self.node, self.kind = node, kind
        self.waiting: Port | None = None  # while its port is not known
        self.using: Port | None = None
        self._finder = finder

    @property
    def why(self) -> str:
        return self._finder.why_missed(self.node)

    def begin(self, loop: asyncio.AbstractEventLoop, port: Port) -> None:
        self.waiting, self.using = port, None
        self._finder.missed(loop)

    def end(self) -> None:
        self.waiting = self.using = None
        self._finder.found_or_given_up()

    def plug(self, path: str) -> None:
        port, self.waiting = self.waiting, None
        self.using = port
        if port is not None:
            port.plug(path)


class Finder:
    """All searches of one table."""

    def __init__(
        self, list_ports: Callable[[], Iterable[str]], *, epoch: int, named: Iterable[str] = (),
        tell: Callable[[str], None] = lambda said: None,
    ) -> None:
        """`epoch`: the host's. `named`: ports that the configuration names, which are never asked; links to them count."""
        self._list_ports = list_ports
        self._epoch = epoch
        self._named = tuple(Path(path) for path in named if path != AUTO)
        self._tell = tell
        self._sought: list[Sought] = []
        self._answers: dict[str, Answer] = {}
        self._probes: list[Probe] = []
        self._timer: asyncio.TimerHandle | None = None
        self._probe_ends_ms = 0
        self._told: frozenset[str] = frozenset()

    def seek(self, node: int, kind: str) -> Sought:
        sought = Sought(self, node, kind)
        self._sought.append(sought)
        return sought

    # -------------------------------------------------------------- what the searches say

    def missed(self, loop: asyncio.AbstractEventLoop) -> None:
        """Somebody looks for its port from now on."""
        if self._timer is None:
            self._timer = loop.call_later(0, self._look, loop)

    def why_missed(self, node: int) -> str:
        """In words."""
        if len(at := self._where(node)) > 1:
            return f"node {node} answers at {listed(at)}"
        asked = len(self._answers)
        return f"node {node} answers at none of {asked} ports" if asked else f"no port is known to have node {node}"

    def found_or_given_up(self) -> None:
        if not self._missing and self._timer is not None:
            self._timer.cancel()
            self._timer = None
            for probe in self._probes:
                probe.close(0)
            self._probes = []

    # -------------------------------------------------------------- inside

    @property
    def _missing(self) -> list[Sought]:
        return [sought for sought in self._sought if sought.waiting is not None]

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Asks every port that is due; the list is looked at again soon where none is."""
        now_ms = loop_ms(loop)
        free = self._free()
        self._answers = {path: answer for path, answer in self._answers.items() if path in free}
        due = [path for path in free if path not in self._answers or now_ms >= self._answers[path].ask_at_ms]
        self._probes = [Probe(path, self._epoch, lambda: self._over_early(loop)) for path in due]
        for probe in self._probes:
            probe.open(loop)
        if due:
            self._probe_ends_ms = now_ms + PROBE_MS
            self._ask(loop)
        else:
            self._timer = loop.call_later(LOOK_MS / 1_000, self._look, loop)

    def _free(self) -> list[str]:
        """The ports that may be asked, by the kernel's names."""
        try:
            listed = sorted(set(self._list_ports()))
        except OSError:  # one was pulled out while it was listed
            return list(self._answers)
        taken = {path.resolve() for path in self._named}
        taken |= {Path(sought.using.name).resolve() for sought in self._sought if sought.using is not None}
        return [path for path in listed if Path(path).resolve() not in taken]

    def _ask(self, loop: asyncio.AbstractEventLoop) -> None:
        if loop_ms(loop) >= self._probe_ends_ms or all(probe.is_done for probe in self._probes):
            self._judge(loop)
            return
        for probe in self._probes:
            if not probe.is_done:
                probe.ask()
        self._timer = loop.call_later(ASK_MS / 1_000, self._ask, loop)

    def _over_early(self, loop: asyncio.AbstractEventLoop) -> None:
        """A port has answered or gone. If it was the last one asked, the searches need not wait any longer."""
        if self._timer is not None and all(probe.is_done for probe in self._probes):
            self._timer.cancel()
            self._timer = loop.call_later(0, self._ask, loop)

    def _judge(self, loop: asyncio.AbstractEventLoop) -> None:
        now_ms = loop_ms(loop)
        self._timer = loop.call_later(LOOK_MS / 1_000, self._look, loop)
        for probe in self._probes:
            self._answers[probe.path] = probe.close(now_ms)
        self._probes = []
        self._say()
        for sought in self._sought:
            at = [path for path in self._where(sought.node) if self._answers[path].nodes[0][1] == sought.kind]
            if sought.using is not None and at:
                sought.using.unplug()
            elif sought.waiting is not None and len(at) == 1 == len(self._where(sought.node)):
                del self._answers[at[0]]
                sought.plug(at[0])
        self.found_or_given_up()

    def _where(self, node: int) -> list[str]:
        """The free ports at which this node answers. A port with two nodes has none."""
        return sorted(path for path, answer in self._answers.items() if [found for found, _ in answer.nodes] == [node])

    def _say(self) -> None:
        said = frozenset(why for path, answer in self._answers.items() if (why := self._why_not_used(path, answer)) is not None)
        for sentence in sorted(said - self._told):
            self._tell(sentence)
        self._told = said

    def _why_not_used(self, path: str, answer: Answer) -> str | None:
        """A sentence; None: nobody of ours hangs there, or it is used from now on."""
        if not answer.nodes:
            return None
        if len(answer.nodes) > 1:
            return f"Nodes {listed(node for node, _ in answer.nodes)} answer at {path}: neither is used."
        node, kind = answer.nodes[0]
        sought = next((sought for sought in self._sought if sought.node == node), None)
        if node == NO_ID:
            return f"The node at {path} has no number yet ({NO_ID}): it is not used."
        if sought is None:
            return f"Node {node} answers at {path}, and no [shoe] or [[seat]] looks for it: it is not used."
        if kind != sought.kind:
            return f"Node {node} at {path} is a {kind}, and a {sought.kind} is looked for: it is not used."
        at = sorted([*([] if sought.using is None else [sought.using.name]), *self._where(node)])
        return f"Node {node} answers at {listed(at)}: neither is used until one of them is gone." if len(at) > 1 else None


def listed(things: Iterable[object]) -> str:
    return " and ".join(map(str, things))
