"""Who sits where in the order of play: the next seat, the button, the blinds' seats, the draw for the button.

Seats are numbers as painted on the felt; clockwise (to the left) is ascending and wraps round.
"""

from collections.abc import Mapping, Sequence

Seat = int


def clockwise_from(seats: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    """`seats` in clockwise order, the first one left of `seat` first and `seat` itself (if among them) last."""
    ordered = sorted(seats)
    after = [s for s in ordered if s > seat]
    return tuple(after + [s for s in ordered if s <= seat])


def next_button(seats: Sequence[Seat], button: Seat) -> Seat:
    """The button moves one player to the left (T-17)."""
    return clockwise_from(seats, button)[0]


def blind_seats(dealt: Sequence[Seat], heads_up_button: str) -> tuple[Seat, Seat]:
    """Small and big blind among `dealt`, which starts left of the button and ends with it (T-2).

    Two players: by `heads_up_button` the button posts the small blind or the big one.
    """
    if len(dealt) == 2:
        other, button = dealt
        return (button, other) if heads_up_button == "small" else (other, button)
    return dealt[0], dealt[1]


def heads_up_button(seats: Sequence[Seat], button: Seat, last_big: Seat | None, settings_button: str) -> Seat:
    """The button for a table that is becoming heads-up, placed so that nobody posts the big blind twice running (T-17)."""
    big = blind_seats(clockwise_from(seats, button), settings_button)[1]
    return next_button(seats, button) if big == last_big else button


def draw_order(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The order of the draw for the button: until there is one the highest seat counts as the dealer (T-1)."""
    return clockwise_from(seats, max(seats))


def highest_drawn(drawn: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """The seats that drew the highest rank, in the order of the draw; more than one draws again (T-1)."""
    best = max(drawn.values())
    return tuple(seat for seat, rank in drawn.items() if rank == best)


def places(out: Mapping[Seat, int], still_in: int) -> dict[Seat, int]:
    """Places of the seats that went out in one hand, from the stack each began it with (T-18).

    The larger stack has the better place; equal stacks share the better number. `still_in` counts those with chips left.
    """
    return {seat: still_in + 1 + sum(other > began for other in out.values()) for seat, began in out.items()}
