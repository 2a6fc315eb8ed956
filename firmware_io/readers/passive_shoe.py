"""A passive shoe: no motor, no gate but a lamp. Cards are slid over one antenna, one by one, by
the dealer.

    lamp lit                  set_gate(pull): the next card is requested
    a card slides over   ->   CardOff(pull, its tag), `together_ms` after its first read; the lamp
        goes out
    two cards together   ->   one CardOff with both tags
    a card with lamp out ->   CardOff(0, its tag): nobody requested it
    the same card stays  ->   nothing: it is the same card until it has been gone for 1.5 s
    the last card again  ->   nothing, and a sentence: it was drawn back over the reader. Another
        tag of its face is told
    two cards stay there ->   a sentence: a PN532 reads two at a time, so a third would slip by

What slips by unread is not known, and the next card would take its place: the deck's count at the
end of the hand is what finds it out. Nor does an antenna know which face is up:
`face` is always "unknown", which a host takes for "down".
"""

from collections.abc import Callable

import msgspec

from firmware_io.messages import MAX_TAGS, NO_PULL, CardOff, CardPresented
from firmware_io.readers.debounce import TimedMessage
from firmware_io.readers.presence import Presence
from firmware_io.readers.reader import Report, Seen

CROWDED_MS = 1_000  # two cards lie on the reader for so long: they were left there
AGAIN = "The same card again: it was dealt in this hand, and is not dealt a second time."
CROWDED = "Two cards lie on the reader: take one away, or the next card is not read."
# as long as a pitched card is in the field; at 3 a second the next one is 330 ms off
TOGETHER_MS = 150


class PassiveShoe:
    """One antenna under the mouth of a shoe."""

    def __init__(
        self,
        antenna: int = 1,
        *,
        together_ms: int = TOGETHER_MS,
        presence: Presence | None = None,
        lying: tuple[bytes, ...] = (),
        lies_elsewhere: Callable[[bytes], bool] = lambda tag: False,
        was_dealt: Callable[[bytes], bool] = lambda tag: False,
        tell: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """`lying`: tags that were reported before this start; such a card is the same one until it
        has been gone for 1.5 s.

        `lies_elsewhere`: whether a tag that is read here is known to lie at another antenna, which
        this one reads across. `was_dealt`: whether the card of this very tag has come in this hand.
        `tell`: takes a sentence, which names no card.
        """
        # a card that lies on the table is requested again: what is read now was not dealt
        self.is_presenting = False
        self._antenna = antenna
        self._together_ms = together_ms
        self._presence = presence or Presence()
        self._pull = NO_PULL  # asked for, and not answered
        self._served = NO_PULL  # the last that was answered
        self._lying = lying  # until the first look
        self._last = lying  # the tags of the card that was reported last
        self._lies_elsewhere = lies_elsewhere
        self._was_dealt, self._tell = was_dealt, tell
        self._crowded_ms: int | None = None  # since when two cards have been read in every look
        self._is_crowd_reported = False
        self._known: tuple[bytes, ...] = ()  # reported while they are there
        self._passing: list[bytes] = []  # read, and not reported yet
        self._passing_ms = 0  # first read of them
        self._passing_pull: int | None = NO_PULL  # None: it is presented

    @property
    def is_lit(self) -> bool:
        """The lamp: a card is requested and has not come."""
        return self._pull != NO_PULL

    @property
    def next_at_ms(self) -> int | None:
        passed_ms = self._passing_ms + self._together_ms if self._passing else None
        due = (passed_ms, self._presence.next_at_ms)
        return min((ms for ms in due if ms is not None), default=None)

    def set_gate(self, pull: int) -> None:
        """The next card is for this pull; NO_PULL: none is wanted. The same pull again,
        answered, gives no second card.
        """
        self._pull = NO_PULL if pull == self._served else pull

    def take_report(self, report: Report, now_ms: int) -> list[TimedMessage]:
        """Any report of any reader."""
        if not isinstance(report, Seen) or report.antenna == self._antenna:
            if isinstance(report, Seen) and self._lying:
                self._still_lying(now_ms)
            self._presence.take_report(self._of_this_place(report), now_ms)
            self._watch_crowd(report, now_ms)
        return self.tick(now_ms)

    def tick(self, now_ms: int) -> list[TimedMessage]:
        self._presence.tick(now_ms)
        there = self._presence.tags_at(self._antenna)
        fresh = self._not_dealt([tag for tag in there if tag not in self._known])
        messages = self._passed_cards(now_ms)
        if fresh and not self._passing:
            self._passing_ms, self._passing_pull = now_ms, self._take_pull()
        self._passing += fresh
        self._known = there
        return messages

    # -------------------------------------------------------------- inside

    def _still_lying(self, now_ms: int) -> None:
        """Counts `lying` as seen until now: tags flicker, and the first look may miss one that
        lies there.
        """
        self._presence.note_look(Seen(self._antenna, self._lying), now_ms)
        self._known, self._lying = self._lying, ()

    def _not_dealt(self, fresh: list[bytes]) -> list[bytes]:
        """Those that are not the last card again."""
        if self.is_presenting or not (
            again := {tag for tag in fresh if tag in self._last and self._was_dealt(tag)}
        ):
            return fresh
        self._tell(AGAIN)
        return [tag for tag in fresh if tag not in again]

    def _watch_crowd(self, report: Report, now_ms: int) -> None:
        """Tells once of two cards that were left on the reader."""
        if not isinstance(report, Seen):
            return
        if len(report.tags) < 2:
            self._crowded_ms, self._is_crowd_reported = None, False
        elif self._crowded_ms is None:
            self._crowded_ms = now_ms
        elif not self._is_crowd_reported and now_ms - self._crowded_ms >= CROWDED_MS:
            self._is_crowd_reported = True
            self._tell(CROWDED)

    def _of_this_place(self, report: Report) -> Report:
        if not isinstance(report, Seen):
            return report
        return msgspec.structs.replace(
            report, tags=tuple(tag for tag in report.tags if not self._lies_elsewhere(tag))
        )

    def _take_pull(self) -> int | None:
        """The pull that the card answers, one card a pull; None: it is presented, and answers
        none.
        """
        if self.is_presenting:
            return None
        if self._pull != NO_PULL:
            self._served = self._pull
        pull, self._pull = self._pull, NO_PULL
        return pull

    def _passed_cards(self, now_ms: int) -> list[TimedMessage]:
        if not self._passing or now_ms < self._passing_ms + self._together_ms:
            return []
        tags, self._passing = tuple(self._passing[:MAX_TAGS]), []
        self._last = tags
        pull = self._passing_pull
        message = CardPresented(tags) if pull is None else CardOff(pull, tags, "unknown")
        return [TimedMessage(self._passing_ms, message)]
