"""Hands of six players, no limit, by chance from a seed: each card and each act an event, and a
step for other engines.
"""

from typing import Any

from msgspec import Struct

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import AnyEvent, CardOff, HoleCardsSeen, KeyPressed, StartAsked
from tablectl.engine.questions import legal_now, next_place, next_pull
from tablectl.games.catalog import preset
from tablectl.rules.forced import Stakes

PLAYERS = 6
STACK = 100_000  # so deep that nobody is ever all-in, where engines differ
SMALL_BLIND = 50
STAKES = Stakes(SMALL_BLIND, 2 * SMALL_BLIND)
# of the decisions; a fold only where there is something to call
FOLDS, RAISES = 0.3, 0.2


class Hand(Struct, frozen=True):
    """A hand played by ours, as events and as what others are given. All begin at the same
    table.
    """

    events: tuple[AnyEvent, ...]
    # hole burn board: a card; fold call (or check): None; raise: the total
    steps: tuple[tuple[str, Any], ...]
    ended: tuple[int, ...]  # stacks, from the left of the button


def first_table():
    return open_table(
        preset("tournament"),
        dict.fromkeys(range(1, PLAYERS + 1), STACK),
        stakes=STAKES,
        button=1,
        options={"chips_sensed": False, "action_clock_s": 0, "min_raise": "increment"},
    )[0]


def played(table, chance):
    """One hand from its start to its end, by chance."""
    start = StartAsked(at_ms=0)
    events = [start]
    steps = []
    table, _ = handle(table, (start,))
    deck = iter(chance.sample(table.game.deck.cards, len(table.game.deck.cards)))
    while table.in_hand:
        event, step = next_step(table, deck, chance)
        events.append(event)
        steps += step
        table, _ = handle(table, (event,))
    return Hand(tuple(events), tuple(steps), stacks(table))


def next_step(table, deck, chance):
    place = next_place(table)
    if place is not None:
        card = next(deck)
        return CardOff(at_ms=0, cards=(card,), pull=next_pull(table)), [(place.kind, card)]
    seat = table.seat(table.to_act)
    if table.phase == "showdown":
        return HoleCardsSeen(at_ms=0, seat=seat.number, cards=table.player(seat.number).cards), []
    may, kind = legal_now(table), chance.random()
    if may.to_call and kind < FOLDS:
        return KeyPressed(at_ms=0, seat=seat.number, key="fold"), [("fold", None)]
    if may.raise_min is not None and kind > 1 - RAISES:
        return KeyPressed(at_ms=0, seat=seat.number, key=may.acts[-1], amount=may.raise_min), [
            ("raise", may.raise_min)
        ]
    return KeyPressed(at_ms=0, seat=seat.number, key="call" if may.to_call else "check"), [
        ("call", None)
    ]


def stacks(table):
    return tuple(table.seat(number).stack for number in table.dealt)


def ended(table, hand):
    for event in hand.events:
        table, _ = handle(table, (event,))
    return stacks(table)
