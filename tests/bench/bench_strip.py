"""What a strip of lamps costs the processor: `python tests/bench/bench_strip.py [--pixels N] [--frames N]`.

Ten seats on a strip, 25 frames a second. Printed: processor time for a frame, and the share of one core that this is. What SPI
takes besides is waited for, not worked, and computed from its clock: no strip was at hand.
"""

import argparse
import time

from firmware_io.messages import PATTERNS, Lamp
from firmware_io.strips.moving import FRAME_MS
from firmware_io.strips.picture import Picture, Span
from firmware_io.strips.strip import KINDS

AMBER = (0xFF, 0xC9, 0x3C)
LIMIT_MA = 4_000
SEATS = 10
ROUNDS = 5


def picture_of(count, patterns):
    each = count // SEATS
    picture = Picture({seat: Span((seat - 1) * each, each) for seat in range(1, SEATS + 1)}, count, LIMIT_MA)
    for seat in range(1, SEATS + 1):
        picture.set(seat, Lamp(AMBER, patterns[seat % len(patterns)], 200), 0)
    return picture


def cost_ms(picture, encode, frames):
    """Processor time of one frame, the least of some rounds."""
    took = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for frame in range(frames):
            encode(picture.frame(frame * FRAME_MS))
        took.append((time.process_time() - began) * 1_000 / frames)
    return min(took)


def main():
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--pixels", type=int, default=240)
    wanted.add_argument("--frames", type=int, default=250)
    asked = wanted.parse_args()
    tables = {"all seats breathe": ["arcs_breathing"], "all are lit, over the limit": ["solid"], "every pattern": PATTERNS}
    for what, patterns in tables.items():
        for name, kind in KINDS.items():
            picture = picture_of(asked.pixels, patterns)
            each_ms = cost_ms(picture, kind.encode, asked.frames)
            wire_ms = len(kind.encode(picture.frame(0))) * 8_000 / kind.hz
            print(f"{asked.pixels} pixels, {what}, {name}: {each_ms:.2f} ms a frame, {100 * each_ms / FRAME_MS:.1f} % of a core "
                  f"at 25 a second; {wire_ms:.1f} ms on the wire")


if __name__ == "__main__":
    main()
