"""Ten seats that chatter at 115200 Bd, at emulated Picos: `python tests/bench/bench_chatter.py [--seats N] [--seconds S]`.

Printed: from a key's contact to its edge at the host, on a wire for each seat, quiet and while all of them chatter; and what the
same frames would come to on one RS-485 bus. Time is virtual, so a busy machine changes no figure. It needs what tests/hil needs.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))        # run as a script, the tests are no package

from tests.hil.building import missing
from tests.hil.chatter import chattered, queued_ms, struck

SEATS, SECONDS = 10, 20.0


def say(what, ms):
    p50, p99 = (ms[len(ms) * share // 100] for share in (50, 99))
    print(f"{what:52} {len(ms):6,} p50 {p50:5.1f} p99 {p99:5.1f} worst {ms[-1]:5.1f} ms", flush=True)


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
    share = all_of_them.share()
    print(f"all frames of all wires: {len(all_of_them.sent) / all_of_them.lasted_s:.0f} a second, "
          f"{share / wanted.seats:.0%} of each wire, {share:.0%} of a single one")
    say("on one bus, each in its turn: a frame ends later by", queued_ms(all_of_them.sent))
    print(f"on one bus, each when it likes: {struck(all_of_them.sent):.0%} of all frames meet another")


if __name__ == "__main__":
    main()
