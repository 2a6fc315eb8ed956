"""The evaluator beside its peers, in one run: `python tests/bench/bench_evaluator.py [--json]`.

Peers are those that are installed: phevaluator, eval7, treys, PokerKit. All take turns, and the median round counts, so
that what else the machine does strikes all alike: the ratios are what to look at. Times are CPU time of this thread, the
loop around the calls included.
"""

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tablectl.rules.cards import CARDS
from tablectl.rules.deck import JOKER_54, SHORT_36, STANDARD_52
from tablectl.rules.evaluate import best_hand, evaluator, strengths

NATIVE = Path(__file__).resolve().parents[2] / "native"
ROUNDS = 5
HANDS = 20_000
SLOW_HANDS = 50                         # of peers that take longer than 10,000 ns a hand
BATCH = 100_000
COUNTED_HANDS = 200_000                 # by callgrind, which is slow itself

Loop = Callable[[], int]                # does its hands and returns how many


class Contestant(NamedTuple):
    name: str
    loop: Loop


class Row(NamedTuple):
    name: str
    ns: float
    ratio: float | None                 # to the peer of the group


def deal(codes: Sequence[int], cards: int, count: int) -> list[bytes]:
    chance = Random(7)
    return [bytes(chance.sample(codes, cards)) for _ in range(count)]


def each(evaluate: Callable[[Any], object], hands: Sequence[Any]) -> Loop:
    def loop() -> int:
        for hand in hands:
            evaluate(hand)
        return len(hands)
    return loop


def each_spread(evaluate: Callable[..., object], hands: Sequence[Sequence[Any]]) -> Loop:
    def loop() -> int:
        for hand in hands:
            evaluate(*hand)
        return len(hands)
    return loop


