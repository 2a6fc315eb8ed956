"""A ruling out of a JSON object, `{"floor": "dead", "seat": 3, "why": ".."}`, the same for
socket, scenario and command line.
"""

from typing import Any, NamedTuple

import msgspec
from msgspec.structs import fields

from tablectl.engine.floor import RULINGS, AnyRuling, Ruling


class BadRuling(ValueError):
    """No ruling can be made of it; the message is a sentence.

    `code`: `unknown_ruling`; `not_now` where it carries what it does not use or lacks what it
    needs; `no_reason`; `bad_line`.
    """

    def __init__(self, code: str, sentence: str, **values: str) -> None:
        """`values`: what the sentence is about, for whoever says it in another language."""
        super().__init__(sentence)
        self.code, self.values = code, values

    @property
    def is_of_the_mix(self) -> bool:
        """Each word of it is right by itself, and they do not go together."""
        return self.code in ("not_now", "no_reason")


class Uses(NamedTuple):
    """The fields of a ruling in their order, and those of them that have to be there."""

    may: tuple[str, ...]
    must: tuple[str, ...]


def _fields_used(kind: type[Ruling]) -> Uses:
    return Uses(
        tuple(field.name for field in fields(kind)),
        tuple(field.name for field in fields(kind) if field.required),
    )


USES: dict[str, Uses] = {name: _fields_used(kind) for name, kind in RULINGS.items()}
# why a correction needs a reason, where that is not F-6
CLAUSES = {"level": "F-14", "break": "F-14", "button": "H-8"}
# whatever any ruling may carry
WORDS = frozenset(name for uses in USES.values() for name in uses.may)


def read_ruling(fields: dict[str, Any]) -> AnyRuling:
    """The ruling that the object says; what is null in it is not there. Raises BadRuling."""
    given = {name: value for name, value in fields.items() if value is not None}
    name = given.pop("floor", None)
    if not isinstance(name, str):
        raise BadRuling("bad_line", "The name of a ruling is a text.")
    if name not in RULINGS:
        there = ", ".join(RULINGS)
        sentence = f'There is no ruling "{name}". There is {there}.'
        raise BadRuling("unknown_ruling", sentence, ruling=name, there=there)
    uses = USES[name]
    if unused := next((word for word in given if word not in uses.may), None):
        sentence = f'The ruling "{name}" does not use "{unused}": leave it out.'
        raise BadRuling("not_now", sentence, ruling=name, unused=unused)
    if "why" in uses.must and not str(given.get("why", "")).strip():
        clause = CLAUSES.get(name, "F-6")
        raise BadRuling(
            "no_reason",
            f'The ruling "{name}" is a correction: it needs a reason ({clause}).',
            ruling=name,
            clause=clause,
        )
    if missing := next((word for word in uses.must if word not in given), None):
        sentence = f'The ruling "{name}" needs "{missing}".'
        raise BadRuling("not_now", sentence, ruling=name, missing=missing)
    try:
        return msgspec.convert(given, RULINGS[name])
    except msgspec.ValidationError as error:
        sentence = f'In the ruling "{name}": {error}.'
        raise BadRuling("bad_line", sentence, ruling=name, error=str(error)) from None
