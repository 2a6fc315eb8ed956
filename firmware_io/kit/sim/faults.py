"""A bad wire between a node and its pty: it strikes whole frames in both directions, by a seed, and
counts what it did.

The same seed strikes the same frames in the same way however the bytes are cut into reads, because
each direction has its own chance and is cut at its zeros first.
"""

import random
from collections import Counter
from typing import Protocol

import msgspec

from firmware_io.framing import END

FAULTS = ("drop", "flip", "split", "repeat", "delay", "garbage")
SPLIT_MS = (1, 5)  # between the two parts of a split frame; later frames wait for the second
DELAY_MS = (10, 200)  # a delayed frame is overtaken by those after it
GARBAGE_BYTES = (1, 40)
MAX_HELD_BYTES = 256  # of a frame without its zero yet; a longer one is passed on as it is


class Piece(msgspec.Struct, frozen=True):
    """Bytes, and when they come out at the other end."""

    due_ms: int
    data: bytes


class Wire(Protocol):
    """What can stand between a simulated node and its pty."""

    def strike(self, direction: str, data: bytes, now_ms: int) -> list[Piece]:
        """What becomes of `data` on its way "to_host" or "to_node"."""
        ...


class _Direction:
    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)
        self.held = b""
        self.busy_until_ms = 0


class NoisyWire:
    """Strikes a share `rate` of all frames. One wire serves one node."""

    def __init__(self, seed: int, rate: float, faults: tuple[str, ...] = FAULTS) -> None:
        self.rate = rate
        self.struck: Counter[str] = Counter()
        self._faults = faults
        self._directions = {name: _Direction(f"{seed} {name}") for name in ("to_host", "to_node")}

    def strike(self, direction: str, data: bytes, now_ms: int) -> list[Piece]:
        """What becomes of `data`; pieces come out in the order of their time, and of this list
        where that is equal.
        """
        way = self._directions[direction]
        *frames, way.held = (way.held + data).split(END)
        pieces = []
        for body in frames:
            pieces += self._strike_frame(way, body + END, now_ms)
        if len(way.held) > MAX_HELD_BYTES:
            pieces.append(Piece(now_ms, way.held))
            way.held = b""
        return pieces

    def _strike_frame(self, way: _Direction, frame: bytes, now_ms: int) -> list[Piece]:
        chance = way.chance
        due_ms = max(now_ms, way.busy_until_ms)
        if chance.random() >= self.rate:
            return [Piece(due_ms, frame)]
        fault = chance.choice(self._faults)
        self.struck[fault] += 1
        if fault == "drop":
            return []
        if fault == "flip":
            flipped = bytearray(frame)
            flipped[chance.randrange(len(frame))] ^= 1 << chance.randrange(8)
            return [Piece(due_ms, bytes(flipped))]
        if fault == "split":
            cut = chance.randrange(len(frame))
            way.busy_until_ms = due_ms + chance.randint(*SPLIT_MS)
            return [Piece(due_ms, frame[:cut]), Piece(way.busy_until_ms, frame[cut:])]
        if fault == "repeat":
            return [Piece(due_ms, frame), Piece(due_ms, frame)]
        if fault == "delay":
            return [Piece(due_ms + chance.randint(*DELAY_MS), frame)]
        return [Piece(due_ms, chance.randbytes(chance.randint(*GARBAGE_BYTES)) + frame)]
