"""tablectl: the controller of a physical poker table without a dealer.

Start with README.md beside this file (the path of one card), then engine/engine.py. Every package's
own notice says what its room is for.

The names below are promised to programs that import tablectl (LIBRARY.md). Each is loaded when it
is first asked for, so that nothing else pays for it; __init__.pyi has their types.
"""

from importlib import import_module
from typing import Any

_HOME = {
    "BadCards": "rules.cards",
    "Card": "library.cards",
    "Equity": "library.odds",
    "Hand": "library.cards",
    "IllegalAct": "library.table",
    "Odds": "library.odds",
    "Table": "library.table",
    "equity": "library.odds",
    "parse_cards": "library.cards",
}
__all__ = [*_HOME, "__version__"]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("importlib.metadata").version("tablectl")
    if name in _HOME:
        return getattr(import_module(f"tablectl.{_HOME[name]}"), name)
    raise AttributeError(f"module 'tablectl' has no attribute {name!r}")
