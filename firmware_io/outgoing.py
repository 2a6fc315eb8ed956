"""What the host still owes a node: the newest state of each slot until the node has it, and pings
until they are answered.

host_session.py asks it what is due, and says what the node has acknowledged. Pure: time is the
caller's, in milliseconds.
"""

import msgspec

from firmware_io.messages import ABOUT_STATES, AskLevels, State
from firmware_io.session import RETRY_FIRST_MS, RETRY_LAST_MS

MAX_PINGS = 8  # sent and not yet answered


class Retry:
    """When to send something again: at once, then after 25 ms, then ever more slowly."""

    def __init__(self, last_ms: int) -> None:
        self.due_ms = 0  # in the past: at once
        self._last_ms = last_ms
        self._wait_ms = RETRY_FIRST_MS

    def limit_wait(self, due_ms: int) -> None:
        """Not later than this."""
        self.due_ms = min(self.due_ms, due_ms)

    def mark_sent(self, now_ms: int) -> None:
        self.due_ms = now_ms + self._wait_ms
        self._wait_ms = min(2 * self._wait_ms, self._last_ms)


class _Slot(msgspec.Struct, frozen=True):
    sequence: int  # 0: it waits until the node has sent its About
    message: State


class DesiredStates:
    """The newest state of each slot. One is in flight, the oldest open one: so that one number
    acknowledges all before it.

    `ABOUT_STATES` have no number, and are not sent, until the node has sent its About.
    """

    def __init__(self) -> None:
        self._slots: dict[type[State], _Slot] = {}
        self._is_about_known = False  # the node has sent its About
        self._next_sequence = 1
        self._settled = 0  # the newest state the node says it has
        self._flying: tuple[_Slot, Retry] | None = None

    def set_state(self, message: State) -> None:
        slot = self._slots.get(type(message))
        if slot is not None and slot.message == message and not isinstance(message, AskLevels):
            return
        self._slot_in(message)

    def set_about_known(self, is_so: bool) -> None:
        """Whether the node has sent its About, since it started."""
        if is_so != self._is_about_known:
            self._is_about_known = is_so
            for slot in [*self._slots.values()]:
                if isinstance(slot.message, ABOUT_STATES):
                    self._slot_in(slot.message)

    def _slot_in(self, message: State) -> None:
        is_held = isinstance(message, ABOUT_STATES) and not self._is_about_known
        self._slots[type(message)] = _Slot(0 if is_held else self._next_sequence, message)
        self._next_sequence += not is_held
        self._launch_next()

    def note_acknowledged(self, up_to: int) -> None:
        """The node has all states up to this number. 0: it has none, because it lost them or has
        not met this host.
        """
        if (settled := min(up_to, self._next_sequence - 1)) != self._settled:
            self._settled = settled
            self._launch_next()

    @property
    def is_settled(self) -> bool:
        """The node has every state."""
        return self._flying is None

    def due_ms(self) -> int | None:
        """When the state in flight is to be sent, for the first time or again; None: there is
        none.
        """
        return None if self._flying is None else self._flying[1].due_ms

    def take_due(self, now_ms: int) -> tuple[int, State] | None:
        """The state to send now, with its number."""
        if self._flying is None or now_ms < self._flying[1].due_ms:
            return None
        slot, retry = self._flying
        retry.mark_sent(now_ms)
        return slot.sequence, slot.message

    def _launch_next(self) -> None:
        """The oldest open state takes off, unless it flies already."""
        open_slots = [slot for slot in self._slots.values() if slot.sequence > self._settled]
        slot = min(open_slots, key=lambda slot: slot.sequence, default=None)
        if slot is None:
            self._flying = None
        elif self._flying is None or self._flying[0].sequence != slot.sequence:
            self._flying = (slot, Retry(RETRY_LAST_MS))


class Pings:
    """Questions by token. Beyond eight unanswered, the oldest is given up."""

    def __init__(self) -> None:
        self._pings: dict[int, Retry] = {}

    def add_ping(self, token: int) -> None:
        while len(self._pings) >= MAX_PINGS:
            del self._pings[next(iter(self._pings))]
        self._pings[token] = Retry(RETRY_LAST_MS)

    def take_answer(self, token: int) -> bool:
        """Whether it was queried and not answered before."""
        return self._pings.pop(token, None) is not None

    def due_ms(self) -> list[int]:
        return [ping.due_ms for ping in self._pings.values()]

    def take_due(self, now_ms: int) -> list[int]:
        """The tokens to ask for now."""
        due = [token for token, ping in self._pings.items() if now_ms >= ping.due_ms]
        for token in due:
            self._pings[token].mark_sent(now_ms)
        return due
