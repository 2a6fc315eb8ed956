"""Templates: a text with {fields}, or a function of fields where a sentence has more than one shape."""

import inspect
from collections.abc import Callable, Mapping
from string import Formatter

Names = Callable[[int], str]            # what the player at a seat is called in mid-sentence: "Luca", "seat 3"
Sentence = str | Callable[..., str]


def fields_of(sentence: Sentence) -> tuple[str, ...]:
    """The fields that it takes; a function's stand in its signature."""
    if isinstance(sentence, str):
        return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(sentence) if name is not None))
    return tuple(inspect.signature(sentence).parameters)


def filled(sentence: Sentence, fields: Mapping[str, object]) -> str:
    """Raises KeyError where it takes a field that is not there."""
    if isinstance(sentence, str):
        return sentence.format_map(fields)
    return sentence(**{name: fields[name] for name in fields_of(sentence)})
