"""Ten seats that chatter at 115200 Bd, at emulated Picos: `python tests/bench/bench_chatter.py
[--seats N] [--seconds S]`.

Printed: from a key's contact to its edge at the host, on a wire for each seat, quiet and while all
of them chatter. Time is virtual, so a busy machine changes no figure. It needs what tests/hil
needs.
"""

import argparse
import sys
import tempfile
from pathlib import Path

# run as a script, the tests are no package
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.hil.building import missing
from tests.hil.chatter import chattered

SEATS, SECONDS = 10, 20.0


def say(what, ms):
    p50, p99 = (ms[len(ms) * share // 100] for share in (50, 99))
    print(
        f"{what:52} {len(ms):6,} p50 {p50:5.1f} p99 {p99:5.1f} worst {ms[-1]:5.1f} ms", flush=True
    )


def measured(seats, seconds, *, is_chattering):
    with tempfile.TemporaryDirectory() as place:
        return chattered(Path(place), seats, seconds, is_chattering=is_chattering)


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seats", type=int, default=SEATS)
    asked.add_argument("--seconds", type=float, default=SECONDS)
    wanted = asked.parse_args()
    if why := missing():
        sys.exit(why)
    quiet = measured(1, wanted.seconds, is_chattering=False)
    say("a key, a seat whose wire is quiet", quiet.heard_ms)
    all_of_them = measured(wanted.seats, wanted.seconds, is_chattering=True)
    say(f"a key, {wanted.seats} seats that chatter, a wire each", all_of_them.heard_ms)
    print(f"all frames of all wires: {all_of_them.share() / wanted.seats:.0%} of each wire")


if __name__ == "__main__":
    main()
