"""Kills writers of one journal in the midst of their work, and says as JSON what became of the
readings.

    python kill_writers.py JOURNAL KILLS SEED whole|row_by_row

A process of its own with one thread, so that it may fork. Reading `r` has `size(r)` rows. Row by
row is the broken control: a writer that commits each row of a reading by itself, and is killed
between two of them: by itself, for a kill from outside hits that moment only by chance.
"""

import json
import os
import signal
import sys
from itertools import count, groupby
from pathlib import Path
from random import Random

from tablectl.engine.events import PlayerCame
from tablectl.engine.facts import PlayerSat
from tablectl.engine.play.handling import Row
from tablectl.journal.record import Edge
from tablectl.journal.store import Journal
from tablectl.service.process import bind_to

ACKNOWLEDGED_BYTES = 4


def size(reading):
    return 1 + reading % 4


def rows_of(reading):
    return tuple(
        Row(
            PlayerCame(at_ms=reading, seat=row, chips=reading),
            (PlayerSat(seat=row, stack=reading, name="x" * 200),),
        )
        for row in range(size(reading))
    )


def last_reading(journal):
    return max(
        (record.edge.number for record in journal.rows() if record.edge is not None), default=0
    )


def write_until_killed(path, acknowledge):
    with Journal.open(path) as journal:
        reading = last_reading(journal)
        while True:
            reading += 1
            journal.append(rows_of(reading), wall_ms=0, edge=Edge(1, 1, reading))
            os.write(acknowledge, reading.to_bytes(ACKNOWLEDGED_BYTES))


def write_row_by_row(path, acknowledge, after):
    """The broken control: after so many readings it is killed between the first row of one and
    its second.
    """
    with Journal.open(path) as journal:
        last = last_reading(journal)
        for reading in count(last + 1):
            for row in rows_of(reading):
                journal.append((row,), wall_ms=0, edge=Edge(1, 1, reading))
                if reading > last + after and size(reading) > 1:
                    os.kill(os.getpid(), signal.SIGKILL)
            os.write(acknowledge, reading.to_bytes(ACKNOWLEDGED_BYTES))


def kill_one(path, after, is_whole):
    """Lets a writer have `after` readings acknowledged, kills it wherever it is, and gives the
    last acknowledged.
    """
    heard, told = os.pipe()
    parent, writer = os.getpid(), os.fork()
    if writer == 0:
        bind_to(parent)
        os.close(heard)
        write_until_killed(path, told) if is_whole else write_row_by_row(path, told, after)
    os.close(told)
    last = 0
    for _ in range(after):
        last = int.from_bytes(os.read(heard, ACKNOWLEDGED_BYTES))
    if is_whole:
        os.kill(writer, signal.SIGKILL)
    os.waitpid(writer, 0)
    while late := os.read(heard, ACKNOWLEDGED_BYTES):
        last = int.from_bytes(late)
    os.close(heard)
    return last


def faults(records, acknowledged):
    expected = 0
    for reading, rows in groupby(records, key=lambda record: record.at_ms):
        expected += 1
        if reading != expected:
            yield f"reading {reading} follows {expected - 1}"
        if [record.event for record in rows] != [row.event for row in rows_of(reading)]:
            yield f"reading {reading} is not whole"
    if expected < acknowledged:
        yield f"reading {acknowledged} was acknowledged, and {expected} is the last"


def main(path, kills, seed, is_whole):
    chance = Random(seed)
    Journal.create(path).close()
    found = []
    for _ in range(kills):
        acknowledged = kill_one(path, chance.randrange(1, 40), is_whole)
        # as a reader: the WAL stays, for the next writer
        with Journal.open(path, read_only=True) as journal:
            found += faults(journal.rows(), acknowledged)
    with Journal.open(path) as journal:
        print(json.dumps({"faults": found, "rows": journal.head.n}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4] == "whole")
