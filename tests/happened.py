"""What happens at a table whose clock stands at 0."""

from tablectl.engine.events import FloorRuled, KeyPressed
from tablectl.engine.floor import AnyRuling


def press(seat: int, key: str, amount: int = 0) -> KeyPressed:
    return KeyPressed(at_ms=0, seat=seat, key=key, amount=amount)


def ruled(ruling: AnyRuling) -> FloorRuled:
    return FloorRuled(at_ms=0, ruling=ruling)
