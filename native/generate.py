"""Writes handeval_tables.h, the constant tables of the hand evaluator: `python native/generate.py`.

All that poker says about which hand wins is `strongest()` and `strongest_suited()`: the ranks of a hand to its category
and the ranks that decide within it. A strength is the category and the place of those ranks among all that the category
knows. The rest of the file packs the strengths so tightly that C finds one with two loads; README.md says how.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement
from pathlib import Path
from typing import NamedTuple

OUTPUT = Path(__file__).resolve().parent / "handeval_tables.h"

# Poker.

RANKS = range(13)                       # 0 is a deuce, 12 an ace
DEUCE, FIVE, ACE = 0, 3, 12
COPIES = 4                              # of each rank in the deck
HAND = 5                                # cards that count

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH = range(10)
SETS = ((FOUR, (4,)), (FULL_HOUSE, (3, 2)), (THREE, (3,)), (TWO_PAIR, (2, 2)), (PAIR, (2,)), (HIGH_CARD, ()))

Decision = tuple[int, tuple[int, ...]]  # the category, then the ranks in the order they decide: it compares as hands do


def strongest(ranks: Sequence[int]) -> Decision:
    """What 2 to 7 cards of these ranks are worth when suits do not matter.

    Under five cards there is no straight (M-6), and fewer kickers: of two tuples alike so far the one that ends loses.
    """
    kickers_to = min(len(ranks), HAND)
    found = [(category, took) for category, sizes in SETS if (took := take(ranks, sizes, kickers_to))]
    if (high := straight_high(ranks)) is not None:
        found.append((STRAIGHT, (high,)))
    return max(found)


def strongest_suited(ranks: Sequence[int]) -> Decision:
    """What five or more cards of one suit are worth. With them seven cards hold no full house and no four of a kind."""
    high = straight_high(ranks)
    if high is None:
        return FLUSH, tuple(sorted(ranks, reverse=True)[:HAND])
    return (ROYAL_FLUSH if high == ACE else STRAIGHT_FLUSH), (high,)


def take(ranks: Sequence[int], sizes: Sequence[int], cards: int) -> tuple[int, ...] | None:
    """The highest rank that is there `size` times, for each size in turn; then the highest others, `cards` in all."""
    left = Counter(ranks)
    taken = []
    for size in sizes:
        fitting = [rank for rank, count in left.items() if count >= size]
        if not fitting:
            return None
        taken.append(max(fitting))
        del left[max(fitting)]
    return *taken, *sorted(left.elements(), reverse=True)[:cards - sum(sizes)]


def straight_high(ranks: Iterable[int]) -> int | None:
    """The top rank of the best five in a row, the ace counting below the deuce as well."""
    held = set(ranks)
    for high in range(ACE, FIVE, -1):
        if held.issuperset(range(high - HAND + 1, high + 1)):
            return high
    return FIVE if held.issuperset({ACE, *range(DEUCE, FIVE + 1)}) else None


# Strengths: one scale for hands of every size.

CATEGORY_SHIFT = 12                     # the largest category, pairs, has 3,887 places
SIZES = range(2, 8)                     # cards in a hand


def rank_hands(size: int) -> Iterator[tuple[int, ...]]:
    """Every choice of ranks that so many cards of the deck can show."""
    for ranks in combinations_with_replacement(RANKS, size):
        if max(Counter(ranks).values()) <= COPIES:
            yield ranks


def suited_hands() -> Iterator[tuple[int, ...]]:
    """Every set of ranks that five to seven cards of one suit can show."""
    return chain.from_iterable(combinations(RANKS, size) for size in SIZES if size >= HAND)


def scale() -> dict[Decision, int]:
    """A strength for every decision: category in the high bits, below it the place within the category, from 1."""
    decisions = {strongest(ranks) for size in SIZES for ranks in rank_hands(size)}
    decisions |= {strongest_suited(ranks) for ranks in suited_hands()}
    places: Counter[int] = Counter()
    strengths = {}
    for category, deciding in sorted(decisions):
        places[category] += 1
        strengths[category, deciding] = category << CATEGORY_SHIFT | places[category]
    if max(places.values()) >> CATEGORY_SHIFT:
        raise AssertionError(f"{CATEGORY_SHIFT} bits cannot number the {max(places.values())} places of a category.")
    return strengths


# Keys: numbers for the thirteen ranks of which any hand has a sum of its own.

class Sums(NamedTuple):
    """How the ranks of a hand become one number: the numbers of its cards added, modulo 2**bits."""
    numbers: tuple[int, ...]            # by rank, from the deuce
    bits: int

    def of(self, ranks: Iterable[int]) -> int:
        return sum(self.numbers[rank] for rank in ranks) % (1 << self.bits)


def greedy(numbers: Sequence[int], odd: int, bits: int) -> Sums:
    """Sums of the given numbers, ace first, each the least that keeps all sums apart, times an odd factor that packs.

    The ace has the smallest number, so that hands alike in their low cards share a row of the table: low cards seldom
    count, a row holds few different strengths, and rows fit into one another. With the ace largest the table is nearly
    twice the size.
    """
    return Sums(tuple(number * odd % (1 << bits) for number in reversed(numbers)), bits)


# Five to seven cards: hands of one size have a sum of their own.
MANY = greedy((0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181), odd=13, bits=23)
# Two to four cards: hands of all three sizes.
FEW = greedy((1, 4, 16, 53, 149, 360, 792, 1711, 2820, 5099, 8038, 11943, 20580), odd=3, bits=17)
# Cards of one suit: a bit a rank.
SUITED = Sums(tuple(1 << (ACE - rank) for rank in RANKS), bits=13)


# Tables: strengths by sum, in rows that are laid over one another.

class Table(NamedTuple):
    name: str
    row_bits: int                       # the high bits of a sum that choose its row
    row_shift: int
    starts: list[int]                   # by row: what to add to a sum, modulo 2**16, for its cell
    cells: list[int]


def pack(name: str, row_bits: int, sums: Sums, strengths: dict[int, int]) -> Table:
    """Lays each row, largest first, where it shares most cells with those that lie already, else where it first fits.

    Sets of cells are whole numbers, a bit a cell: so a row is tried in all places at once.
    """
    row_shift = sums.bits - row_bits
    rows: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, strength in sorted(strengths.items()):
        rows[number >> row_shift].append((number, strength))
    taken = 0
    holding: dict[int, int] = defaultdict(int)          # strength -> cells that hold it
    starts = [0] * (1 << row_bits)
    for row, entries in sorted(rows.items(), key=lambda item: (-len(item[1]), item[0])):
        first = entries[0][0]
        place = best_place([(number - first, strength) for number, strength in entries], taken, holding)
        starts[row] = (place - first) % (1 << 16)
        for number, strength in entries:
            cell = 1 << (place + number - first)
            taken |= cell
            holding[strength] |= cell
    return Table(name, row_bits, row_shift, starts, cells_of(holding, taken.bit_length()))


def best_place(entries: Sequence[tuple[int, int]], taken: int, holding: dict[int, int]) -> int:
    barred = 0
    shared_by = [0] * (len(entries) + 1)                # [n]: places where more than n cells are shared
    for distance, strength in entries:
        shared = holding[strength] >> distance
        barred |= (taken ^ holding[strength]) >> distance
        for more in range(len(entries), 0, -1):
            shared_by[more] |= shared_by[more - 1] & shared
        shared_by[0] |= shared
    for places in reversed(shared_by):
        if allowed := places & ~barred:
            return lowest_bit(allowed)
    return lowest_bit(~barred)


def lowest_bit(number: int) -> int:
    return (number & -number).bit_length() - 1


def cells_of(holding: dict[int, int], length: int) -> list[int]:
    cells = [0] * length
    for strength, bits in holding.items():
        while bits:
            cells[lowest_bit(bits)] = strength
            bits &= bits - 1
    return cells


def tables() -> list[Table]:
    """One table for each size of hand, one for flushes; the row bits are what made them smallest."""
    strengths = scale()

    def by_sum(sums: Sums, hands: Iterable[tuple[int, ...]]) -> dict[int, int]:
        worth: dict[int, int] = {}
        for ranks in hands:
            if sums.of(ranks) in worth:
                raise AssertionError(f"Two hands share the sum of the ranks {ranks}.")
            worth[sums.of(ranks)] = strengths[strongest_suited(ranks) if sums is SUITED else strongest(ranks)]
        return worth

    return [
        pack("seven", 14, MANY, by_sum(MANY, rank_hands(7))),
        pack("six", 13, MANY, by_sum(MANY, rank_hands(6))),
        pack("five", 12, MANY, by_sum(MANY, rank_hands(5))),
        pack("few", 10, FEW, by_sum(FEW, chain.from_iterable(rank_hands(size) for size in (2, 3, 4)))),
        pack("suited", 10, SUITED, by_sum(SUITED, suited_hands())),
    ]


# What the cards add to the key of a hand. Bits 20 and 21 are kept for counting jokers.

SUITS = range(4)
MANY_SHIFT, FEW_SHIFT = 41, 22          # where the two sums of ranks lie; MANY is on top and drops its carry
SUIT_BITS = 5                           # a field a suit, from bit 0: twice the cards of the suit plus all cards, so
OWN_SUIT, OTHER_SUIT = 3, 1             # five of a suit among six or seven reach 16, the field's top bit; four do not


def keys() -> list[int]:
    """What each card adds to the key, by code: rank * 4 + suit."""
    if max(SIZES) * max(FEW.numbers) >> (MANY_SHIFT - FEW_SHIFT):
        raise AssertionError("Seven cards carry from the sum for few cards into that for many.")
    return [
        MANY.numbers[rank] << MANY_SHIFT | FEW.numbers[rank] << FEW_SHIFT
        | sum((OWN_SUIT if field == suit else OTHER_SUIT) << field * SUIT_BITS for field in SUITS)
        for rank in RANKS for suit in SUITS
    ]


def suit_masks() -> list[int]:
    """What each card adds to the sets of ranks by suit, by code: four fields of 16 bits."""
    return [SUITED.numbers[rank] << suit * 16 for rank in RANKS for suit in SUITS]


# The file.

def text() -> str:
    parts = [
        "/* The tables of handeval.c, written by generate.py: change that, not this. */",
        f"#define MANY_SHIFT {MANY_SHIFT}",
        f"#define FEW_SHIFT {FEW_SHIFT}",
        f"#define FEW_MASK {(1 << FEW.bits) - 1:#x}u",
        f"#define SUIT_BITS {SUIT_BITS}",
        array("uint64_t", "KEYS", keys()),
        array("uint64_t", "SUIT_MASKS", suit_masks()),
    ]
    for table in tables():
        name = table.name.upper()
        parts += [
            f"#define {name}_ROW_SHIFT {table.row_shift}",
            array("uint16_t", f"{name}_STARTS", table.starts),
            array("uint16_t", f"{name}_CELLS", table.cells),
        ]
    return "\n".join(parts) + "\n"


def array(kind: str, name: str, values: Sequence[int]) -> str:
    each, suffix = (4, "u") if kind == "uint64_t" else (16, "")
    numbers = [f"{value:#x}{suffix}" for value in values]
    lines = [", ".join(numbers[at:at + each]) for at in range(0, len(numbers), each)]
    return f"static const {kind} {name}[{len(values)}] = {{\n" + ",\n".join(lines) + "\n};"


if __name__ == "__main__":
    OUTPUT.write_text(text())
