"""A host that follows the rules unless a test makes it break them, and records every frame it
hears.

    await host.meet_anew()          # as a host that has just started: greets, and takes over edges
    host.acknowledges = False       # edges are heard and not acknowledged
    mark = host.mark
    host.ask_levels()
    await host.await_kind(AreaChanged, 200, since=mark)

It requires of the answers to its greeting only that they are hellos: any other fault of one is a
rule's to find.
"""

import asyncio
import contextlib
from collections.abc import Callable

import msgspec

from firmware_io.encoding import FORGED, UNKEYED, checked_key, decode, encode, without_mac
from firmware_io.framing import END, Deframer, frame
from firmware_io.link import Link
from firmware_io.messages import (
    ANY_NODE,
    EDGES,
    FROM_NODE,
    NO_EPOCH,
    U32_MAX,
    Ack,
    AskLevels,
    Frame,
    Hello,
    HostHeartbeat,
    HostHello,
    Malformed,
    Message,
    Ping,
    Pong,
    State,
)
from firmware_io.port import loop_ms
from firmware_io.session import HEARTBEAT_MS

GREET_EVERY_MS = 200
GREETINGS = 15  # unanswered: nobody is there
LOOK_MS = 20
# a state by a node that acknowledges with its next heartbeat, where that is another rule's
TAKEN_MS = 1_000
DRAINED_AT_MOST_MS = 8_000  # a node with 64 edges, eight at a time, on a slow wire


class NobodyThere(Exception):
    """The port cannot be opened, or nothing answers there; the message is a sentence."""


class Heard(msgspec.Struct, frozen=True):
    at_ms: int
    frame: Frame


