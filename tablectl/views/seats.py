"""What the view says of each seat, and which of that is remembered from the last view."""

from collections.abc import Mapping

from msgspec.structs import replace

from tablectl.engine.questions import is_expected, is_posting, out_of_place, why_no_undo
from tablectl.engine.state.hand import Hand
from tablectl.engine.state.player import NOBODY, Player
from tablectl.engine.state.seat import Seat, Status
from tablectl.engine.state.table import NO_HAND, Table
from tablectl.rules.cards import Card
from tablectl.rules.showdown import face_up
from tablectl.views import house, points, standing
from tablectl.views.answering import to_answer
from tablectl.views.hands import hand_name, is_up
from tablectl.views.odds import odds
from tablectl.views.shares import shares
from tablectl.views.view import HIDDEN, ActionView, SeatView
from tablectl.views.words.template import Names

NO_EQUITIES: Mapping[int, float] = {}
FOLDED, MUCKED, LOST = ActionView("folded"), ActionView("mucked"), ActionView("lost")


def seats(t: Table, names: Names, *, is_open: bool, has_equities: bool) -> dict[str, SeatView]:
    """`is_open`: with every card face up; `has_equities`: and the equity of each live hand, by all that is known then."""
    views, equities = SEATS[is_open].of(t, to_answer(t), names), NO_EQUITIES
    if has_equities:
        equities = shares(t)
    elif not is_open and (of_pots := odds(t).shares):
        equities = of_pots[0]
    return {**views, **{str(n): replace(views[str(n)], equity=share) for n, share in equities.items()}} if equities else views


def _seat(t: Table, s: Seat, asked: tuple[int, ...], undoes: int | None, names: Names, *, is_open: bool) -> SeatView:
    """`asked`: who is asked at once, and has not answered. `undoes`: who may take its act back."""
    n, lies = s.number, out_of_place(t, s.number)
    player = (t.hand or t.last or NO_HAND).players.get(n, NOBODY)
    view = SeatView(
        _status(t, s), s.stack, player.bet, _cards(t, n, player, is_open=is_open), lies.due_back, lies.missing,
        s.is_connected and not s.is_faulty, None, _place(t, s), s.name, to_answer=n in asked,
        may_undo=n == undoes, last_action=_last_action(t, n, player))
    if player.shown and (hand := hand_name(t, player, names)) is not None:
        view = replace(view, hand_name=hand.whole, hand_short=hand.short)
    if t.hand is None:
        view = replace(view, **standing.of_seat(t, s))
    if t.house is not None:
        return replace(view, **house.of_seat(t, s))
    return replace(view, **points.of_seat(t, s)) if t.score is not None else view


def _status(t: Table, s: Seat) -> Status:
    if t.house is not None:
        return house.status(t, s)
    status = t.status(s.number)
    if t.hand is None and (status in ("in", "sitting_out") or (status == "folded" and s.is_absent)):
        return "in" if is_expected(t, s) and not s.is_absent else "sitting_out"         # will it be dealt in?
    return status


def _place(t: Table, s: Seat) -> int | None:
    """Whoever has left a seat has their place there until somebody else sits down (T-18)."""
    if s.status != "empty":
        return s.place
    return next((one.place for one in reversed(t.gone) if one.seat == s.number), None)


def _last_action(t: Table, number: int, player: Player) -> ActionView | None:
    """What it did last, or what has become of its hand."""
    if player.status == "folded":
        return FOLDED
    if player.is_mucked:
        return MUCKED
    if player.did is not None:
        return ActionView(player.did.what, player.did.amount)
    return LOST if t.hand is None and _has_lost(t, number, player) else None


def _has_lost(t: Table, number: int, player: Player) -> bool:
    """Whether a hand that was shown has won nothing."""
    if t.won is None or t.game.plays_for != "pots":
        return False
    return is_up(player, t.game) and number not in {won.seat for won in t.won if won.amount}


def _undoes(t: Table) -> int | None:
    """The seat that may take its act back now."""
    number = t.undo.seat
    return number if number is not None and not t.is_stopped and why_no_undo(t, number) is None else None


