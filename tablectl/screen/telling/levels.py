"""A level that begins: it sounds, and its blinds are lit for a moment."""

from tablectl.screen.model import Model

LIT_MS = 3_000


def begins_level(before: Model, after: Model) -> bool:
    """Whether other blinds hold from now on, or play goes on after a break."""
    return _level(after) != _level(before) and before.level is not None and after.level is not None and not after.level.is_break


def _level(model: Model) -> tuple[int, bool]:
    return (model.level.number, model.level.is_break) if model.level is not None else (0, False)
