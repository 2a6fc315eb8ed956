"""Finds the ports of the nodes whose port is "auto": each port of the system is opened and greeted.

    a port that is neither configured nor in use    it is greeted for a second at most
    a hello with an id that is looked for           that node hangs there, whatever its name
    one id at two ports                             neither is used until one of them is gone
    the id of a node in use, a second time          reported; not used until it is plugged in anew
    a hello on a keyed link whose key is unknown    reported, and not used
    a node whose key is here, without or with       reported, and not used; an invalid MAC is also
    another key                                     reported to the searcher
    anything else                                   the port is closed and left alone for a minute
    silence                                         it is greeted again after two seconds

While no node is missing, the list is read every 3 s: a new port is greeted at once, one that was
silent or had a node once a minute, one with something else never again. No port that the table uses
is ever greeted. What is found and cannot be used is reported once, in a sentence.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from msgspec import structs

from firmware_io.auth_failures import Forgeries
from firmware_io.encoding import FORGED, UNKEYED
from firmware_io.link import Link, Links
from firmware_io.messages import NO_ID
from firmware_io.port import AUTO, Port, loop_ms
from firmware_io.probe import Answer, Probe
from firmware_io.session import LOST_AFTER_MS

LOOK_MS = 500  # between two looks at the system's list of ports
CALM_LOOK_MS = 3_000  # while nobody is missed: a look takes some ms of the loop
# a node answers within some 10 ms; one that has just been given power takes a while to start
PROBE_MS = 1_000
ASK_MS = 200
SILENT_MS = 2_000  # until a port where nobody spoke is queried again
STRANGE_MS = 60_000  # until one where something else did
LACKS = {
    UNKEYED: "speaks without the key that this table has for it",
    FORGED: "speaks with another key than this table has for it",
}
# until a port is queried again while nobody is missed: its node may have got power since
CALM_MS = 60_000


Of = int | str | tuple[int | str, ...]


class Unused(str):
    """Why a node is not used: a sentence. `template` and `values` are what it is made of, for who
    says it in another language.
    """

    template: str
    values: Mapping[str, Of]

    def __new__(cls, template: str, **values: Of) -> Unused:
        words = {
            name: join_words(value) if isinstance(value, tuple) else value
            for name, value in values.items()
        }
        self = super().__new__(cls, template.format(**words))
        self.template, self.values = template, values
        return self


class Sought:
    """A node whose port is looked for: the `Search` of its port."""

    def __init__(self, finder: Finder, node: int, kind: str, on_forged: Callable[[], None]) -> None:
        self.node, self.kind, self.on_forged = node, kind, on_forged
        self.forgeries = Forgeries()
        self.waiting: Port | None = None  # while its port is not known
        self.using: Port | None = None
        self._finder = finder

    @property
    def why_missing(self) -> str:
        return self._finder.why_missed(self.node)

    def begin_search(self, loop: asyncio.AbstractEventLoop, port: Port) -> None:
        self.waiting, self.using = port, None
        self._finder.begin_looking(loop)

    def end_search(self) -> None:
        self.waiting = self.using = None
        self._finder.end_looking()

    def plug(self, path: str) -> None:
        port, self.waiting = self.waiting, None
        self.using = port
        if port is not None:
            port.plug(path)


class Finder:
    """All searches of one table."""

    def __init__(
        self,
        list_ports: Callable[[], Iterable[str]],
        *,
        epoch: int,
        named: Iterable[str] = (),
        tell: Callable[[str], None] = lambda sentence: None,
        keys: Mapping[int, bytes] | None = None,
        changed: Callable[[], None] = lambda: None,
        links: Links = Link,
    ) -> None:
        """`epoch`: the host's. `named`: ports that the configuration names, which are never
        queried; links to them count.

        `links`: how a link with a port is made. `changed`: what is found and not used is another
        than before. `keys`: by node, of the links that have one. Such a node is found by the hello
        that it says by itself, with its MAC.
        """
        self._keys = keys or {}
        self._links = links
        self._list_ports = list_ports
        self._epoch = epoch
        self._named = tuple(Path(path) for path in named if path != AUTO)
        self._tell, self._changed = tell, changed
        self._sought: list[Sought] = []
        self._answers: dict[str, Answer] = {}
        self._probes: list[Probe] = []
        self._timer: asyncio.TimerHandle | None = None
        self._probe_ends_ms = 0
        # by port, where a node answers that is not used
        self.unused: dict[str, Unused] = {}
        # free ports whose node was there beside the one in use, and its id
        self._seconds: dict[str, int] = {}

    def seek_node(
        self, node: int, kind: str, on_forged: Callable[[], None] = lambda: None
    ) -> Sought:
        """`on_forged`: frames come in its name, at ports that are queried, whose MAC is invalid,
        and noise does not make so many.
        """
        sought = Sought(self, node, kind, on_forged)
        self._sought.append(sought)
        return sought

    # -------------------------------------------------------------- what the searches say

    def begin_looking(self, loop: asyncio.AbstractEventLoop) -> None:
        """Somebody looks for its port from now on."""
        if self._probes:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_later(0, self._look_at_ports, loop)

    def why_missed(self, node: int) -> str:
        """In words."""
        if len(at := self._answering_ports(node)) > 1:
            return f"node {node} answers at {join_words(at)}"
        if second := next((path for path, which in self._seconds.items() if which == node), None):
            return f"only a second node {node} answers, at {second}"
        if keyed := next(
            (path for path, answer in sorted(self._answers.items()) if node in answer.keyed), None
        ):
            return f"node {node} answers at {keyed} with a key, and this table has none for it"
        for path, answer in sorted(self._answers.items()):
            if (lacks := dict(answer.not_believed).get(node)) is not None:
                return f"node {node} {LACKS[lacks]} at {path}"
        ports_asked = len(self._answers)
        return (
            f"node {node} answers at none of {ports_asked} ports"
            if ports_asked
            else f"no port is known to have node {node}"
        )

    @property
    def doubled_nodes(self) -> tuple[int, ...]:
        """Those that are looked for and answer at more ports than one, that in use included."""
        more = {
            node
            for node in (sought.node for sought in self._sought)
            if len(self._answering_ports(node)) > 1
        }
        return tuple(sorted({*self._seconds.values(), *more}))

    def end_looking(self) -> None:
        """One is not looked for any more. With the last one all ends."""
        if self._timer is None or any(
            sought.waiting is not None or sought.using is not None for sought in self._sought
        ):
            return
        for probe in self._probes:
            probe.close(0)
        self._probes = []
        self._timer.cancel()
        self._timer = None

    # -------------------------------------------------------------- inside

    @property
    def _missing_nodes(self) -> list[Sought]:
        return [sought for sought in self._sought if sought.waiting is not None]

    def _look_later(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(
            (LOOK_MS if self._missing_nodes else CALM_LOOK_MS) / 1_000, self._look_at_ports, loop
        )

    def _look_at_ports(self, loop: asyncio.AbstractEventLoop) -> None:
        """Asks every port that is due; the list is looked at again soon where none is."""
        now_ms = loop_ms(loop)
        free = self._free_ports()
        self._answers = {path: answer for path, answer in self._answers.items() if path in free}
        self._note_seconds(now_ms)
        self._announce_unused()
        due = [path for path in free if self._is_due(path, now_ms)]
        may_ask = any(sought.node not in self._keys for sought in self._sought)
        self._probes = [
            Probe(
                path,
                self._epoch,
                lambda: self._over_early(loop),
                self._keys,
                may_ask=may_ask,
                links=self._links,
            )
            for path in due
        ]
        for probe in self._probes:
            probe.open(loop)
        if due:
            self._probe_ends_ms = now_ms + PROBE_MS
            self._ask_ports(loop)
        else:
            self._look_later(loop)

    def _is_due(self, path: str, now_ms: int) -> bool:
        answer = self._answers.get(path)
        if answer is None:
            return True
        if not self._missing_nodes:
            return not answer.is_strange and now_ms >= answer.at_ms + CALM_MS
        return now_ms >= answer.at_ms + (STRANGE_MS if answer.is_strange else SILENT_MS)

    def _note_seconds(self, now_ms: int) -> None:
        """A node is a second one if that in use was still heard when it would have been lost by
        then, had it moved there.
        """
        self._seconds = {
            path: node
            for path, node in self._seconds.items()
            if path in self._answers and self._answers[path].is_of(node)
        }
        for sought in self._sought:
            for path in self._answering_ports(sought.node) if sought.using is not None else ():
                if now_ms > self._answers[path].at_ms + LOST_AFTER_MS:
                    self._seconds[path] = sought.node

    def _free_ports(self) -> list[str]:
        """The ports that may be queried, by the kernel's names."""
        try:
            listed = sorted(set(self._list_ports()))
        except OSError:  # one was pulled out while it was listed
            return list(self._answers)
        taken = {os.path.realpath(path) for path in self._named}
        taken |= {
            os.path.realpath(sought.using.name)
            for sought in self._sought
            if sought.using is not None
        }
        return [path for path in listed if os.path.realpath(path) not in taken]

    def _ask_ports(self, loop: asyncio.AbstractEventLoop) -> None:
        if loop_ms(loop) >= self._probe_ends_ms or all(probe.is_done for probe in self._probes):
            self._judge_answers(loop)
            return
        for probe in self._probes:
            if not probe.is_done:
                probe.send_greeting()
        self._timer = loop.call_later(ASK_MS / 1_000, self._ask_ports, loop)

    def _over_early(self, loop: asyncio.AbstractEventLoop) -> None:
        """A port has answered or gone. If it was the last one queried, the searches need not wait
        any longer.
        """
        if self._timer is not None and all(probe.is_done for probe in self._probes):
            self._timer.cancel()
            self._timer = loop.call_later(0, self._ask_ports, loop)

    def _judge_answers(self, loop: asyncio.AbstractEventLoop) -> None:
        now_ms = loop_ms(loop)
        probes, self._probes = self._probes, []
        for probe in probes:
            self._answers[probe.path] = self._close_probe(probe, now_ms)
        for sought in self._missing_nodes:
            at = self._answering_ports(sought.node)
            if len(at) == 1 and self._answers[at[0]].nodes[0][1] == sought.kind:
                del self._answers[at[0]]
                sought.plug(at[0])
        self._announce_unused()
        self._look_later(loop)
        self._tell_forged(probes, now_ms)

    def _tell_forged(self, probes: Iterable[Probe], now_ms: int) -> None:
        for sought in self._sought:
            forged = sum(probe.forged[sought.node] for probe in probes)
            seconds = [sought.forgeries.is_suspicious(now_ms) for _ in range(forged)]
            if any(seconds):
                sought.on_forged()

    def _close_probe(self, probe: Probe, now_ms: int) -> Answer:
        """Another program may have the port for a moment: then what it answered before still
        holds.
        """
        answer = probe.close(now_ms)
        before = self._answers.get(probe.path)
        return answer if probe.was_open or before is None else structs.replace(before, at_ms=now_ms)

    def _answering_ports(self, node: int) -> list[str]:
        """The free ports at which this node answers, and may be used. A port with two nodes has
        none.
        """
        return sorted(
            path
            for path, answer in self._answers.items()
            if answer.is_of(node) and path not in self._seconds
        )

    def _announce_unused(self) -> None:
        unused = {
            path: why
            for path, answer in self._answers.items()
            if (why := self._why_not_used(path, answer)) is not None
        }
        for sentence in sorted(set(unused.values()) - set(self.unused.values())):
            self._tell(sentence)
        before, self.unused = self.unused, unused
        if before != unused:
            self._changed()

    def _why_not_used(self, path: str, answer: Answer) -> Unused | None:
        """None: nobody of ours hangs there, or it is used from now on."""
        if answer.keyed:
            return Unused(
                "Node {nodes} answers at {path} with a key, and this table has none for it: it is "
                "not used.",
                nodes=tuple(answer.keyed),
                path=path,
            )
        if answer.not_believed:
            node, lacks = answer.not_believed[0]
            return (
                Unused(
                    "Node {node} speaks without the key that this table has for it at {path}: it "
                    "is not used.",
                    node=node,
                    path=path,
                )
                if lacks == UNKEYED
                else Unused(
                    "Node {node} speaks with another key than this table has for it at {path}: it "
                    "is not used.",
                    node=node,
                    path=path,
                )
            )
        if not answer.nodes:
            return None
        if len(answer.nodes) > 1:
            return Unused(
                "Nodes {nodes} answer at {path}: neither is used.",
                nodes=tuple(node for node, _ in answer.nodes),
                path=path,
            )
        node, kind = answer.nodes[0]
        sought = next((sought for sought in self._sought if sought.node == node), None)
        if node == NO_ID:
            return Unused(
                "The node at {path} has no number yet ({node}): it is not used.",
                node=NO_ID,
                path=path,
            )
        if sought is None:
            return Unused(
                "Node {node} answers at {path}, and no [shoe] or [[seat]] looks for it: it is not "
                "used.",
                node=node,
                path=path,
            )
        if kind != sought.kind:
            return Unused(
                "Node {node} at {path} is a {kind}, and a {wanted} is looked for: it is not used.",
                node=node,
                path=path,
                kind=kind,
                wanted=sought.kind,
            )
        if path in self._seconds:
            return _second_node(node, path, sought.using.name if sought.using else "")
        at = self._answering_ports(node)
        return (
            Unused(
                "Node {node} answers at {ports}: neither is used until one of them is gone.",
                node=node,
                ports=tuple(at),
            )
            if len(at) > 1
            else None
        )


def _second_node(node: int, path: str, first: str) -> Unused:
    """`first`: the port of the one that is in use; empty: none is."""
    if not first:
        return Unused(
            "A second node {node} answers at {path}: it is not used before its plug is pulled and "
            "put in again.",
            node=node,
            path=path,
        )
    return Unused(
        "A second node {node} answers at {path}, and the table keeps the one at {first}: it is not "
        "used before its plug is pulled and put in again.",
        node=node,
        path=path,
        first=first,
    )


def join_words(items: Iterable[object]) -> str:
    return " and ".join(map(str, items))
