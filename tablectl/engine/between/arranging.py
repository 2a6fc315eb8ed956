"""Who is dealt into the next hand, where its button and blinds are, and who posts what (T-17, L-8,
L-30 to L-35, S-16 to S-18).

Nothing here changes the table. starting.py begins the hand as arranged here, posting.py arranges it
again if a blind is not posted, and coming.py and the views ask which choices a newcomer has.
"""

from collections.abc import Iterable
from typing import NamedTuple

from tablectl.engine.events import Key
from tablectl.engine.state.changes import seat_changed
from tablectl.engine.state.seat import Choice, Debt, Seat
from tablectl.engine.state.table import Table
from tablectl.rules.forced import Post, list_posts
from tablectl.rules.seating import (
    Coming,
    Player,
    Positions,
    button_blind_positions,
    button_positions,
    dead_button_positions,
    may_have_button,
    move_button,
    next_button,
    seats_between,
    without_blinds,
)

NEWCOMER: Debt = "new"  # values of Seat.debt
PASSED = "missed"


def can_be_dealt_in(t: Table, seat: Seat) -> bool:
    """Whether the seat can be dealt in: it has chips that play (L-5) and does not sit out. In T an
    absent player is dealt in, too (T-17). In a game for points no chips are needed.

    Once a hand has begun, the answer stays: whoever leaves, sits out, sits in or buys chips does so
    from the next hand on. So if a blind is not posted and the hand is arranged again, only seats
    that could be dealt in at its beginning come in question (F-4, F-7, F-8).
    """
    hand = t.hand
    if hand and (seat.number in hand.dealt or seat.number not in hand.eligible):
        return seat.number in hand.dealt
    if (
        seat.status == "empty"
        or seat.is_leaving
        or (seat.is_absent and not t.settings.absent_are_dealt_in)
    ):
        return False
    chips = seat.stack + (0 if hand else seat.bought)
    return seat.points is not None or chips - chips % (t.settings.smallest_chip or 1) >= max(
        1, t.settings.ante_min
    )


def arrange_seats(t: Table, button: int | None = None) -> Positions | None:
    """Button, blinds and seats of the next hand; None: fewer than two can play (F-9). `button`: the
    button of a hand that has begun.

    A re-deal has the players of the void hand, unless too few of them are left (G-4). Against the
    house it has all players (D-11).
    """
    return arrange_next_hand(t, button).arranged


class Arrangement(NamedTuple):
    """The next hand as it is arranged, and the seats it was chosen from. If a blind is not posted,
    the hand is arranged again from these seats (F-8, G-4).
    """

    arranged: Positions | None
    eligible: tuple[int, ...]


def arrange_next_hand(t: Table, button: int | None = None) -> Arrangement:
    """As `arrange_seats`, with the seats that it was chosen from: those of the void hand, or all.

    Against the house these are all seats, those that passed included: after a void hand every seat
    may bet again (D-11).
    """
    able = able_players(t)
    again = [
        player for player in able if t.game.plays_for == "house" or player.seat in t.carried.voided
    ]
    arranged = _place_players(t, again, button)
    if arranged:
        return Arrangement(arranged, tuple([player.seat for player in again]))
    return Arrangement(_place_players(t, able, button), tuple([player.seat for player in able]))


def _place_players(t: Table, able: list[Player], button: int | None) -> Positions | None:
    if not t.game.has_blinds:
        return _without_blinds(t, [player.seat for player in able])
    if not able:
        return None
    if (
        t.settings.button_moves == "dead"
        and t.carried.small is not None
        and t.carried.big is not None
    ):
        return dead_button_positions(
            able, t.carried.small, t.carried.big, t.settings.heads_up_button
        )
    button = _button_seat(t, able) if button is None else button
    if t.settings.button_ante:
        return button_blind_positions(able, button)
    arranged = button_positions(able, button, t.settings.heads_up_button)
    if (
        arranged
        and len(arranged.dealt) == 2
        and t.settings.heads_up_adjust
        and arranged.big == t.carried.big
    ):
        return button_positions(
            able,
            next(n for n in arranged.dealt if n != arranged.button),
            t.settings.heads_up_button,
        )
    return arranged


def _without_blinds(t: Table, able: list[int]) -> Positions | None:
    """A hand of a game without blinds: every able seat is dealt in. The button, if there is one,
    moves on after each completed hand.
    """
    if len(able) < t.game.fewest:
        return None
    button = (
        t.button
        if t.button is None or (t.carried.button_stays and t.button in able)
        else next_button(able, t.button)
    )
    return without_blinds(able, button)


def _button_seat(t: Table, able: list[Player]) -> int:
    """The seat of the button. It moves on by one player after a completed hand; it stays after a
    void hand, and for the first hand (T-17, G-4).
    """
    # not drawn yet: any seat will do, because only the number of players matters
    if t.button is None:
        return able[0].seat
    if t.carried.button_stays and t.button in may_have_button(able):
        return t.button
    return move_button(able, t.button)


def able_players(t: Table) -> list[Player]:
    return [
        Player(s.number, owes=bool(s.debt), comes=_way_in(t, s))
        for s in t.seats
        if can_be_dealt_in(t, s)
    ]


