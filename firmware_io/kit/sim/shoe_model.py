"""A shoe's cards in a row, its motor (half a second a card), gate and lid, as objects without a
wire.

    shoe.load([SimCard(tag_a), SimCard(tag_b, face="up"), SimCard(None)])
    shoe.set_gate(17)               # by its host: a card may leave for pull 17
    shoe.pull(2, together=True)     # a double feed, requested or not
    shoe.jam_next_card()            # the next card stops in the mouth: a jam is reported

A subclass passes each change on: `_report_changes`. Time is a parameter of `end_turn`,
`begin_turn`.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable

import msgspec

from firmware_io.messages import FACES, MAX_TAGS, NO_PULL, CardOff, CardPresented, Edge, ShoeChanged

MOTOR_MS = 500  # a card: two a second, as a person pitches
RUNS_ON_MS = 500  # the motor, at a card that stops in the mouth, and so shuts the gate

Change = tuple[str, Edge]  # by the name of what has changed


class SimCard(msgspec.Struct, frozen=True):
    """A card as it lies in the shoe. No tag: one that cannot be read. One that `clings` takes
    the next one with it.
    """

    tag: bytes | None
    face: str = "down"
    clings: bool = False


class _Turn(msgspec.Struct, frozen=True):
    """One turn of the motor: what leaves when it ends."""

    cards: int
    face: str | None  # the side that is turned up; None: as they lie
    is_for_gate: bool  # by the gate, so that it stops when the gate shuts


class ShoeModel(ABC):
    """The verbs of whoever stands at the shoe, and its motor. `deals_by_itself`: a card comes
    when the gate opens.
    """

    def __init__(self, *, deals_by_itself: bool = True) -> None:
        self._cards: deque[SimCard] = deque()
        self._deals_by_itself = deals_by_itself
        self._gate = NO_PULL
        self._served = NO_PULL  # the last that a card has answered
        self._wanted: deque[_Turn] = deque()  # pulls by hand, not begun
        self._turn: _Turn | None = None
        self._turn_ends_ms = 0
        self._is_lid_open = self._is_jammed = self._is_empty_reported = False
        self._sticks = False  # the next card stops in the mouth
        self._in_mouth: CardOff | None = None
        self._jam_due_ms = 0

    @abstractmethod
    def _report_changes(self, *changes: Change) -> None:
        """Called after each verb with all that it has changed. Also with nothing: the motor may
        have work now.
        """

    # -------------------------------------------------------------- verbs

    def load(self, cards: Iterable[SimCard], *, announce: bool = False) -> None:
        """These cards and no others, in the order they will leave. `announce`: the shoe says
        that it was reloaded.
        """
        self._cards = deque(cards)
        self._is_empty_reported = False
        self._report_changes(*([("shoe", ShoeChanged("reloaded"))] if announce else []))

    def pull(self, count: int = 1, face: str | None = None, *, together: bool = False) -> None:
        """So many cards leave, requested or not, the first after half a second; `face`: turned so,
        however they lie.

        A card that leaves while the gate is open for a pull not yet served answers that pull,
        others answer none.
        """
        if face is not None and face not in FACES:
            raise ValueError(f"A face is one of {', '.join(FACES)}, not {face}.")
        if together and count > MAX_TAGS:
            raise ValueError(
                f"At most {MAX_TAGS} cards fit through the slot together, not {count}."
            )
        self._wanted.extend(
            [_Turn(count, face, False)] if together else [_Turn(1, face, False)] * count
        )
        self._report_changes()

    def present(self, card: SimCard) -> None:
        """A card that lies on the table is held before the reader again."""
        self._report_changes(("presented", CardPresented(() if card.tag is None else (card.tag,))))

    def change(self, what: str) -> None:
        """Something happens to the shoe that it reports: a word of SHOE_CHANGES. `reloaded`:
        with the cards that lie in it.
        """
        verbs = {
            "lid_open": self.open_lid,
            "lid_closed": self.close_lid,
            "jam": self.jam,
            "cleared": self.clear_jam,
        }
        verbs.get(what, lambda: self.load(tuple(self._cards), announce=True))()

    def open_lid(self) -> None:
        self._is_lid_open = True
        self._report_changes(self._lid_change())

    def close_lid(self) -> None:
        self._is_lid_open = False
        self._report_changes(self._lid_change())

    def jam(self) -> None:
        self._is_jammed = True
        self._report_changes(("jam", ShoeChanged("jam")))

    def jam_next_card(self) -> None:
        """The next card that the motor brings stops in the mouth, and stays there until the jam
        is cleared.
        """
        self._sticks = True

    def clear_jam(self) -> None:
        """A card that stands in the mouth is drawn out."""
        card, self._in_mouth = self._in_mouth, None
        self._is_jammed = False
        self._report_changes(
            *([] if card is None else [("card", card)]), ("jam", ShoeChanged("cleared"))
        )

    # -------------------------------------------------------------- what can be seen

    @property
    def cards(self) -> tuple[SimCard, ...]:
        return tuple(self._cards)

    @property
    def gate(self) -> int:
        """The pull it is open for; 0 when shut."""
        return self._gate

    @property
    def is_pull_open(self) -> bool:
        """A card is requested and has not come."""
        return self._gate not in (NO_PULL, self._served)

    @property
    def deals_by_itself(self) -> bool:
        return self._deals_by_itself

    @deals_by_itself.setter
    def deals_by_itself(self, does: bool) -> None:
        self._deals_by_itself = does
        self._report_changes()

    def levels(self) -> tuple[Change, ...]:
        """What it senses now, for a host that asks."""
        jam = (("jam", ShoeChanged("jam")),) if self._is_jammed else ()
        empty = (("empty", ShoeChanged("empty")),) if self._is_empty_reported else ()
        return (self._lid_change(), *jam, *empty)

    # -------------------------------------------------------------- gate and motor

    def set_gate(self, pull: int) -> None:
        """Open for one card, which answers this pull; NO_PULL: shut. The same pull again gives
        no second card.
        """
        self._gate = pull

    def lose_power(self) -> None:
        """The gate shuts, and what was pulled or served is forgotten. Cards, lid and jam stay as
        they are.
        """
        self._gate = NO_PULL
        self._served = NO_PULL
        self._turn = None
        self._wanted.clear()
        if self._in_mouth is not None:
            self._in_mouth = CardOff(NO_PULL, self._in_mouth.tags, self._in_mouth.face)

    def end_turn(self, now_ms: int) -> tuple[Change, ...]:
        """What the motor has done by now. It stops for a lid, a jam, and a gate that has shut;
        that turn is lost.
        """
        if self._is_stopping and now_ms >= self._jam_due_ms:
            self._is_jammed = True
            return (("jam", ShoeChanged("jam")),)
        is_unasked = self._turn is not None and self._turn.is_for_gate and not self.is_pull_open
        if self._is_held or is_unasked:
            self._turn = None
        if self._turn is None or now_ms < self._turn_ends_ms:
            return ()
        turn, self._turn = self._turn, None
        left = self._cards_leave(turn)
        if self._sticks and left and isinstance(left[0][1], CardOff):
            self._sticks, self._in_mouth, self._jam_due_ms = False, left[0][1], now_ms + RUNS_ON_MS
            return ()
        return left

    def begin_turn(self, now_ms: int) -> None:
        """The next turn begins, where one is wanted. Not to be called while a card that left
        could not be reported.
        """
        if self._turn is None and not self._is_held:
            self._turn = self._next_turn()
            self._turn_ends_ms = now_ms + MOTOR_MS

    @property
    def motor_stops_ms(self) -> int | None:
        """When the turn that it is in ends; None: it stands still."""
        if self._is_stopping:
            return self._jam_due_ms
        return None if self._turn is None else self._turn_ends_ms

    @property
    def is_motor_done(self) -> bool:
        """It stands still, and would not begin if nobody did anything."""
        return self._turn is None and not self._is_stopping and (not self._wanted or self._is_held)

    # -------------------------------------------------------------- inside

    @property
    def _is_held(self) -> bool:
        return self._is_lid_open or self._is_jammed or self._in_mouth is not None

    @property
    def _is_stopping(self) -> bool:
        """A card has stopped in the mouth, and the motor has not given up yet."""
        return self._in_mouth is not None and not self._is_jammed

    def _lid_change(self) -> Change:
        return "lid", ShoeChanged("lid_open" if self._is_lid_open else "lid_closed")

    def _next_turn(self) -> _Turn | None:
        if self._wanted:
            return self._wanted.popleft()
        if self.is_pull_open and self._deals_by_itself and not self._is_empty_reported:
            return _Turn(1, None, True)
        return None

    def _cards_leave(self, turn: _Turn) -> tuple[Change, ...]:
        cards = [self._cards.popleft() for _ in range(min(turn.cards, len(self._cards)))]
        while cards and cards[-1].clings and self._cards and len(cards) < MAX_TAGS:
            cards.append(self._cards.popleft())
        if not cards:
            is_news, self._is_empty_reported = not self._is_empty_reported, True
            return (("empty", ShoeChanged("empty")),) if is_news else ()
        pull = self._gate if self.is_pull_open else NO_PULL
        if pull != NO_PULL:
            self._served = pull
        tags = tuple(card.tag for card in cards if card.tag is not None)
        return (("card", CardOff(pull, tags, turn.face or cards[0].face)),)
