"""The floor's corrections, each with a reason: an act for a seat, a dead hand, chips, a pot, colouring up (F-5, F-6, F-10).

None breaks conservation unnoticed: chips that are added or removed are said to be (G-1), and every one is recorded (G-12).
"""

from collections.abc import Callable

from tablectl.engine.events import FloorRuled
from tablectl.engine.play import Play

CORRECTIONS: dict[str, Callable[[Play, FloorRuled], None]] = {}
