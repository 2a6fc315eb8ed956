"""What people and mechanics do at an emulated Pico: keys that bounce, cards that a motor pushes
through the mouth of a shoe.
"""

import asyncio
from collections import deque
from random import Random

from firmware_io.kit.sim.readers.field import SimTag

from .pico import Pico

# What each button says, by what counts then; the first where none of it does. From the lowest pin
# on: mechanics.c.
BUTTONS = (
    ("fold", "muck", "pass", "missed"),
    ("check_call", "check", "call", "post", "made"),
    ("raise", "bet", "ante"),
    ("all_in", "bonus"),
    ("confirm", "sit_in", "wait"),
    ("show", "sit_out"),
    ("undo",),
    ("call_floor",),
)
KEYS = tuple(says[0] for says in BUTTONS)
FIRST_KEY, WHEEL_A, WHEEL_B, MOTOR, BEAM, LID, EMPTY, JAM = 6, 14, 15, 17, 18, 19, 20, 21
BOUNCES = 5
PRESS_S = 0.03
# since the motor began: where the card is
OVER_ANTENNA_MS, IN_BEAM_MS, LEFT_MS, NEXT_MS = 60, 180, 330, 350


async def press(pico: Pico, key: str, chance: Random | None = None):
    """One press of the button that says `key`. `chance`: by how it bounces, within 4 ms."""
    pin = FIRST_KEY + next(place for place, says in enumerate(BUTTONS) if key in says)
    for _ in range(BOUNCES if chance else 0):
        pico.close_contact(pin)
        await asyncio.sleep(0.001)
        pico.open_contact(pin)
        await asyncio.sleep(chance.choice((0, 0.001)) if chance else 0)
    pico.close_contact(pin)
    await asyncio.sleep(PRESS_S)
    pico.open_contact(pin)
    await asyncio.sleep(PRESS_S)


async def turn(pico: Pico, clicks: int):
    """The wheel, by so many clicks; clockwise is up."""
    steps = ((WHEEL_A, True), (WHEEL_B, True), (WHEEL_A, False), (WHEEL_B, False))
    for _ in range(abs(clicks)):
        order = (
            steps
            if clicks > 0
            else tuple(
                (pin, closes)
                for (pin, _), (_, closes) in zip(
                    ((WHEEL_B, 0), (WHEEL_A, 0), (WHEEL_B, 0), (WHEEL_A, 0)), steps, strict=True
                )
            )
        )
        for pin, closes in order:
            (pico.close_contact if closes else pico.open_contact)(pin)
            await asyncio.sleep(0.003)


class Cards:
    """The cards in a shoe, and its motor. `clings`: the next card takes another one with it;
    `held_ms`: is held in the mouth.
    """

    def __init__(self, pico: Pico):
        self.pico = pico
        self.lying: deque[SimTag | None] = deque()  # None: a card without a tag
        self.clings = False
        self.held_ms = 0
        self.is_moving = False
        pico.watching.append(lambda told: self._begin())

    def load(self, *tags: SimTag | None):
        self.lying = deque(tags)
        self._sense()
        self._begin()

    def _sense(self):
        (self.pico.close_contact if self.lying else self.pico.open_contact)(EMPTY)

    def _begin(self):
        if self.lying and not self.is_moving and self.pico.level(MOTOR):
            self.is_moving = True
            self._later(OVER_ANTENNA_MS, self._comes)

    def _later(self, ms, happens, *of):
        self.pico.bench.loop.call_later(ms / 1_000, happens, *of)

    def _comes(self):
        count = 2 if self.clings and len(self.lying) > 1 else 1
        self.clings = False
        moving = [self.lying.popleft() for _ in range(min(count, len(self.lying)))]
        tags = [tag for tag in moving if tag is not None]
        self.pico.field.put(*tags)
        self._later(IN_BEAM_MS - OVER_ANTENNA_MS, self.pico.close_contact, BEAM)
        self._later(LEFT_MS - OVER_ANTENNA_MS + self.held_ms, self._has_left, tags)
        self.held_ms = 0

    def _has_left(self, tags):
        self.pico.open_contact(BEAM)
        self.pico.field.take(*tags)
        self._sense()
        self._later(NEXT_MS - LEFT_MS, self._next)

    def _next(self):
        self.is_moving = False
        self._begin()
