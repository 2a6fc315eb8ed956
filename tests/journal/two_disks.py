"""A journal and its mirror on two simulated disks: the power goes for both at once, and one of
the two is destroyed besides.
"""

from collections import Counter
from contextlib import ExitStack
from random import Random
from typing import NamedTuple

from tablectl.journal import store
from tablectl.journal.copying import copy_journal
from tablectl.journal.mirror import TwoTruths, bring_up
from tablectl.journal.record import BadJournal, JournalFailed
from tablectl.journal.replay import recover_since
from tablectl.journal.store import Journal
from tablectl.service.journals.mirroring import Mirroring
from tablectl.text import say

from .evenings import an_evening
from .power_cuts import CHECKPOINTS, HANDS, IN_FLIGHT, IN_TURN, LAST
from .simdisk import DATABASE, OF_MIRROR, WAL, Call, Image, Platter, put, taken

READINGS, CUTS = 25, 40  # of a life, at most
WRITTEN = 10  # readings, where a call fails
STOPS, GOES_ON = "stops", "goes on after a failed call"
FLIPS = 8  # bits of a file that is flipped
REFUSED = "refused with a sentence, and nothing is changed"
Both = tuple[Image, Image]  # of the journal's disk, and of the mirror's


# What becomes of one of the two: from its files, and from what they were earlier


def nothing(image, earlier, chance):
    return image


def missing(image, earlier, chance):
    return {}


def flipped(image, earlier, chance):
    which = chance.choice([file for file, content in image.items() if content])
    content = bytearray(image[which])
    for _ in range(chance.randrange(1, FLIPS)):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    return {**image, which: bytes(content)}


def cut(image, earlier, chance):
    which = chance.choice([file for file, content in image.items() if content])
    return {**image, which: image[which][: chance.randrange(len(image[which]))]}


def without_wal(image, earlier, chance):
    return {file: content for file, content in image.items() if file != WAL}


def rolled_back(image, earlier, chance):
    return earlier


HARMS = {harm.__name__: harm for harm in (nothing, missing, flipped, cut, without_wal, rolled_back)}


class Left(NamedTuple):
    """What a life leaves: its files, how many readings are there, and the last that anybody was
    told of.
    """

    both: Both
    done: int
    told: int


class Late(Journal):
    """The broken control: the mirror gets what was confirmed by now when the next reading comes."""

    _owed = ()

    def _commit(self, stored, edge=None):
        owed, self._owed = self._owed, (*self._owed, *stored)
        if self.mirror is not None and owed:
            self.mirror.write(list(owed))
            self._owed = tuple(stored)
        self.write(list(stored), edge)


