"""How a document fits the configuration's definitions: every key that does not, not only the first.

The definitions are the very Structs that the loader converts to, so a key that is added there is known here.
"""

import re
import typing
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct, inspect

Key = tuple[str | int, ...]             # from the root: ("seat", 2, "port")
IN_WORDS = {
    "int": "a whole number", "float": "a number", "str": "a text in quotes", "bool": "true or false", "array": "a list",
    "object": "a table", "null": "nothing",
}
BOUND = re.compile(r"Expected `(?:int|float)` [<>]=")
NO_CHOICE = re.compile(r"Invalid enum value ['\"]?(.*?)['\"]?(?: - at `\$.*)?", re.DOTALL)
EXPECTED = re.compile(r"Expected `([\w |]+)`, got `([\w |]+)`(?: - at .*)?")


class Misfit(Struct, frozen=True):
    """A key that does not fit, or a table in which one is missing; the sentence names it."""

    key: Key
    sentence: str
    is_missing: bool = False


def misfits(document: dict[str, Any], kind: type[Struct], at: Key = ()) -> Iterator[Misfit]:
    """Every key of `document` that does not fit `kind`, and every one that is missing."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for name, value in document.items():
        if name not in fields:
            yield Misfit((*at, name), _unknown(at, name, list(fields)))
        else:
            yield from _of_value(value, fields[name].type, (*at, name))
    for name, field in fields.items():
        if field.required and name not in document:
            yield Misfit(at, f"{of_table(at)} has no {name}, and needs one.", is_missing=True)


def without(document: dict[str, Any], keys: Iterable[Key]) -> dict[str, Any]:
    """The document without these keys: what is left fits, but for what is missing."""
    left: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document, enc_hook=str))
    for key in keys:
        *path, last = key
        inner: Any = left
        for part in path:
            inner = inner[part]
        del inner[last]
    return left


def named(key: Key) -> str:
    """As a sentence says it: [shoe] antenna, [[seat]] port, [table.stakes] ante."""
    return f"{of_table(key[:-1])} {key[-1]}" if len(key) > 1 else f"[{key[0]}]"


def of_table(at: Key) -> str:
    words = ".".join(str(part) for part in at if isinstance(part, str))
    if not words:
        return "The file"
    return f"[[{words}]]" if any(isinstance(part, int) for part in at) else f"[{words}]"


def _of_value(value: object, kind: Any, at: Key) -> Iterator[Misfit]:
    inner = _struct_in(kind, is_list=isinstance(value, list))
    if inner is not None and isinstance(value, list) and all(isinstance(one, dict) for one in value):
        for place, one in enumerate(value):
            yield from misfits(one, inner, (*at, place))
    elif inner is not None and isinstance(value, dict):
        found = [*misfits(value, inner, at)]
        yield from found or _converted(value, kind, at)     # what fits may yet say something that cannot be
    else:
        yield from _converted(value, kind, at)


def _struct_in(kind: Any, *, is_list: bool) -> type[Struct] | None:
    """The Struct that a value of this type, or its list, is made of. A type may have both, as one screen or several."""
    kinds = typing.get_args(kind) if not _is_rows(kind) and typing.get_args(kind) else (kind,)
    if is_list:
        kinds = next((typing.get_args(rows) for rows in kinds if _is_rows(rows)), ())
    return next((one for one in kinds if isinstance(one, type) and not _is_rows(one) and issubclass(one, Struct)), None)


def _is_rows(kind: Any) -> bool:
    return typing.get_origin(kind) is tuple


def _converted(value: object, kind: Any, at: Key) -> Iterator[Misfit]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as wrong:
        yield Misfit(at, _in_words(str(wrong), value, kind, at))


def _in_words(why: str, value: Any, kind: Any, at: Key) -> str:
    if word := NO_CHOICE.fullmatch(why):
        choices = ", ".join(str(choice) or '""' for choice in _choices(inspect.type_info(kind)))
        return f'{named(at)}: There is no "{word[1]}"; there is {choices}.'
    if BOUND.match(why):
        whole = inspect.type_info(kind)
        assert isinstance(whole, inspect.IntType | inspect.FloatType)
        return f"{named(at)} is {whole.ge} to {whole.le:,}, not {value:{'g' if isinstance(value, float) else ','}}."
    match = EXPECTED.fullmatch(why)
    if match is None:
        return f"{named(at)}: {why.rstrip('.')}."
    wanted, got = (" or ".join(IN_WORDS.get(word, word) for word in side.split(" | ")) for side in match.groups())
    wanted = wanted.removesuffix(" or nothing")
    if " - at `$" in why:
        return f"{named(at)} holds {got}, and each in it is {wanted}."
    return f"{named(at)} is {wanted}, not {got}."


def _choices(kind: inspect.Type) -> Iterator[object]:
    """All that may stand in a value of this type, or in its list, where it is one of a few."""
    match kind:
        case inspect.LiteralType():
            yield from kind.values
        case inspect.UnionType():
            yield from (choice for one in kind.types for choice in _choices(one))
        case inspect.CollectionType():
            yield from _choices(kind.item_type)


def _unknown(at: Key, name: str, known: list[str]) -> str:
    import difflib  # only here: a table that starts has none of it

    alike = difflib.get_close_matches(name, known, n=1)
    more = f'Did you mean "{alike[0]}"?' if alike else f"There is {', '.join(known)}."
    return f'{of_table(at)} has no key "{name}". {more}'