def _way_in(t: Table, seat: Seat) -> Coming:
    """How a seat that owes a blind may be dealt in before the big blind reaches it.

    In T it is dealt in at once, except between button and small blind; a newcomer may get the
    button there (F-10). With the setting `returns_behind_button` a returning player is dealt in
    only behind the button (S-17).
    """
    if t.settings.absent_are_dealt_in:
        return "enters" if seat.debt == NEWCOMER else "behind"
    choice = entry_choice(t, seat)
    if choice == "post" and seat.debt == PASSED and t.settings.returns_behind_button:
        return "behind"
    return choice if choice in ("post", "buy_button") else ""


def entry_choice(t: Table, seat: Seat) -> Choice:
    """What a seat that owes has chosen. For a newcomer the setting `new_player` may choose."""
    if seat.debt == NEWCOMER and t.settings.new_player != "choose":
        return "post" if t.settings.new_player == "post" else "wait"
    return seat.choice


def owed_posts(t: Table, arranged: Positions) -> tuple[Post, ...]:
    """What each seat posts before the deal. A player comes in for nothing in T (F-10), and where
    every player owes.
    """
    if not t.game.has_blinds:
        return ()
    ante_from = t.settings.ante_from
    if t.settings.absent_are_dealt_in or all(player.owes for player in able_players(t)):
        return list_posts(arranged, t.stakes, ante_from=ante_from)
    debts = {n: t.seat(n).debt for n in arranged.dealt if entry_choice(t, t.seat(n)) == "post"}
    return list_posts(
        arranged,
        t.stakes,
        returning=[n for n, debt in debts.items() if debt == PASSED],
        newcomers=[n for n, debt in debts.items() if debt == NEWCOMER],
        ante_from=ante_from,
    )


def blinds_go_round(t: Table) -> bool:
    """Whether a player who misses a blind owes it. A single blind on the button is never owed."""
    return t.game.has_blinds and not t.settings.button_ante


def missed_blinds(t: Table, arranged: Positions) -> tuple[int, ...]:
    """The seats whose blinds pass them in this hand: they sit from the button to the big blind, and
    are not dealt in (L-35).

    A newcomer whom the blinds pass stays a newcomer (L-30). In T a newcomer counts, too,
    because nobody pays there to come in.
    """
    if not blinds_go_round(t):
        return ()
    taken = [
        s.number
        for s in t.seats
        if s.status != "empty"
        and s.number not in arranged.dealt
        and (s.debt != NEWCOMER or t.settings.absent_are_dealt_in)
    ]
    if arranged.button is None or arranged.big is None:
        return ()
    return seats_between(taken, arranged.button, arranged.big)


# The choices of a seat that owes


def entry_choices(t: Table, seat: Seat) -> tuple[Key, ...]:
    """The keys that a seat that owes may press now: `post`, `buy_button`, `wait` (L-30 to L-33,
    L-35).
    """
    if t.in_hand or not seat.debt or t.settings.absent_are_dealt_in or not can_be_dealt_in(t, seat):
        return ()
    if seat.debt == NEWCOMER and t.settings.new_player != "choose":
        return ()
    keys: tuple[Key, ...] = (
        ("post", "buy_button")
        if seat.debt == NEWCOMER and t.settings.button_may_be_bought
        else ("post",)
    )
    return (*(key for key in keys if _is_possible(t, seat, key)), "wait")


def entry_price(t: Table, seat: Seat, key: str) -> Post | None:
    """What `post` or `buy_button` costs the seat in the next hand; None for `wait`.

    If the post has to wait for a later hand, it is the price in that hand, provided that the seat
    has no blind there (L-30, L-35).
    """
    if key == "wait":
        return None
    would = seat_changed(t, seat.number, choice=key)
    arranged = arrange_seats(would)
    owing = owed_posts(would, arranged) if arranged else ()
    small = t.stakes.small_blind if seat.debt == PASSED or key == "buy_button" else 0
    later = Post(
        seat.number,
        t.stakes.ante if t.settings.ante_from == "each" else 0,
        t.stakes.big_blind,
        small,
    )
    return next((post for post in owing if post.seat == seat.number), later)


def _is_possible(t: Table, seat: Seat, key: str) -> bool:
    """Whether the seat may choose this: the choice deals it in. Only one seat can buy the button:
    the first newcomer between button and small blind (L-32).

    A post may also have to wait: for a re-deal of other players to end, or for enough players.
    """
    arranged = arrange_seats(seat_changed(t, seat.number, choice=key))
    if key == "buy_button":
        return arranged is not None and arranged.is_bought and arranged.big == seat.number
    return (
        arranged is None
        or seat.number in arranged.dealt
        or (bool(t.carried.voided) and seat.number not in t.carried.voided)
    )


def is_dealt_in_soon(t: Table, seat: Seat) -> bool:
    """Whether the seat will be dealt in soon: it owes nothing, or has chosen to pay what it
    owes.
    """
    return can_be_dealt_in(t, seat) and (
        not seat.debt
        or t.settings.absent_are_dealt_in
        or entry_choice(t, seat) in ("post", "buy_button")
    )


def undecided_seats(t: Table) -> Iterable[Seat]:
    """The seats that have to choose between hands."""
    return [s for s in t.seats if s.debt and not s.choice and entry_choices(t, s)]
