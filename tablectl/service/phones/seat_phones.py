"""Which phone has which seat, and how a seat changes its phone.

In a hand a seat changes its phone only if the old one gives it up, or the floor frees it, or, where
players may, another one in the hand says yes to a phone that asks. Between hands whoever reads the
seat's code has it; the board shows the code of a seat whose phone sleeps, or that another phone has
asked for.
"""

import asyncio
from collections.abc import Iterator, Mapping

from tablectl.engine import events
from tablectl.engine.facts import Noticed, make_message
from tablectl.engine.state.why import Why
from tablectl.present.phones import with_phones
from tablectl.service import logger
from tablectl.service.books.phones import BadPairings, Pairing, PairingBook
from tablectl.service.control.requests import BadLine, Frees
from tablectl.service.devices.phone_seat import PhoneSeat
from tablectl.service.phones.codes import Code, Codes
from tablectl.service.table_loop import TableLoop
from tablectl.structs import Frozen, JsonObject
from tablectl.text import Names, T, Text
from tablectl.view import Phone, View

ASKED_MS = 30_000  # how long the question of a second phone stands
KEPT_MS = 60_000  # how long nobody may ask again once the phone has kept its seat


class Question(Frozen):
    """A second phone wants a seat. `is_kept`: its phone has said no."""

    until_ms: int
    is_kept: bool = False


