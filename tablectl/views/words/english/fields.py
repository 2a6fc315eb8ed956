"""The fields of English sentences, made of the values: players by name, cards by rank and suit sign, places, lists."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tablectl.rules.cards import CUT, FOREIGN, FOREIGN_JOKER, JOKER, UNREADABLE
from tablectl.views.words.template import Names

NO_REASON: Final = "Ruled by the floor."
CARDS: Final = {
    FOREIGN_JOKER: "a joker", JOKER: "a joker", CUT: "the cut card", FOREIGN: "a foreign card", UNREADABLE: "a card",
    "??": "a card",                     # an unreadable one, in a journal before version 9
}
SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
VERBS: Final = {"bet": "bet", "raise_to": "raise to"}
BACK: Final = {"chips": "every chip goes back", "points": "the points are as they were before it"}      # of a hand that is void
PLACES: Final = {
    "hole": "as {seat}'s hole card", "house": "as a card of the dealer's", "swap": "as {seat}'s new hole card",
    "burn": "as the burn before the {street}", "board": "on the {street}", "cover": "on a joker of the {street}",
    "draw": "for {seat} in the draw for the button",
}


def nobody(seat: int) -> str:
    """A player whose name is not known."""
    return f"seat {seat}"


def started_name(names: Names, seat: int) -> str:
    """At the start of a sentence: "Luca", "Seat 3"; a name begins as it is written."""
    name = names(seat)
    return started(name) if name == nobody(seat) else name


def fields(values: Mapping[str, object], names: Names) -> dict[str, object]:
    """The values by their names, and what is made of them.

    `Seat`, `Other`, `Seats`, `Card`, `card_name`, `a_line`, `verb`, `where`, `back`, `at`.
    """
    made: dict[str, object] = {"at": values.get("seat"), **values, "values": values, "names": names}
    made["back"] = BACK[str(values.get("back", "chips"))]
    for key, value in values.items():
        if (make := MADE_OF.get(key)) is not None:
            made |= make(value, names)
    if "place" in values:
        made["where"] = PLACES.get(str(values["place"]), "while no card was wanted").format_map({"street": "board", **made})
    return made


def _of_seat(seat: object, names: Names) -> dict[str, object]:
    return {"seat": names(seat), "Seat": started_name(names, seat)} if isinstance(seat, int) else {}


def _of_other(seat: object, names: Names) -> dict[str, object]:
    return {"other": names(seat), "Other": started_name(names, seat)} if isinstance(seat, int) else {}


def _of_seats(seats: object, names: Names) -> dict[str, object]:
    return {"Seats": tuple([started_name(names, seat) for seat in seats])} if isinstance(seats, tuple) else {}


def _of_card(card: object, names: Names) -> dict[str, object]:
    name = in_words(card if isinstance(card, str) else None)
    return {"card_name": name, "Card": started(name)}


def _of_line(line: object, names: Names) -> dict[str, object]:
    return {"a_line": "an ante" if line == "ante" else f"a {line}"}


def _of_verb(verb: object, names: Names) -> dict[str, object]:
    return {"verb": VERBS[str(verb)]}


MADE_OF: Final[dict[str, Callable[[object, Names], dict[str, object]]]] = {
    "seat": _of_seat, "other": _of_other, "seats": _of_seats, "card": _of_card, "line": _of_line, "verb": _of_verb,
}


def in_words(card: str | None) -> str:
    """A card's name in mid-sentence: rank and suit sign, which no other word is made of."""
    if not card or card in CARDS:
        return CARDS.get(card or "", "a card")
    return f"{'10' if card[0] == 'T' else card[0]}{SUITS.get(card[1:], card[1:])}"


def started(text: str) -> str:
    return text[:1].upper() + text[1:]


def listed(parts: Sequence[str]) -> str:
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last
