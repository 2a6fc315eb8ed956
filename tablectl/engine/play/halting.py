"""Halting: the hand stands still, the table names the irregularity and what the rulebook prescribes
(G-2, G-10).

What `confirm` then does is in remedies.py, what the floor may rule instead in rulings.py.
"""

from typing import Any

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.play import clocks
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.hold import Hold
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Values, Why
from tablectl.rules.dealing import Place, PlaceKind
from tablectl.rules.irregular import IN_THE_DRAW, ROWS, VOIDS, IrregularityKind, Remedy, Row
from tablectl.rules.wagers import chip_value

# Places whose cards the public never sees named.
FACE_DOWN: tuple[PlaceKind | None, ...] = ("hole", "house", "swap", "burn", None)


def halt_for_card(
    handling: Handling,
    kind: IrregularityKind,
    cards: tuple[str, ...],
    place: Place | None,
    pull: int,
    row: Row | None = None,
) -> None:
    """Halts for cards that left the shoe. One that lies face down is never named: all would see
    it.
    """
    t = handling.table
    wanted_for = place.kind if place else None
    row = row or (IN_THE_DRAW.get(kind) if wanted_for == "draw" else None) or ROWS[kind]
    seat = place.seat if place else None
    up = tuple(
        card
        for card in cards
        if may_be_named(wanted_for) and not (row.hides_its_twin and _lies_face_down(t, card))
    )
    values: Values = {
        "card": cards[0] if cards and cards[0] in up else None,
        "place": wanted_for,
        "street": street_name(t),
    }
    halt_table(
        handling,
        make_irregularity(t, row, values, seat=seat, cards=cards, up=up, place=wanted_for),
        pull,
    )


def may_be_named(wanted_for: PlaceKind | None) -> bool:
    """Whether the floor may name an unread card: it lies face up; a hole card or a burn is only
    presented or replaced (G-10).
    """
    return wanted_for not in FACE_DOWN


def _lies_face_down(t: Table, card: str) -> bool:
    """Whether a hand, the dealer or a flop in the deal holds it unseen: its twin is not named,
    for that names it, too (G-2).
    """
    is_of_the_flop = card in t.board[len(t.board_up) :]
    return is_of_the_flop or any(
        card in p.cards and card not in p.up_cards
        for p in (*t.shown.players.values(), t.of_house.dealer)
    )


def halt_for_chips(handling: Handling, seat: Seat) -> None:
    """A seat came back with an area that differs from the ledger (F-5): halts at once, or after
    what the table is halted for.
    """
    values: Values = {
        "lies": chip_value(seat.area.sensed),
        "bet": handling.table.player(seat.number).bet + seat.area.to_pot,
    }
    irregularity = make_irregularity(
        handling.table, ROWS["stack_differs"], values, seat=seat.number
    )
    now = handling.table.irregularity
    is_halted_for_it = (
        now is not None and now.seat == seat.number and now.remedy.allows.chips_are_put_right
    )
    if not is_halted_for_it:
        halt_or_queue(handling, irregularity)


def make_irregularity(
    t: Table, row: Row, values: Values, *, seat: int | None = None, **fields: Any
) -> Irregularity:
    """A row of the rulebook for this table, with the values of its sentences."""
    way, remedy = row.way, row.remedy
    if t.settings.irregularities == "void" and not remedy.allows.is_never_void and t.in_hand:
        way, remedy = (way if remedy is Remedy.VOID else VOIDS), Remedy.VOID
    whose: Values = {} if seat is None else {"seat": seat}
    return Irregularity(
        row.kind,
        row.clause,
        remedy,
        row.why,
        way,
        {**whose, **values, **void_values(t)},
        seat,
        fouls_deck=row.fouls_deck,
        checks_deck=row.checks_deck,
        is_report=row.is_report,
        **fields,
    )


def void_values(t: Table) -> Values:
    """A value for sentences about a void hand (G-4): in a game for points, that the points are
    as before.
    """
    return {} if not t.score else {"back": "points"}


def halt_table(handling: Handling, irregularity: Irregularity, pull: int = 0) -> None:
    """Halts the table. If it was halted already, this is a new halt with the next number, which
    replaces the other.
    """
    clocks.stop_clock(handling)
    handling.record(
        f.Halted(irregularity=replace(irregularity, number=handling.table.halts + 1), pull=pull)
    )
    handling.notice_irregularity(irregularity)


def halt_or_queue(handling: Handling, irregularity: Irregularity) -> None:
    """Halts; if the table is halted already, this waits until that is settled."""
    if not handling.table.irregularity:
        halt_table(handling, irregularity)
    else:
        queue_irregularity(handling, irregularity)


def queue_irregularity(handling: Handling, irregularity: Irregularity) -> None:
    """Notifies all at once; the table halts for it after what it is halted for now."""
    handling.record(f.Reported(irregularity=irregularity))
    handling.notice_irregularity(irregularity)


def end_halt(handling: Handling) -> None:
    """Ends the halt. The turn goes on with the rest of its clock, unless the table is held by
    something else.
    """
    settled = handling.table.irregularity
    handling.record(
        f.Resumed(is_shoe_filled=settled is not None and settled.kind == "deck_exhausted")
    )
    if irregularity := handling.table.irregularity:
        handling.notice_irregularity(irregularity)
    clocks.continue_clock(handling)


def why_stopped(t: Table) -> Reason | None:
    """Why no act is possible; None: play goes on."""
    # `is_halted`, at each key
    if t.halt or (t.hand and t.hand.deal.wants):
        return Why.HALTED()
    still = t.standstill
    if not still:
        return None
    return Why.PAUSED() if still.is_paused else why_held(still.holds)


def why_held(holds: tuple[Hold, ...]) -> Reason:
    """Why play is held: a lock first, which neither players nor the floor can clear."""
    hold = next((hold for hold in holds if hold.is_lock), holds[0])
    return (
        Why.LOCKED(hold=hold.kind) if hold.is_lock and hold.is_right else Why.HELD(hold=hold.kind)
    )


def street_name(t: Table) -> str | None:
    return t.street_now.name if t.street_now else None
