"""How a document fits the Structs that it is made into: every key that does not, with what may
stand there.

Types and bounds stand at the fields, as `Literal` and `msgspec.Meta`. A field added there is known
here, and is described by `means`, of which pages and examples are made.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Meta, Struct, inspect

from tablectl.rules.bounds import Key, Problem
from tablectl.structs import Frozen

LISTED = 12  # keys that are listed where none is alike; of more, none is
NOTHING = inspect.NoneType()
IN_WORDS: dict[type, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text in quotes",
    list: "a list",
    dict: "a table",
    type(None): "nothing",
}
WRITTEN_AS: dict[type[inspect.Type], type] = {
    inspect.BoolType: bool,
    inspect.IntType: int,
    inspect.FloatType: float,
    inspect.StrType: str,
    inspect.VarTupleType: list,
    inspect.DictType: dict,
    inspect.StructType: dict,
}


class Meaning(Frozen):
    """What a field is for, as pages and examples say it; of a setting, the clauses that leave it
    to the house.
    """

    sentence: str = ""
    clauses: tuple[str, ...] = ()
    example: Any = None


def means(sentence: str, *clauses: str, example: object = None) -> Meta:
    return Meta(extra={"meaning": Meaning(sentence, clauses, example)})


def field_meaning(kind: inspect.Type) -> Meaning:
    """What a field of this type is for."""
    found = (kind.extra or {}).get("meaning") if isinstance(kind, inspect.Metadata) else None
    return (
        found
        if isinstance(found, Meaning)
        else field_meaning(kind.type)
        if isinstance(kind, inspect.Metadata)
        else Meaning()
    )


def struct_fields(kind: type[Struct]) -> tuple[inspect.Field, ...]:
    struct = inspect.type_info(kind)
    assert isinstance(struct, inspect.StructType)
    return struct.fields


def find_misfits(document: dict[str, Any], kind: type[Struct], at: Key = ()) -> Iterator[Problem]:
    """Every key of `document` that does not fit `kind`, and every one that is missing. `at`: the
    key of the document.
    """
    yield from _struct_misfits(document, inspect.type_info(kind), at)


def without_keys(document: dict[str, Any], keys: Iterable[Key]) -> dict[str, Any]:
    """The document without these keys, of which some may not be there."""
    left: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document, enc_hook=str))
    for key in sorted(
        keys, reverse=True, key=lambda key: [(isinstance(part, str), part) for part in key]
    ):
        inner: Any = left
        for part in key[:-1]:
            inner = inner[part]
        is_there = isinstance(inner, list) or key[-1] in inner
        if is_there:
            del inner[key[-1]]
    return left


def key_in_words(key: Key) -> str:
    """As a sentence says it: [shoe] antenna, [[seat]] port, [table.stakes] ante; an element of a
    list by its list.
    """
    *table, last = key[:-1] if isinstance(key[-1], int) else key
    word = _printable(str(last))
    return f"{table_in_words(tuple(table))} {word}" if table else f"[{word}]"


def _printable(word: str) -> str:
    """A key in quotes may have any characters: one that nobody sees is written as its code."""
    return word if word.isprintable() else ascii(word)[1:-1]


def table_in_words(at: Key) -> str:
    words = ".".join(_printable(part) for part in at if isinstance(part, str))
    if not words:
        return "The file"
    return f"[[{words}]]" if any(isinstance(part, int) for part in at) else f"[{words}]"


def possible_types(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types that a value may be of: several of a union, else one; a file says nothing by
    leaving out.
    """
    if isinstance(kind, inspect.Metadata):
        return possible_types(kind.type)
    if isinstance(kind, inspect.UnionType):
        return tuple(
            one for inner in kind.types if inner != NOTHING for one in possible_types(inner)
        )
    return (kind,)


def in_words(kind: inspect.Type) -> str:
    """What a value of this type is, whatever its bounds."""
    return IN_WORDS[_written_as(kind)]


def bounds_in_words(kind: inspect.IntType | inspect.FloatType) -> str:
    """What a number may be; empty: any."""
    if kind.gt is not None:
        return f"more than {kind.gt:,}, {kind.le:,} at most"
    if kind.le is not None:
        return f"{kind.ge:,} to {kind.le:,}"
    return "" if kind.ge is None else f"{kind.ge:,} or more"


def _written_as(kind: inspect.Type) -> type:
    return type(kind.values[0]) if isinstance(kind, inspect.LiteralType) else WRITTEN_AS[type(kind)]


