"""The command `audit`: are the chips at the seats those of the ledger, and does the journal say
so, too?
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from typer import Exit, Option

from tablectl.cli.output import Bar, Json, align_columns, out, say_json, usage_error
from tablectl.cli.rule import CONTROL, Socket
from tablectl.cli.ruling import ask_accepted
from tablectl.service.process import FAILED

if TYPE_CHECKING:
    from tablectl.service.control.accounts import Accounts, SeatAccount

HEADS = ("", "counted", "bet", "on the stack", "in front", "difference")
NOT_COMPARED = (
    "Chips at the seats are not compared here: this table is played for points, or "
    "goes by keys alone."
)

JournalFile = Annotated[
    Path | None,
    Option(
        "--journal",
        metavar="FILE",
        help="A journal instead of the running table; it is checked from its first row on.",
    ),
]


def audit(control: Socket = None, journal: JournalFile = None, json: Json = False) -> None:
    """The chips, seat by seat: what the table counts, what is sensed in the bet area and on the
    stack; the sums; the journal.

    Exit 0 all is right, 1 something differs, or the journal does not hold. Seats that do not sense
    their stack are named.
    """
    if control is not None and journal is not None:
        usage_error("Name a running table or a journal, not both.")
    found = _ask_table(control or CONTROL) if journal is None else _audit_file(journal)
    if json:
        say_json(found)
    else:
        _print_accounts(found)
    raise Exit(0 if found.is_right else FAILED)


def _ask_table(control: Path) -> "Accounts":
    from tablectl.service.control.accounts import Accounts

    return msgspec.convert(ask_accepted(control, {"audit": True})["audit"], Accounts)


def _audit_file(journal: Path) -> "Accounts":
    from tablectl.service.control.accounts import audit_file

    with Bar("rows", stays=True) as bar:
        return audit_file(journal, bar)


def _print_accounts(found: "Accounts") -> None:
    if found.test:
        out.print("A test: nothing of it counts.")
    hand = f"hand {found.hand}" if found.in_hand else f"after hand {found.hand}"
    out.print(f"{found.table}, {hand}.")
    out.print(align_columns(HEADS, [_seat_row(seat) for seat in found.seats]))
    for seat in [seat for seat in found.seats if seat.says]:
        out.print(f"{seat.says} {seat.natural}".rstrip())
    if not found.compared:
        out.print(NOT_COMPARED)
    elif found.in_hand:
        out.print("A hand is played: stacks are compared when it is over, and its chips lie still.")
    sums = found.sums
    of = (
        f"{sums.stacks:,} on stacks, {sums.bets:,} bet, {sums.pots:,} in pots, {sums.house:,} of "
        "the house"
    )
    out.print(
        f"The table counts {sums.total:,} chips: "
        f"{of}{'' if found.add_up else '. They do not add up'}."
    )
    if found.compared:
        out.print(
            f"Seats that sense their stack sense {sums.sensed:,}; the table counts "
            f"{sums.of_sensed:,} there."
        )
    journal = found.journal
    holds = (
        "the chain holds, and its facts come to this table"
        if journal.holds
        else f"it does not hold: {journal.says}"
    )
    head = f", head {journal.head[:16]}" if journal.head else ""
    out.print(f"Journal, row {journal.row:,}{head}: {holds}{'.' if journal.holds else ''}")


def _seat_row(seat: "SeatAccount") -> tuple[str, ...]:
    sensed = [
        None if chips is None else sum(worth * count for worth, count in chips)
        for chips in (seat.sensed_stack, seat.sensed_bet)
    ]
    shown = ["-" if amount is None else f"{amount:,}" for amount in sensed]
    differs = "" if seat.found not in ("differs", "ruled") else f"{seat.difference:+,}"
    return (
        f"Seat {seat.seat}{f' {seat.name}' if seat.name else ''}",
        f"{seat.stack:,}",
        f"{seat.bet:,}",
        *shown,
        differs or {"unsensed": "not sensed", "unheard": "not heard"}.get(seat.found, seat.found),
    )
