"""Who sits where in the order of play: the next seat, the button, the blinds' seats, the draw for
the button.

Seats are numbers as painted on the felt; clockwise (to the left) is ascending and wraps round.
"""

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from tablectl.structs import Frozen

Seat = int
HeadsUpButton = Literal["small", "big"]  # which blind the button posts with two players (S-10)
Coming = Literal["", "post", "behind", "buy_button", "enters"]
# more than any table has seats: distances clockwise are counted modulo this
ROUND = 1_000


def clockwise_from(seats: Iterable[Seat], seat: Seat) -> tuple[Seat, ...]:
    """`seats` in clockwise order, the first one left of `seat` first and `seat` itself (if among
    them) last.
    """
    ordered = sorted(seats)
    first = bisect(ordered, seat)
    return (*ordered[first:], *ordered[:first])


def next_left_of(seats: Sequence[Seat], seat: Seat) -> Seat:
    """The first of `seats` clockwise from `seat`; `seat` itself only if it is alone among them."""
    ordered = sorted(seats)
    return ordered[bisect(ordered, seat) % len(ordered)]


def next_button(seats: Sequence[Seat], button: Seat) -> Seat:
    """The button moves one player to the left (T-17, S-8)."""
    return next_left_of(seats, button)


def who_cuts(seats: Sequence[Seat], button: Seat) -> Seat | None:
    """The seat that cuts: the first of `seats` on the right of `button`, whose player shuffles.
    None: there is no other seat (T-5).
    """
    others = [seat for seat in seats if seat != button]
    return max([seat for seat in others if seat < button] or others, default=None)


def seats_between(seats: Iterable[Seat], start: Seat, end: Seat) -> tuple[Seat, ...]:
    """The `seats` that lie clockwise between `start` and `end`. If these two are the same seat, all
    others lie between them.
    """
    span = (end - start - 1) % ROUND + 1
    return tuple(seat for seat in seats if 0 < (seat - start) % ROUND < span)


class Player(Frozen):
    """A player who has chips and does not sit out.

    A player who owes (a newcomer, or one whom a blind has passed) gets neither the button nor the
    small blind (L-35). `comes` says at which places such a player is dealt in: `post` anywhere;
    `behind` anywhere but between button and small blind; `buy_button` only between these two;
    `enters` as `behind`, and may get the button, too (F-10, T-17); "" only with the big blind.
    """

    seat: Seat
    owes: bool = False
    comes: Coming = ""


class Positions(Frozen):
    """The seats of a hand's button and blinds.

    `small` is None if nobody posts a small blind: its seat is empty, or somebody has bought the
    button. All three are None in a game without button and blinds.
    """

    button: Seat | None
    small: Seat | None
    big: Seat | None
    dealt: tuple[Seat, ...]  # from the left of the button
    # the big blind's seat has bought the button: it posts all the blinds (L-32)
    is_bought: bool = False


def move_button(players: Sequence[Player], button: Seat) -> Seat:
    """The button moves to the next player who owes nothing (L-8, L-35). In T it moves to the next
    player, whoever that is (T-17).
    """
    return next_button(may_have_button(players), button)


def may_have_button(players: Sequence[Player]) -> list[Seat]:
    return [
        *_seats_owing_nothing(players),
        *(p.seat for p in _owing_players(players) if p.comes == "enters"),
    ]


def button_positions(
    players: Sequence[Player], button: Seat, heads_up_button: HeadsUpButton
) -> Positions | None:
    """The positions of a hand whose button is at `button`; None: fewer than two can be dealt in
    (L-2, F-9).

    The small blind is at the next player who owes nothing. The big blind is at the next player of
    all, so a waiting player whom it reaches comes in (L-31, L-35). A player who buys the button
    posts both blinds (L-32).
    """
    small = next_button(_seats_owing_nothing(players), button)
    owing = _owing_players(players)
    if buyer := next(
        (p.seat for p in owing if p.comes == "buy_button" and _is_between(p.seat, button, small)),
        None,
    ):
        dealt = _seats_dealt_in(players, button, small, buyer)
        return Positions(button, None, buyer, dealt, is_bought=True)
    big = next_button([p.seat for p in players], small)
    if big == small:
        return None
    dealt = _seats_dealt_in(players, button, small, big)
    if len(dealt) == 2:
        return _heads_up(owing, dealt, heads_up_button)
    return Positions(button, small, big, dealt)


