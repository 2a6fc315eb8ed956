"""How a seat stands: all that its plate and what lies in front of it show, so that they are
redrawn when it changes.
"""

from typing import NamedTuple

from tablectl.screen.model import seated
from tablectl.screen.presenter.bar_text import OF_A_SEAT, Keys, own_keys
from tablectl.screen.presenter.moment import BOARD, Moment
from tablectl.screen.presenter.notices import FLOOR_CALLED
from tablectl.screen.presenter.results import (
    Percent,
    current_page,
    deciding_cards,
    percents,
    seat_award,
    used_cards,
)
from tablectl.screen.words import view_language
from tablectl.view import HIDDEN, Seat, View

STANDS_STILL = ("halted", "reload", "held")
QUIET = ("folded", "sitting_out", "out")


class PhoneSign(NamedTuple):
    """What a plate says of a phone."""

    words: str
    is_wanted: bool = False  # the seat shows a code
    is_typed: bool = False  # an open lock: the phone's key went over the air


class SeatState(NamedTuple):
    """One seat as it stands: all that its plate and tab row show."""

    number: int
    seat: Seat
    has_button: bool
    is_to_act: bool
    # its turn, but play stands still: an outline instead of the bright plate
    is_waited_for: bool
    is_open: bool  # to act together with others for a bet: the same outline
    # the result names it, or there is no hand that it could be out of
    is_in_result: bool
    won: int
    used: tuple[str, ...] | None  # cards of the winning hand; None: none are dimmed
    # what has just happened here, in few words, and its tone
    notice: tuple[str, str] | None = None
    has_called: bool = False  # the floor, which has not ruled since
    is_over: bool = False  # the result stands
    net: int | None = None  # what the last hand brought, once its result has been shown
    percent: Percent | None = None  # its share of the main pot
    is_in_question: bool = False  # the halt is about it
    is_short: bool = False  # large amounts of this picture are written short
    to_pot: int = 0  # chips in front of it that belong in the pot
    gives: int = 0  # after a hand: chips that it still has to give to others
    # and those that it still has to take in, its own in front among them
    takes: int = 0
    keys: Keys = ()  # its own, where not all that are to act may do the same
    decides: frozenset[str] = frozenset()  # cards that do, where its result is shown
    phone: PhoneSign | None = None
    is_in_turn: bool = True  # what it has won is shown now; else its pot is another one

    @property
    def wants_phone(self) -> bool:
        return self.phone is not None and self.phone.is_wanted

    @property
    def is_lost(self) -> bool:
        """Not while it shows the code that another phone reads."""
        return not (self.seat.connected or self.wants_phone)

    @property
    def fill(self) -> str | None:
        """The hue that fills the plate; where several states could, the order is fault (which
        fills none), to act, winner.
        """
        if self.is_lost:
            return None
        if self.is_to_act:
            return "to_act"
        return "winner" if self.won and self.is_in_turn else None

    @property
    def is_quiet(self) -> bool:
        if self.fill is not None or self.won or self.is_lost or self.is_open:
            return False
        # at a result tabs say who gives what, and whoever has lost is dim all the same
        if not self.is_over and (self.seat.due_back or self.seat.missing or self.gives):
            return False
        return (
            self.seat.status == "folded"
            or self.has_mucked
            or self.is_beaten
            or (self.seat.status in QUIET and not self.is_in_result)
        )

    @property
    def is_beaten(self) -> bool:
        """Its hand, which was still in at the end, has won nothing."""
        return self.is_over and not self.is_in_result and self.seat.status in ("in", "all_in")

    @property
    def is_bare(self) -> bool:
        """Whether nobody plays here any more: name and place stand on the felt, without a plate."""
        return self.seat.status == "out" and self.is_quiet and not self.is_over and not self.faces

    @property
    def says_status(self) -> bool:
        """In place of what it did last."""
        return self.is_quiet and not self.is_beaten

    @property
    def did(self) -> str:
        """The code of what it did last."""
        return self.seat.last_action.code if self.seat.last_action is not None else ""

    @property
    def has_mucked(self) -> bool:
        return self.did == "mucked"

    @property
    def is_all_in(self) -> bool:
        """Until the result stands."""
        return self.seat.status == "all_in" and not self.is_over

    @property
    def faces(self) -> bool:
        return any(card != HIDDEN for card in self.seat.cards)

    @property
    def is_shown_down(self) -> bool:
        """Whether it lost the hand that is shown, with its last chips or without: the cards that
        it showed stay on its plate.
        """
        is_lost = self.seat.status == "out" or self.is_beaten
        return self.faces and is_lost and not self.has_mucked


