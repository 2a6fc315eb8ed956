"""What the host still owes a node: the newest state of each slot until the node has it, and pings until they are answered.

host_session.py asks it what is due, and says what the node has acknowledged. Pure: time is the caller's, in milliseconds.
"""

from __future__ import annotations

from typing import Final

import msgspec

from firmware_io.messages import NEW_STATES, AskLevels, State
from firmware_io.session import RETRY_FIRST_MS, RETRY_LAST_MS

MAX_PINGS: Final = 8  # asked and not yet answered


class Retry:
    """When to send something again: at once, then after 25 ms, then ever more slowly."""

    def __init__(self, last_ms: int) -> None:
        self.due_ms = 0  # in the past: at once
        self._last_ms = last_ms
        self._wait_ms = RETRY_FIRST_MS

    def hasten(self, due_ms: int) -> None:
        """Not later than this."""
        self.due_ms = min(self.due_ms, due_ms)

    def sent(self, now_ms: int) -> None:
        self.due_ms = now_ms + self._wait_ms
        self._wait_ms = min(2 * self._wait_ms, self._last_ms)


class _Slot(msgspec.Struct, frozen=True):
    sequence: int
    message: State


class States:
    """The newest state of each slot. One is in flight, the oldest open one: so that one number acknowledges all before it.

    Those of wire 1.1 wait without a number until the node has said that it knows them.
    """

    def __init__(self) -> None:
        self._slots: dict[type[State], _Slot] = {}
        self._waiting: dict[type[State], State] = {}
        self._is_new = False  # the node knows wire 1.1
        self._next_sequence = 1
        self._settled = 0  # the newest state the node says it has
        self._flying: tuple[_Slot, Retry] | None = None

    def set(self, message: State) -> None:
        if isinstance(message, NEW_STATES) and not self._is_new:
            self._waiting[type(message)] = message
            return
        slot = self._slots.get(type(message))
        if slot is not None and slot.message == message and not isinstance(message, AskLevels):
            return
        self._slots[type(message)] = _Slot(self._next_sequence, message)
        self._next_sequence += 1

    def knows_new(self, is_so: bool) -> None:
        """Whether the node knows wire 1.1: it has said so since it started, or it has started again and has not yet."""
        if is_so == self._is_new:
            return
        self._is_new = is_so
        if is_so:
            waiting, self._waiting = self._waiting, {}
            for message in waiting.values():
                self.set(message)
        else:
            self._waiting = {kind: self._slots.pop(kind).message for kind in NEW_STATES if kind in self._slots}

    def acknowledged(self, up_to: int) -> None:
        """The node has all states up to this number. 0: it has none, because it lost them or has not met this host."""
        self._settled = min(up_to, self._next_sequence - 1)

    @property
    def is_settled(self) -> bool:
        """The node has every state."""
        return self._oldest_open() is None

    def due_ms(self) -> int | None:
        """When the state in flight is to be sent, for the first time or again; None: there is none."""
        self._launch()
        return None if self._flying is None else self._flying[1].due_ms

    def take(self, now_ms: int) -> tuple[int, State] | None:
        """The state to send now, with its number."""
        self._launch()
        if self._flying is None or now_ms < self._flying[1].due_ms:
            return None
        slot, retry = self._flying
        retry.sent(now_ms)
        return slot.sequence, slot.message

    def _oldest_open(self) -> _Slot | None:
        open_slots = [slot for slot in self._slots.values() if slot.sequence > self._settled]
        return min(open_slots, key=lambda slot: slot.sequence, default=None)

    def _launch(self) -> None:
        slot = self._oldest_open()
        if slot is None:
            self._flying = None
        elif self._flying is None or self._flying[0].sequence != slot.sequence:
            self._flying = (slot, Retry(RETRY_LAST_MS))


class Pings:
    """Questions by token. Beyond eight unanswered, the oldest is given up."""

    def __init__(self) -> None:
        self._asked: dict[int, Retry] = {}

    def ask(self, token: int) -> None:
        while len(self._asked) >= MAX_PINGS:
            del self._asked[next(iter(self._asked))]
        self._asked[token] = Retry(RETRY_LAST_MS)

    def answered(self, token: int) -> bool:
        """Whether it was asked and not answered before."""
        return self._asked.pop(token, None) is not None

    def due_ms(self) -> list[int]:
        return [ping.due_ms for ping in self._asked.values()]

    def take(self, now_ms: int) -> list[int]:
        """The tokens to ask for now."""
        due = [token for token, ping in self._asked.items() if now_ms >= ping.due_ms]
        for token in due:
            self._asked[token].sent(now_ms)
        return due
