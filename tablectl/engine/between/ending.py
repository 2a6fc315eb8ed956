"""The end of a hand: players who are out get places, leaving players go; places that open again
(T-18, F-7, F-10).

And the end of a game for points, and the start of a new one (M-8).
"""

from collections.abc import Mapping

from tablectl.engine import facts as f
from tablectl.engine.floor import NewGame
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.seating import places_of_losers, places_open_again


def end_hand(handling: Handling) -> None:
    """The hand is over: players without chips are out and get their places (T-18)."""
    t = handling.table
    out = {
        n: p.began
        for n, p in t.shown.players.items()
        if (seat := t.seats[n - 1]).stack == 0 and not seat.bought
    }
    left = still_in(t) - out.keys()
    _record_out(handling, places_of_losers(out, len(left)), left)
    leave_table(handling)


def leave_table(handling: Handling) -> None:
    """After the hand: players who announced that they leave are gone (F-7)."""
    began = {n: p.began for n, p in handling.table.shown.players.items()}
    handling.record(f.HandEnded())
    let_go(
        handling,
        {
            seat.number: began.get(seat.number, seat.stack)
            for seat in handling.table.seats
            if seat.is_leaving
        },
    )


def let_go(handling: Handling, began: Mapping[int, int]) -> None:
    """These players leave, with all of their chips (F-4), and with a place where the game gives
    places (T-18).

    Who is out keeps theirs; who leaves with chips has the place that is lost next. Several who
    leave with one hand are placed as if they had gone out in it. `began`: by seat the stack that
    each began that hand with. The last one left with chips has won.
    """
    t = handling.table
    is_placed = t.game.has_places and t.score is None and t.hands > 0
    lost = [n for n in began if handling.seat(n).place is None] if is_placed else []
    left = still_in(t) - {*lost}
    taken = places_of_losers({n: began[n] for n in lost}, len(left))
    for number in sorted(began):
        seat = handling.seat(number)
        place = taken.get(number, seat.place) if is_placed else None
        handling.record(f.PlayerLeft(seat=number, stack=seat.stack, place=place))
    if lost and len(left) == 1:
        handling.record(f.WinnerPlaced(seat=min(left), place=1))


def let_leaving_go(handling: Handling) -> None:
    """After a void hand: who announced that they leave goes with the chips that they have again
    (F-4, F-7).
    """
    let_go(handling, {seat.number: seat.stack for seat in handling.table.seats if seat.is_leaving})


def still_in(t: Table) -> set[int]:
    """The seats that have chips, or have put them into the hand being played; chips that are
    bought count if it is not out.
    """
    in_hand = t.hand.players if t.hand else {}
    return {
        s.number
        for s in t.seats
        if s.stack > 0 or (s.bought and s.place is None) or s.number in in_hand
    }


def place_without_chips(handling: Handling, number: int) -> None:
    """The floor has counted that a player has no chips left: they are out, in the place that is
    lost next (T-18).
    """
    t = handling.table
    seat = t.seat(number)
    if (
        t.game.has_places
        and not t.in_hand
        and t.hands
        and not seat.stack
        and not seat.bought
        and seat.place is None
    ):
        left = still_in(t)
        _record_out(handling, {number: len(left) + 1}, left)


def open_places(handling: Handling, back: int | None) -> None:
    """Opens places again, because the player `back` has chips again, or (None) somebody enters
    late (T-18, F-10).
    """
    t = handling.table
    if (
        t.game.has_places
        and not t.score
        and (back is None or handling.seat(back).place is not None)
    ):
        taken = {s.number: s.place for s in t.seats if s.place is not None}
        if places := places_open_again(taken, back):
            handling.record(f.PlacesReopened(places=places))


def place_out_anew(handling: Handling, had: Mapping[int, int | None]) -> None:
    """A pot was awarded again after the hand: its players without chips are out (T-18).

    `had`: the place of each player who was out before. Each keeps it, one further down for every
    worse place that becomes free because its player has chips after all. A player who is out only
    now takes the next free place. Of all these the player who began the hand with more chips takes
    the better place. Chips that a player who was out has bought since count from the next hand.
    """
    t = handling.table
    out = {
        n: p.began
        for n, p in t.shown.players.items()
        if t.seat(n).stack == 0 and (not t.seat(n).bought or n in had)
    }
    left = still_in(t) - out.keys()
    back = [place for n, place in had.items() if place is not None and n not in out]
    taken = [
        place + sum(other > place for other in back)
        for n, place in had.items()
        if place is not None and n in out
    ]
    free = sorted([*taken, *range(len(left) + 1, len(left) + 1 + len(out) - len(taken))])
    _record_out(
        handling,
        {n: free[sum(other > began for other in out.values())] for n, began in out.items()},
        left,
    )


def _record_out(handling: Handling, places: Mapping[int, int], left: set[int]) -> None:
    has_places = handling.table.game.has_places
    for seat, place in places.items():
        handling.record(f.PlayerOut(seat=seat, place=place if has_places else None))
    if has_places and places and len(left) == 1:
        handling.record(f.WinnerPlaced(seat=min(left), place=1))


# Games for points


def new_game(handling: Handling, ruling: NewGame) -> None:
    """The floor begins a new game: points are 0, nobody has a place, rules that the house has
    changed count (L-36), and the button moves as usual.
    """
    t = handling.table
    rules = t.new_rules.rules if t.new_rules else None
    if not t.score and (not rules or t.game.plays_for == "house"):
        handling.refuse(Why.NOT_FOR_POINTS())
    elif t.in_hand or t.drawn_for:
        handling.refuse(Why.GAME_BETWEEN_HANDS())
    else:
        if rules:
            handling.record(f.GameChanged(rules=rules))
        if t.score:
            handling.record(f.GameBegan())


def why_game_over(t: Table) -> Reason | None:
    """Why no hand can start: the game is over (M-8); None: it is not."""
    if not t.score or not t.score.is_over:
        return None
    first = [s for s in t.seats if s.place == 1]
    return Why.GAME_OVER(
        seats=tuple(s.number for s in first), points=first[0].points if first else None
    )