class SeatPhones:
    """`seats`: those that are played by phone. `codes`: makes their codes, and knows their
    digits. `may_players_answer`: in a hand, for a seat that another phone asks for.
    """

    def __init__(
        self,
        rows: TableLoop,
        seats: dict[int, PhoneSeat],
        book: PairingBook,
        codes: Codes,
        *,
        may_players_answer: bool = False,
    ) -> None:
        self.may_players_answer = may_players_answer
        self._rows, self.seats, self.book, self.offered = rows, seats, book, codes
        self._questions: dict[int, Question] = {}
        # of new phones: the last hand before theirs, then their first hand
        self._before: dict[int, int] = {}
        self._first: dict[int, int] = {}
        self._asleep: dict[int, asyncio.TimerHandle] = {}
        self._silent_since: dict[int, int] = {}
        self._taken = set(seats)  # where somebody sat when this was last looked at

    def open(self) -> None:
        """Every seat says whether it has a phone. A phone whose page does not come is away, and
        one whose first hand may not be over is new.
        """
        for number, seat in self.seats.items():
            has_phone = self.pairing(number) is not None
            seat.set_phone(has_phone=has_phone)
            if has_phone:
                self._before[number] = self._rows.table.hands
                self.fall_asleep(number)

    def close(self) -> None:
        for timer in self._asleep.values():
            timer.cancel()

    def pairing(self, seat: int) -> Pairing | None:
        return self.book.now.of_seat(seat)

    # Codes

    def codes(self) -> Mapping[int, Code]:
        """Of the seats that want a phone now."""
        return self.offered.offer_codes(self._wanting(), self._now_ms())

    def _wanting(self) -> Iterator[int]:
        table = self._rows.table
        for number in self.seats:
            if table.seat(number).status == "empty":
                continue
            if self.pairing(number) is None or (
                not table.in_hand and (table.seat(number).is_away or self.is_asked(number))
            ):
                yield number

    # A phone comes, and goes

    def pair(self, seat: int, key: bytes, *, is_typed: bool, after_epoch: int) -> Pairing:
        """The seat has the phone with this key from now on, and no other. Raises BadPairings.

        `after_epoch`: the last one of which the journal has a press.
        """
        before = self.pairing(seat)
        self.book.change(
            lambda book: book.with_phone(seat, key, after_epoch=after_epoch, is_typed=is_typed)
        )
        self.offered.spend(seat)
        self._questions.pop(seat, None)
        self._before[seat] = self._rows.table.hands
        self._first.pop(seat, None)
        self.seats[seat].set_phone(has_phone=True)
        self.wake(seat)
        now = self.pairing(seat)
        assert now is not None
        if before is not None:
            self._say_change(now)
        else:
            self._rows.show()
        return now

    def _say_change(self, pairing: Pairing) -> None:
        logger.info(f"Seat {pairing.seat} has another phone: {pairing.mark}.")
        self._rows.tell(
            make_message(
                Noticed, Why.PHONE_CHANGED(at=pairing.seat, mark=pairing.mark), pairing.seat
            )
        )

    def free(self, seat: int, by_floor: events.PhoneFreed | None = None) -> None:
        """The seat has no phone any more, and wants one. Raises BadPairings."""
        self.book.change(lambda book: book.without_phone(seat))
        for of_seat in (self._questions, self._before, self._first):
            of_seat.pop(seat, None)
        if (timer := self._asleep.pop(seat, None)) is not None:
            timer.cancel()
        if by_floor is not None:
            self._rows.take((by_floor,))
        self.seats[seat].set_phone(has_phone=False)
        self._rows.show()

    def free_left_seats(self) -> None:
        """Whoever has left between hands, or in one that is over, has no phone here any more."""
        table = self._rows.table
        if table.in_hand:
            return
        taken = {number for number in self.seats if table.seat(number).status != "empty"}
        left, self._taken = self._taken - taken, taken
        for seat in left:
            if self.pairing(seat) is None:
                continue
            told = self._rows.notices
            try:
                self.free(seat)
            except BadPairings as error:  # a full disk: the floor can free it
                logger.warning(str(error))
            self._rows.tell(*told)  # who has left, and not that a phone has

    # The floor

    def list_rows(self) -> list[JsonObject]:
        """For the floor: a row for each seat that is played by phone."""
        phones, wanting, table = self.list_phones(), self.codes(), self._rows.table
        return [
            {
                "seat": number,
                "mark": phone.mark if (phone := phones.get(number)) is not None else None,
                "typed": phone is not None and phone.typed,
                "asked": phone is not None and phone.asked,
                "away": table.seat(number).is_away,
                "away_s": self._away_s(number),
                "wants_phone": number in wanting,
            }
            for number in self.seats
        ]

    def free_for_floor(self, request: Frees, who: str) -> Text:
        """Takes its phone from the seat, unless the request only asks what that would do; a
        sentence. Raises BadLine.
        """
        seat = request.frees
        if seat not in self.seats or self.pairing(seat) is None:
            raise BadLine(T("No phone has seat {at}.", at=seat), "no_phone")
        if request.would:
            return T("Seat {at} has no phone then: the board shows its code.", at=seat)
        freed = events.PhoneFreed(
            at_ms=self._now_ms(),
            seat=seat,
            who=who,
            why=request.why,
            on_behalf_of=request.on_behalf_of,
        )
        try:
            self.free(seat, freed)
        except BadPairings as error:  # a full disk: the phone has its seat as before
            raise BadLine(str(error), "not_stored") from None
        return T("No phone has seat {at} now: the board shows its code.", at=seat)

    # A second phone asks

    def may_ask(self, seat: int) -> bool:
        """Whether no other question is on its way, or was answered just now."""
        question = self._questions.get(seat)
        return question is None or question.until_ms <= self._now_ms()

    def ask(self, seat: int) -> None:
        self._questions[seat] = Question(self._now_ms() + ASKED_MS)
        self._rows.show()

    def keep(self, seat: int) -> None:
        """The phone of the seat answers the question: no."""
        if self.is_asked(seat):
            self._questions[seat] = Question(self._now_ms() + KEPT_MS, is_kept=True)
            self._rows.show()

    def answering(self, seat: int) -> tuple[int, ...]:
        """The seats that may answer for this one: those in the hand, each with a phone of its own.

        The phone of the seat itself keeps it, or gives it up.
        """
        table = self._rows.table
        if not (self.may_players_answer and table.in_hand and self.is_asked(seat)):
            return ()
        return tuple(
            number
            for number in self.seats
            if number != seat
            and table.status(number) in ("in", "all_in")
            and self.pairing(number) is not None
        )

    def free_by_player(self, seat: int, by: int) -> None:
        """Another player has said yes to a phone that asks. Raises BadPairings."""
        self.free(seat)
        logger.info(f"Seat {seat} wants another phone: seat {by} has said yes.")
        self._rows.tell(make_message(Noticed, Why.PHONE_APPROVED(at=seat, other=by), seat))

    def is_asked(self, seat: int) -> bool:
        question = self._questions.get(seat)
        return question is not None and not question.is_kept and not self.may_ask(seat)

    def _seconds_left(self, seat: int) -> int | None:
        """Of the question for it; None: none is asked."""
        if not self.is_asked(seat):
            return None
        return -(-(self._questions[seat].until_ms - self._now_ms()) // 1_000)

    # Sleep

    def wake(self, seat: int) -> None:
        if (timer := self._asleep.pop(seat, None)) is not None:
            timer.cancel()
        if self._rows.table.seat(seat).is_away:
            self._rows.take((events.PhoneAwake(at_ms=self._now_ms(), seat=seat),))

    def fall_asleep(self, seat: int) -> None:
        """After `away_s` it is away, if nothing of it is heard until then."""
        if seat not in self._asleep:
            self._silent_since[seat] = self._now_ms()
            away_s = self._rows.table.settings.away_s
            self._asleep[seat] = self._rows.loop.call_later(away_s, self._is_away, seat)

    def all_fall_asleep(self) -> None:
        for seat in self.seats:
            if self.pairing(seat) is not None:
                self.fall_asleep(seat)

    def _away_s(self, seat: int) -> int | None:
        """How long its phone has shown no page; None: it shows one, or there is no phone."""
        if seat not in self._asleep:
            return None
        return (self._now_ms() - self._silent_since[seat]) // 1_000

    def _is_away(self, seat: int) -> None:
        if not self._rows.table.seat(seat).is_away:
            self._rows.take((events.PhoneAsleep(at_ms=self._now_ms(), seat=seat),))

    # What is shown

    def put_on(self, view: View, names: Names) -> View:
        """The view with the phones; a table without phones has nothing to show of them."""
        if not self.seats:
            return view
        self._follow_hands()
        return with_phones(view, self.list_phones(), self.codes(), names)

    def list_phones(self) -> dict[int, Phone]:
        return {
            number: Phone(
                pairing.mark,
                pairing.is_typed,
                asked=self.is_asked(number),
                left_s=self._seconds_left(number),
                answering=self.answering(number),
                is_new=number in self._before or number in self._first,
            )
            for number in self.seats
            if (pairing := self.pairing(number)) is not None
        }

    def _follow_hands(self) -> None:
        """A phone is new until the first hand that its seat was dealt in from the beginning is
        over.
        """
        table = self._rows.table
        for seat, hand in list(self._first.items()):
            if not table.in_hand or table.hands != hand:
                del self._first[seat]
        players = table.hand.players if table.hand is not None else ()
        for seat, before in list(self._before.items()):
            if table.hands > before and seat in players:
                del self._before[seat]
                self._first[seat] = table.hands

    def next_change_ms(self) -> int | None:
        """When a question ends; None: none is asked."""
        return min(
            (self._questions[seat].until_ms for seat in self.seats if self.is_asked(seat)),
            default=None,
        )

    def _now_ms(self) -> int:
        return self._rows.clock.now_ms()