def peers(hands: list[bytes], short_hands: list[bytes]) -> list[Contestant]:
    """What is installed, each fed with what it takes fastest."""
    def text(hand: bytes) -> list[str]:
        return [CARDS[code] for code in hand]

    found = []
    if module := installed("phevaluator"):
        tuples = [tuple(hand) for hand in hands]
        found.append(Contestant("phevaluator", each_spread(module.evaluate_cards, tuples)))
        if private := installed("phevaluator._pheval") or installed("phevaluator.evaluator"):
            function = getattr(private, "evaluate_7cards", None) or private._evaluate_cards
            found.insert(0, Contestant("phevaluator, private", each_spread(function, tuples)))
    if module := installed("eval7"):
        found.append(Contestant("eval7", each(module.evaluate, [[*map(module.Card, text(hand))] for hand in hands])))
    if module := installed("treys"):
        evaluate = module.Evaluator().evaluate
        split = [[*map(module.Card.new, text(hand))] for hand in hands[:HANDS // 10]]
        found.append(Contestant("treys", each_spread(evaluate, [(hand[:2], hand[2:]) for hand in split])))
    if module := installed("pokerkit"):
        for name, kind, some in (("PokerKit", module.StandardHighHand, hands),
                                 ("PokerKit, short deck", module.ShortDeckHoldemHand, short_hands)):
            split_text = [("".join(text(hand[:2])), "".join(text(hand[2:]))) for hand in some[:SLOW_HANDS]]
            found.append(Contestant(name, each_spread(kind.from_game, split_text)))
    return found


def installed(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None


def one_hand() -> list[Contestant]:
    hands, short_hands = deal(range(52), 7, HANDS), deal(range(16, 52), 7, HANDS)
    joker_hands = [bytes([*hand[:6], 52]) for hand in hands]
    two_joker_hands = [bytes([*hand[:5], 52, 53]) for hand in hands]
    names = [[CARDS[code] for code in hand] for hand in hands[:HANDS // 10]]
    return [
        *peers(hands, short_hands),
        Contestant("tablectl, unchecked", each(evaluator(checked=False), hands)),
        Contestant("tablectl, checked", each(evaluator(), hands)),
        Contestant("tablectl, checked, bytearray", each(evaluator(), [*map(bytearray, hands)])),
        Contestant("tablectl, short deck, unchecked", each(evaluator(SHORT_36, checked=False), short_hands)),
        Contestant("tablectl, short deck, checked", each(evaluator(SHORT_36), short_hands)),
        Contestant("tablectl, one joker, checked", each(evaluator(JOKER_54), joker_hands)),
        Contestant("tablectl, two jokers, checked", each(evaluator(JOKER_54), two_joker_hands)),
        Contestant("tablectl, best five and name", each(best_hand, names)),
        Contestant("nothing but the loop and a call", each(len, hands)),
    ]


def batches() -> list[Contestant]:
    def loop(hands: bytes, deck: Any, *, checked: bool) -> Loop:
        def evaluate() -> int:
            return len(strengths(hands, deck=deck, checked=checked))
        return evaluate

    standard, short = (b"".join(deal(codes, 7, BATCH)) for codes in (range(52), range(16, 52)))
    thousand = standard[:7_000]

    def thousands() -> int:
        return sum(len(strengths(thousand, checked=False)) for _ in range(100))

    return [
        Contestant("tablectl, batches of 1,000, unchecked", thousands),
        Contestant("tablectl, 100,000, unchecked", loop(standard, STANDARD_52, checked=False)),
        Contestant("tablectl, 100,000, checked", loop(standard, STANDARD_52, checked=True)),
        Contestant("tablectl, 100,000 of the short deck, checked", loop(short, SHORT_36, checked=True)),
    ]


def measure(contestants: list[Contestant]) -> list[Row]:
    times: dict[str, list[float]] = {contestant.name: [] for contestant in contestants}
    for _ in range(ROUNDS):
        for contestant in contestants:
            start = time.thread_time_ns()
            count = contestant.loop()
            times[contestant.name].append((time.thread_time_ns() - start) / count)
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    peer = medians.get("phevaluator, private")
    return [Row(name, ns, ns / peer if peer else None) for name, ns in medians.items()]


def compile_bench(to: Path) -> Path:
    sources = ["handeval.c", "handeval_data.c", "batch.c", "batch_x86.c", "batch_arm.c", "bench/bench_hands.c"]
    built = to / "bench_hands"
    subprocess.run(["gcc", "-std=c11", "-O2", f"-I{NATIVE}", *(NATIVE / name for name in sources), "-o", built], check=True)
    return built


def instructions(bench: Path, way: str, cards: int) -> int:
    """Of so many hands of one way, by callgrind."""
    call = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
            str(bench), "one", way, str(cards), str(COUNTED_HANDS)]
    finished = subprocess.run(call, capture_output=True, text=True, check=True)
    line = next(line for line in finished.stderr.splitlines() if "Collected" in line)
    return int(line.split()[-1])


def count_instructions() -> list[Row]:
    """Instructions a hand of the C batch; valgrind knows no AVX-512."""
    if not shutil.which("valgrind") or not shutil.which("gcc"):
        return []
    with tempfile.TemporaryDirectory() as scratch:
        bench = compile_bench(Path(scratch))
        return [
            Row(f"{way}, {cards} cards", (instructions(bench, way, cards) - instructions(bench, "none", cards))
                / COUNTED_HANDS, None)
            for way in ("scalar", "avx2") for cards in (7, 6, 5)
        ]


def say(title: str, unit: str, rows: list[Row]) -> None:
    print(f"\n{title}")
    for row in rows:
        ratio = f"{row.ratio:9.3f} x phevaluator's private entry" if row.ratio else ""
        print(f"  {row.name:46}{row.ns:12,.1f} {unit}{ratio}")


def main() -> None:
    groups = {
        "One hand of seven from Python": ("ns", measure(one_hand())),
        "Batches of seven from Python": ("ns a hand", measure(batches())),
        "The batch in C by callgrind": ("instructions a hand", count_instructions()),
    }
    if "--json" in sys.argv[1:]:
        print(json.dumps({title: [row._asdict() for row in rows] for title, (_, rows) in groups.items()}))
        return
    for title, (unit, rows) in groups.items():
        say(title, unit, rows)


if __name__ == "__main__":
    main()
