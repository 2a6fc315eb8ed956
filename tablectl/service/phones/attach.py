"""Puts the phones of a configuration to a table."""

from collections.abc import Mapping
from pathlib import Path

from tablectl.journal.record import Edge, Record
from tablectl.journal.store import Journal
from tablectl.locale import Translator
from tablectl.service.books.phones import PairingBook
from tablectl.service.config.values import PhonesConfig
from tablectl.service.devices.composite_seat import CompositeSeat
from tablectl.service.devices.phone_seat import PhoneSeat
from tablectl.service.devices.protocols import SeatDevice
from tablectl.service.phones.codes import Codes
from tablectl.service.phones.seat_phones import SeatPhones
from tablectl.service.phones.seats_socket import NumbersOnDisk, Phones
from tablectl.service.table_loop import TableLoop

# rows of the journal's end in which a press that comes again is looked for: some thirty hands
ROWS_RECALLED = 5_000


def make_seat_phones(
    config: PhonesConfig, rows: TableLoop, seats: Mapping[int, SeatDevice]
) -> SeatPhones:
    """Raises BadPairings where the book of phones is damaged."""
    return SeatPhones(
        rows,
        _phone_seats(seats),
        PairingBook(Path(config.book) if config.book else None),
        Codes(config.code_s * 1_000, has_digits=config.digits),
        may_players_answer=config.approval == "player",
    )


def make_phones(
    rows: TableLoop, seats: SeatPhones, taken: NumbersOnDisk, language: Translator
) -> Phones:
    """`taken`: the last edge of each node that the journal has."""
    return Phones(
        rows,
        seats,
        taken,
        recall=lambda edge: recall_rows(rows.journal, edge),
        language=language,
    )


def _phone_seats(seats: Mapping[int, SeatDevice]) -> dict[int, PhoneSeat]:
    """A seat may have antennas beside its phone."""
    keys = {n: seat.keys if isinstance(seat, CompositeSeat) else seat for n, seat in seats.items()}
    return {n: seat for n, seat in keys.items() if isinstance(seat, PhoneSeat)}


def recall_rows(journal: Journal, edge: Edge) -> list[Record]:
    """What the journal's newest rows have of this edge; empty: it stands further back."""
    return journal.rows_of_edge(edge, max(0, journal.head.n - ROWS_RECALLED))
