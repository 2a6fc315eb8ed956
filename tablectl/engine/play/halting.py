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
from tablectl.rules.dealing import Place
from tablectl.rules.irregular import IN_THE_DRAW, ROWS, Row, place_in_words
from tablectl.rules.wagers import value

FACE_DOWN = ("hole", "house", "swap", "burn", None)      # places whose cards the public never sees named
REPLACED = ("hole", "house", "swap", "draw")            # of these, by the next card, one that cannot be read (G-10)
VOIDS = "This game knows no way on from it: the hand is void and {back}."
OR_NAMED = ", or the floor names it"
OR_NEXT = "; confirmed, the next card replaces it"
OR_BURNED = "; confirmed, it stays burned"
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
    words = {
        "card": in_words(cards[0]) if cards and cards[0] in up else "A card",
        "place": place_in_words(wanted_for, seat, street_name(t)),
        "else": OR_NAMED if is_named(wanted_for) else "",
        "then": OR_NEXT if wanted_for in REPLACED else OR_BURNED if wanted_for == "burn" else "",
    }
    halt(play, irregularity(t, row, words, seat=seat, cards=cards, up=up, place=wanted_for), pull)


def is_named(wanted_for: str | None) -> bool:
    """Whether the floor may name an unread card: it lies face up; a hole card or a burn is only presented or replaced (G-10)."""
    return wanted_for not in FACE_DOWN


def _lies_face_down(t: Table, card: str) -> bool:
    """Whether a hand, or the dealer, holds it unseen: its twin on the board is not named, for that would name it, too (G-2)."""
    is_dealer_s = card in t.dealer and not t.is_dealer_up
    return is_dealer_s or any(card in seat.cards and card not in seat.shown for seat in t.seats)


def halt_for_chips(play: Play, seat: Seat) -> None:
    """A seat came back with an area that differs from the ledger (F-5): said at once, or after what the table is halted for."""
    words = {"seat": seat.number, "lies": value(seat.lies), "bet": seat.bet + seat.to_pot}
    wrong = irregularity(play.table, ROWS["stack_differs"], words, seat=seat.number)
    now = play.table.irregularity
    if now is None:
        halt(play, wrong)
    elif now.seat != seat.number or now.remedy not in ("put_right", "as_known"):    # else the table is halted for just that
        play.say(f.Reported(irregularity=wrong))
        play.notice(wrong.seat, wrong.kind, wrong.what)


def irregularity(t: Table, row: Row, words: dict[str, Any], **fields: Any) -> Irregularity:
    """A row of the rulebook, filled in for this table."""
    prescribes, remedy = row.prescribes, row.remedy
    if t.settings.irregularities == "void" and remedy not in GOES_ON and t.in_hand:
        prescribes, remedy = (prescribes if remedy == "void" else VOIDS), "void"
    words = {**words, "back": goes_back(t)}
    return Irregularity(
        row.kind, row.clause, row.what.format(**words), prescribes.format(**words), remedy, fouls_deck=row.fouls_deck,
        is_report=row.is_report, **fields)


def goes_back(t: Table) -> str:
    """What becomes of a void hand's stakes, in words (G-4)."""
    return "every chip goes back" if t.score is None else "the points are as they were before it"


def halt(play: Play, wrong: Irregularity, pull: int = 0) -> None:
    """Halts, or says anew what is wrong where the table was halted already: a halt of its own, with the next number."""
    clocks.stop(play)
    play.say(f.Halted(irregularity=replace(wrong, number=play.table.halts + 1), pull=pull))
    play.notice(wrong.seat, wrong.kind, wrong.what)


def resume(play: Play) -> None:
    """The halt is over: the same turn, with what was left of its clock, unless something else still holds the table."""
    play.say(f.Resumed())
    if (wrong := play.table.irregularity) is not None:
        play.notice(wrong.seat, wrong.kind, wrong.what)
    clocks.go_on(play)


def why_stopped(t: Table) -> tuple[str, str] | None:
    """The code and the sentence where nothing may be acted on; None where play goes on."""
    if t.is_held:
        return "halted", "The table is halted: the floor rules on that first."
    return ("paused", "The floor has paused play: it goes on at the floor's word.") if t.paused else None


def street_name(t: Table) -> str | None:
    return t.street_now.name if t.street_now else None


IN_WORDS = {"joker": "A joker", "Jk": "A joker", "cut": "The cut card", "foreign": "A foreign card", "??": "A card"}


SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def in_words(card: str | None) -> str:
    """A card's name in a sentence: rank and suit sign, which no other word is made of."""
    if not card or card in IN_WORDS:
        return IN_WORDS.get(card or "", "A card")
    return f"{'10' if card[0] == 'T' else card[0]}{SUITS.get(card[1:], card[1:])}"
