"""What the gates share: seeded demo hands on a stage, and the facts of their journals without
the times.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from tablectl.engine.facts import ComparisonDue
from tablectl.games.catalog import preset
from tablectl.games.game import Game
from tablectl.journal.store import Journal
from tablectl.simulation.demo.demo import Demo
from tablectl.simulation.demo.options import DemoOptions, demo_table
from tablectl.simulation.stage.memory import Stage
from tablectl.simulation.stage.scratch import temporary_directory

GAME = preset("tournament")
PLAYERS = 5

Plain = dict[str, Any]


class Played(Struct, frozen=True):
    """What came of one seeded table."""

    facts: list[Plain]
    struck: Counter[str]  # faults, by kind
    sent_again: int  # edges that devices had to send more than once
    hands: int
    stage: Stage


def timeless(value) -> Any:
    """Facts without deadlines, clocks and node times, which differ after a fault of the wire or
    a crash.
    """
    if isinstance(value, dict):
        return {
            key: timeless(inside)
            for key, inside in value.items()
            if key != "ms" and not str(key).endswith("_ms")
        }
    return [timeless(inside) for inside in value] if isinstance(value, list | tuple) else value


def is_of_an_area(fact: Plain) -> bool:
    return bool(fact["fact"] == "chips_sensed")


def seat_of(fact: Plain) -> int:
    return int(fact["seat"])


def by_seat(facts: Iterable[Plain]) -> list[Plain]:
    """In order, but for two things, for seats are told on wires of their own: areas swept at the
    same instant, and stacks.

    Which of them is heard first is nobody's promise; each seat's own facts keep their order.
    """
    facts = list(facts)
    stacks = sorted([fact for fact in facts if fact["fact"] == "stack_sensed"], key=seat_of)
    facts = [fact for fact in facts if fact["fact"] != "stack_sensed"]
    runs = [(is_area, list(run)) for is_area, run in itertools.groupby(facts, is_of_an_area)]
    return [
        *(fact for is_area, run in runs for fact in (sorted(run, key=seat_of) if is_area else run)),
        *stacks,
    ]


def facts_of(journal: Path) -> list[Plain]:
    """All facts of a journal in their order, times aside, and those that say nothing but a time."""
    with Journal.open(journal, read_only=True) as rows:
        return by_seat(
            [
                timeless(msgspec.to_builtins(fact))
                for row in rows.rows()
                for fact in row.facts
                if not isinstance(fact, ComparisonDue)
            ]
        )


def played(
    seed: int,
    hands: int,
    *,
    a_stage: Callable[..., Stage] = Stage,
    game: Game = GAME,
    players: int = PLAYERS,
    **options,
) -> Played:
    """A seeded demo, whole, on a stage with these options; what its devices, wires and journal
    say of it.
    """
    table = demo_table(game, players)
    with temporary_directory() as directory:
        stage = a_stage(table, directory, map(int, table.seats), game.deck, **options)
        wanted = DemoOptions(game.name, players=players, hands=hands, seed=seed)
        try:
            stage.loop.run_until_complete(Demo(stage, game, wanted, lambda hand: None).run())
            hand = stage.view.hand
        finally:
            stage.close()
        struck = sum((wire.struck for wire in stage.sim_devices.noises.values()), Counter())
        again = sum(
            device.session.counts["sent_again"] for device in (stage.shoe, *stage.seats.values())
        )
        return Played(facts_of(directory / "table.db"), struck, again, hand, stage)


def first_difference(wanted: list[Plain], found: list[Plain]) -> str | None:
    """The first difference between two tables, in a line; None: there is none."""
    for n, (one, other) in enumerate(itertools.zip_longest(wanted, found)):
        if one != other:
            return f"fact {n}: {other}, not {one}"
    return None
