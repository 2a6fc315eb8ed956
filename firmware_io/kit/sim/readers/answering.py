"""What simulated readers have in common: they hear, take their time and answer; and what a bad
wire makes of the answer.
"""

import random
from abc import ABC, abstractmethod
from collections import Counter, deque

from firmware_io.kit.sim.readers.field import Field

FAULTS = ("garbage", "drop", "flip", "torn", "late", "none", "reset")
GARBAGE_BYTES = (1, 60)
LATE_MS = (100, 900)  # the longest is later than any host waits
MAX_HELD = 256  # pieces that nobody has read; more are dropped


class AnswerFaults:
    """Strikes a share `rate` of all answers, by a seed, and counts what it did."""

    def __init__(self, seed: int, rate: float, faults: tuple[str, ...] = FAULTS) -> None:
        self.rate = rate
        self.struck: Counter[str] = Counter()
        self._faults = faults
        self._chance = random.Random(seed)

    def strike(self, answer: bytes) -> tuple[bytes, int, bool]:
        """What becomes of an answer: its bytes, how much later they come, and whether the reader
        has reset itself.
        """
        chance = self._chance
        if chance.random() >= self.rate:
            return answer, 0, False
        fault = chance.choice(self._faults)
        self.struck[fault] += 1
        at = chance.randrange(len(answer))
        match fault:
            case "garbage":
                return chance.randbytes(chance.randint(*GARBAGE_BYTES)) + answer, 0, False
            case "drop":
                return answer[:at] + answer[at + 1 :], 0, False
            case "flip":
                return (
                    answer[:at] + bytes([answer[at] ^ 1 << chance.randrange(8)]) + answer[at + 1 :],
                    0,
                    False,
                )
            case "torn":
                return answer[:at], 0, False
            case "late":
                return answer, chance.randint(*LATE_MS), False
            case _:
                return b"", 0, fault == "reset"


class SimReader(ABC):
    """A reader over a field. Answers come out in the order in which they were made, however late
    one is.
    """

    def __init__(self, field: Field, faults: AnswerFaults | None = None) -> None:
        self.field = field
        self.faults = faults
        self.is_there = True  # else it neither receives nor sends
        self.questions = 0
        self._out: deque[tuple[int, bytes]] = deque(maxlen=MAX_HELD)

    @property
    def next_at_ms(self) -> int | None:
        """When it says something next, if nobody asks."""
        return self._out[0][0] if self._out else None

    def receive(self, data: bytes, now_ms: int) -> None:
        if self.is_there:
            self._receive_bytes(data, now_ms)

    def take(self, now_ms: int) -> bytes:
        """Its output up to now."""
        self._run_due(now_ms)
        output = bytearray()
        while self._out and self._out[0][0] <= now_ms:
            output += self._out.popleft()[1]
        return bytes(output) if self.is_there else b""

    def reset(self, now_ms: int) -> None:
        """As by a moment without power."""
        self._out.clear()
        self._lose_memory(now_ms)

    def vanish(self) -> None:
        """Its plug is pulled."""
        self.is_there = False

    def come_back(self, now_ms: int) -> None:
        self.is_there = True
        self.reset(now_ms)

    # -------------------------------------------------------------- what each reader says

    @abstractmethod
    def _receive_bytes(self, data: bytes, now_ms: int) -> None: ...

    @abstractmethod
    def _lose_memory(self, now_ms: int) -> None:
        """Everything in its memory is lost."""

    @abstractmethod
    def _run_due(self, now_ms: int) -> None:
        """Whatever it does by itself and was due by now."""

    def _send_answer(self, answer: bytes, due_ms: int) -> None:
        if self.faults is not None:
            answer, late_ms, has_reset = self.faults.strike(answer)
            due_ms += late_ms
            if has_reset:
                self.reset(due_ms)
        if answer:
            last_ms = self._out[-1][0] if self._out else due_ms
            self._out.append((max(due_ms, last_ms), answer))
