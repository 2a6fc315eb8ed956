"""Compares a view with an expectation. Fields that the expectation does not name may have any
value.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from tablectl.view import View


def without_time(view: View) -> dict[str, Any]:
    """The view without fields that change with time or with notices alone."""
    still = replace(
        view,
        clock_left_ms=None,
        notices=(),
        notice=None,
        level=None,
    )
    return as_json(still)


def as_json(view: View) -> dict[str, Any]:
    """The view as its JSON has it."""
    built: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view))
    return built


def find_differences(wanted: Any, found: Any, where: str = "") -> list[tuple[str, Any, Any]]:
    """The places where `found` differs from `wanted`. Objects may have further fields, in lists,
    too; lists have equal length.
    """
    if (
        isinstance(wanted, list)
        and isinstance(found, list)
        and len(wanted) == len(found)
        and wanted != found
    ):
        inside_of = [
            find_differences(one, other, f"{where}.{n}")
            for n, (one, other) in enumerate(zip(wanted, found, strict=True))
        ]
        are_objects = all(isinstance(one, dict) for one in wanted)
        return (
            [differing for inside in inside_of for differing in inside]
            if are_objects
            else [(where, wanted, found)]
        )
    if not isinstance(wanted, dict):
        return [] if wanted == found else [(where, wanted, found)]
    if not isinstance(found, dict):
        return [(where, wanted, found)]
    nowhere = object()
    differing: list[tuple[str, Any, Any]] = []
    for key, value in wanted.items():
        inside = found.get(key, nowhere)
        place = f"{where}.{key}" if where else key
        differing += (
            [(place, value, "not there")]
            if inside is nowhere
            else find_differences(value, inside, place)
        )
    return differing
