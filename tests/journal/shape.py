"""The shape of what a snapshot holds, as a short hash: `python -m tests.journal.shape` prints it.

Docstrings are left out: they say nothing of the values, and Python 3.13 indents them otherwise than
the versions before it.
"""

from hashlib import sha256
from typing import Any

import msgspec

from tablectl.journal.snapshot import Recovered


def shape_of(kind: type) -> str:
    schema = msgspec.json.encode(_without_docstrings(msgspec.json.schema(kind)), order="sorted")
    return sha256(schema).hexdigest()[:16]


def _without_docstrings(schema) -> Any:
    """Of a schema; a field that is called `description` has an object there, and stays."""
    if isinstance(schema, list):
        return [_without_docstrings(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _without_docstrings(value)
        for key, value in schema.items()
        if not (key == "description" and isinstance(value, str))
    }


if __name__ == "__main__":
    print(shape_of(Recovered))
