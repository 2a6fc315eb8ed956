"""Writes pins.py anew, with the states of every search that is pinned counted again: `python -m
tests.states.pin`.
"""

import os
from multiprocessing import Pool
from pathlib import Path

from tablectl.service.process import bind_to

from .runs import QUICK, SLOW, counted

RUNS = (*QUICK, *SLOW)
PINS = Path(__file__).with_name("pins.py")
OPENS = "STATES = {\n"


def main():
    """Counts the states without checking them, in a tenth of the time; whether they are right is
    for the tests.
    """
    lines = []
    with Pool(initializer=bind_to, initargs=(os.getpid(),)) as processes:
        for run, searched in zip(RUNS, processes.imap(counted, RUNS), strict=True):
            print(f"{run}: {searched}", flush=True)
            lines.append(f'    "{run}": {searched.states},\n')
    head = PINS.read_text().partition(OPENS)[0]
    PINS.write_text(head + OPENS + "".join(lines) + "}\n")


if __name__ == "__main__":
    main()
