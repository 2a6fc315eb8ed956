"""What lies where, of many looks: a tag is there at its first good read, gone after a time without
one, and at one place only.

Tags flicker: a card that lies still is lost for moments, most of all when others lie on it. And
antennas read their neighbours' tags. So each tag is counted at each antenna: the antenna with the
most reads in the last second has it, a move needs silence at the old one, and a tie is unknown,
never a guess. The first moment decides nothing: a new tag is unknown for `settle_ms`, and has no
place either when it is not read any more by then: a hand has carried it over the antenna.

    presence.take_report(report, now_ms)    any report of any reader; of a blind antenna the last
                                            look still holds, and its silence does not count
    presence.tick(now_ms)                   at `next_at_ms`, or later
    presence.tags_at(antenna)               the tags that lie there, in the order in which they came
    presence.unsure_tags(antenna)           the tags that lie there or at another: new ones, and
    presence.undecided_tags(antenna)        those that two antennas read nearly as often
    presence.count_reads(tag)               how often each antenna has read it in the last second

The times are from accounts of players' own tables with such antennas, and were never tried here: a
reader repeats a tag every 65 to 300 ms and loses it for moments, stacks of three are read badly,
eight antennas on a board read one another's cards.
"""

from collections import deque

from firmware_io.readers.reader import Report, Seen, Trouble

# five rounds of ten antennas at 0.3 s, and longer than the moments for which a bad stack is lost
GONE_MS = 1_500
# 20 looks of a reader of its own, three of a MUX: fewer would make every second decision a tie
COUNT_MS = 1_000
LEAD = 2  # reads more than the next antenna; a lead of one may depend on when they were counted
MAX_READS = 64  # of one tag at one antenna in a second: three times what a look every 50 ms makes
# all cards and chips of a seat at once; further tags are ignored until others have gone
MAX_TAGS = 512


class _Sight:
    """What is known of one tag."""

    def __init__(self, now_ms: int) -> None:
        self.first_ms = now_ms
        self.place: int | None = None
        self.reads: dict[int, deque[int]] = {}  # by antenna, the newest last
        # by antenna, the first look without it; None: it was in the last
        self.missed_ms: dict[int, int | None] = {}

    def note_read(self, antenna: int, now_ms: int) -> None:
        self.reads.setdefault(antenna, deque(maxlen=MAX_READS)).append(now_ms)
        self.missed_ms[antenna] = None

    def note_miss(self, antenna: int, now_ms: int) -> None:
        if antenna in self.missed_ms and self.missed_ms[antenna] is None:
            self.missed_ms[antenna] = now_ms

    def seen_by(self) -> list[int]:
        """The antennas that read it in their last look."""
        return [antenna for antenna, missed_ms in self.missed_ms.items() if missed_ms is None]

    def count_reads(self, since_ms: int) -> dict[int, int]:
        """Reads after `since_ms`, of the antennas that have any."""
        counted = {
            antenna: sum(at >= since_ms for at in reads) for antenna, reads in self.reads.items()
        }
        return {antenna: count for antenna, count in counted.items() if count}


class Presence:
    """All antennas that may read one another's tags, together."""

    def __init__(self, *, gone_ms: int = GONE_MS, settle_ms: int = 0) -> None:
        """`settle_ms`: 0 for a shoe, where the first read counts; COUNT_MS where hands put
        things down side by side.
        """
        self._gone_ms = gone_ms
        self._settle_ms = settle_ms
        self._sights: dict[bytes, _Sight] = {}
        self._now_ms = 0

    @property
    def next_at_ms(self) -> int | None:
        """When a tag is gone, or its place decided, if no look comes before."""
        due = [sight.first_ms + self._settle_ms for sight in self._sights.values()]
        due += [
            ms + self._gone_ms
            for sight in self._sights.values()
            for ms in sight.missed_ms.values()
            if ms is not None
        ]
        return min((ms for ms in due if ms > self._now_ms), default=None)

    def take_report(self, report: Report, now_ms: int) -> None:
        if isinstance(report, Seen):
            self.note_look(report, now_ms)
        elif isinstance(report, Trouble):
            for antenna in report.blind:
                self.note_blind(antenna)

    def note_look(self, look: Seen, now_ms: int) -> None:
        for tag in look.tags:
            if tag not in self._sights and len(self._sights) < MAX_TAGS:
                self._sights[tag] = _Sight(now_ms)
            if tag in self._sights:
                self._sights[tag].note_read(look.antenna, now_ms)
        for tag, sight in self._sights.items():
            if tag not in look.tags:
                sight.note_miss(look.antenna, now_ms)
        self.tick(now_ms)

    def note_blind(self, antenna: int) -> None:
        for sight in self._sights.values():
            if antenna in sight.missed_ms:
                sight.missed_ms[antenna] = None

    def tick(self, now_ms: int) -> None:
        self._now_ms = now_ms
        for tag, sight in list(self._sights.items()):
            for antenna, missed_ms in list(sight.missed_ms.items()):
                if missed_ms is not None and now_ms >= missed_ms + self._gone_ms:
                    del sight.missed_ms[antenna], sight.reads[antenna]
            if not sight.reads:
                del self._sights[tag]
            elif sight.place not in sight.reads and now_ms >= sight.first_ms + self._settle_ms:
                place = self.most_read(self.count_reads(tag))
                sight.place = place if place in sight.seen_by() else None

    def tags_at(self, antenna: int) -> tuple[bytes, ...]:
        return tuple(tag for tag, sight in self._sights.items() if sight.place == antenna)

    def find_place(self, tag: bytes) -> int | None:
        """The antenna where it lies; None: that is not known, or it lies nowhere."""
        return self._sights[tag].place if tag in self._sights else None

    def unsure_tags(self, antenna: int) -> tuple[bytes, ...]:
        return tuple(
            tag
            for tag, sight in self._sights.items()
            if sight.place is None and antenna in sight.reads
        )

    def undecided_tags(self, antenna: int) -> tuple[bytes, ...]:
        return tuple(
            tag for tag in self.unsure_tags(antenna) if self._is_undecided(self._sights[tag])
        )

    def count_reads(self, tag: bytes) -> dict[int, int]:
        return self._sights[tag].count_reads(self._now_ms - COUNT_MS) if tag in self._sights else {}

    def most_read(self, counts: dict[int, int]) -> int | None:
        """The antenna with the most reads; None where another has nearly as many, or none has
        any.
        """
        ranked = sorted(counts, key=lambda antenna: -counts[antenna])
        if not ranked or (len(ranked) > 1 and counts[ranked[0]] - counts[ranked[1]] < LEAD):
            return None
        return ranked[0]

    def _is_undecided(self, sight: _Sight) -> bool:
        is_settled = self._now_ms >= sight.first_ms + self._settle_ms
        return is_settled and len(sight.reads) > 1 and bool(sight.seen_by())
