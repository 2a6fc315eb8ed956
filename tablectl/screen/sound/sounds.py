"""The sounds: mono WAV files of 16 bits at 22,050 Hz, which `python -m tests.screen.waves` makes.

Classes by what a sound is for: A the floor is needed, B something for everybody, C one player's
clock or a refusal, D what lies on the table, E speech.
"""

import wave
from pathlib import Path
from typing import Literal

Name = Literal[
    "floor",
    "your_turn",
    "all_in",
    "winner",
    "level",
    "last_seconds",
    "last_second",
    "refused",
    "card",
    "chips",
    "check",
]

WAVES = Path(__file__).parent / "waves"
RATE = 22_050
SPEECH = "E"
CLASSES = "ABCDE"
CLASS_OF: dict[Name, str] = {
    "floor": "A",
    "your_turn": "B",
    "all_in": "B",
    "winner": "B",
    "level": "B",
    "last_seconds": "C",
    "last_second": "C",
    "refused": "C",
    "card": "D",
    "chips": "D",
    "check": "D",
}


def read_samples(name: Name) -> bytes:
    with wave.open(str(WAVES / f"{name}.wav")) as file:
        samples: bytes = file.readframes(file.getnframes())
        return samples
