"""Dealing: what becomes of each card that leaves the shoe (T-5, T-6, T-12, G-2, G-10, L-13)."""

from tablectl.engine import facts as f
from tablectl.engine.events import CardOff, ShoeEmptied
from tablectl.engine.halting import halt_for_card, in_words, resume
from tablectl.engine.play import Play
from tablectl.engine.table import Table
from tablectl.rules.cards import CODE, JOKER, rank_value
from tablectl.rules.dealing import Place, next_board, next_hole
from tablectl.rules.seating import highest_drawn

UNREADABLE, CUT, FOREIGN_JOKER = "??", "cut", "joker"


def next_place(t: Table) -> Place | None:
    """What the next card from the shoe is for; None: no card is wanted."""
    if t.irregularity:
        return None
    if t.draw:
        return Place("draw", t.draw[0], is_last=len(t.draw) == 1)
    if t.phase != "dealing":
        return None
    street = t.game.streets[t.street]
    if street.hole:
        seats = t.seats
        return next_hole(t.dealt, [len(seats[n - 1].cards) for n in t.dealt], street.hole)
    return next_board(t.burned_here, street.burn, t.boarded_here, street.board)


def card_off(play: Play, event: CardOff) -> None:
    t = play.table
    card = event.cards[0]
    if t.irregularity:
        _card_while_halted(play, event)
        return
    place = next_place(t)
    if place is None:
        halt_for_card(play, "premature_card", card, None, event.pull)
    elif len(event.cards) > 1:
        halt_for_card(play, "wrong_card_count", " and ".join(event.cards), place, event.pull)
    elif is_foreign_joker(t, card) and t.settings.foreign_joker == "replace":
        _replace(play, "foreign_joker", card, place, event.pull)
    elif wrong := what_is_wrong(t, card):
        halt_for_card(play, wrong, card, place, event.pull)
    elif event.is_face_up and place.kind != "draw":
        _replace(play, "boxed_card", card, place, event.pull)
    else:
        put(play, card, place, event.pull)


def is_foreign_joker(t: Table, card: str) -> bool:
    """Any joker, where the game is played without."""
    return card in (FOREIGN_JOKER, JOKER) and not t.game.deck.jokers


def what_is_wrong(t: Table, card: str) -> str | None:
    """The notice code of what is wrong with a card that is wanted; None: nothing (G-2, G-10, T-5)."""
    if card == UNREADABLE:
        return "unreadable_card"
    if card == CUT:
        return "deck_exhausted"
    if is_foreign_joker(t, card):
        return "foreign_joker"
    if card not in t.game.deck.cards:
        return "unknown_card"
    if t.seen >> CODE[card] & 1:
        return "duplicate_card"
    return None


def put(play: Play, card: str, place: Place, pull: int) -> None:
    """The card goes where it was wanted."""
    if place.kind == "hole" and place.seat is not None:
        play.say(f.CardDealt(seat=place.seat, card=card, pull=pull))
    elif place.kind == "burn":
        play.say(f.CardBurned(card=card, pull=pull))
    elif place.kind == "board":
        play.say(f.BoardDealt(card=card, pull=pull))
    elif place.seat is not None:
        play.say(f.ButtonCardDealt(seat=place.seat, card=card, pull=pull))


def shoe_emptied(play: Play, event: ShoeEmptied) -> None:
    """An empty shoe is nothing until a card is wanted from it: then the hand cannot go on (F-11)."""
    if (place := next_place(play.table)) is not None:
        halt_for_card(play, "deck_exhausted", None, place, 0)


def _replace(play: Play, code: str, card: str, place: Place, pull: int) -> None:
    """A scrap of paper: the next card below takes its place (L-13, G-13)."""
    play.say(f.CardPutAside(card=card, pull=pull))
    play.notice(place.seat, code, f"{in_words(card)} is a scrap of paper: the next card replaces it.")


def _card_while_halted(play: Play, event: CardOff) -> None:
    """A card that could not be read may be presented again; any other card now is one too many (G-10)."""
    wrong = play.table.irregularity
    if wrong is not None and wrong.remedy == "present" and event.pull == 0 and len(event.cards) == 1:
        present(play, event.cards[0])
        return
    play.notice(None, "premature_card", f"{event.cards[0]} left the shoe while the table is halted: put it back.")


def present(play: Play, card: str) -> None:
    """The card that could not be read is known now: it goes where it was wanted (G-10)."""
    wrong = play.table.irregularity
    assert wrong is not None
    if code := what_is_wrong(play.table, card):
        play.refuse(wrong.seat, code, f"{card} cannot be that card.")
        return
    resume(play)
    place = next_place(play.table)
    assert place is not None
    put(play, card, place, play.table.pulls)


def decide_draw(play: Play) -> None:
    """Highest rank takes the button; the tied draw again, in the same order, until one is highest (T-1).

    Where the settings say so the tied one who got the card first has it (S-7).
    """
    t = play.table
    best = highest_drawn({n: rank_value(t.seat(n).cards[0]) for n in t.drawing})
    if len(best) > 1 and t.settings.draw_ties == "again":
        play.say(f.DrawTied(seats=best))
    else:
        play.say(f.ButtonPlaced(seat=best[0]))
