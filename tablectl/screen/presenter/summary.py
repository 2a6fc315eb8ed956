"""Between hands, once the result has been shown: who won the last hand, what else was shown, and
how the players stand.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from tablectl.screen.layout.arrangement import group
from tablectl.screen.model import seated
from tablectl.screen.presenter.bar_text import player_name
from tablectl.screen.presenter.moment import Moment
from tablectl.screen.words import view_language
from tablectl.screen.words.results import pot_label
from tablectl.view import HIDDEN, Result, Seat, View

AT_THE_TABLE = ("in", "folded", "foul", "all_in")


class Hand(NamedTuple):
    """What a player held; `cards` are empty where they were not shown."""

    seat: int
    name: str
    won: int
    hand: str
    cards: tuple[str, ...]
    # what the pots that it won are called; none where there was one pot
    pots: tuple[str, ...] = ()


class Standing(NamedTuple):
    seat: int
    name: str
    amount: int  # the gain since sitting down; in a tournament chips
    is_named: bool = True  # by a name of the own, and not by the seat


class Handed(NamedTuple):
    """Chips that one still has to give to another; seat 0 is the middle of the table."""

    giver: int
    taker: int
    name: str  # of who gets them; where that is the middle, of who gives
    amount: int
    from_name: str = ""  # of who gives them to another


class Summary(NamedTuple):
    hand: int
    winners: tuple[Hand, ...]  # who won most comes first
    others: tuple[Hand, ...]  # who showed, and won nothing
    board: tuple[str, ...]
    used: tuple[str, ...] | None  # the cards of the winning hands; None: nobody showed
    standings: tuple[Standing, ...]
    is_by_chips: bool
    decides: frozenset[str]  # the cards by which hands beat another one of their name
    # in place of the standings, while play waits for it; against the house the slips say it
    handed: tuple[Handed, ...] = ()


def is_summed_up(model: View, moment: Moment) -> bool:
    """Whether the panel stands in the middle: a result that has been shown, until the next hand
    begins.
    """
    return (
        bool(model.result)
        and moment.is_result_over
        and model.phase == "idle"
        and not model.stands_still
        and model.void is None
        and group(model) == "ring"
    )


def summary(model: View) -> Summary:
    wins = [win for win in model.result or () if win.won]
    seats = dict.fromkeys(win.seat for win in wins)
    count, tr = len({win.pot for win in wins}), view_language(model)
    winners = [
        _hand_of(model, number, sum(win.won for win in wins if win.seat == number))._replace(
            pots=tuple(
                pot_label(tr, win.pot, count) for win in wins if win.seat == number and count > 1
            )
        )
        for number in seats
    ]
    others = [
        _hand_of(model, number, 0)
        for number, seat in seated(model)
        if number not in seats and seat.status != "folded" and _has_cards_up(seat)
    ]
    used = tuple(dict.fromkeys(card for win in wins for card in win.cards)) or None
    is_by_chips = model.tournament is not None
    decides = frozenset(win.decides for win in wins if win.decides)
    return Summary(
        model.hand,
        tuple(sorted(winners, key=lambda one: -one.won)),
        tuple(others),
        model.board,
        used,
        _list_standings(model, is_by_chips=is_by_chips),
        is_by_chips,
        decides,
        tuple(_list_handed(model)),
    )


def _hand_of(model: View, number: int, won: int) -> Hand:
    seat = model.seats.get(str(number), Seat())
    own = [win for win in model.result or () if win.seat == number]
    hand = next((_title_of(model, win, seat) for win in own if win.decides), None) or next(
        (win.hand for win in own if win.hand), None
    )
    return Hand(
        number,
        player_name(model, number),
        won,
        hand or seat.hand_name or "",
        seat.cards if _has_cards_up(seat) else (),
    )


def _title_of(model: View, win: Result, seat: Seat) -> str | None:
    """Of a hand that a card decided; of several that are equal the headline says only that."""
    is_tie = any(
        other.pot == win.pot and other.won and other.seat != win.seat
        for other in model.result or ()
    )
    return seat.hand_name if is_tie else win.headline


def _has_cards_up(seat: Seat) -> bool:
    return bool(seat.cards) and HIDDEN not in seat.cards


def _list_standings(model: View, *, is_by_chips: bool) -> tuple[Standing, ...]:
    if is_by_chips:
        rows = [
            (number, seat.stack)
            for number, seat in seated(model)
            if seat.status not in ("empty", "out")
        ]
    else:
        rows = [
            (number, seat.tonight) for number, seat in seated(model) if seat.tonight is not None
        ]
    rows.sort(key=lambda row: (-row[1], row[0]))
    return tuple(
        Standing(
            number, player_name(model, number), amount, is_named=bool(model.seats[str(number)].name)
        )
        for number, amount in rows
    )


def _list_handed(model: View) -> Iterator[Handed]:
    is_waited_for = model.ask.kind in ("move", "stacks")
    for move in model.moves if is_waited_for and model.dealer is None else ():
        if not move.done and move.giver != move.taker:
            giver, taker = _seat_number(move.giver), _seat_number(move.taker)
            from_name = player_name(model, giver) if giver and taker else ""
            yield Handed(giver, taker, player_name(model, taker or giver), move.amount, from_name)


def _seat_number(place: str) -> int:
    return int(place.removeprefix("seat-")) if place.startswith("seat-") else 0


def clear_hand(model: View) -> View:
    """The same table with the hand cleared away: no cards, no award, and nobody has folded any
    more.
    """
    seats = {
        number: replace(
            seat,
            status="in" if seat.status in AT_THE_TABLE else seat.status,
            cards=(),
            last_action=None,
            hand_name=None,
        )
        for number, seat in model.seats.items()
    }
    return replace(model, seats=seats, result=None)
