"""The fields of English sentences, made of the values: players by name, cards by rank and suit sign, places, lists."""

from collections.abc import Callable, Mapping

from tablectl.locale import ENGLISH, Translator
from tablectl.locale.translator import Texts, marked, started
from tablectl.rules.cards import CUT, FOREIGN, FOREIGN_JOKER, JOKER, UNREADABLE
from tablectl.views.words.template import Names

NO_REASON = marked("Ruled by the floor.")
CARDS: Texts = {
    FOREIGN_JOKER: "a joker", JOKER: "a joker", CUT: "the cut card", FOREIGN: "a foreign card", UNREADABLE: "a card",
}
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
VERBS: Texts = {"bet": "bet", "raise_to": "raise to"}
BACK: Texts = {"chips": "every chip goes back", "points": "the points are as they were before it"}   # of a void hand
PLACES: Texts = {
    "hole": "as {seat}'s hole card", "house": "as a card of the dealer's", "swap": "as {seat}'s new hole card",
    "burn": "as the burn before the {street}", "board": "on the {street}", "cover": "on a joker of the {street}",
    "draw": "for {seat} in the draw for the button",
    "none": "while no card was wanted",
}
LINES: Texts = {"ante": "ante", "bonus": "bonus", "call": "call"}
A_LINE: Texts = {"ante": "an ante", "bonus": "a bonus", "call": "a call"}
STREETS: Texts = {"preflop": "preflop", "flop": "flop", "turn": "turn", "river": "river", "board": "board"}


def nobody(seat: int, tr: Translator) -> str:
    """A player whose name is not known."""
    return tr("seat {seat}", seat=seat)


def started_name(names: Names, seat: int) -> str:
    """At the start of a sentence: "Luca", "Seat 3"; a name begins as it is written."""
    return names.known.get(seat) or started(names(seat))


def fields(values: Mapping[str, object], names: Names) -> dict[str, object]:
    """The values by their names, and what is made of them.

    `Seat`, `Other`, `Seats`, `Card`, `card_name`, `line`, `a_line`, `street`, `verb`, `where`, `back`, `at`, and the translator.
    """
    tr = names.language.tr
    made: dict[str, object] = {"at": values.get("seat"), **values, "values": values, "names": names, "tr": tr}
    made["back"] = tr.text(BACK[str(values.get("back", "chips"))])
    for key in values:
        if key in MADE_OF:
            made |= MADE_OF[key](values[key], names)
    if "place" in values:
        where = tr.text(PLACES.get(str(values["place"]), PLACES["none"]))
        made["where"] = tr.filled(where, {"street": tr(STREETS["board"]), **made})
    return made


def _of_seat(seat: object, names: Names) -> dict[str, object]:
    return {"seat": names(seat), "Seat": started_name(names, seat)} if isinstance(seat, int) else {}


def _of_other(seat: object, names: Names) -> dict[str, object]:
    return {"other": names(seat), "Other": started_name(names, seat)} if isinstance(seat, int) else {}


def _of_seats(seats: object, names: Names) -> dict[str, object]:
    return {"Seats": tuple([started_name(names, seat) for seat in seats])} if isinstance(seats, tuple) else {}


def _of_card(card: object, names: Names) -> dict[str, object]:
    name = in_words(card if isinstance(card, str) else None, names.language.tr)
    return {"card_name": name, "Card": started(name)}


def _of_line(line: object, names: Names) -> dict[str, object]:
    tr = names.language.tr
    return {"a_line": tr(A_LINE[str(line)]), "line": line_name(str(line), tr)}


def _of_verb(verb: object, names: Names) -> dict[str, object]:
    return {"verb": names.language.tr(VERBS[str(verb)])}


def _of_street(street: object, names: Names) -> dict[str, object]:
    return {"street": street_name(street, names.language.tr)} if isinstance(street, str) else {}


MADE_OF: dict[str, Callable[[object, Names], dict[str, object]]] = {
    "seat": _of_seat, "other": _of_other, "seats": _of_seats, "card": _of_card, "line": _of_line, "verb": _of_verb,
    "street": _of_street,
}


def line_name(line: str, tr: Translator) -> str:
    """A bet against the house."""
    return tr(LINES[line]) if line in LINES else line


def street_name(street: str, tr: Translator) -> str:
    return tr(STREETS[street]) if street in STREETS else street


def in_words(card: str | None, tr: Translator = ENGLISH) -> str:
    """A card's name in mid-sentence: rank and suit sign, which no other word is made of."""
    if not card or card in CARDS:
        return tr(CARDS.get(card or "", CARDS[UNREADABLE]))
    return f"{'10' if card[0] == 'T' else card[0]}{SUITS.get(card[1:], card[1:])}"