class TwoDisks:
    """Counts of what a start found, by what was done to which of the two; `kind`: of the journal
    that writes.
    """

    def __init__(self, disk, folder, played, kind=Journal):
        self._disk, self._played, self._kind = disk, played, kind
        self.journal, self.mirror = folder / "card" / "table.db", folder / "stick" / "mirror.db"
        for path in (self.journal, self.mirror):
            path.parent.mkdir()
        self.found = Counter[tuple[str, str]]()
        self.first = {}

    def evening(self, seed):
        """As many lives as it takes to write all readings of an evening; each goes on from a cut
        without further harm.
        """
        chance, evening = Random(seed), an_evening(self._played, HANDS, seed)
        left = self.begun(evening)
        while left.done < len(evening.readings):
            entries = self._lived(evening, left, chance)
            left = self._disturbed(
                evening, left, entries, chance, f"seed {seed}, from reading {left.done}"
            )

    def begun(self, evening):
        """A table that was opened, with its mirror."""
        self._put(({}, {}))
        with Journal.create(self.journal, evening.readings[0], wall_ms=1) as journal:
            copy_journal(journal, self.mirror)
        return Left(self._taken(), 1, 1)

    def calls(self, evening, left):
        """To the disks, of a life in which none fails."""
        self._disk.fail_nothing()
        assert self._until_it_fails(evening, left) == (WRITTEN, GOES_ON)
        return self._disk.calls()

    def failing(self, evening, left, failure, chance):
        """How a life ends in which that call fails with that code; or what is wrong with what it
        leaves, with the power cut.
        """
        self._disk.log_anew()
        self._disk.fail(*failure)
        told, end = self._until_it_fails(evening, left)
        self._disk.fail_nothing()
        platters = Platter(left.both[0], chance), Platter(left.both[1], chance)
        for entry in self._disk.log():
            play(platters, entry)
        what, _ = self._started(evening, (platters[0].cut(), platters[1].cut()), told, told + 1)
        return end if what in (LAST, IN_FLIGHT) else f"{what}, after {failure}"

    def _until_it_fails(self, evening, left):
        self._put(left.both)
        told = left.told
        try:
            with ExitStack() as closing:
                journal = closing.enter_context(Journal.open(self.journal))
                journal.mirror = Journal.open(self.mirror)
                for number in range(left.done + 1, WRITTEN + 1):
                    evening.append(journal, number)
                    told = number
        except (BadJournal, JournalFailed):
            return told, STOPS
        return told, GOES_ON

    def _put(self, both):
        for path, image in zip((self.journal, self.mirror), both, strict=True):
            for other in path.parent.glob("*-aside-*"):
                other.unlink()
            put(image, path)

    def _taken(self):
        return taken(self.journal), taken(self.mirror)

    def _lived(self, evening, left, chance):
        self._put(left.both)
        store.CHECKPOINT_READINGS = chance.choice(CHECKPOINTS)
        self._disk.log_anew()
        journal, waits = self._kind.open(self.journal), chance.random() < IN_TURN
        journal.mirror = Journal.open(self.mirror)
        with journal:
            if journal.mirror.head.n < journal.head.n:
                bring_up(journal.mirror, journal)
            self._disk.mark(left.done)  # from here on the table is shown
            for number in range(
                left.done + 1, min(len(evening.readings), left.done + READINGS) + 1
            ):
                self._disk.mark(-number)
                evening.append(journal, number)
                self._disk.mark(number)
                for one in (journal, journal.mirror) if waits else ():
                    one._checkpoints.wait()
            for one in (journal, journal.mirror):
                one._checkpoints.wait()
            return self._disk.log()

    def _disturbed(self, evening, was, entries, chance, where):
        calls = len(entries)
        late = calls - chance.randrange(calls // 4)
        platters = Platter(was.both[0], chance), Platter(was.both[1], chance)
        played, told, begun, left = 0, was.told, was.done, was
        for cut_at in sorted([late, *chance.choices(range(late), k=CUTS - 1)]):
            for entry in entries[played:cut_at]:
                play(platters, entry)
                if entry.call is Call.MARK:
                    told, begun = max(told, entry.at), max(begun, abs(entry.at))
            played = cut_at
            both = platters[0].cut(), platters[1].cut()
            harm, at = chance.choice([*HARMS]), chance.randrange(2)
            harmed = HARMS[harm](both[at], was.both[at], chance)
            here = f"{('journal', 'mirror')[at]} {harm}"
            what, is_there = self._started(
                evening, (harmed, both[1]) if at == 0 else (both[0], harmed), told, begun
            )
            self.found[here, what] += 1
            self.first.setdefault((here, what), f"{where}, cut at call {cut_at} of {calls}")
            if harm == "nothing" and what in (LAST, IN_FLIGHT):
                left = Left(both, is_there, told)
        return left

    def _started(self, evening, both, told, begun):
        self._put(both)
        locks = []
        try:
            with Mirroring(
                self.journal, self.mirror, self._never, locks.append
            ).open_both() as journal:
                recovered, rows = recover_since(journal)[0], journal.head.n
                if journal.mirror is None or journal.mirror.head != journal.head:
                    return f"without its mirror: {say(journal.mirror_trouble)}", 0
        except TwoTruths:
            return "TWO TRUTHS", 0
        except (BadJournal, JournalFailed) as refused:
            return (REFUSED if str(refused).endswith(".") else f"refused: {refused}"), 0
        done = evening.done(rows)
        if done is None:
            return "A PART OF A READING", 0
        if done < told:
            return "LOST", done
        if done > begun or recovered != evening.states[done].recovered:
            return "ANOTHER TABLE", done
        return (LAST if done == told else IN_FLIGHT), done

    def _never(self):
        raise AssertionError("A table is made anew where there is one.")

    def of(self, *outcomes):
        return sum(count for (_, what), count in self.found.items() if what in outcomes)

    def faults(self):
        return {
            what: first
            for what, first in self.first.items()
            if what[1] not in (LAST, IN_FLIGHT, REFUSED)
        }

    def said(self):
        count = self.found.total()
        kinds = Counter[str]()
        for (_, what), some in self.found.items():
            kinds[what] += some
        return (
            f"{self.of('LOST')} of {count:,} lost; {dict(kinds)}; faults {self.faults()};"
            f" none in {count:,}: at most {3 / count:.1e} at 95 %"
        )


def play(platters, entry):
    """On the disk on which the file is."""
    if entry.file in OF_MIRROR:
        platters[1].play(entry._replace(file=OF_MIRROR[entry.file]))
    elif entry.file in (DATABASE, WAL):
        platters[0].play(entry)