def seat_state(model: View, number: int, seat: Seat, moment: Moment) -> SeatState:
    page = current_page(model, moment)
    is_on_page = page is not None and number in {win.seat for win in page.wins}
    ask = model.ask
    is_to_act = (number in ask.seats and ask.kind in OF_A_SEAT) or (
        seat.to_answer and model.phase == "deciding"
    )
    is_in_result = number in {win.seat for win in model.result or ()}
    irregularity = model.irregularity if model.phase == "halted" else None
    # nobody is in before they ante
    between = seat.bets is not None and model.phase == "idle" and not model.result
    return SeatState(
        number,
        seat,
        model.button == number,
        is_to_act,
        number in ask.seats and ask.kind in STANDS_STILL,
        seat.to_answer and model.waiting_for == "bets",
        is_in_result or between,
        seat_award(model, number) if moment.stage != BOARD else 0,
        used_cards(model, moment) if is_on_page else None,
        _notice_at(moment, number) if model.phase != "halted" else None,
        number in model.called,
        is_over=bool(model.result),
        net=seat.net if not model.result else None,
        percent=_percent_of(model, number),
        is_in_question=irregularity is not None and irregularity.seat == number,
        decides=deciding_cards(model, moment) if is_on_page else frozenset(),
        is_short=moment.is_short,
        keys=own_keys(model, number),
        phone=_sign_of_phone(model, seat, moment, number),
        is_in_turn=is_on_page or page is None or page.kind != "pots",
        **_moves_left(model, number),
    )


def _sign_of_phone(model: View, seat: Seat, moment: Moment, number: int) -> PhoneSign | None:
    """While seats show codes, and until the first hand of a phone is over."""
    tr = view_language(model)
    if (code := moment.code_of(number)) is not None:
        if number in moment.without_slip or not code.url:
            return PhoneSign(code.digits or "…", is_wanted=True)
        return PhoneSign(tr("SCAN"), is_wanted=True)
    phone = seat.phone
    if phone is None or not (phone.is_new or moment.codes):
        return None
    words = f"✓ {phone.mark}" if phone.is_new else "✓"
    return PhoneSign(words, is_typed=phone.typed)


def _moves_left(model: View, number: int) -> dict[str, int]:
    """The moves of chips that are not done, as they are shown at the seat. Against the house its
    slip shows them.

    What a seat still has to put in has a tab of its own.
    """
    place, seat = f"seat-{number}", model.seats[str(number)]
    if seat.bets is not None:
        return {}
    left = [move for move in model.moves if not move.done and place in (move.giver, move.taker)]
    gives = sum(move.amount for move in left if move.taker != place)
    if model.phase != "idle":
        return {"to_pot": max(0, gives - seat.missing)}
    takes = sum(move.amount for move in left if move.giver != place)
    own = sum(move.amount for move in left if move.giver == move.taker)
    return {"gives": gives, "takes": takes + own if takes else 0}


def _percent_of(model: View, number: int) -> Percent | None:
    shares = {n: seat.equity for n, seat in seated(model) if seat.equity is not None}
    return dict(zip(shares, percents(tuple(shares.values())), strict=True)).get(number)


def _notice_at(moment: Moment, number: int) -> tuple[str, str] | None:
    """But no call for the floor, which has a tab for as long as it stands."""
    notice = moment.notice_of(number)
    return (
        (notice.short, notice.tone) if notice is not None and notice.code != FLOOR_CALLED else None
    )
