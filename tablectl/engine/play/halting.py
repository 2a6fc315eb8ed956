"""Halting: the hand stands still, the table says what is wrong and what the rulebook prescribes (G-2, G-10).

What `confirm` then does is in remedies.py, what the floor may rule instead in rulings.py.
"""

from typing import Any

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.play import clocks
from tablectl.engine.play.play import Play
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Values, Why
from tablectl.rules.dealing import Place
from tablectl.rules.irregular import IN_THE_DRAW, ROWS, VOIDS, Row
from tablectl.rules.wagers import value

FACE_DOWN = ("hole", "house", "swap", "burn", None)      # places whose cards the public never sees named
GOES_ON = ("present", "put_right", "as_known", "put_aside")      # remedies that void no hand where everything else does (G-13)


def halt_for_card(
    play: Play, kind: str, cards: tuple[str, ...], place: Place | None, pull: int, row: Row | None = None,
) -> None:
    """Something is wrong with cards that left the shoe. One that lies face down is never named: all would see it."""
    t = play.table
    wanted_for = place.kind if place else None
    row = row or (IN_THE_DRAW.get(kind) if wanted_for == "draw" else None) or ROWS[kind]
    seat = place.seat if place else None
    up = tuple([card for card in cards if is_named(wanted_for) and not (row.hides_its_twin and _lies_face_down(t, card))])
    values: Values = {"card": cards[0] if cards and cards[0] in up else None, "place": wanted_for, "street": street_name(t)}
    halt(play, irregularity(t, row, values, seat=seat, cards=cards, up=up, place=wanted_for), pull)


def is_named(wanted_for: str | None) -> bool:
    """Whether the floor may name an unread card: it lies face up; a hole card or a burn is only presented or replaced (G-10)."""
    return wanted_for not in FACE_DOWN


def _lies_face_down(t: Table, card: str) -> bool:
    """Whether a hand, or the dealer, holds it unseen: its twin on the board is not named, for that would name it, too (G-2)."""
    is_dealer_s = card in t.dealer and not t.is_dealer_up
    return is_dealer_s or any(card in seat.cards and card not in seat.shown for seat in t.seats)


def halt_for_chips(play: Play, seat: Seat) -> None:
    """A seat came back with an area that differs from the ledger (F-5): said at once, or after what the table is halted for."""
    values: Values = {"lies": value(seat.lies), "bet": seat.bet + seat.to_pot}
    wrong = irregularity(play.table, ROWS["stack_differs"], values, seat=seat.number)
    now = play.table.irregularity
    if now is None:
        halt(play, wrong)
    elif now.seat != seat.number or now.remedy not in ("put_right", "as_known"):    # else the table is halted for just that
        play.record(f.Reported(irregularity=wrong))
        play.notice_wrong(wrong)


def irregularity(t: Table, row: Row, values: Values, *, seat: int | None = None, **fields: Any) -> Irregularity:
    """A row of the rulebook for this table, with the values that it is told with."""
    way, remedy = row.way, row.remedy
    if t.settings.irregularities == "void" and remedy not in GOES_ON and t.in_hand:
        way, remedy = (way if remedy == "void" else VOIDS), "void"
    whose: Values = {} if seat is None else {"seat": seat}
    return Irregularity(
        row.kind, row.clause, remedy, row.why, way, {**whose, **values, **goes_back(t)}, seat, fouls_deck=row.fouls_deck,
        is_report=row.is_report, **fields)


def goes_back(t: Table) -> Values:
    """What becomes of a void hand's stakes (G-4): chips go back, which need not be named, or points are as before."""
    return {} if t.score is None else {"back": "points"}


def halt(play: Play, wrong: Irregularity, pull: int = 0) -> None:
    """Halts, or says anew what is wrong where the table was halted already: a halt of its own, with the next number."""
    clocks.stop(play)
    play.record(f.Halted(irregularity=replace(wrong, number=play.table.halts + 1), pull=pull))
    play.notice_wrong(wrong)


def resume(play: Play) -> None:
    """The halt is over: the same turn, with what was left of its clock, unless something else still holds the table."""
    play.record(f.Resumed())
    if (wrong := play.table.irregularity) is not None:
        play.notice_wrong(wrong)
    clocks.go_on(play)


def why_stopped(t: Table) -> Reason | None:
    """Why nothing may be acted on; None where play goes on."""
    if t.is_held:
        return Why.HALTED()
    return Why.PAUSED() if t.paused else None


def street_name(t: Table) -> str | None:
    return t.street_now.name if t.street_now else None