def _has_type(value: object, kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.AnyType):
        return True
    wanted = _written_as(kind)
    return type(value) is wanted or (wanted is float and type(value) is int)


def _value_in_words(value: object) -> str:
    return IN_WORDS.get(type(value), "a date or a time")


def _value_misfits(value: Any, kind: inspect.Type, at: Key) -> Iterator[Problem]:
    kinds = possible_types(kind)
    match next((one for one in kinds if _has_type(value, one)), None):
        case None:
            wanted = " or ".join(dict.fromkeys(map(in_words, kinds)))
            yield _make_problem(
                at,
                f"is {wanted}, not {_value_in_words(value)}",
                f"holds {_value_in_words(value)}, and each in it is {wanted}",
            )
        case inspect.IntType() | inspect.FloatType() as number if not _is_within(value, number):
            may, written = (
                bounds_in_words(number),
                f"{value:{'g' if isinstance(value, float) else ','}}",
            )
            yield _make_problem(
                at, f"is {may}, not {written}", f"holds {written}, and each in it is {may}"
            )
        case inspect.LiteralType() as words if value not in words.values:
            there = ", ".join(str(word) or '""' for word in words.values)
            yield Problem(at, f'{key_in_words(at)}: There is no "{value}"; there is {there}.')
        case inspect.StrType() as text if len(value) < (text.min_length or 0):
            yield Problem(at, f"{key_in_words(at)} is empty.")
        case inspect.StrType() if not _matches_pattern(value, kind):
            yield Problem(
                at, f'{key_in_words(at)} is "{value}", which is not {pattern_title(kind)}.'
            )
        case inspect.VarTupleType() as row:
            if row.max_length is not None and len(value) > row.max_length:
                yield Problem(
                    at,
                    f"{key_in_words(at)} has {len(value):,} entries; there are "
                    f"{row.max_length:,} at most.",
                )
            for place, one in enumerate(value):
                yield from _value_misfits(one, row.item_type, (*at, place))
        case inspect.DictType() as table:
            for name, one in value.items():
                key = table.key_type
                if isinstance(key, inspect.LiteralType) and name not in key.values:
                    yield Problem((*at, name), _unknown_key(at, name, [*map(str, key.values)]))
                elif not _matches_pattern(name, key):
                    yield Problem(
                        (*at, name),
                        f'{table_in_words(at)} has the key "{name}", '
                        f"which is not {pattern_title(key)}.",
                    )
                else:
                    yield from _value_misfits(one, table.value_type, (*at, name))
        case inspect.StructType() as struct:
            yield from _struct_misfits(value, struct, at)


def _matches_pattern(text: str, kind: inspect.Type) -> bool:
    (plain,) = possible_types(kind)
    return (
        not isinstance(plain, inspect.StrType)
        or plain.pattern is None
        or re.search(plain.pattern, text) is not None
    )


def pattern_title(kind: inspect.Type) -> str:
    """What a text with a pattern has to be, in words; empty: there is no pattern."""
    return (
        str((kind.extra_json_schema or {}).get("title", ""))
        if isinstance(kind, inspect.Metadata)
        else ""
    )


def _is_within(value: float, kind: inspect.IntType | inspect.FloatType) -> bool:
    return (
        (kind.ge is None or value >= kind.ge)
        and (kind.gt is None or value > kind.gt)
        and (kind.le is None or value <= kind.le)
    )


def _make_problem(at: Key, alone: str, within: str) -> Problem:
    """`within`: the same of an element of a list."""
    return Problem(at, f"{key_in_words(at)} {within if isinstance(at[-1], int) else alone}.")


def _struct_misfits(document: dict[str, Any], kind: Any, at: Key) -> Iterator[Problem]:
    fields = {field.name: field for field in kind.fields}
    for name, value in document.items():
        if name not in fields:
            yield Problem((*at, name), _unknown_key(at, name, list(fields)))
        else:
            yield from _value_misfits(value, fields[name].type, (*at, name))
    for name, field in fields.items():
        if field.required and name not in document:
            yield Problem((*at, name), f"{table_in_words(at)} has no {name}, and needs one.")


def _unknown_key(at: Key, name: str, known: list[str]) -> str:
    import difflib  # only here: a table that starts has none of it

    alike = difflib.get_close_matches(name, known, n=1)
    more = (
        f' Did you mean "{alike[0]}"?'
        if alike
        else f" There is {', '.join(known)}."
        if len(known) <= LISTED
        else ""
    )
    return f'{table_in_words(at)} has no key "{name}".{more}'
