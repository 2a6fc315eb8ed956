"""A seat's turn as the oracle sees it, a key at the table, and where they differ about it: what
both comparisons share.
"""

from collections.abc import Callable, Iterator
from random import Random

from tablectl.engine.engine import handle
from tablectl.engine.events import KeyPressed, StartAsked
from tablectl.engine.facts import Refused
from tablectl.engine.state.table import Table
from tablectl.present.public import public_view

from .oracle import Act, Allowed, Player, Room, Spot, accepts, allowed, next_seat
from .playing import buy_again, next_event, shuffled


def positions(
    chance: Random,
    room: Room,
    table: Table,
    hands: int,
    temper: tuple[float, float, float],
    changed: Callable[[Table, KeyPressed, Random], KeyPressed],
    between: Callable[[Table, Random], Table] = lambda table, _: table,
) -> Iterator[tuple[Table, Spot]]:
    """Every turn to act of some hands played by chance, with the round's acts as they were pressed,
    each as `changed`.

    `between` is what happens at the table before a hand.
    """
    for _ in range(hands):
        table, _ = handle(between(buy_again(table, chance), chance), (StartAsked(at_ms=0),))
        deck, acts, began, street = shuffled(table, chance), (), standing(table), -1
        while table.in_hand:
            event = next_event(table, deck, chance, temper)
            if table.phase == "betting" and isinstance(event, KeyPressed):
                if table.street != street:
                    acts, began, street = (), standing(table), table.street
                event = changed(table, event, chance)
                spot = spot_of(table, room, event.seat, began, acts)
                yield table, spot
                acts = (*acts, act_of(event, spot.me, spot.highest))
            table, _ = handle(table, (event,))


def standing(table: Table) -> tuple[Player, ...]:
    return tuple(
        Player(n, table.status(n), table.player(n).bet, table.seat(n).stack) for n in table.dealt
    )


def spot_of(
    table: Table, room: Room, seat: int, began: tuple[Player, ...], acts: tuple[Act, ...]
) -> Spot:
    size = table.stakes.small_bet if table.street < 2 else table.stakes.big_bet
    view = public_view(table, 0)
    blinds = (
        (table.shown.small, table.stakes.small_blind),
        (table.shown.big, table.stakes.big_blind),
    )
    return Spot(
        room,
        seat,
        standing(table),
        began,
        acts,
        table.stakes.big_blind,
        size,
        table.street == 0,
        view.pot_total,
        blinds,
    )


def press(table: Table, seat: int, act: str, amount: int) -> tuple[Table, bool]:
    """The table after the key, and whether it was accepted."""
    key = "raise" if act == "raise_to" else act
    after, rows = handle(table, (KeyPressed(at_ms=0, seat=seat, key=key, amount=amount),))
    return after, not any(isinstance(fact, Refused) for fact in rows[0].facts)


def act_of(event: KeyPressed, me: Player, highest: int) -> Act:
    """The act that a key is, in a round where it is allowed; `highest`: the bet before it."""
    if event.key in ("fold", "check"):
        return Act(me.seat, event.key, me.bet)
    total = {"call": min(highest, me.bet + me.stack), "all_in": me.bet + me.stack}.get(
        event.key, event.amount
    )
    return Act(me.seat, "raise" if total > highest else "call", total)


def wrong_at(
    table: Table, spot: Spot, tries: Callable[[Spot, Allowed], list[tuple[str, int]]]
) -> list[str]:
    """Where view, engine and rulebook, as the oracle reads it, do not say the same at `spot`;
    nothing, if they do.
    """
    may, view = allowed(spot), public_view(table, 0)
    assert table.button is not None
    assert table.shown.big is not None
    found = []
    if (turn := next_seat(spot, table.button, table.shown.big)) != table.to_act:
        found.append(f"it is seat {turn}'s turn, not {table.to_act}'s")
    said = Allowed(view.legal, view.to_call or 0, view.raise_to_min, view.raise_to_max)
    if said != may:
        found.append(f"the view says {said}, the rulebook {may}")
    for act, amount in tries(spot, may):
        after, is_accepted = press(table, spot.seat, act, amount)
        if is_accepted != accepts(spot, act, amount):
            found.append(f"{act} {amount} is {'accepted' if is_accepted else 'refused'}")
        if not is_accepted and after is not table:
            found.append(f"{act} {amount} is refused and yet another table")
        if (
            is_accepted
            and act in ("bet", "raise_to")
            and after.player(spot.seat).bet not in (amount, 0)
        ):
            found.append(f"{act} {amount} makes a bet of {after.player(spot.seat).bet}")
    others = [n for n in table.dealt if n != spot.seat]
    found += [
        f"seat {n} may act out of turn"
        for n in others
        if press(table, n, "fold", 0) != (table, False)
    ]
    return [f"{wrong}: {spot}" for wrong in found]
