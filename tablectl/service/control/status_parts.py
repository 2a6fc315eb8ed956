"""Parts of the status that the floor's page draws: a row for each seat, the tournament's clock, and
the decks.

A seat's chips are those of the audit (accounts.py). No card is in any of it, but those that an
audit of the deck misses, between hands.
"""

from collections.abc import Mapping, Sequence

from firmware_io.finder import Unused
from tablectl.engine.questions import current_level
from tablectl.engine.state.table import Table
from tablectl.intake.audit import DeckAudit
from tablectl.intake.decks import Decks
from tablectl.rules.forced import Level, Stakes
from tablectl.service.control.accounts import SeatAccount, account_of_seat
from tablectl.service.devices.findings import with_trouble
from tablectl.service.devices.machine import Part
from tablectl.service.troubles import Trouble
from tablectl.structs import Frozen, JsonObject
from tablectl.text import Names, T, Text, plural, say
from tablectl.view import View


class Surroundings(Frozen):
    """What a table stands in. `drivers`: of each configured seat. `heard`: a row for each device
    with something to tell. `phones`: a row for each seat that is played by phone. `troubles`: of
    what hangs on the Pi itself; `unused`: by port, why the node there is not used;
    `mirror_trouble`: of the journal's. `decks`: a row for each; `operators`: their names.
    `program`: the digest of the one that runs.
    `machine`: what the Pi itself lacks.
    """

    drivers: Mapping[int, str] = {}
    heard: Sequence[JsonObject] = ()
    phones: Sequence[JsonObject] = ()
    troubles: Sequence[Trouble] = ()
    unused: Mapping[str, Unused] = {}
    mirror_trouble: Text | None = None
    decks: Sequence[JsonObject] = ()
    operators: Sequence[str] = ()
    program: str = ""
    machine: Mapping[Part, Trouble] = {}


def seat_rows(t: Table, view: View, around: Surroundings, names: Names) -> list[JsonObject]:
    """Each configured seat; of a table without devices each that it has."""
    devices = {row["seat"]: row for row in around.heard}
    phones = {row["seat"]: row for row in around.phones}
    return [
        _seat_row(t, view, number, names)
        | {
            "driver": around.drivers.get(number, ""),
            "device": _device_trouble(devices.get(number), names),
            "phone": _phone_of(phones.get(number)),
            "wants_phone": bool(phones.get(number, {}).get("wants_phone")),
        }
        for number in sorted(around.drivers or t.places)
    ]


def _seat_row(t: Table, view: View, number: int, names: Names) -> JsonObject:
    seat, shown = t.seat(number), view.seats[str(number)]
    account = account_of_seat(t, seat, names)
    return {
        "number": number,
        "name": seat.name,
        "status": shown.status,
        "stack": shown.stack,
        "bet": shown.bet,
        "points": shown.points,
        "bought": seat.bought,
        "sensed": None if seat.status == "empty" else account.sensed_amount,
        "difference": _difference_of(account),
        "found": account.found,
        "says": account.says,
        "natural": account.natural or None,
        "is_present": seat.status != "empty" and not seat.is_absent,
        "is_leaving": seat.is_leaving,
    }


def _difference_of(account: SeatAccount) -> int | None:
    """What is sensed beyond the ledger; None while chips move, or where nobody knows."""
    return account.difference if account.found in ("right", "differs", "ruled") else None


def _device_trouble(row: JsonObject | None, names: Names) -> str | None:
    """A sentence; None: its device is well, or it has none of its own."""
    return None if row is None else with_trouble(row, names)["finding"]


def _phone_of(row: JsonObject | None) -> JsonObject | None:
    """None: no phone has the seat. `away_s`: how long it has shown no page; None: it shows one."""
    if row is None or row["mark"] is None:
        return None
    return {name: row[name] for name in ("mark", "away_s", "typed", "asked")}


# The clock of a tournament


def clock_row(t: Table, view: View, names: Names) -> JsonObject | None:
    """None: the table has no levels. `left_ms` is of the level, and None where it goes by hands,
    or to the end.
    """
    level = view.level
    if level is None or current_level(t) is None:
        return None
    left_ms = None if level.next_in_s is None else 1_000 * level.next_in_s
    after = t.settings.levels[t.schedule.level + 1 :][:1]
    return {
        "level": level.number,
        "blinds": say(_blinds_text(t.stakes), names),
        "left_ms": None if level.is_break else left_ms,
        "left_hands": level.next_in_hands,
        "next": say(_blinds_text(after[0].stakes), names) if after else None,
        "next_is_due": level.next_is_due,
        "break_left_ms": left_ms if level.is_break else None,
        "is_running": t.schedule.began_ms is not None and t.schedule.stopped_ms is None,
        "levels": [
            _level_row(row, number, names) for number, row in enumerate(t.settings.levels, 1)
        ],
    }


def _level_row(row: Level, number: int, names: Names) -> JsonObject:
    return {
        "level": number,
        "blinds": say(_blinds_text(row.stakes), names),
        "minutes": row.minutes,
        "hands": row.hands,
        "break_minutes": row.break_minutes,
    }


def _blinds_text(stakes: Stakes) -> Text:
    small, big, ante = stakes.small_blind, stakes.big_blind, stakes.ante
    if ante:
        return T("{small:,} / {big:,}, ante {ante:,}", small=small, big=big, ante=ante)
    return T("{small:,} / {big:,}", small=small, big=big)


# The decks


def deck_rows(decks: Decks, audit: DeckAudit, names: Names, *, may_name: bool) -> list[JsonObject]:
    """Those that may be played with. `may_name`: cards that the deck lacks, as no hand is dealt."""
    return [
        {
            "name": deck.name,
            "is_put": deck.name == audit.name,
            "cards": len(deck.cards),
            "last_audit": say(_audit_text(audit), names)
            if deck.name == audit.name and may_name
            else None,
        }
        for deck in decks.playable
    ]


def _audit_text(audit: DeckAudit) -> Text:
    seen, of = len(audit.state.seen), len(audit.state.cards)
    hands = plural("one hand", "{count:,} hands", audit.hands, count=audit.hands)
    if audit.doubled:
        return T("{cards} came twice: look through the deck.", cards=", ".join(audit.doubled))
    if audit.missing:
        return T(
            "{cards} never came in {hands}: count the deck.",
            cards=", ".join(audit.missing),
            hands=hands,
        )
    if seen == of:
        return T("All {count} cards have come in {hands}.", count=of, hands=hands)
    return T("{seen} of {count} cards have come in {hands}.", seen=seen, count=of, hands=hands)