class Host:
    """See the module. `epoch`: of its first start; each `meet_anew` is a start of its own."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, path: str, *, epoch: int, key: bytes | None = None
    ) -> None:
        """`key`: of the link, 32 bytes; with one, what this host says bears a MAC, a count and
        an echo.
        """
        self.key = checked_key(key)
        self.epoch = epoch
        self.heard: list[Heard] = []
        self.unreadable: list[str] = []  # frames that were none, each in words
        self.unsealed: list[str] = []  # those that have no MAC of the link's key
        self.node, self.node_epoch = ANY_NODE, NO_EPOCH
        self.safe = 0  # the edges that it acknowledges
        self.acknowledges = True
        self.talks = False  # heartbeats
        self._loop, self._link = loop, Link(path)
        self._deframer = Deframer()
        self._is_keyed = False  # what speaks here has a key, and this host has none
        self._bell = asyncio.Event()
        self._beat: asyncio.TimerHandle | None = None
        self._spoke_ms = 0
        self._is_greeting = False  # the next hello says who is there, and where its edges begin
        self._token = self._state = self._count = 0
        # epoch and clock of the newest frame without a number of its own
        self._echo = (NO_EPOCH, 0)

    def open(self) -> None:
        """A port that is lost afterwards, by a plug that is pulled, is opened again. Raises
        NobodyThere.
        """
        why = self._link.open(self._loop, self._receive_bytes, self._port_lost)
        if why is not None:
            raise NobodyThere(f"{self._link.path} cannot be opened: {why}.")
        self.write(END)
        self._keep_alive()

    def close(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
        self._link.close()

    # -------------------------------------------------------------- what it says

    async def meet_anew(self) -> Hello:
        """Starts anew: another epoch, all that the node keeps is taken over. Returns the hello.
        Raises NobodyThere.
        """
        self.epoch = self.epoch % U32_MAX + 1
        self.acknowledges = self.talks = True
        heard = await self.await_hello()
        await self._drain_edges()
        return heard

    async def await_hello(self) -> Hello:
        """Asks for a hello until one comes. Raises NobodyThere."""
        for _ in range(GREETINGS):
            self.send_greeting()
            self._is_greeting = True
            heard = await self.await_frame(self._is_answer, GREET_EVERY_MS)
            if heard is not None and isinstance(hello := heard.frame.message, Hello):
                return hello
        if self.unsealed:
            raise NobodyThere(
                f"What answers at {self._link.path} does not have this key: {self.unsealed[-1]}."
            )
        if self._is_keyed:
            raise NobodyThere(
                f"What answers at {self._link.path} speaks with a key: --key FILE names it."
            )
        raise NobodyThere(f"Nothing that says hello answers at {self._link.path}.")

    def send_greeting(self) -> int:
        """One greeting; its token."""
        self._token += 1
        self.send_message(HostHello(self._token))
        return self._token

    def send_ping(self) -> int:
        self._token += 1
        self.send_message(Ping(self._token))
        return self._token

    def send_state(self, state: State) -> int:
        """The state's number: one more than the last one's."""
        self._state += 1
        self.send_message(state, self._state)
        return self._state

    def ask_levels(self) -> int:
        return self.send_state(AskLevels())

    def begin_states(self) -> None:
        """The next state has the number 1, as in each epoch. Without this numbers go on, which
        no node may mind.
        """
        self._state = 0

    def skip_states(self, count: int) -> None:
        """The numbers of states that the node never hears of."""
        self._state += count

    def send_message(self, message: Message, number: int = 0) -> None:
        self.write(self.frame_bytes(message, number))

    def frame_bytes(self, message: Message, number: int = 0, **header: int) -> bytes:
        """The bytes of a frame; `header` as of `body_bytes`."""
        return frame(self.body_bytes(message, number, **header))

    def body_bytes(
        self,
        message: Message,
        number: int = 0,
        *,
        node: int | None = None,
        epoch: int | None = None,
        of_epoch: int | None = None,
        safe: int | None = None,
        echo_ms: int | None = None,
    ) -> bytes:
        """A body with this host's header, but for what is given: a header that this host would
        not write.
        """
        known, known_safe, known_echo_ms = self.node_epoch, self.safe, 0
        if self.key is not None:
            self._count += number == 0
            number = number or self._count
            heard, known_echo_ms = self._echo
            if isinstance(message, HostHello) and heard != known:
                known, known_safe = heard, 0
        return encode(
            Frame(
                self.node if node is None else node,
                self.epoch if epoch is None else epoch,
                number,
                known if of_epoch is None else of_epoch,
                known_safe if safe is None else safe,
                known_echo_ms if echo_ms is None else echo_ms,
                message,
            ),
            self.key,
        )

    @property
    def echo_ms(self) -> int:
        """The node's clock, in its last frame without a number."""
        return self._echo[1]

    def write(self, data: bytes) -> None:
        self._spoke_ms = loop_ms(self._loop)
        self._link.write(data)

    # -------------------------------------------------------------- what it hears

    @property
    def mark(self) -> int:
        """For `heard_since`: from now on."""
        return len(self.heard)

    def heard_since(self, mark: int, *kinds: type[Message]) -> list[Heard]:
        return [
            one for one in self.heard[mark:] if not kinds or isinstance(one.frame.message, kinds)
        ]

    def edges_since(self, mark: int) -> list[Heard]:
        return self.heard_since(mark, *EDGES)

    async def wait(self, ms: int) -> int:
        """Time passes; the mark of when it began."""
        mark = self.mark
        await asyncio.sleep(ms / 1_000)
        return mark

    async def await_frame(
        self, is_it: Callable[[Frame], bool], within_ms: int, *, since: int | None = None
    ) -> Heard | None:
        """The first such frame, from now or `since` on; None: it did not come."""
        mark = self.mark if since is None else since
        ends_ms = loop_ms(self._loop) + within_ms
        while True:
            for one in self.heard[mark:]:
                if is_it(one.frame):
                    return one
            mark, left_ms = self.mark, ends_ms - loop_ms(self._loop)
            if left_ms <= 0:
                return None
            self._bell.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._bell.wait(), left_ms / 1_000)

    async def await_pong(self, within_ms: int) -> Heard | None:
        """Pings once; the answer."""
        return await self.await_answer(self.send_ping(), within_ms)

    async def await_answer(self, token: int, within_ms: int) -> Heard | None:
        """The pong that has this token."""
        return await self.await_frame(
            lambda one: isinstance(one.message, Pong) and one.message.token == token, within_ms
        )

    async def await_kind(
        self,
        kind: type[Message] | tuple[type[Message], ...],
        within_ms: int,
        *,
        since: int | None = None,
    ) -> Heard | None:
        """The first frame whose message is of this kind."""
        return await self.await_frame(
            lambda one: isinstance(one.message, kind), within_ms, since=since
        )

    async def await_state(self, number: int, within_ms: int) -> bool:
        """Whether a frame acknowledges the state of this number in time."""
        heard = await self.await_frame(
            lambda one: one.acknowledged_epoch == self.epoch and one.acknowledged >= number,
            within_ms,
        )
        return heard is not None

    async def await_taken(self, state: State, within_ms: int = TAKEN_MS) -> bool:
        """Whether this state, sent once, is acknowledged in time."""
        return await self.await_state(self.send_state(state), within_ms)

    # -------------------------------------------------------------- inside

    async def _drain_edges(self) -> None:
        """Until all edges that the node stored have been acknowledged, or it takes too long."""
        ends_ms = loop_ms(self._loop) + DRAINED_AT_MOST_MS
        while loop_ms(self._loop) < ends_ms:
            heard = await self.await_pong(GREET_EVERY_MS)
            if (
                heard is not None
                and isinstance(heard.frame.message, Pong)
                and heard.frame.message.last_number <= self.safe
            ):
                return
            await self.wait(LOOK_MS)

    def _receive_bytes(self, data: bytes) -> None:
        now_ms, safe = loop_ms(self._loop), self.safe
        errors = self._deframer.errors
        for body in self._deframer.feed(data):
            arrived = decode(body, self.key)
            if isinstance(arrived, Malformed) and arrived.reason in (UNKEYED, FORGED):
                self.unsealed.append(f"{arrived.reason}: {body.hex()}")
            elif isinstance(arrived, Malformed):
                self.unreadable.append(f"{arrived.reason}: {body.hex()}")
                self._is_keyed = self._is_keyed or (
                    self.key is None and isinstance(without_mac(body), Frame)
                )
            elif isinstance(arrived.message, FROM_NODE):
                self.heard.append(Heard(now_ms, arrived))
                self._note_frame(arrived)
        if self._deframer.errors != errors:
            self.unreadable.append(f"no frame: {data.hex()}")
        if self.safe != safe:
            self.send_message(Ack())
        self._bell.set()

    def _is_answer(self, one: Frame) -> bool:
        """A hello; on a keyed link one that answers a greeting, for those that do not only tell
        what to echo.
        """
        return isinstance(one.message, Hello) and (self.key is None or one.message.token != 0)

    def _note_frame(self, arrived: Frame) -> None:
        if not isinstance(arrived.message, EDGES):
            self._echo = (arrived.epoch, arrived.node_ms)
        if self._is_greeting and isinstance(arrived.message, Hello) and self._is_answer(arrived):
            self._is_greeting = False
            # what it keeps may have come before its hello
            known = self.safe if arrived.epoch == self.node_epoch else 0
            self.node, self.node_epoch, self.safe = (
                arrived.node,
                arrived.epoch,
                max(known, arrived.message.first_number - 1),
            )
        is_next = arrived.epoch == self.node_epoch and arrived.sequence == self.safe + 1
        if self.acknowledges and is_next and isinstance(arrived.message, EDGES):
            self.safe = arrived.sequence

    def _port_lost(self, why: str) -> None:
        self._deframer.feed(END)  # what was half sent will not be finished
        self._bell.set()

    def _keep_alive(self) -> None:
        now_ms = loop_ms(self._loop)
        if (
            not self._link.is_open
            and self._link.open(self._loop, self._receive_bytes, self._port_lost) is None
        ):
            self.write(END)
        if self.talks and now_ms - self._spoke_ms >= HEARTBEAT_MS:
            self.send_message(HostHeartbeat())
        self._beat = self._loop.call_later(HEARTBEAT_MS / 4_000, self._keep_alive)
