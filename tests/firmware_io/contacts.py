"""What hangs on the header's pins: contacts that bounce, wires that can be cut, and who watches the
lines. Its time is its own.

Each library's fake stands on these and debounces as the real one does: lgpio in its thread, telling
the first edge of all even when nothing has changed in the end; the kernel against the level that
the line was claimed with.
"""

import random

QUIET_US = 1_000_000


class Watch:
    """One watched line: tells an edge once the line has been stable for `debounce_us`, if its
    level is not the one told last.
    """

    def __init__(self, debounce_us, told, tell):
        self.debounce_us, self.told, self._tell = debounce_us, told, tell
        self._level = told
        self._since_us = None  # of the last raw edge that is not judged yet

    def edge(self, at_us, is_high):
        self.judge(at_us)
        self._level, self._since_us = is_high, at_us

    def judge(self, now_us):
        if self._since_us is not None and now_us - self._since_us >= self.debounce_us:
            self._since_us = None
            if self._level != self.told:
                self.told = self._level
                self._tell()


class Contacts:
    """Contacts to ground, all open at first, on lines with pull-ups."""

    def __init__(self):
        self.outputs = {}  # what drives them now
        self.driven = {}  # every level that an output has been given
        self.dimmed = {}  # share of the time, of 100
        self.claimed = set()
        self.losing = 0  # how many of the next edges the library loses
        self._closed = set()
        self._cut = set()
        self._watches = {}
        self._now_us = 0

    # -------------------------------------------------------------- people

    def close(self, number, bounces=0, seed=0):
        self._move(number, True, bounces, seed)

    def open(self, number, bounces=0, seed=0):
        self._move(number, False, bounces, seed)

    def cut(self, number):
        self._cut.add(number)
        self._raw_edge(number, 0)
        self.rest()

    def flicker(self, number):
        """The level changes and comes back within the debounce time, as by a spark or a radio."""
        self.begin(number, number not in self._closed)
        self.begin(number, number not in self._closed)
        self.rest()

    def begin(self, number, is_closed, after_us=1_000):
        """The contact changes; whether it stays so is not settled yet."""
        (self._closed.add if is_closed else self._closed.discard)(number)
        self._raw_edge(number, after_us)

    def rest(self):
        """Long enough for every line to be stable."""
        self._now_us += QUIET_US
        for watch in list(self._watches.values()):
            watch.judge(self._now_us)

    # -------------------------------------------------------------- libraries

    def is_high(self, number):
        return number not in self._closed or number in self._cut

    def watch(self, number, watch):
        self._watches[number] = watch

    def is_lost(self):
        """Whether the edge that is due now gets lost on its way."""
        if self.losing == 0:
            return False
        self.losing -= 1
        return True

    def drive(self, number, is_high):
        self.outputs[number] = is_high
        self.driven.setdefault(number, []).append(is_high)

    def free(self, number):
        self.claimed.discard(number)
        self.outputs.pop(number, None)
        self._watches.pop(number, None)

    # -------------------------------------------------------------- inside

    def _move(self, number, is_closed, bounces, seed):
        chance = random.Random(seed)
        for _ in range(bounces):
            self.begin(number, is_closed, chance.randrange(1, 2_000))
            self.begin(number, not is_closed, chance.randrange(1, 2_000))
        self.begin(number, is_closed, chance.randrange(1, 2_000))
        self.rest()

    def _raw_edge(self, number, after_us):
        self._now_us += after_us
        for watch in list(self._watches.values()):
            watch.judge(self._now_us)
        if number in self._watches:
            self._watches[number].edge(self._now_us, self.is_high(number))
