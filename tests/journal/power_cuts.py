"""Lives of a journal on the simulated disk: each goes on from what the power cut left of the one
before.
"""

from collections import Counter
from random import Random
from typing import NamedTuple

from tablectl.journal import store
from tablectl.journal.record import BadJournal, JournalFailed
from tablectl.journal.replay import recover, recover_since
from tablectl.journal.store import Journal

from .evenings import an_evening
from .simdisk import Call, Entry, Image, Platter, put, taken

# of an evening, some 40 readings: most of a cut's time is its recovery
HANDS = 1
READINGS = 25  # of a life, at most
CUTS = 60  # of a life
# readings between two, of a life: the WAL begins anew, over what it held before
CHECKPOINTS = (1, 3, 8, 20)
# of the lives: a checkpoint is waited for; in the others readings go on beside it
IN_TURN = 0.5
# of the readings after which the journal is closed, and opened again
CLOSED = 0.05

LAST, IN_FLIGHT = "the last acknowledged reading", "the one in flight, too"


class Life(NamedTuple):
    before: Image
    entries: list[Entry]


class Cuts:
    """Counts of what recovery found after the cuts; whatever is not LAST or IN_FLIGHT is a
    fault.
    """

    def __init__(self, disk, path, played):
        self._disk, self._path, self._played = disk, path, played
        self.found = Counter[str]()
        self.first = {}  # of each kind: where it was found first

    def evening(self, seed):
        """As many lives as it takes to write all readings of an evening."""
        chance, evening = Random(seed), an_evening(self._played, HANDS, seed)
        self._path.unlink(missing_ok=True)
        put({}, self._path)
        Journal.create(self._path, evening.readings[0], wall_ms=1).close()
        image, done = taken(self._path), 1
        while done < len(evening.readings):
            life = self._lived(evening, image, done, chance)
            image, done = self._disturbed(
                evening, life, done, chance, f"seed {seed}, from reading {done}"
            )

    def _lived(self, evening, image, done, chance):
        put(image, self._path)
        store.CHECKPOINT_READINGS = chance.choice(CHECKPOINTS)
        self._disk.log_anew()
        journal, waits = Journal.open(self._path), chance.random() < IN_TURN
        for number in range(done + 1, min(len(evening.readings), done + READINGS) + 1):
            self._disk.mark(-number)
            evening.append(journal, number)
            self._disk.mark(number)
            if waits:
                journal._checkpoints.wait()
            if chance.random() < CLOSED:
                journal.close()
                journal = Journal.open(self._path)
        journal._checkpoints.wait()
        entries = self._disk.log()
        journal.close()
        return Life(image, entries)

    def _disturbed(self, evening, life, done, chance, where):
        """Cuts the power anywhere in that life. Returns what the last of the good cuts left, and
        how many readings are in it.
        """
        calls = len(life.entries)
        # the next life begins near the end of this one
        late = calls - chance.randrange(calls // 4)
        platter, played, told, begun, left = (
            Platter(life.before, chance),
            0,
            done,
            done,
            (life.before, done),
        )
        for cut_at in sorted([late, *chance.choices(range(late), k=CUTS - 1)]):
            for entry in life.entries[played:cut_at]:
                platter.play(entry)
                if entry.call is Call.MARK:
                    told, begun = max(told, entry.at), max(begun, abs(entry.at))
            played = cut_at
            image = platter.cut()
            what, is_there = self._recovered(evening, image, told, begun)
            self.found[what] += 1
            self.first.setdefault(what, f"{where}, cut at call {cut_at} of {calls}")
            if what in (LAST, IN_FLIGHT):
                left = image, is_there
        return left

    def _recovered(self, evening, image, told, begun):
        put(image, self._path)
        try:
            with Journal.open(self._path) as journal:
                recovered, rows = (
                    (recover(journal), recover_since(journal, from_row_1=True)[0]),
                    journal.head.n,
                )
        except (BadJournal, JournalFailed) as refused:
            return f"refused: {type(refused).__name__}", 0
        done = evening.done(rows)
        if done is None:
            return "a part of a reading", 0
        if done < told:
            return "LOST IN SILENCE", done
        if done > begun or recovered != (evening.states[done].recovered,) * 2:
            return "another table", done
        return (LAST if done == told else IN_FLIGHT), done

    def faults(self):
        return {what: count for what, count in self.found.items() if what not in (LAST, IN_FLIGHT)}

    def said(self):
        cuts = self.found.total()
        faults = {what: (count, self.first[what]) for what, count in self.faults().items()}
        return (
            f"{cuts:,} cuts: {dict(self.found)}; faults {faults}; no fault in {cuts:,}: at "
            f"most {3 / cuts:.1e} at 95 %"
        )
