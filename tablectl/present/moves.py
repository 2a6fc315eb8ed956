"""Who has to move which chips where: bets that go into the pot, chips to take back, pots and
payments to hand over.

In a hand this is what lies in front of the seats. After it, each seat has chips to give or to get
(`Hand.due`), and how far that has come is known of a seat from its bet area and, where it senses
one, its stack area. Nobody senses the middle: chips from there have arrived once the seat's stack
is right, and of a seat that senses no stack they stay to be moved until the next hand.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tablectl.engine.questions import OutOfPlace, are_compared, is_stack_sensed
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.wagers import chip_value
from tablectl.view import Move


class Share(Struct):
    """What a seat, or the middle, gives or gets after a hand. Of `whole` so much is still `left`
    to be moved.
    """

    place: str
    whole: int
    left: int


def list_moves(t: Table, lying: Sequence[OutOfPlace]) -> tuple[Move, ...]:
    """By seat, then what is handed over after a hand; done ones too, until all are. For points no
    chips move.

    `lying`: of each seat, what is out of place in front of it.
    """
    if t.score is not None:
        return ()
    middle = "pot" if t.game.plays_for != "house" else "house"
    handed = list(_handed_over(t, middle)) if t.hand is None and t.shown.due else []
    if t.hand is None and t.game.plays_for != "house":
        handed = _with_swept(t, middle, handed)
    if all(move.done for move in handed):
        handed = []
    return (*_in_front(t, lying, middle), *handed)


def _in_front(t: Table, lying: Sequence[OutOfPlace], middle: str) -> Iterator[Move]:
    """What lies in front of a seat and does not belong there, or lacks there."""
    for seat, lies in zip(t.seats, lying, strict=True):
        place = _place_name(seat)
        if t.hand is not None and (of_pot := _pot_chips(seat)):
            yield Move(place, middle, of_pot)
        if lies.missing:
            yield Move(place, middle, lies.missing)
        if lies.due_back:
            yield Move(place, place, lies.due_back)


def _handed_over(t: Table, middle: str) -> Iterator[Move]:
    """Each giver's chips go to the takers in turn, those in the middle after those of the seats."""
    givers, takers = _givers_and_takers(t)
    surplus = sum(one.whole for one in takers) - sum(one.whole for one in givers)
    if surplus > 0:
        givers.append(Share(middle, surplus, 0))
    elif surplus < 0:
        takers.append(Share(middle, -surplus, 0))
    given, got = [0] * len(givers), [0] * len(takers)
    at = to = 0
    while at < len(givers) and to < len(takers):
        giver, taker = givers[at], takers[to]
        amount = min(giver.whole - given[at], taker.whole - got[to])
        given[at] += amount
        got[to] += amount
        is_done = (
            got[to] <= taker.whole - taker.left
            if giver.place == middle
            else given[at] <= giver.whole - giver.left
        )
        yield Move(giver.place, taker.place, amount, is_done)
        at += given[at] == giver.whole
        to += got[to] == taker.whole


def _with_swept(t: Table, middle: str, handed: Sequence[Move]) -> list[Move]:
    """Chips that were pushed into the middle first, and not to the winner: what its stack lacks
    of its win lies there now.
    """
    won = Counter[int]()
    for one in t.won or ():
        won[one.seat] += one.amount
    swept = {}
    for number, amount in won.items():
        place, lacks = _place_name(t.seat(number)), _missing_chips(t, t.seat(number)) or 0
        coming = sum(move.amount for move in handed if move.taker == place and not move.done)
        if coming < lacks <= amount:  # who lacks more than the win has lost chips
            swept[place] = lacks - coming
    gone = [
        replace(move, taker=middle)
        if move.done and move.taker in swept and move.giver != middle
        else move
        for move in handed
    ]
    return gone + [Move(middle, place, amount) for place, amount in swept.items()]


def _givers_and_takers(t: Table) -> tuple[list[Share], list[Share]]:
    """The seats that give, and those that get; by seat."""
    givers, takers = [], []
    for seat in t.seats:
        due = t.shown.due.get(seat.number, 0)
        if due < 0:
            givers.append(
                Share(_place_name(seat), -due, min(-due, max(0, -_still_due(t, seat, due))))
            )
        elif due > 0:
            takers.append(Share(_place_name(seat), due, min(due, max(0, _still_due(t, seat, due)))))
    return givers, takers


def _still_due(t: Table, seat: Seat, due: int) -> int:
    """What the seat is still to be given; negative: what it has to give.

    Nothing follows from a stack that the floor has counted otherwise than it is sensed. A player
    who has left has taken all chips along but what lies in front.
    """
    if seat.status == "empty":
        return -_pot_chips(seat)
    lacks = _missing_chips(t, seat)
    if lacks is not None:
        return lacks
    return -_pot_chips(seat) if due < 0 and t.settings.chips_sensed else due


def _missing_chips(t: Table, seat: Seat) -> int | None:
    """Chips of the ledger that lie neither on the seat's stack nor in front; negative: more lie
    there. None: nobody senses it.
    """
    area = seat.area
    if (
        area.stack is None
        or area.ruled is not None
        or not are_compared(t)
        or not is_stack_sensed(seat)
    ):
        return None
    lacks = seat.stack - chip_value(area.stack) - chip_value(area.sensed)
    return 0 if -lacks == seat.bought else lacks


def _pot_chips(seat: Seat) -> int:
    return min(seat.area.to_pot, chip_value(seat.area.sensed))


def _place_name(seat: Seat) -> str:
    return f"seat-{seat.number}"
