"""Real readings for the journal: hands played by keys, seeded, straight through the engine."""

from random import Random

import pytest

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import CardOff, HoleCardsSeen, KeyPressed, StartAsked
from tablectl.engine.play.handling import Row
from tablectl.engine.play.wanted import next_place
from tablectl.engine.rounds.betting import legal_bets
from tablectl.engine.state.table import Table
from tablectl.games.catalog import preset
from tablectl.journal.record import Edge
from tablectl.journal.store import Journal
from tablectl.rules.forced import Stakes

from .simdisk import built

Reading = tuple[Row, ...]
Played = tuple[list[Reading], Table]  # readings, and the table after them


def play(hands, seed):
    chance = Random(seed)
    table, opening = open_table(
        preset("tournament"),
        dict.fromkeys(range(1, 7), 100_000),
        stakes=Stakes(50, 100),
        button=1,
        options={"chips_sensed": False, "action_clock_s": 0},
    )
    readings = [(opening,)]
    deck = []
    at_ms = 0
    while table.hands < hands or table.in_hand:
        if not table.in_hand:
            deck = chance.sample(table.game.deck.cards, len(table.game.deck.cards))
        at_ms += 250
        table, rows = handle(table, (next_event(table, at_ms, deck, chance),))
        readings.append(rows)
    return readings, table


def next_event(table, at_ms, deck, chance):
    seat = table.to_act
    if next_place(table) is not None:
        return CardOff(at_ms=at_ms, cards=(deck.pop(),), pull=table.shoe.pulls + 1)
    if seat is None:
        return StartAsked(at_ms=at_ms)
    if table.phase == "showdown":
        return HoleCardsSeen(at_ms=at_ms, seat=seat, cards=table.player(seat).cards)
    may = legal_bets(table)
    if may.raise_min is not None and chance.random() < 0.15:
        return KeyPressed(at_ms=at_ms, seat=seat, key=may.acts[-1], amount=may.raise_min)
    key = may.acts[1] if may.to_call == 0 or chance.random() < 0.7 else "fold"
    return KeyPressed(at_ms=at_ms, seat=seat, key=key)


@pytest.fixture(scope="session")
def played():
    return play


@pytest.fixture(scope="session")
def disk(tmp_path_factory):
    """The simulated disk below this Python's sqlite3, while it is begun."""
    return built(tmp_path_factory.mktemp("simdisk"))


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """A closed journal of two hands, each reading but the first with an edge. To be copied, not
    to be changed.
    """
    path = tmp_path_factory.mktemp("written") / "table.journal"
    readings, _ = play(2, seed=7)
    with Journal.create(path) as journal:
        for number, reading in enumerate(readings):
            journal.append(
                reading,
                wall_ms=1_763_690_584_567 + number,
                edge=Edge(1, 99, number) if number else None,
            )
        journal.append((), wall_ms=1_763_690_999_999, edge=Edge(2, 5, 17))
    return path


@pytest.fixture
def journal(tmp_path):
    with Journal.create(tmp_path / "table.journal") as made:
        yield made
