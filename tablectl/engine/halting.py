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
    """Something is wrong with a card that left the shoe. One that lies face down is never named: all would see it."""
    t = play.table
    row = ROWS[kind]
    wanted_for = place.kind if place else None
    seat = place.seat if place else None
    where = place_in_words(wanted_for, seat, t.street_now.name if t.street_now else None)
    what = row.what.format(card="A card" if wanted_for in ("hole", "burn") else in_words(card), place=where)
    wrong = Irregularity(
        row.kind, row.clause, what, row.prescribes, row.remedy, seat, card, wanted_for, row.fouls_deck)
    _halt(play, wrong, pull)


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


IN_WORDS = {"joker": "A joker", "Jk": "A joker", "cut": "The cut card", "foreign": "A foreign card", "??": "A card"}


def in_words(card: str | None) -> str:
    return IN_WORDS.get(card, card) if card else "A card"
