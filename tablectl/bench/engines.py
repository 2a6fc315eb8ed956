"""The contest of engines: six players, no limit, random play from a seed, every card and every act an event of its own.

Ours does all that it does at a table: facts, apply, audit, and with a journal the stored bytes and their hash chain.
"""

import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import Struct

from tablectl.bench import peers
from tablectl.bench.contest import Contest, Entrant
from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import AnyEvent, CardOff, HoleCardsSeen, KeyPressed, StartAsked
from tablectl.engine.questions import legal, next_place, next_pull
from tablectl.engine.state.table import Table
from tablectl.games.catalog import preset
from tablectl.journal.record import Edge
from tablectl.journal.store import Journal
from tablectl.rules.forced import Stakes

HANDS: Final = 100
PLAYERS: Final = 6
SEED: Final = 7
STACK: Final = 100_000                  # so deep that nobody is ever all-in, where PokerKit's rules differ
STAKES: Final = Stakes(50, 100)
FOLDS, RAISES = 0.3, 0.2                # of the decisions; a fold only where there is something to call
MEMORY: Final = Path("/dev/shm")        # a file there costs what the journal costs, without a disk


class Hand(Struct, frozen=True):
    """A hand played by ours, as events and as what PokerKit is fed. All begin at the same table."""

    events: tuple[AnyEvent, ...]
    steps: tuple[tuple[str, Any], ...]  # hole burn board: a card; fold call: None; raise: the total
    ended: tuple[int, ...]              # stacks, from the left of the button


def contests(share: float) -> list[Contest]:
    table = first_table()
    chance = Random(SEED)
    hands = [played(table, chance) for _ in range(max(1, round(HANDS * share)))]
    ours = (Entrant("engine", lambda: play(table, hands), lambda: [ended(table, hand) for hand in hands]),
            Entrant("engine and journal in memory", lambda: journalled(table, hands)))
    return [Contest(f"a hand of {PLAYERS} players, card by card", "us", "hand", ours, pokerkit(hands))]


def first_table() -> Table:
    return open_table(
        preset("tournament"), dict.fromkeys(range(1, PLAYERS + 1), STACK), stakes=STAKES, button=1,
        options={"chips_sensed": False, "action_clock_s": 0, "min_raise": "increment"})[0]


def played(table: Table, chance: Random) -> Hand:
    """One hand from its start to its end, by chance."""
    start = StartAsked(at_ms=0)
    events: list[AnyEvent] = [start]
    steps: list[tuple[str, Any]] = []
    table, _ = handle(table, (start,))
    deck = iter(chance.sample(table.game.deck.cards, len(table.game.deck.cards)))
    while table.in_hand:
        event, step = next_step(table, deck, chance)
        events.append(event)
        steps += step
        table, _ = handle(table, (event,))
    return Hand(tuple(events), tuple(steps), stacks(table))


def next_step(table: Table, deck: Iterator[str], chance: Random) -> tuple[AnyEvent, list[tuple[str, Any]]]:
    place = next_place(table)
    if place is not None:
        card = next(deck)
        return CardOff(at_ms=0, cards=(card,), pull=next_pull(table)), [(place.kind, card)]
    assert table.to_act is not None
    seat = table.seat(table.to_act)
    if table.phase == "showdown":
        return HoleCardsSeen(at_ms=0, seat=seat.number, cards=table.player(seat.number).cards), []
    may, kind = legal(table), chance.random()
    if may.to_call and kind < FOLDS:
        return KeyPressed(at_ms=0, seat=seat.number, key="fold"), [("fold", None)]
    if may.raise_min is not None and kind > 1 - RAISES:
        return KeyPressed(at_ms=0, seat=seat.number, key=may.acts[-1], amount=may.raise_min), [("raise", may.raise_min)]
    return KeyPressed(at_ms=0, seat=seat.number, key="call" if may.to_call else "check"), [("call", None)]


def stacks(table: Table) -> tuple[int, ...]:
    return tuple(table.seat(number).stack for number in table.dealt)


def ended(table: Table, hand: Hand) -> tuple[int, ...]:
    for event in hand.events:
        table, _ = handle(table, (event,))
    return stacks(table)


def play(table: Table, hands: list[Hand]) -> float:
    for hand in hands:
        ended(table, hand)
    return len(hands)


def journalled(table: Table, hands: list[Hand]) -> float:
    folder = MEMORY if MEMORY.is_dir() else None
    numbers = count()
    with tempfile.TemporaryDirectory(dir=folder) as place, Journal.create(Path(place) / "journal") as journal:
        for hand in hands:
            after = table
            for event in hand.events:
                after, rows = handle(after, (event,))
                journal.append(rows, wall_ms=0, edge=Edge(1, 1, next(numbers)))
    return len(hands)


def pokerkit(hands: list[Hand]) -> tuple[Entrant, ...]:
    if peers.missing(["pokerkit"]):
        return ()
    replay = pokerkit_player()

    def work() -> float:
        for hand in hands:
            replay(hand)
        return len(hands)

    return (Entrant("PokerKit", work, lambda: [replay(hand) for hand in hands]),)


def pokerkit_player() -> Callable[[Hand], tuple[int, ...]]:
    """What plays a hand in PokerKit and gives the stacks at its end."""
    from pokerkit import Automation, Mode, NoLimitTexasHoldem

    done_by_itself = tuple(getattr(Automation, name) for name in (
        "ANTE_POSTING", "BET_COLLECTION", "BLIND_OR_STRADDLE_POSTING", "RUNOUT_COUNT_SELECTION", "HOLE_CARDS_SHOWING_OR_MUCKING",
        "HAND_KILLING", "CHIPS_PUSHING", "CHIPS_PULLING"))

    def replay(hand: Hand) -> tuple[int, ...]:
        state = NoLimitTexasHoldem.create_state(
            done_by_itself, True, 0, (STAKES.small_blind, STAKES.big_blind), STAKES.big_blind, (STACK,) * PLAYERS, PLAYERS,
            mode=Mode.TOURNAMENT)
        does: dict[str, Callable[[Any], object]] = {
            "hole": state.deal_hole, "burn": state.burn_card, "board": state.deal_board, "fold": lambda _: state.fold(),
            "call": lambda _: state.check_or_call(), "raise": state.complete_bet_or_raise_to}
        for kind, what in hand.steps:
            does[kind](what)
        return tuple(state.stacks)

    return replay
