"""The contest of engines: six players, no limit, random play from a seed, every card and every act
an event of its own.

Ours does all that it does at a table: facts, apply, audit, and with a journal the stored bytes and
their hash chain.
"""

import tempfile
from itertools import count
from pathlib import Path
from random import Random

from tablectl.engine.engine import handle
from tablectl.journal.record import Edge
from tablectl.journal.store import Journal
from tests.bench.contest import Contest, Entrant
from tests.bench.engine_peers import engines
from tests.bench.evaluators import installed
from tests.bench.played import PLAYERS, STACK, STAKES, ended, first_table, played

HANDS = 100
SEED = 7
MEMORY = Path("/dev/shm")  # a file there costs what the journal costs, without a disk


def contests(share):
    table = first_table()
    chance = Random(SEED)
    hands = [played(table, chance) for _ in range(max(1, round(HANDS * share)))]
    ours = (
        Entrant(
            "engine", lambda: play(table, hands), lambda: [ended(table, hand) for hand in hands]
        ),
        Entrant("engine and journal in memory", lambda: journalled(table, hands)),
    )
    return [
        Contest(
            f"a hand of {PLAYERS} players, card by card",
            "us",
            "hand",
            ours,
            (*pokerkit(hands), *engines(hands)),
        )
    ]


def play(table, hands):
    for hand in hands:
        ended(table, hand)
    return len(hands)


def journalled(table, hands):
    folder = MEMORY if MEMORY.is_dir() else None
    numbers = count()
    with (
        tempfile.TemporaryDirectory(dir=folder) as place,
        Journal.create(Path(place) / "journal") as journal,
    ):
        for hand in hands:
            after = table
            for event in hand.events:
                after, rows = handle(after, (event,))
                journal.append(rows, wall_ms=0, edge=Edge(1, 1, next(numbers)))
    return len(hands)


def pokerkit(hands):
    if not installed("pokerkit"):
        return ()
    replay = pokerkit_player()

    def work():
        for hand in hands:
            replay(hand)
        return len(hands)

    return (Entrant("PokerKit", work, lambda: [replay(hand) for hand in hands]),)


def pokerkit_player():
    """What plays a hand in PokerKit and gives the stacks at its end."""
    from pokerkit import Automation, Mode, NoLimitTexasHoldem

    done_by_itself = tuple(
        getattr(Automation, name)
        for name in (
            "ANTE_POSTING",
            "BET_COLLECTION",
            "BLIND_OR_STRADDLE_POSTING",
            "RUNOUT_COUNT_SELECTION",
            "HOLE_CARDS_SHOWING_OR_MUCKING",
            "HAND_KILLING",
            "CHIPS_PUSHING",
            "CHIPS_PULLING",
        )
    )

    def replay(hand):
        state = NoLimitTexasHoldem.create_state(
            done_by_itself,
            True,
            0,
            (STAKES.small_blind, STAKES.big_blind),
            STAKES.big_blind,
            (STACK,) * PLAYERS,
            PLAYERS,
            mode=Mode.TOURNAMENT,
        )
        does = {
            "hole": state.deal_hole,
            "burn": state.burn_card,
            "board": state.deal_board,
            "fold": lambda _: state.fold(),
            "call": lambda _: state.check_or_call(),
            "raise": state.complete_bet_or_raise_to,
        }
        for kind, what in hand.steps:
            does[kind](what)
        return tuple(state.stacks)

    return replay
