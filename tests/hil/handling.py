"""What people and mechanics do at an emulated Pico: keys that bounce, cards that a motor pushes through the mouth of a shoe."""

from __future__ import annotations

import asyncio
from collections import deque
from random import Random
from typing import Final

from firmware_io.sim.readers.field import SimTag

from .pico import Pico

KEYS: Final = ("fold", "check_call", "raise", "all_in", "confirm", "show", "undo", "call_floor")      # pins.h
FIRST_KEY, WHEEL_A, WHEEL_B, MOTOR, BEAM, LID, EMPTY = 6, 14, 15, 17, 18, 19, 20
BOUNCES: Final = 5
PRESS_S: Final = 0.03
OVER_ANTENNA_MS, IN_BEAM_MS, LEFT_MS = 60, 180, 330     # since the motor began: where the card is


async def press(pico: Pico, key: str, chance: Random | None = None) -> None:
    """One press. `chance`: by how it bounces, within 4 ms."""
    pin = FIRST_KEY + KEYS.index(key)
    for _ in range(BOUNCES if chance else 0):
        pico.close_contact(pin)
        await asyncio.sleep(0.001)
        pico.open_contact(pin)
        await asyncio.sleep(chance.choice((0, 0.001)) if chance else 0)
    pico.close_contact(pin)
    await asyncio.sleep(PRESS_S)
    pico.open_contact(pin)
    await asyncio.sleep(PRESS_S)


async def turn(pico: Pico, clicks: int) -> None:
    """The wheel, by so many clicks; clockwise is up."""
    steps = ((WHEEL_A, True), (WHEEL_B, True), (WHEEL_A, False), (WHEEL_B, False))
    for _ in range(abs(clicks)):
        order = steps if clicks > 0 else tuple((pin, closes) for (pin, _), (_, closes) in zip(
            ((WHEEL_B, 0), (WHEEL_A, 0), (WHEEL_B, 0), (WHEEL_A, 0)), steps, strict=True))
        for pin, closes in order:
            (pico.close_contact if closes else pico.open_contact)(pin)
            await asyncio.sleep(0.003)


class Cards:
    """The cards in a shoe, and its motor. `clings`: the next card takes another one with it."""

    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self.lying: deque[SimTag | None] = deque()      # None: a card without a tag
        self.clings = False
        self._moving: tuple[SimTag | None, ...] = ()
        self._began_ms: int | None = None
        pico.stepping.append(self._step)

    def load(self, *tags: SimTag | None) -> None:
        self.lying = deque(tags)
        self._sense()

    def _sense(self) -> None:
        (self.pico.close_contact if self.lying else self.pico.open_contact)(EMPTY)

    def _step(self, now_ms: int) -> None:
        if self._began_ms is None:
            if self.pico.level(MOTOR) and self.lying:
                self._began_ms = now_ms
            return
        match now_ms - self._began_ms:
            case ms if ms == OVER_ANTENNA_MS:
                count = 2 if self.clings and len(self.lying) > 1 else 1
                self.clings = False
                self._moving = tuple(self.lying.popleft() for _ in range(count))
                self.pico.field.put(*(tag for tag in self._moving if tag is not None))
            case ms if ms == IN_BEAM_MS:
                self.pico.close_contact(BEAM)
            case ms if ms == LEFT_MS:
                self.pico.open_contact(BEAM)
                self.pico.field.take(*(tag for tag in self._moving if tag is not None))
                self._sense()
                self._began_ms = None
