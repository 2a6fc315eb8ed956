"""A judge of the story's JSON Schema: what is wrong with an event by the file that is delivered. It
knows just the words that this file uses, and raises KeyError at another one.
"""

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

SCHEMA = json.loads(files("tablectl.story").joinpath("schema.json").read_text())
TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}
SAYS_NOTHING = {"title", "description", "default", "required", "discriminator"}


def wrong_by_schema(event: Any) -> list[str]:
    """Of one event, as it is read from its line."""
    place = SCHEMA["discriminator"]["mapping"].get(event.get("kind"))
    if place is None:
        return [f"no kind: {event}"]
    return [*_wrong(event, {"$ref": place}, event["kind"])]


def _wrong(value: Any, schema: dict[str, Any], at: str) -> Iterator[str]:
    for word, said in schema.items():
        if word not in SAYS_NOTHING:
            yield from JUDGES[word](value, said, at)
    if isinstance(value, dict) and (lacks := {*schema.get("required", ())} - value.keys()):
        yield f"{at} lacks {sorted(lacks)}"


def _wrong_type(value, said, at):
    is_right = (
        type(value) is int
        if said == "integer"
        else type(value) in (int, float)
        if said == "number"
        else isinstance(value, TYPES[said])
    )
    if not is_right:
        yield f"{at} is no {said}: {value}"


def _wrong_properties(value, said, at):
    for name, one in value.items() if isinstance(value, dict) else ():
        if name not in said:
            yield f"{at} has {name}, which the schema does not have"
        else:
            yield from _wrong(one, said[name], f"{at}.{name}")


def _wrong_others(value, said, at):
    for name, one in value.items() if isinstance(value, dict) else ():
        yield from _wrong(one, said, f"{at}.{name}")


def _wrong_items(value, said, at):
    for one in value if isinstance(value, list) else ():
        yield from _wrong(one, said, at)


def _wrong_choice(value, said, at):
    if all([*_wrong(value, one, at)] for one in said):
        yield f"{at} is none of its choices: {value}"


def _wrong_word(value, said, at):
    if value not in said:
        yield f"{at} is {value}, not of {said}"


def _wrong_part(value, said, at):
    yield from _wrong(value, SCHEMA["$defs"][said.removeprefix("#/$defs/")], at)


JUDGES = {
    "type": _wrong_type,
    "properties": _wrong_properties,
    "additionalProperties": _wrong_others,
    "items": _wrong_items,
    "anyOf": _wrong_choice,
    "enum": _wrong_word,
    "$ref": _wrong_part,
}
