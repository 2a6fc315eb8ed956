"""What was made last, and of what: made again only of other values.

An event changes a few of a table's values. They are frozen, so those that it left alone are the same objects still, and comparing
them costs next to nothing.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Last(Generic[Made]):
    """One part of a view."""

    def __init__(self) -> None:
        self._made_of: tuple[object, ...] | None = None
        self._made: Made

    def of(self, made_of: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """The part that follows from `made_of`, by `make` where that has changed."""
        if made_of != self._made_of:
            self._made, self._made_of = make(), made_of
        return self._made
