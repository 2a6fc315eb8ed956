"""Templates: a text with {fields}, or a function of fields where a sentence has more than one shape. A catalogue has them all."""

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from string import Formatter
from typing import Protocol

from msgspec import Struct

from tablectl.locale import Translator

Sentence = str | Callable[..., str]


class Names(Protocol):
    """What the player at a seat is called in mid-sentence: "Luca", "seat 3"; and the language that this is said in."""

    @property
    def language(self) -> "Catalogue": ...

    @property
    def known(self) -> Mapping[int, str]: ...       # the names of those who have one

    def __call__(self, seat: int) -> str: ...


class Catalogue(Struct, frozen=True):
    """A language: a sentence for each key, and what its fields are made of."""

    name: str                                               # as `[table] language` names it: "en"
    sentences: Mapping[str, Sentence]                       # refusals and notices: the keys of Why
    says: Mapping[str, Sentence]                            # what views say by themselves: the keys of Says
    wrong: Mapping[str, Sentence]                           # what is wrong with the table
    ways: Mapping[str, Sentence]                            # and the way on that the rulebook prescribes
    steps: Mapping[str, tuple[Sentence, ...]]               # the same as what people do now, one imperative each
    later: Mapping[str, Sentence]                           # and what follows
    fields: Callable[[Mapping[str, object], Names], dict[str, object]]      # makes the fields of sentences out of the values
    nobody: Callable[[int], str]                            # a player without a name: "seat 3"
    no_reason: str                                          # why a hand does not count, where the floor did not say
    tr: Translator                                          # of whatever else is said


@cache                                  # looking up a signature takes longer than filling in the sentence
def fields_of(sentence: Sentence) -> tuple[str, ...]:
    """The fields that it takes; a function's stand in its signature."""
    if isinstance(sentence, str):
        return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(sentence) if name is not None))
    return tuple(inspect.signature(sentence).parameters)


def filled(sentence: Sentence, fields: Mapping[str, object], tr: Translator) -> str:
    """Raises KeyError where it takes a field that is not there."""
    if isinstance(sentence, str):
        return tr.filled(sentence, fields)
    return sentence(**{name: fields[name] for name in fields_of(sentence)})
