"""When a lamp changes by itself: so that no frame is sent in vain. Pure,
beside lamps.py.
"""

from firmware_io.lamps import BLINK_MS, BLOCKS_MS, CHASE_FOR_MS, TWO_BLINKS_MS
from firmware_io.messages import Lamp

FRAME_MS = 40  # 25 frames a second where something moves smoothly
STEPS_MS = {
    "blink_1hz": BLINK_MS // 2,
    "alternate": BLINK_MS // 2,
    "blocks": BLOCKS_MS // 2,
    "two_blinks": TWO_BLINKS_MS,
}
SMOOTH = {"arcs_breathing", "chase"}
# from then on they stay: dark, and full
ENDS_MS = {"two_blinks": 3 * TWO_BLINKS_MS, "chase": CHASE_FOR_MS}


def next_change_ms(lamp: Lamp, t_ms: int) -> int | None:
    """The next moment after `t_ms` at which the lamp looks different, for a smooth one the next
    frame; None: it stays so.
    """
    end_ms = ENDS_MS.get(lamp.pattern)
    if end_ms is not None and t_ms >= end_ms:
        return None
    if lamp.pattern in SMOOTH:
        return t_ms + FRAME_MS if end_ms is None else min(t_ms + FRAME_MS, end_ms)
    step_ms = STEPS_MS.get(lamp.pattern)
    return None if step_ms is None else (t_ms // step_ms + 1) * step_ms