def dead_button_positions(
    players: Sequence[Player],
    last_small: Seat,
    last_big: Seat,
    heads_up_button: HeadsUpButton,
) -> Positions | None:
    """Positions with a dead button: the big blind moves to the next player; the small blind and the
    button follow it, to empty seats, too (a setting of L-8).
    """
    big = next_button([p.seat for p in players], last_big)
    dealt = _seats_dealt_in(players, last_small, last_big, big)
    if len(dealt) < 2:
        return None
    if len(dealt) == 2:
        other = next(seat for seat in dealt if seat != big)
        return _heads_up(
            _owing_players(players),
            (other, big) if heads_up_button == "big" else (big, other),
            heads_up_button,
        )
    return Positions(
        last_small, last_big if last_big in _seats_owing_nothing(players) else None, big, dealt
    )


def button_blind_positions(players: Sequence[Player], button: Seat) -> Positions | None:
    """Positions with a single blind, which the button posts, and an ante from each player. Nobody
    has a big blind to wait for, so all are dealt in.
    """
    seats = [p.seat for p in players]
    if len(seats) < 2:
        return None
    button = button if button in seats else next_button(seats, button)
    return Positions(button, None, button, clockwise_from(seats, button))


def _seats_owing_nothing(players: Sequence[Player]) -> list[Seat]:
    """The seats that owe nothing. If all owe, they begin anew, and none of them owes."""
    return [p.seat for p in players if not p.owes] or [p.seat for p in players]


def _owing_players(players: Sequence[Player]) -> list[Player]:
    settled = _seats_owing_nothing(players)
    return [p for p in players if p.seat not in settled]


def _is_between(seat: Seat, start: Seat, end: Seat) -> bool:
    return bool(seats_between((seat,), start, end))


def _seats_dealt_in(
    players: Sequence[Player], button: Seat, small: Seat, big: Seat
) -> tuple[Seat, ...]:
    """The seats that are dealt in, from the left of the button: those that owe nothing, the big
    blind, and those that post to come in (L-30; behind the button L-33).
    """
    coming = [
        p.seat
        for p in _owing_players(players)
        if p.comes == "post"
        or (p.comes in ("behind", "enters") and not _is_between(p.seat, button, small))
    ]
    return clockwise_from({*_seats_owing_nothing(players), *coming, big}, button)


def _heads_up(
    owing: Sequence[Player], dealt: tuple[Seat, ...], heads_up_button: HeadsUpButton
) -> Positions:
    """Positions of two players. The setting says which blind the button posts (S-10); a player who
    still owes posts the big blind in any case.

    A player who enters owes nothing (F-10), and may have the button as anybody may (T-17).
    """
    small, big = blind_seats(dealt, heads_up_button)
    if small in [p.seat for p in owing if p.comes != "enters"]:
        small, big = big, small
    button = small if heads_up_button == "small" else big
    return Positions(button, small, big, clockwise_from(dealt, button))


def without_blinds(seats: Sequence[Seat], button: Seat | None) -> Positions:
    """Positions of a hand without blinds. It is dealt from the left of the button, or from the
    lowest seat if there is no button.
    """
    return Positions(
        button,
        None,
        None,
        clockwise_from(seats, button) if button is not None else tuple(sorted(seats)),
    )


def blind_seats(dealt: Sequence[Seat], heads_up_button: HeadsUpButton) -> tuple[Seat, Seat]:
    """The seats of small and big blind, of two players of whom the second has the button (T-2,
    S-10).
    """
    other, button = dealt
    return (button, other) if heads_up_button == "small" else (other, button)


def draw_order(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The order of the draw for the button. The highest seat counts as the dealer meanwhile
    (T-1).
    """
    return clockwise_from(seats, max(seats))


def highest_drawn(drawn: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """The seats that drew the highest rank, in the order of the draw. If there are several, they
    draw again (T-1).
    """
    best = max(drawn.values())
    return tuple(seat for seat, rank in drawn.items() if rank == best)


def places_of_losers(out: Mapping[Seat, int], still_in: int) -> dict[Seat, int]:
    """The places of the seats that went out in one hand (T-18). `out`: each one's stack before it.

    The larger stack gets the better place; equal stacks share the better number. `still_in`: how
    many players have chips left.
    """
    return {
        seat: still_in + 1 + sum(other > began for other in out.values())
        for seat, began in out.items()
    }


def places_open_again(taken: Mapping[Seat, int], back: Seat | None) -> dict[Seat, int | None]:
    """Which of the places `taken` change when one more player plays: a late entry (`back` None), or
    a rebuy by `back` (T-18).

    The first place is open again. Those who are out go down by one place. Those who went out before
    `back` keep their places.
    """
    from_place = max(taken.values(), default=0) if back is None else taken.get(back, 0)
    moved = {
        seat: place + 1 for seat, place in taken.items() if seat != back and 1 < place <= from_place
    }
    return {**moved, **{seat: None for seat, place in taken.items() if place == 1}}
