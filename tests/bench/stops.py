"""Where the time of an emergency stop goes: stamps of its stages, and in the same minutes an empty
loop as the control.

A stop passes pressed, heard by the loop, decided, on the disk, shown. Each is stamped by the wall's
clock and by the processor time of the loop's thread: where the wall's passed and the thread did not
work, it waited for the disk or for another program. The control is a process of its own. There a
thread writes to a pipe at any moment, a loop that has nothing else to do reads it, writes to a file
on the same disk what a reading takes, and syncs it.
"""

import asyncio
import itertools
import multiprocessing
import os
import tempfile
import threading
import time
from random import Random
from typing import NamedTuple

from tablectl.journal.store import Journal
from tablectl.service.process import bind_to
from tablectl.service.serve import Service
from tablectl.service.table_loop import TableLoop
from tests.bench.percentiles import percentiles

APART_MS = 60  # at most, between two edges
READING = bytes(2 * 4_120)  # two frames of the write-ahead log
MS = 1e6  # nanoseconds


class Stamp(NamedTuple):
    """Both in ns, of the wall and of the processor time of one thread."""

    wall: int
    worked: int


class Stop(NamedTuple):
    pressed: Stamp
    heard: Stamp
    decided: Stamp
    written: Stamp
    shown: Stamp

    @property
    def took_ns(self):
        return self.shown.wall - self.pressed.wall

    @property
    def worked_ns(self):
        return self.shown.worked - self.pressed.worked

    def stages(self):
        """ns by the wall: until it is heard, to decide, to write, to show."""
        walls = [
            stamp.wall
            for stamp in (self.pressed, self.heard, self.decided, self.written, self.shown)
        ]
        return [after - before for before, after in itertools.pairwise(walls)]


class Clock:
    """Of the thread that it is made in. It may be read from any."""

    def __init__(self):
        self._worked = time.pthread_getcpuclockid(threading.get_ident())

    def stamp(self):
        return Stamp(time.monotonic_ns(), time.clock_gettime_ns(self._worked))


class StampedJournal(Journal):
    """Says when the last reading was decided, and when it was on the disk."""

    clock: Clock
    decided: Stamp
    written: Stamp

    def append(self, rows, *, wall_ms, edge=None):
        self.decided = self.clock.stamp()
        head = super().append(rows, wall_ms=wall_ms, edge=edge)
        self.written = self.clock.stamp()
        return head


class StampedLoop(TableLoop):
    """Stamps when what is awaited has passed each stage."""

    awaited = None
    stamps = None  # heard, decided, written, shown

    def take(self, happened, edge=None):
        heard = self.journal.clock.stamp()
        rows = super().take(happened, edge)
        if self.awaited is not None and any(isinstance(one, self.awaited) for one in happened):
            journal = self.journal
            self.stamps = heard, journal.decided, journal.written, journal.clock.stamp()
        return rows


class Stamped(Service):
    Loop = StampedLoop

    def __init__(self, config, loop, journal, **more):
        journal.close()
        stamped = StampedJournal.open(journal.path)
        stamped.clock = Clock()
        super().__init__(config, loop, stamped, **more)


class Control:
    """The empty loop, as long as it is open; `taken` then has, for each edge, ns until it was
    heard and to write and sync.
    """

    def __init__(self, folder):
        context = multiprocessing.get_context("fork")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=hand_over, args=(folder, theirs, os.getpid()))
        self.taken = []

    def __enter__(self):
        self._process.start()
        return self

    def __exit__(self, *wrong):
        self._ours.send("enough")
        self.taken = self._ours.recv()
        self._process.join()


def hand_over(folder, other, parent):
    """In a process of its own, until somebody says that it is enough."""
    bind_to(parent)
    loop, chance = asyncio.new_event_loop(), Random(2)
    heard, edge = os.pipe()
    taken = []
    pressed = [0]

    def press():
        pressed[0] = time.monotonic_ns()
        os.write(edge, b"!")

    def came():
        os.read(heard, 1)
        now = time.monotonic_ns()
        os.write(file, READING)
        os.fdatasync(file)
        taken.append((now - pressed[0], time.monotonic_ns() - now))
        if other.poll():
            loop.stop()
        else:
            begin()

    def begin():
        threading.Timer(chance.uniform(0, APART_MS / 1_000), press).start()

    with tempfile.TemporaryFile(dir=folder) as disk:
        file = disk.fileno()
        loop.add_reader(heard, came)
        begin()
        loop.run_forever()
    loop.close()
    other.send(taken)


def in_ms(taken):
    """How many, p50, p99 and the worst."""
    taken = [*taken]
    return f"{len(taken):6}" + "".join(f"{ns / MS:9.2f}" for ns in percentiles(taken))


def report(stops, control):
    """Lines of figures."""
    rows = [
        ("edge of the emergency stop to the held table", (stop.took_ns for stop in stops)),
        ("  processor time of it", (stop.worked_ns for stop in stops)),
        *(
            (f"  {name}", [stop.stages()[place] for stop in stops])
            for place, name in enumerate(
                ("until the loop hears it", "to decide", "to write and sync", "to show")
            )
        ),
        ("control: an empty loop hears a thread", (heard for heard, _ in control.taken)),
        ("control: it writes and syncs as much", (written for _, written in control.taken)),
        ("control: both", map(sum, control.taken)),
    ]
    return [f"{name:58}{in_ms(taken)}" for name, taken in rows]


def measured_stops(service, folder, count, *, chance, opens, wait, release):
    """`opens` opens the contact, from another thread; `wait` runs the loop until there are
    stamps; `release` puts all right.
    """
    stops = []
    pressed = []

    def press():
        pressed.append(service.wall.stamp())
        opens()

    with Control(folder) as control:
        for _ in range(count):
            finger = threading.Timer(chance.uniform(0, APART_MS / 1_000), press)
            finger.start()
            wait()
            finger.join()
            stops.append(Stop(pressed[-1], *service.stamps))
            release()
    return report(stops, control)
