"""Hands a second: `python tests/bench/bench_engine.py [HANDS] [ROUNDS]` plays the same hands in the engine and in PokerKit.

Six players, no limit, random play from a seed, every card and every act an event of its own. The engine's figure has in it
all that makes a table sure: facts, apply, audit. The lines with a journal add the stored bytes, the chain and the sync.
Rounds of all lines take turns, so that a busy machine is unfair to none; a line's figure is the median of its rounds.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from msgspec import Struct

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))        # run as a script, the tests are no package

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import AnyEvent, StartAsked
from tablectl.engine.table import Table
from tablectl.games.catalog import preset
from tablectl.journal.record import Edge
from tablectl.journal.store import Journal
from tablectl.rules.forced import Stakes
from tests.engine.playing import KEYS_ONLY, TEMPERS, next_event, shuffled
from tests.engine.test_pokerkit import CannotBeCompared, Hand, play, pokerkit_stacks

HANDS = 300
ROUNDS = 5
PLAYERS = 6
STACK, STAKES = 100_000, Stakes(50, 100)
SEED = 7
MEMORY = Path("/dev/shm")               # a file there costs what the journal costs, without a disk


class Played(Struct):
    """The hands to be played: the table before them, the engine's events, and the same for PokerKit."""

    table: Table
    events: list[AnyEvent]
    hands: list[Hand]


def hands(count: int) -> Played:
    """Hands of players who all begin with the same stack; PokerKit plays each of them, too."""
    chance = Random(SEED)
    first, _ = open_table(
        preset("tournament"), dict.fromkeys(range(1, PLAYERS + 1), STACK), stakes=STAKES, button=1,
        options={**KEYS_ONLY, "min_raise": "increment"})
    found = Played(first, [], [])
    table = first
    while len(found.hands) < count:
        seed = chance.randrange(2**32)
        after, hand = play(table, Random(seed), TEMPERS[0], Counter())
        try:
            assert pokerkit_stacks(hand) == hand.ended
        except CannotBeCompared:
            continue
        if 0 in hand.ended:             # a seat is out: another hand instead, so that there are always six
            continue
        found.events += events_of(table, Random(seed))
        found.hands.append(hand)
        table = after
    return found


def events_of(table: Table, chance: Random) -> list[AnyEvent]:
    """The events of the hand that `play` plays with the same chance."""
    found: list[AnyEvent] = [StartAsked(at_ms=0)]
    table, _ = handle(table, found)
    deck = shuffled(table, chance)
    while table.in_hand:
        found.append(next_event(table, deck, chance, TEMPERS[0]))
        table, _ = handle(table, found[-1:])
    return found


def engine(played: Played) -> int:
    table = played.table
    for event in played.events:
        table, _ = handle(table, (event,))
    return len(played.events)


def with_journal(folder: Path, share: int) -> Callable[[Played], int]:
    """Plays one in `share` of the events: a disk's sync takes its time."""
    def run(played: Played) -> int:
        table = played.table
        events = played.events[:max(1, len(played.events) // share)]
        with tempfile.TemporaryDirectory(dir=folder) as place, Journal.create(Path(place) / "journal") as journal:
            for number, event in enumerate(events):
                table, rows = handle(table, (event,))
                journal.append(rows, wall_ms=0, edge=Edge(1, 1, number))
        return len(events)
    return run


def pokerkit(played: Played) -> int:
    for hand in played.hands:
        pokerkit_stacks(hand)
    return len(played.events)


LINES: dict[str, Callable[[Played], int]] = {       # each gives how many events it played
    "PokerKit 0.7.7": pokerkit,
    "engine": engine,
    "engine, journal in memory": with_journal(MEMORY if MEMORY.is_dir() else Path(tempfile.gettempdir()), 1),
    "engine, journal on disk": with_journal(Path.cwd(), 20),
}


def measured(played: Played, rounds: int) -> dict[str, float]:
    """Each line's median, in seconds an event."""
    taken: dict[str, list[float]] = {line: [] for line in LINES}
    for _ in range(rounds):
        for line, run in LINES.items():
            began = perf_counter()
            count = run(played)
            taken[line].append((perf_counter() - began) / count)
    return {line: median(seconds) for line, seconds in taken.items()}


def main(count: int = HANDS, rounds: int = ROUNDS) -> None:
    played = hands(count)
    seconds = measured(played, rounds)
    slowest = seconds["PokerKit 0.7.7"]
    a_hand = len(played.events) / count
    print(f"{count} hands of {PLAYERS} players, {a_hand:.1f} events each; median of {rounds} rounds in turns")
    print(f"{'':28}{'hands/s':>10}{'us/event':>10}{'x PokerKit':>12}")
    for line, taken in seconds.items():
        print(f"{line:28}{1 / (taken * a_hand):10,.0f}{taken * 1e6:10.1f}{slowest / taken:12.1f}")


if __name__ == "__main__":
    main(*[int(number) for number in sys.argv[1:3]])
