"""The answer to `tablectl audit`: seat by seat what the ledger counts and what is sensed, the sums,
and what the journal says.

Chips alone: no card is in it, face up or down.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from tablectl.engine.questions import (
    are_compared,
    is_at_rest,
    is_difference_ruled,
    is_stack_sensed,
    stack_difference,
)
from tablectl.engine.state.hand import Pots
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.stacks import Difference
from tablectl.engine.state.table import Table
from tablectl.journal.record import BadJournal
from tablectl.journal.replay import recover, recover_in_steps
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.locale import ENGLISH, Translator
from tablectl.present.reasons import say_notice, table_names
from tablectl.present.stacks import natural_way, stack_notice
from tablectl.rules.wagers import Chips, chip_value
from tablectl.structs import Frozen
from tablectl.text import Names, Player, T, say

# right: as the ledger says; ruled: it differs, and the floor has ruled on it; moving: chips are on
# their way, in a hand or from the last one; unsensed: the seat does not sense its stack; unheard:
# its device is lost or at fault; empty: nobody sits there.
Found = Literal["right", "differs", "ruled", "moving", "unsensed", "unheard", "empty"]


ROWS_A_STEP = 50  # about a millisecond
OTHER_TABLE = "The facts of the journal come to another table than the one that is played."


class SeatAccount(Frozen):
    """Amounts in chip units; chips by denomination, (worth, how many). None: not sensed, or not
    known now.
    """

    seat: int
    name: str | None
    found: Found
    stack: int  # the ledger's
    bet: int  # the ledger's
    bought: int  # counts from the next hand
    sensed_stack: Chips | None
    sensed_bet: Chips | None
    difference: int | None  # of the stack: what is sensed beyond the ledger
    # of the stack: denominations that the table does not play with
    foreign: Chips = ()
    says: str = ""  # a sentence about it
    # of one that differs: where people look first, before the ledger is changed
    natural: str = ""

    @property
    def sensed_amount(self) -> int | None:
        """What its stack is sensed as."""
        return None if self.sensed_stack is None else chip_value(self.sensed_stack)


class Sums(Frozen):
    stacks: int  # the ledger's, of all seats
    bets: int
    pots: int
    house: int  # its bank
    total: int  # what was brought to the table, less what was taken from it
    sensed: int  # on the stacks that are sensed
    of_sensed: int  # the ledger's, of the same seats

    @property
    def add_up(self) -> bool:
        return self.stacks + self.bets + self.pots + self.house == self.total


class JournalAccount(Frozen):
    row: int
    # the hash of that row, in hex; empty in the middle of a hand (G-14)
    head: str
    holds: bool  # the chain was checked, and its facts come to this table
    says: str = ""  # what does not hold


class Accounts(Frozen):
    table: str
    test: bool  # the table is played for trying it
    hand: int
    in_hand: bool
    compared: bool  # whether chips at seats are what this game's ledger counts
    seats: tuple[SeatAccount, ...]
    sums: Sums
    add_up: bool
    journal: JournalAccount
    is_right: bool  # nothing differs but what the floor has ruled on


def make_accounts(t: Table, journal: JournalAccount, language: Translator = ENGLISH) -> Accounts:
    """The report on a table; `journal`: what was found there."""
    names = table_names(t, language)
    seats, sums = (
        tuple([account_of_seat(t, t.seat(number), names) for number in t.places]),
        _make_sums(t),
    )
    is_right = sums.add_up and journal.holds and not any(seat.found == "differs" for seat in seats)
    if is_head_secret(t):
        journal = replace(journal, head="")
    return Accounts(
        t.name,
        t.is_test,
        t.hands,
        t.in_hand,
        are_compared(t),
        seats,
        sums,
        sums.add_up,
        journal,
        is_right,
    )


def is_head_secret(t: Table) -> bool:
    """Whether the chain's head stays here: it depends on cards that lie face down (G-14)."""
    return t.in_hand


