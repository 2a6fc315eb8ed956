"""Halting: the hand stands still, the table says what is wrong and what the rulebook prescribes (G-2, G-10).

What the floor then does is in rulings.py.
"""

from tablectl.engine import clocks
from tablectl.engine import facts as f
from tablectl.engine.play import Play
from tablectl.engine.table import Irregularity, Seat
from tablectl.rules.dealing import Place
from tablectl.rules.irregular import ROWS, place_in_words
from tablectl.rules.wagers import value


def halt_for_card(play: Play, kind: str, card: str | None, place: Place | None, pull: int) -> None:
    """Something is wrong with a card that left the shoe."""
    t = play.table
    seat = place.seat if place else None
    street = t.street_now.name if t.street_now else None
    row = ROWS[kind]
    is_face_down = place is not None and place.kind in ("hole", "burn")     # never named: it would be seen by all
    what = row.what.format(card="A card" if is_face_down else _named(card), place=place_in_words(place.kind if place else None, seat, street))
    _halt(play, Irregularity(kind, row.clause, what, row.prescribes, row.remedy, seat, card,
                             place.kind if place else None, row.fouls_deck), pull)


def halt_for_chips(play: Play, seat: Seat) -> None:
    """A seat came back with an area that differs from the ledger (F-5)."""
    row = ROWS["stack_differs"]
    what = row.what.format(seat=seat.number, lies=value(seat.lies), bet=seat.bet + seat.to_pot)
    _halt(play, Irregularity(row.kind, row.clause, what, row.prescribes, row.remedy, seat.number), 0)


def _halt(play: Play, wrong: Irregularity, pull: int) -> None:
    clocks.stop(play)
    play.say(f.Halted(irregularity=wrong, pull=pull))
    play.notice(wrong.seat, wrong.kind, wrong.what)


def resume(play: Play) -> None:
    """The halt is over: the same turn, with what was left of its clock."""
    play.say(f.Resumed())
    clocks.go_on(play)


def _named(card: str | None) -> str:
    return {"joker": "A joker", "cut": "The cut card", "foreign": "A foreign card", "??": "A card", None: "A card"}.get(card, card or "")
