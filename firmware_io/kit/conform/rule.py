"""What a rule is: where PROTOCOL.md has it, what it says, and how it is tried."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal, Protocol

import msgspec

from firmware_io.kit.conform.host import Host

# What a node may be late by: a USB adapter's 16 ms each way, and a busy machine at this end.
LATE_MS = 120
# a state by a node that acknowledges with its next heartbeat, where that is another rule's
TAKEN_MS = 1_000
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
