"""The labels in another language: every text of the English ones by its translator, and each function asked with it."""

import inspect
from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec.structs import asdict

from tablectl.locale import Translator
from tablectl.screen.words.catalogue import CONTEXTS, Words


def translated(labels: Words, tr: Translator) -> Words:
    return Words(**{name: _in(value, CONTEXTS.get(name, ""), tr) for name, value in asdict(labels).items()})


def _in(value: object, context: str, tr: Translator) -> Any:
    if isinstance(value, str):
        return tr.text(value, context)
    if isinstance(value, Mapping):
        return {key: _in(part, context, tr) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple(_in(part, context, tr) for part in value)
    if callable(value) and "tr" in inspect.signature(value).parameters:
        return partial(value, tr=tr)
    return value                        # a function whose text has no words: 10:11