def audit_file(path: Path, on_progress: Callable[[int, int], None] | None = None) -> Accounts:
    """The report on a table by its journal alone, which is checked from row 1 on. Raises
    BadJournal where no table is in it.
    """
    checked = verify(path, on_progress)
    says = checked.faults[0].what if checked.faults else ""
    with Journal.open(path, read_only=True) as journal:
        table = recover(journal).table
    return make_accounts(
        table, JournalAccount(checked.head.n, checked.head.hash.hex(), checked.is_sound, says)
    )


def audit_running(
    journal: Journal, t: Table, language: Translator = ENGLISH
) -> Iterator[Accounts | None]:
    """The report on a running table by itself and its journal; None after each step of reading
    that again.
    """
    for found in verify_running(journal, t):
        yield None if found is None else make_accounts(t, found, language)


def verify_running(journal: Journal, t: Table) -> Iterator[JournalAccount | None]:
    """Reads a running table's journal from its newest snapshot on, which checks the chain: it has
    to come to that table.

    Yields None after each few rows, in which the table may go on, and at last what was found of the
    rows there were at first.
    """
    head, says = journal.head, ""
    try:
        for recovered in recover_in_steps(journal, ROWS_A_STEP):
            if recovered is None:
                yield None
            elif recovered.table != t:
                says = OTHER_TABLE
    except BadJournal as error:
        says = str(error)
    yield JournalAccount(head.n, head.hash.hex(), not says, says)


def account_of_seat(t: Table, seat: Seat, names: Names) -> SeatAccount:
    gap = stack_difference(t, seat.number) if are_compared(t) else None
    stack = seat.area.stack if is_stack_sensed(seat) else None
    found = _seat_finding(t, seat, gap)
    return SeatAccount(
        seat.number,
        seat.name,
        found,
        seat.stack,
        t.player(seat.number).bet if t.in_hand else 0,
        seat.bought,
        stack,
        seat.area.sensed if t.settings.chips_sensed and seat.area.is_level_known else None,
        None if stack is None else chip_value(stack) - seat.stack,
        gap.foreign if gap is not None else (),
        _finding_text(seat, found, gap, names, are_compared=are_compared(t)),
        say(natural_way(t, gap), names) if found == "differs" and gap is not None else "",
    )


def _seat_finding(t: Table, seat: Seat, gap: Difference | None) -> Found:
    if seat.status == "empty":
        return "empty"
    if not are_compared(t) or seat.area.stack is None:
        return "unsensed"
    if not is_stack_sensed(seat):
        return "unheard"
    if not is_at_rest(t):
        return "moving"
    return "right" if gap is None else "ruled" if is_difference_ruled(t, gap) else "differs"


def _finding_text(
    seat: Seat, found: Found, gap: Difference | None, names: Names, *, are_compared: bool
) -> str:
    if found == "differs" and gap is not None:
        return say_notice(stack_notice(gap), names)
    if found == "ruled" and gap is not None:
        return say(
            T(
                "{seat}'s stack is sensed as {sensed:,} and counts as {ledger:,}: the floor has "
                "ruled so.",
                seat=Player(seat.number),
                sensed=chip_value(gap.sensed),
                ledger=seat.stack,
            ),
            names,
        )
    if found == "unsensed" and are_compared:
        return say(T("{seat} does not sense its stack.", seat=Player(seat.number)), names)
    if found == "unheard":
        return say(
            T(
                "{seat} is not heard: nobody knows what lies on its stack.",
                seat=Player(seat.number),
            ),
            names,
        )
    return ""


def _make_sums(t: Table) -> Sums:
    hand = t.hand
    bets = sum([player.bet for player in hand.players.values()]) if hand is not None else 0
    pots = hand.of.middle if hand is not None and isinstance(hand.of, Pots) else 0
    sensed = [
        seat
        for seat in t.seats
        if are_compared(t) and seat.status != "empty" and is_stack_sensed(seat)
    ]
    return Sums(
        sum([seat.stack for seat in t.seats]),
        bets,
        pots,
        t.bank,
        t.total,
        sum([chip_value(seat.area.stack or ()) for seat in sensed]),
        sum([seat.stack for seat in sensed]),
    )
