"""A reason's sentence: a text, or a function where it has more than one shape; and its fields,
made of a journal's values.
"""

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias

from msgspec.structs import asdict

from tablectl.engine.state.why import Value as Given
from tablectl.present.terms import BACK, STREETS, card_name, line_name, street_name
from tablectl.text import Plain, T, Text, Value, join_with_and

# The arguments of a function are values by their names; `values`: all. What it leaves open in its
# text is filled with the values.
Sentence: TypeAlias = Text | Callable[..., Value]
SETTINGS_TOLD = 3  # of those changed; the log has all
NO_REASON = T("Ruled by the floor.")
VERBS = {"bet": T("bet"), "raise_to": T("raise to")}
PLACES = {
    "hole": T("as {seat}'s hole card"),
    "house": T("as a card of the dealer's"),
    "swap": T("as {seat}'s new hole card"),
    "burn": T("as the burn before the {street}"),
    "board": T("on the {street}"),
    "cover": T("on a joker of the {street}"),
    "draw": T("for {seat} in the draw for the button"),
    "none": T("while no card was wanted"),
}
A_LINE = {"ante": T("an ante"), "bonus": T("a bonus"), "call": T("a call")}


def fill_sentence(sentence: Sentence, values: Mapping[str, Given]) -> Value:
    """Raises TypeError where a function lacks a value; what a text lacks is found when it is
    put into words.
    """
    text = (
        sentence
        if isinstance(sentence, Text)
        else sentence(
            **{
                name: values if name == "values" else values[name]
                for name in argument_names(sentence)
                if name in values or name == "values"
            }
        )
    )
    return text(**{**text_fields(values), **text.values}) if isinstance(text, Text) else text


def say_fact(sentences: Mapping[type, Sentence], fact: Any, **more: Any) -> Value:
    """What a fact says, by its fields and what more is known."""
    return fill_sentence(sentences[type(fact)], {**asdict(fact), **more})


# looking up a signature takes longer than making the sentence
@cache
def argument_names(sentence: Callable[..., Value]) -> tuple[str, ...]:
    return tuple(inspect.signature(sentence).parameters)


def text_fields(values: Mapping[str, Given]) -> dict[str, Value]:
    """The values by their names, and what is made of them: `Card`, `card_name`, `a_line`, `where`,
    `back`.

    `at` is the seat as a place. Values that are several are for functions alone.
    """
    made: dict[str, Value] = {
        name: value for name, value in values.items() if isinstance(value, Plain)
    }
    made.setdefault("at", made.get("seat"))
    made["back"] = BACK[str(values.get("back", "chips"))]
    for key in MADE_OF.keys() & values.keys():
        made |= MADE_OF[key](values[key])
    if "place" in values:
        where = PLACES.get(str(values["place"]), PLACES["none"])
        made["where"] = where(seat=made.get("seat"), street=made.get("street", STREETS["board"]))
    return made


def _card_fields(card: Given) -> dict[str, Value]:
    """Within a sentence, and at its start."""
    name = card_name(card if isinstance(card, str) else None)
    return dict.fromkeys(("card_name", "card", "card".capitalize()), name)


def _changes_field(changes: Given) -> dict[str, Value]:
    assert isinstance(changes, tuple)
    return {
        "settings": ", ".join(map(str, changes[:SETTINGS_TOLD]))
        + (", …" if len(changes) > SETTINGS_TOLD else "")
    }


MADE_OF: dict[str, Callable[[Given], dict[str, Value]]] = {
    "card": _card_fields,
    "changes": _changes_field,
    "line": lambda line: {"a_line": A_LINE[str(line)], "line": line_name(str(line))},
    "seats": lambda seats: (
        {"seats": join_with_and(map(str, seats))} if isinstance(seats, tuple) and seats else {}
    ),
    "verb": lambda verb: {"verb": VERBS[str(verb)]},
    "street": lambda street: {"street": street_name(street)} if isinstance(street, str) else {},
}
