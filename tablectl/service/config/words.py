"""The words that may stand where another one does: msgspec says which word is wrong and where, and not which would be right."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, inspect

WRONG_WORD = re.compile(r"^Invalid enum value (?P<quote>['\"])(?P<word>.*)(?P=quote) - at `\$(?P<place>.*)`$", re.DOTALL)
STEP = re.compile(r"\.(?P<key>\w+)|\[[^\]]*\]")          # a key of a table, or one of an array


def with_choices(wrong: str, read_as: type[Struct]) -> str:
    """msgspec's sentence about data read as `read_as`; of a wrong word, the place and all words that may stand there."""
    said = WRONG_WORD.match(wrong)
    if said is None:
        return wrong
    words = [word for kind in _at(inspect.type_info(read_as), said["place"]) for word in _words(kind)]
    return f'{said["place"].lstrip(".")}: There is no "{said["word"]}"; there is {", ".join(map(str, words))}'


def words_of(kind: Any) -> tuple[str, ...]:
    """All that may stand in a text of this type; empty: any may."""
    one = inspect.type_info(kind)
    return tuple(word for part in (one.types if isinstance(one, inspect.UnionType) else (one,)) for word in _words(part))


def _at(kind: inspect.Type, place: str) -> Iterator[inspect.Type]:
    """The types of what stands at a place, as a union has several."""
    step = STEP.match(place)
    if isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _at(one, place)
    elif step is None:
        yield kind
    elif isinstance(kind, inspect.StructType):
        for field in kind.fields:
            if field.encode_name == step["key"]:
                yield from _at(field.type, place[step.end():])
    elif isinstance(kind, inspect.CollectionType) and step["key"] is None:
        yield from _at(kind.item_type, place[step.end():])
    elif isinstance(kind, inspect.DictType) and step["key"] is None:
        yield from _at(kind.value_type, place[step.end():])


def _words(kind: inspect.Type) -> Iterator[str]:
    if isinstance(kind, inspect.LiteralType):
        yield from (str(value) or '""' for value in kind.values)
