"""The bases of all values: once made they stay as they are, and so do those of the structs that are
made of them.

Imports nothing of tablectl.
"""

import re
from typing import Any, dataclass_transform

from msgspec import Struct, field


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen(Struct, frozen=True):
    """A struct whose fields nobody sets."""


class Light(Frozen, gc=False):
    """One that holds nothing which could lead back to it, and of which many are made: no garbage
    is looked for in it.
    """


class Strict(Frozen, forbid_unknown_fields=True):
    """One that is read from what somebody has written: a field that it does not know is an
    error.
    """


def snake_case(name: str) -> str:
    """CardOff: card_off. What is tagged by it is called in a journal, or on a socket, as its
    class is.
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


JsonObject = dict[str, Any]  # read from JSON, or to be written as it
