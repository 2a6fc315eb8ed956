"""The floor's rulings: confirm what the rulebook prescribes, or rule otherwise; all recorded (G-4, G-10, G-12)."""

from collections.abc import Callable

from tablectl.engine import facts as f
from tablectl.engine.areas import excess
from tablectl.engine.dealing import present
from tablectl.engine.events import FloorRuled
from tablectl.engine.halting import resume
from tablectl.engine.play import Play
from tablectl.engine.table import Irregularity

ACTED_FOR_MISDEAL = 2                   # a misdeal until two players have acted (L-17)


def floor_ruled(play: Play, event: FloorRuled) -> None:
    rule = RULINGS.get(event.ruling)
    if rule is None:
        play.refuse(event.seat, "unknown_ruling", f'There is no ruling "{event.ruling}" here; there is {", ".join(RULINGS)}.')
        return
    before = len(play.facts)
    rule(play, event)
    if not any(isinstance(fact, f.Refused) for fact in play.facts[before:]):
        play.facts.insert(before, f.Ruled(ruling=event.ruling, who=event.who, why=event.why, seat=event.seat, card=event.card))


def _confirm(play: Play, event: FloorRuled) -> None:
    """Does what the rulebook prescribes, as shown."""
    wrong = play.table.irregularity
    if wrong is None:
        play.refuse(None, "nothing_to_confirm", "Nothing waits for the floor.")
    elif wrong.remedy == "void":
        void(play, "void", wrong.what)
    elif wrong.remedy == "present":
        _do_without(play, wrong)
    else:
        _put_right(play, wrong)


def _do_without(play: Play, wrong: Irregularity) -> None:
    """A card that cannot be read and is not presented: a burn is burned, a hole card put aside for the next (G-10)."""
    if wrong.place == "board" or wrong.place is None:
        play.refuse(None, "unreadable_card", "The card lies face up: name it.")
        return
    resume(play)
    if wrong.place == "burn":
        play.say(f.CardBurned(card="??", pull=play.table.pulls))
    else:
        play.say(f.CardPutAside(card="??", pull=play.table.pulls))


def _put_right(play: Play, wrong: Irregularity) -> None:
    assert wrong.seat is not None
    seat = play.seat(wrong.seat)
    if (over := excess(seat)) != 0 and seat.is_connected:
        text = f"Seat {seat.number} still has {abs(over):,} too {'much' if over > 0 else 'little'} in front."
        play.refuse(seat.number, "stack_differs", text)
        return
    resume(play)


def _void(play: Play, event: FloorRuled) -> None:
    """A malfunction voids the hand at any time before the pot is pushed (G-4)."""
    if not play.table.in_hand and play.table.irregularity is None:
        play.refuse(None, "not_now", "No hand is being played.")
        return
    void(play, "void", event.why or "ruled by the floor")


def _misdeal(play: Play, event: FloorRuled) -> None:
    """Until two players have acted (G-4, L-17)."""
    t = play.table
    acted = sum(t.seat(n).has_acted for n in t.dealt)
    if not t.in_hand:
        play.refuse(None, "not_now", "No hand is being played.")
    elif acted >= ACTED_FOR_MISDEAL:
        play.refuse(None, "misdeal", f"It is too late for a misdeal: {acted} players have acted.")
    else:
        void(play, "misdeal", event.why or "ruled by the floor")


def void(play: Play, kind: str, cause: str) -> None:
    """Every chip goes back, the button stays; a fouled deck is checked before the next hand (G-4, G-10)."""
    t = play.table
    if t.irregularity is not None and t.irregularity.fouls_deck:
        play.say(f.DeckFouled())
    if t.in_hand:
        play.say(f.HandVoided(kind=kind, cause=cause))
        play.notice(None, kind, f"Hand {t.hand} is {'a misdeal' if kind == 'misdeal' else 'void'}: every chip goes back.")
        for number in [seat.number for seat in t.seats if seat.is_leaving]:         # gone with all of it (F-4, F-7)
            play.say(f.PlayerLeft(seat=number, stack=play.seat(number).stack))
    elif t.irregularity is not None:
        resume(play)


def _resume(play: Play, event: FloorRuled) -> None:
    """Drops what was reported: same turn, what was left of its clock. A card that was wanted must be named or the hand voided."""
    wrong = play.table.irregularity
    if wrong is None:
        play.refuse(None, "not_now", "Nothing is halted.")
    elif wrong.place is not None and wrong.kind != "unreadable_card":
        play.refuse(None, wrong.kind, f"Play cannot go on with it: {wrong.prescribes}")
    else:
        resume(play)


def _card(play: Play, event: FloorRuled) -> None:
    """The floor names the card that could not be read, as it is presented again (G-10)."""
    wrong = play.table.irregularity
    if wrong is None or wrong.remedy != "present":
        play.refuse(None, "not_now", "No card waits to be named.")
    elif event.card is None:
        play.refuse(None, "not_now", "Name the card.")
    else:
        present(play, event.card)


def _deck_checked(play: Play, event: FloorRuled) -> None:
    if not play.table.is_deck_foul:
        play.refuse(None, "not_now", "The deck was not in doubt.")
        return
    play.say(f.DeckChecked())


RULINGS: dict[str, Callable[[Play, FloorRuled], None]] = {
    "confirm": _confirm, "void": _void, "misdeal": _misdeal, "resume": _resume, "card": _card, "deck_checked": _deck_checked,
}
