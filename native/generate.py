"""Writes the constant tables of the hand evaluator, handeval_tables.h and handeval_data.c: `python
native/generate.py`.

All that poker says about which hand wins is `strongest()`, `strongest_suited()` and
`with_jokers()`: the ranks of a hand to its category and the ranks that decide within it. A strength
is a slot for the category and the place of those ranks among all that the category knows. The rest
of the file packs the strengths so tightly that C finds one with two loads; README.md says how.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent

# Poker.

RANKS = range(13)  # 0 is a deuce, 12 an ace
SHORT_RANKS = range(4, 13)  # the short deck: from the six
ACE = 12
COPIES = 4  # of each rank in the deck
HAND = 5  # cards that count
JOKERS = 2  # at most

(
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
    FIVE_OF_A_KIND,
) = range(11)
SETS = (
    (FOUR, (4,)),
    (FULL_HOUSE, (3, 2)),
    (THREE, (3,)),
    (TWO_PAIR, (2, 2)),
    (PAIR, (2,)),
    (HIGH_CARD, ()),
)

Ranks = tuple[int, ...]
Decision = tuple[int, Ranks]  # the category, then the ranks in the order they decide


# Which category beats which. Trips and the flush have two slots each, so that strengths mean the
# same under every order.
SLOTS = (
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE,
    STRAIGHT,
    THREE,
    FLUSH,
    FULL_HOUSE,
    FLUSH,
    FOUR,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
    FIVE_OF_A_KIND,
)
# the usual one, and above straights or full houses
SLOTS_OF_THREE, SLOTS_OF_FLUSH = (3, 5), (6, 8)


class Order(NamedTuple):
    """One order of the categories (S-3), for a deck of these ranks."""

    ranks: range
    slot_of_three: int = SLOTS_OF_THREE[0]
    slot_of_flush: int = SLOTS_OF_FLUSH[0]

    def slot(self, category: int) -> int:
        return {THREE: self.slot_of_three, FLUSH: self.slot_of_flush}.get(
            category, SLOTS.index(category)
        )


STANDARD = Order(RANKS)
SHORT = Order(SHORT_RANKS)
SHORT_FLUSH = Order(SHORT_RANKS, slot_of_flush=SLOTS_OF_FLUSH[1])
SHORT_TRIPS = Order(SHORT_RANKS, SLOTS_OF_THREE[1], SLOTS_OF_FLUSH[1])


def strongest(ranks: Ranks, order: Order) -> Decision:
    """What 2 to 7 cards of these ranks are worth when suits do not matter.

    Under five cards there is no straight (M-6), and fewer kickers: of two tuples alike so far the
    one that ends loses.
    """
    return strongest_in_order(tuple(sorted(ranks)), order)


@cache
def strongest_in_order(ranks: Ranks, order: Order) -> Decision:
    kickers_to = min(len(ranks), HAND)
    found = [
        (category, took)
        for category, sizes in SETS
        if (took := take(ranks, sizes, kickers_to)) is not None
    ]
    if (high := straight_high(ranks, order)) is not None:
        found.append((STRAIGHT, (high,)))
    return max(found, key=lambda decision: worth(decision, order))


def strongest_suited(ranks: Ranks, order: Order) -> Decision:
    """What five or more cards of one suit are worth among themselves."""
    high = straight_high(ranks, order)
    if high is None:
        return FLUSH, tuple(sorted(ranks, reverse=True)[:HAND])
    return (ROYAL_FLUSH if high == ACE else STRAIGHT_FLUSH), (high,)


def worth(decision: Decision, order: Order) -> Decision:
    """The decision with its slot for its category: these compare as hands do."""
    category, ranks = decision
    return order.slot(category), ranks


@cache
def with_jokers(ranks: Ranks, jokers: int) -> Decision:
    """What these ranks (sorted) and so many wild jokers are worth when suits do not matter (M-9).

    A joker is any card that the hand does not hold, or the fifth of a rank that is there four
    times.
    """
    if not jokers:
        return strongest(ranks, STANDARD)
    found = []
    for rank in RANKS:
        if ranks.count(rank) < COPIES:
            found.append(with_jokers(tuple(sorted((*ranks, rank))), jokers - 1))
        else:
            found.append((FIVE_OF_A_KIND, (rank,)))
    return max(found)


def suited_with_jokers(ranks: Ranks, jokers: int) -> Decision:
    """What cards of one suit and so many wild jokers are worth among themselves: a joker is a
    rank that is not there.
    """
    others = [rank for rank in RANKS if rank not in ranks]
    return max(strongest_suited((*ranks, *more), STANDARD) for more in combinations(others, jokers))


def take(ranks: Ranks, sizes: Sequence[int], cards: int) -> Ranks | None:
    """The highest rank that is there `size` times, for each size in turn; then the highest
    others, `cards` in all.
    """
    left = Counter(ranks)
    taken = []
    for size in sizes:
        fitting = [rank for rank, count in left.items() if count >= size]
        if not fitting:
            return None
        taken.append(max(fitting))
        del left[max(fitting)]
    return *taken, *sorted(left.elements(), reverse=True)[: cards - sum(sizes)]


def straight_high(ranks: Ranks, order: Order) -> int | None:
    """The top rank of the best five in a row, the ace counting below the deck's lowest rank as
    well (S-2).
    """
    held = set(ranks)
    lowest = order.ranks[0]
    for high in range(ACE, lowest + HAND - 2, -1):
        if held.issuperset(range(high - HAND + 1, high + 1)):
            return high
    below = lowest + HAND - 2  # the top card of the straight that the ace opens
    return below if held.issuperset({ACE, *range(lowest, below + 1)}) else None


# Strengths: one scale for hands of every size, deck and order.

SLOT_SHIFT = 12  # the largest category, pairs, has 3,887 places
SIZES = range(2, 8)  # cards in a hand


def rank_hands(size: int, ranks: range = RANKS) -> Iterator[Ranks]:
    """Every choice of ranks that so many cards of the deck can show."""
    for hand in combinations_with_replacement(ranks, size):
        if all(hand[at] != hand[at + COPIES] for at in range(size - COPIES)):
            yield hand


def suited_hands(sizes: Iterable[int], ranks: range = RANKS) -> Iterator[Ranks]:
    return chain.from_iterable(combinations(ranks, size) for size in sizes)


@cache
def places() -> dict[Decision, int]:
    """The place of every decision within its category, from 1."""
    decisions = {strongest(ranks, STANDARD) for size in SIZES for ranks in rank_hands(size)}
    decisions |= {strongest_suited(ranks, STANDARD) for ranks in suited_hands([HAND])}
    decisions |= {(FIVE_OF_A_KIND, (rank,)) for rank in RANKS}
    counted: Counter[int] = Counter()
    found = {}
    for category, deciding in sorted(decisions):
        counted[category] += 1
        found[category, deciding] = counted[category]
    if max(counted.values()) >> SLOT_SHIFT:
        raise AssertionError(
            f"{SLOT_SHIFT} bits cannot number the {max(counted.values())} places of a category."
        )
    return found


def strength(decision: Decision, order: Order) -> int:
    """Slot of the category in the high bits, below it the place within the category."""
    return order.slot(decision[0]) << SLOT_SHIFT | places()[decision]


# Keys: numbers for the thirteen ranks of which any hand has a sum of its own.


class Sums(NamedTuple):
    """How the ranks of a hand become one number: the numbers of its cards added, modulo 2**bits."""

    numbers: Ranks  # by rank, from the deuce
    bits: int

    def of(self, ranks: Iterable[int]) -> int:
        return sum(self.numbers[rank] for rank in ranks) % (1 << self.bits)


def greedy(numbers: Sequence[int], odd: int, bits: int) -> Sums:
    """Sums of the given numbers, ace first, each the least that keeps all sums apart, times an odd
    factor that packs.

    The ace has the smallest number, so that hands alike in their low cards share a row of the
    table: low cards seldom count, a row holds few different strengths, and rows fit into one
    another. With the ace largest the table is nearly twice the size.
    """
    return Sums(tuple(number * odd % (1 << bits) for number in reversed(numbers)), bits)


# Five to seven cards: hands of one size have a sum of their own.
MANY = greedy(
    (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181), odd=13, bits=23
)
# The same of the short deck: the nine smallest numbers need only the low bits, so both decks have
# the same keys.
SHORT_MANY = MANY._replace(bits=17)
# Two to four cards: hands of all three sizes.
FEW = greedy((1, 4, 16, 53, 149, 360, 792, 1711, 2820, 5099, 8038, 11943, 20580), odd=3, bits=17)
# Cards of one suit: a bit a rank. Those of the short deck are the low nine.
SUITED = Sums(tuple(1 << (ACE - rank) for rank in RANKS), bits=13)
SHORT_SUITED = SUITED._replace(bits=9)


# Tables: strengths by sum, in rows that are laid over one another.


class Table(NamedTuple):
    name: str
    row_bits: int  # the high bits of a sum that choose its row
    row_shift: int
    starts: list[int]  # by row: what to add to a sum, modulo 2**16, for its cell
    cells: list[int]
    least_sum: int


def pack(name: str, row_bits: int, sums: Sums, strengths: dict[int, int]) -> Table:
    """Lays each row, largest first, where it shares most cells with those that lie already, else
    where it first fits.

    Sets of cells are whole numbers, a bit a cell: so a row is tried in all places at once.
    """
    row_shift = sums.bits - row_bits
    rows: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, strength in sorted(strengths.items()):
        rows[number >> row_shift].append((number, strength))
    taken = 0
    holding: dict[int, int] = defaultdict(int)  # strength -> cells that hold it
    starts = [0] * (1 << row_bits)
    for row, entries in sorted(rows.items(), key=lambda item: (-len(item[1]), item[0])):
        first = entries[0][0]
        place = best_place(
            [(number - first, strength) for number, strength in entries], taken, holding
        )
        starts[row] = (place - first) % (1 << 16)
        for number, strength in entries:
            cell = 1 << (place + number - first)
            taken |= cell
            holding[strength] |= cell
    return Table(
        name, row_bits, row_shift, starts, cells_of(holding, taken.bit_length()), min(strengths)
    )


def best_place(entries: Sequence[tuple[int, int]], taken: int, holding: dict[int, int]) -> int:
    barred = 0
    # [n]: places where more than n cells are shared
    shared_by = [0] * (len(entries) + 1)
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


def standard_tables() -> Iterator[Table]:
    """For 52 cards: one table for each size of hand, one for flushes. The row bits are what made
    each smallest.
    """

    def worth_of(ranks: Ranks) -> int:
        return strength(strongest(ranks, STANDARD), STANDARD)

    for name, size, row_bits in ("SEVEN", 7, 14), ("SIX", 6, 13), ("FIVE", 5, 12):
        yield table(name, row_bits, MANY, rank_hands(size), worth_of)
    yield table("FEW", 10, FEW, chain.from_iterable(map(rank_hands, (2, 3, 4))), worth_of)
    yield table(
        "SUITED",
        10,
        SUITED,
        suited_hands((5, 6, 7)),
        lambda ranks: strength(strongest_suited(ranks, STANDARD), STANDARD),
    )


def short_tables() -> Iterator[Table]:
    """For 36 cards. No seven of them hold a flush and a full house, so that order needs only
    another table of flushes.
    """
    for name, order in ("SHORT", SHORT), ("TRIPS", SHORT_TRIPS):
        for size_name, size, row_bits in ("SEVEN", 7, 11), ("SIX", 6, 10), ("FIVE", 5, 9):
            yield table(
                f"{name}_{size_name}",
                row_bits,
                SHORT_MANY,
                rank_hands(size, SHORT_RANKS),
                lambda ranks, order=order: strength(strongest(ranks, order), order),
            )
    for name, order in ("SHORT_SUITED", SHORT), ("SHORT_SUITED_OVER", SHORT_FLUSH):
        yield table(
            name,
            4,
            SHORT_SUITED,
            suited_hands((5, 6, 7), SHORT_RANKS),
            lambda ranks, order=order: strength(strongest_suited(ranks, order), order),
        )


def joker_tables() -> Iterator[Table]:
    """For hands with one and two jokers, by the other cards."""
    for jokers in range(1, JOKERS + 1):

        def worth_of(ranks: Ranks, jokers: int = jokers) -> int:
            return strength(with_jokers(ranks, jokers), STANDARD)

        for name, size, row_bits in ("SEVEN", 7, 13), ("SIX", 6, 12), ("FIVE", 5, 11):
            yield table(f"WILD{jokers}_{name}", row_bits, MANY, rank_hands(size - jokers), worth_of)
        yield table(
            f"WILD{jokers}_FEW",
            7,
            FEW,
            chain.from_iterable(rank_hands(size - jokers) for size in (2, 3, 4)),
            worth_of,
        )
        yield table(
            f"WILD{jokers}_SUITED",
            10,
            SUITED,
            suited_hands(range(HAND - jokers, 8 - jokers)),
            lambda ranks, jokers=jokers: strength(suited_with_jokers(ranks, jokers), STANDARD),
        )


def table(
    name: str, row_bits: int, sums: Sums, hands: Iterable[Ranks], worth_of: Callable[[Ranks], int]
) -> Table:
    strengths: dict[int, int] = {}
    for ranks in hands:
        if sums.of(ranks) in strengths:
            raise AssertionError(f"{name}: two hands share the sum of the ranks {ranks}.")
        strengths[sums.of(ranks)] = worth_of(ranks)
    return pack(name, row_bits, sums, strengths)


# What the cards add to the key of a hand: handkeys.h reads it.

SUITS = range(4)
# the two sums of ranks and the count of jokers; MANY is on top
MANY_SHIFT, FEW_SHIFT, JOKER_SHIFT = 41, 22, 20
# and drops its carry. From bit 0 a field a suit: twice the cards of the suit
SUIT_BITS = 5
# plus all cards, so five of a suit among six or seven reach 16, its top bit;
OWN_SUIT, OTHER_SUIT = 3, 1
# four do not. The second number of a card is its rank's bit in a field a suit.
MASK_BITS = 16


def keys() -> list[int]:
    """What each card adds to the key, by code: rank * 4 + suit, then the jokers, which are of no
    rank and every suit.
    """
    if max(SIZES) * max(FEW.numbers) >> (MANY_SHIFT - FEW_SHIFT):
        raise AssertionError("Seven cards carry from the sum for few cards into that for many.")
    cards = [
        MANY.numbers[rank] << MANY_SHIFT
        | FEW.numbers[rank] << FEW_SHIFT
        | sum((OWN_SUIT if field == suit else OTHER_SUIT) << field * SUIT_BITS for field in SUITS)
        for rank in RANKS
        for suit in SUITS
    ]
    joker = 1 << JOKER_SHIFT | sum(OWN_SUIT << field * SUIT_BITS for field in SUITS)
    return [*cards, *[joker] * JOKERS]


def suit_masks() -> list[int]:
    """What each card adds to the sets of ranks by suit, by code."""
    return [
        *(SUITED.numbers[rank] << suit * MASK_BITS for rank in RANKS for suit in SUITS),
        *[0] * JOKERS,
    ]


# For batch_x86.c and batch_arm.c: the same in bytes, for several hands at once.

RANK_BYTES = 3  # of a rank number
PLANES = RANK_BYTES + 2  # and two bytes of suits, a nibble a suit
EMPTY_CARD = 255  # where a hand of fewer than eight bytes has no card


def planes() -> list[list[int]]:
    """Byte by byte what each code adds. A joker fills a nibble by itself: that it is there is
    all it has to say.
    """

    def plane(number: int) -> Iterator[int]:
        for code in range(64):
            rank, suit, is_joker = (
                code // 4,
                code % 4,
                len(RANKS) * 4 <= code < len(RANKS) * 4 + JOKERS,
            )
            if number < RANK_BYTES:
                yield MANY.numbers[rank] >> 8 * number & 255 if rank in RANKS else 0
            elif (rank in RANKS or is_joker) and suit // 2 == number - RANK_BYTES:
                yield (5 if is_joker else 1) << 4 * (suit % 2)
            else:
                yield 0

    return [list(plane(number)) for number in range(PLANES)]


def rank_planes() -> list[list[int]]:
    return [
        plane[: len(RANKS) * 4 : 4] + [0] * (16 - len(RANKS)) for plane in planes()[:RANK_BYTES]
    ]


def spreads() -> list[list[int]]:
    """For hands of 5, 6 and 7 cards: which byte of eight hands packed goes where, when each hand
    has eight bytes.
    """
    return [
        [
            hand * cards + card if card < cards else EMPTY_CARD
            for hand in range(8)
            for card in range(8)
        ]
        for cards in (5, 6, 7)
    ]


# The files.

WRITTEN = "written by generate.py: change that, not this"


def header() -> str:
    numbers = {
        "MANY_SHIFT": MANY_SHIFT,
        "SHORT_MANY_MASK": (1 << SHORT_MANY.bits) - 1,
        "FEW_SHIFT": FEW_SHIFT,
        "FEW_MASK": (1 << FEW.bits) - 1,
        "JOKER_SHIFT": JOKER_SHIFT,
        "SUIT_BITS": SUIT_BITS,
        "MASK_BITS": MASK_BITS,
    }
    lines = [
        f"/* The tables of handeval, {WRITTEN}. handkeys.h says how they are read. */",
        "#ifndef HANDEVAL_TABLES_H",
        "#define HANDEVAL_TABLES_H",
        "",
        "#include <stdint.h>",
        "",
        *(f"#define {name} {number}u" for name, number in numbers.items()),
        "",
        "#pragma GCC visibility push(hidden)    /* so that position-independent code reads them "
        "without a detour */",
        *(f"extern const {kind} {name}[{len(values)}];" for kind, name, values in arrays()),
        *(
            f"extern const uint8_t {name}[{len(rows)}][{len(rows[0])}];"
            for name, rows in matrices()
        ),
        "#pragma GCC visibility pop",
        "",
        *(f"#define {table.name}_ROW_SHIFT {table.row_shift}" for table in tables()),
        *(f"#define {table.name}_LEAST_SUM {table.least_sum}u" for table in tables()),
        "",
        "#endif",
    ]
    return "\n".join(lines) + "\n"


def data() -> str:
    parts = [f"/* The tables of handeval, {WRITTEN}. */", '#include "handeval_tables.h"']
    return (
        "\n".join(
            [*parts, *(array(*each) for each in arrays()), *(matrix(*each) for each in matrices())]
        )
        + "\n"
    )


@cache
def tables() -> tuple[Table, ...]:
    return *standard_tables(), *short_tables(), *joker_tables()


def arrays() -> Iterator[tuple[str, str, list[int]]]:
    yield "uint64_t", "KEYS", keys()
    yield "uint64_t", "SUIT_MASKS", suit_masks()
    yield "uint8_t", "SLOT_CATEGORY", list(SLOTS)
    for table in tables():
        # one to spare: vectors load pairs
        yield "uint16_t", f"{table.name}_STARTS", [*table.starts, 0]
        yield "uint16_t", f"{table.name}_CELLS", [*table.cells, 0]


def matrices() -> Iterator[tuple[str, list[list[int]]]]:
    yield "PLANES", planes()
    yield "RANK_PLANES", rank_planes()
    yield "SPREADS", spreads()


def matrix(name: str, rows: list[list[int]]) -> str:
    lines = ["{" + ", ".join(map(str, row)) + "}" for row in rows]
    return f"const uint8_t {name}[{len(rows)}][{len(rows[0])}] = {{\n" + ",\n".join(lines) + "\n};"


def array(kind: str, name: str, values: Sequence[int]) -> str:
    each, suffix = (4, "u") if kind == "uint64_t" else (16, "")
    numbers = [f"{value:#x}{suffix}" for value in values]
    lines = [", ".join(numbers[at : at + each]) for at in range(0, len(numbers), each)]
    return f"const {kind} {name}[{len(values)}] = {{\n" + ",\n".join(lines) + "\n};"


if __name__ == "__main__":
    (HERE / "handeval_tables.h").write_text(header())
    (HERE / "handeval_data.c").write_text(data())
