"""How much garbage our end of the wire takes, and that none of it is believed: `bench_garbage.py [--seconds S]`.

A frame is random bytes between two zeros, or a good frame with a few bytes changed, to a host session and to a node session in
turn, each without and with a key. Printed: frames read, those that a session took for one, and frames a second.
"""

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))        # run as a script, the tests are no package

from firmware_io.encoding import encode
from firmware_io.framing import END, frame
from firmware_io.host_session import HostSession
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.messages import CardOff, Frame, HostHello, KeyPressed, Lamp

KEY = bytes(range(32))
PORTION = 500                   # frames at a time
GOOD = [frame(encode(Frame(3, 7, number, 9, 0, 5, message))) for number, message in enumerate(
    (KeyPressed("raise", 60), CardOff(4, (bytes(8),), "down"), HostHello(2), Lamp((1, 2, 3), "solid")), start=1)]


def frames(chance):
    while True:
        if chance.random() < 0.5:
            yield chance.randbytes(chance.randrange(1, 140)).replace(END, b"\x01") + END
            continue
        struck = bytearray(chance.choice(GOOD)[:-1])
        for _ in range(chance.randrange(1, 4)):
            struck[chance.randrange(len(struck))] ^= chance.randrange(1, 256)
        yield bytes(struck).replace(END, b"\x01") + END


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=180)
    asked.add_argument("--seed", type=int, default=1)
    wanted = asked.parse_args()
    good, source = {bytes(one) for one in GOOD}, frames(random.Random(wanted.seed))
    ends = []
    for key in (None, KEY):
        ends += [HostSession(epoch=9, kind="seat", key=key), NodeSession(node=3, kind="seat", epoch=7, key=key)]
    count = reports = 0
    began = time.monotonic()
    while time.monotonic() - began < wanted.seconds:
        portion = [one for _ in range(PORTION) if (one := next(source)) not in good]      # two changes may undo each other
        for end in ends:
            reports += len(end.receive(b"".join(portion), 0))
            count += len(portion)
    took_s = time.monotonic() - began
    taken = sum(end.counts["frames"] for end in ends)
    print(f"{count:,} frames of garbage in {took_s:.0f} s, {count / took_s:,.0f} a second: {taken} taken, {reports} reported")


if __name__ == "__main__":
    main()