def _cards(t: Table, number: int, player: Player, *, is_open: bool) -> tuple[str, ...]:
    """What lies before a seat: a hand, or the card that it drew for the button."""
    if t.draw is not None:
        card = t.draw.cards.get(number)
        return () if card is None else (card,)
    if is_open or not player.cards:
        return player.cards
    if not player.shown:
        return (HIDDEN,) * len(player.cards)
    return tuple([card if up else HIDDEN for card, up in zip(player.cards, face_up(player.cards, player.shown), strict=True)])


class SeatViews:
    """Remembers each seat's view: an event changes one or two of them.

    A seat's view follows from these alone: what is the same for all; its seat and its player; and what is its own: whether it is
    asked with others, or the card that it drew; whether it is making a wager or a post; what it may take back; its shots; the
    board, if cards of its hand lie up. Seats and players are frozen: those that an event left alone are the same objects.
    """

    def __init__(self, *, is_open: bool) -> None:
        self._is_open = is_open
        self._of_all: tuple[object, ...] = ()
        self._seats: tuple[Seat, ...] = ()
        self._players: Mapping[int, Player] = {}
        self._own: Mapping[int, object] = {}
        self._board: tuple[Card, ...] = ()
        self._views: dict[str, SeatView] = {}

    def of(self, t: Table, asked: tuple[int, ...], names: Names) -> dict[str, SeatView]:
        hand, undoes = t.hand or t.last or NO_HAND, _undoes(t)
        of_all, own = _of_all(t, hand, names), _of_its_own(t, asked, undoes)
        is_as_before = of_all == self._of_all
        changed = self._changed(t, hand, own) if is_as_before else t.places
        if changed:
            fresh = {str(n): _seat(t, t.seats[n - 1], asked, undoes, names, is_open=self._is_open)
                     for n in changed if n in t.places}
            self._views = {**self._views, **fresh} if is_as_before else fresh
        self._of_all, self._own, self._seats = of_all, own, t.seats
        self._players, self._board = hand.players, hand.deal.board
        return self._views

    def _changed(self, t: Table, hand: Hand, own: Mapping[int, object]) -> set[int]:
        """The seats of which something is not what it was; the same are there, and the same in the hand."""
        changed: set[int] = set()
        players, was_own = hand.players, self._own
        if t.seats is not self._seats:
            for seat, was in zip(t.seats, self._seats, strict=True):
                if seat is not was:
                    changed.add(seat.number)
        if players is not self._players:
            for number, player in players.items():
                if player is not self._players[number]:
                    changed.add(number)
        if own != was_own:
            for number in (*own, *was_own):
                if own.get(number) != was_own.get(number):
                    changed.add(number)
        if hand.deal.board is not self._board:
            changed.update([number for number, player in players.items() if player.shown])
        return changed


def _of_all(t: Table, hand: Hand, names: Names) -> tuple[object, ...]:
    """What every seat's view follows from."""
    shots = (hand.deal.board, t.of_points.covered) if t.score is not None else None
    return (names, t.game, t.settings, t.places, t.gone, t.hand is None, t.draw is None, hand.dealt, (*hand.players,), hand.won,
            shots)


def _of_its_own(t: Table, asked: tuple[int, ...], undoes: int | None) -> dict[int, object]:
    """By seat, what its view follows from beside its seat and its player."""
    own: dict[int, object] = dict.fromkeys(asked, "asked") if t.draw is None else dict(t.draw.cards)
    if t.hand is not None and (wager := t.hand.wager) is not None:
        own[wager.seat] = "wagers"
    elif t.owes and (to_act := t.to_act) is not None and is_posting(t, to_act):
        own[to_act] = "posts"
    if t.score is not None:
        for number, its in points.shots_of_seats(t).items():
            own[number] = own.get(number), its
    if undoes is not None:
        own[undoes] = own.get(undoes), "undoes"
    return own


SEATS = {is_open: SeatViews(is_open=is_open) for is_open in (False, True)}
