"""A level that begins: it sounds, and its blinds are lit for a moment."""

from tablectl.view import View

LIT_MS = 3_000


def begins_level(before: View, after: View) -> bool:
    """Whether other blinds hold from now on, or play goes on after a break."""
    return _level(after) != _level(before) and before.level is not None and after.level is not None and not after.level.is_break


def _level(model: View) -> tuple[int, bool]:
    return (model.level.number, model.level.is_break) if model.level is not None else (0, False)
