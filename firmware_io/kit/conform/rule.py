"""What a rule is: where PROTOCOL.md has it, what it says, and how it is tried."""

from collections.abc import Awaitable, Callable
from typing import Literal, Protocol

import msgspec

from firmware_io.kit.conform.host import TAKEN_MS, Host
from firmware_io.messages import State

# What a node may be late by: a USB adapter's 16 ms each way, and a busy machine at this end.
LATE_MS = 120
IGNORED = 0xC0FFEE  # the token of pings that must not be answered
EARLY_MS = 10  # clocks that tick in milliseconds, and bytes that were held up before

Outcome = Literal["kept", "broken", "left out"]


class Broken(Exception):
    """The node breaks the rule; the message is a sentence that says how."""


class LeftOut(Exception):
    """The rule could not be tried; the message is a sentence that says why."""


class Hands(Protocol):
    """Whoever stands at the node and does what only a person can do."""

    async def do(self, task: str, sentence: str) -> None:
        """`task` is one of manual.TASKS, `sentence` what to tell a person. Raises LeftOut where
        nobody is there.
        """


class Trial(msgspec.Struct, frozen=True):
    """What a rule is tried with."""

    host: Host
    hands: Hands
    kind: str  # of KINDS

    async def meet_anew(self) -> Host:
        """The host, which has started anew. Raises NobodyThere."""
        await self.host.meet_anew()
        return self.host

    async def require_taken(self, state: State, what: str, within_ms: int = TAKEN_MS) -> None:
        require(
            await self.host.await_taken(state, within_ms),
            f"{what} is not acknowledged within {within_ms:,} ms.",
        )

    async def require_ignored(self, data: bytes, what: str) -> None:
        """`data` is the frame of a ping with the token IGNORED."""
        self.host.write(data)
        answer = await self.host.await_answer(IGNORED, LATE_MS)
        require(answer is None, f"It answers a ping {what}.")
        await self.require_hears(f"a ping {what}")

    async def require_hears(self, after: str) -> None:
        require(
            await self.host.await_pong(LATE_MS) is not None,
            f"After {after} a ping is not answered within {LATE_MS} ms.",
        )


class Rule(msgspec.Struct, frozen=True):
    """`section`: the heading in PROTOCOL.md. `kinds`, `links`: what it is for. Tried anew each
    time, in any order.
    """

    id: str
    section: str
    says: str
    tries: Callable[[Trial], Awaitable[None]]
    kinds: tuple[str, ...] = ("shoe", "seat")
    links: tuple[str, ...] = ("open", "keyed")  # without and with a key


def make_chapter(
    section: str,
    *rows: tuple[str, str, Callable[[Trial], Awaitable[None]]],
    links: tuple[str, ...] = ("open", "keyed"),
) -> tuple[Rule, ...]:
    """Rules of one section, for nodes of both kinds: each id, what it says, and how it is tried."""
    return tuple(Rule(id_, section, says, tries, links=links) for id_, says, tries in rows)


class Result(msgspec.Struct, frozen=True):
    id: str
    section: str
    says: str
    outcome: Outcome
    why: str  # a sentence; empty where the node follows the rule
    took_ms: int


def require(is_so: bool, sentence: str) -> None:
    if not is_so:
        raise Broken(sentence)
