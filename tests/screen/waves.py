"""Makes the sounds anew: `python -m tests.screen.waves`, from the project's root.

They are of sines, triangles and noise at 22,050 Hz, mono, 16 bits. Each class has its own peak.
Tones begin within 5 ms and end in a fall, so that nothing clicks.
"""

import math
import random
import wave as wave_files
from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate

from tablectl.screen.sound.sounds import CLASS_OF, RATE, WAVES, Name

Wave = Sequence[float]

FULL = 32_767
ATTACK_MS = 5
PEAK_DBFS = {"A": -12, "B": -12, "C": -18, "D": -30}


def samples(ms: float) -> int:
    return round(ms * RATE / 1_000)


def wave(name: Name) -> "array[int]":
    """The whole sound, its highest peak as loud as its class may be."""
    drawn = _RECIPES[name]()
    loudest = max(abs(value) for value in drawn)
    scale = FULL * 10 ** (PEAK_DBFS[CLASS_OF[name]] / 20) / loudest
    return array("h", [round(value * scale) for value in drawn])


# Shapes


def _sine(turns: float) -> float:
    return math.sin(2 * math.pi * turns)


def _triangle(turns: float) -> float:
    return 2 / math.pi * math.asin(math.sin(2 * math.pi * turns))


def _tone(
    shape: Callable[[float], float], hz: Sequence[float], ms: float, fall_ms: float = 20
) -> Wave:
    """One or several pitches together, even, then falling to nothing in the last `fall_ms`."""
    count, attack, fall = samples(ms), samples(ATTACK_MS), samples(fall_ms)
    return [
        sum(shape(pitch * i / RATE) for pitch in hz) * min(1.0, i / attack, (count - i) / fall)
        for i in range(count)
    ]


def _bell(hz: Sequence[float], ms: float) -> Wave:
    """Struck: it fades from the start, to a thousandth."""
    count, attack = samples(ms), samples(ATTACK_MS)
    return [
        sum(_sine(pitch * i / RATE) for pitch in hz)
        * min(1.0, i / attack)
        * math.exp(-6.9 * i / count)
        for i in range(count)
    ]


def _slide(low: float, high: float, ms: float) -> Wave:
    """A triangle that rises from one pitch to another."""
    count, attack = samples(ms), samples(ATTACK_MS)
    turns = accumulate((low + (high - low) * i / count) / RATE for i in range(count))
    return [
        _triangle(turn) * min(1.0, i / attack, (count - i) / attack) for i, turn in enumerate(turns)
    ]


def _noise(low: float, high: float, ms: float) -> Wave:
    """Many sines of chance pitches between two, in chance phases: the same each time."""
    chance = random.Random(low)
    parts = [(chance.uniform(low, high), chance.random()) for _ in range(40)]
    count, attack = samples(ms), samples(ATTACK_MS)
    return [
        sum(_sine(hz * i / RATE + phase) for hz, phase in parts)
        * min(1.0, i / attack, (count - i) / attack)
        for i in range(count)
    ]


def _silence(ms: float) -> Wave:
    return [0.0] * samples(ms)


def _together(later_ms: float, *waves: Wave) -> Wave:
    """Each begins so much later than the one before."""
    starts = [samples(later_ms * number) for number in range(len(waves))]
    mixed = [0.0] * max(start + len(wave) for start, wave in zip(starts, waves, strict=True))
    for start, wave in zip(starts, waves, strict=True):
        for i, value in enumerate(wave, start):
            mixed[i] += value
    return mixed


_RECIPES: dict[Name, Callable[[], Wave]] = {
    "floor": lambda: [
        *_tone(_triangle, (494, 370), 250),
        *_silence(100),
        *_tone(_triangle, (494, 370), 250),
    ],
    "your_turn": lambda: [*_tone(_sine, (660,), 80), *_tone(_sine, (880,), 80 + 60, 60)],
    "all_in": lambda: [*_slide(220, 440, 350), *_tone(_triangle, (440, 660), 150, 60)],
    "winner": lambda: _together(90, *(_bell((hz,), 300) for hz in (523, 659, 784))),
    "level": lambda: _together(300, _bell((440, 1_214), 900), _bell((587, 1_620), 900)),
    "last_seconds": lambda: _tone(_sine, (1_000,), 40),
    "last_second": lambda: _tone(_sine, (1_320,), 40),
    "refused": lambda: [
        *_tone(_triangle, (180,), 70),
        *_silence(50),
        *_tone(_triangle, (180,), 70),
    ],
    "card": lambda: _noise(1_500, 6_000, 25),
    "chips": lambda: _together(22, *(_tone(_sine, (hz,), 8, 3) for hz in (2_200, 2_600, 3_000))),
    "check": lambda: [*_tone(_sine, (140,), 60, 40), *_silence(50), *_tone(_sine, (140,), 60, 40)],
}
NAMES = tuple(_RECIPES)


def main():
    for name in NAMES:
        with wave_files.open(str(WAVES / f"{name}.wav"), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", ""))
            file.writeframes(wave(name).tobytes())


if __name__ == "__main__":
    main()
