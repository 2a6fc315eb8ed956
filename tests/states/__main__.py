"""Searches by hand: `python -m tests.states casino-1 --budget 2 --start flop --seconds 60`.
Names alone, or `all`.
"""

import argparse

from .runs import Run, search
from .world import SETTINGS


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("names", nargs="+")
    asked.add_argument("--budget", type=int, default=0)
    asked.add_argument("--start", default="")
    asked.add_argument("--seconds", type=float)
    given = asked.parse_args()
    for name in SETTINGS if given.names == ["all"] else given.names:
        run = Run(name, given.budget, given.start)
        searched = search(run, given.seconds)
        print(f"{run}: {searched}", flush=True)
        for kind, finding in searched.found.items():
            print(f"{searched.times[kind]:,} times: {finding}", flush=True)


if __name__ == "__main__":
    main()
