"""What was made last, and of what: made again only of other values.

An event changes a few of a table's values. They are frozen, so those that it left alone are the same objects still, and comparing
them costs next to nothing.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

Of = TypeVar("Of")
Made = TypeVar("Made")


class LastOf(Generic[Of, Made]):
    """One part of a view, made by a function of one thing that is frozen: made again for any other object."""

    def __init__(self, make: Callable[[Of], Made]) -> None:
        self._make = make
        self._of: Of | None = None
        self._made: Made

    def of(self, thing: Of) -> Made:
        if thing is not self._of:
            self._made, self._of = self._make(thing), thing
        return self._made


class Last(Generic[Made]):
    """The same of several values: they are compared."""

    def __init__(self, make: Callable[..., Made]) -> None:
        self._make = make
        self._made_of: tuple[object, ...] | None = None
        self._made: Made

    def of(self, *made_of: object) -> Made:
        """Made of these values and of nothing else."""
        if made_of != self._made_of:
            self._made, self._made_of = self._make(*made_of), made_of
        return self._made

    def by(self, made_of: tuple[object, ...], *given: object, **named: object) -> Made:
        """Made of what is given, and as long as `made_of` stays what it is."""
        if made_of != self._made_of:
            self._made, self._made_of = self._make(*given, **named), made_of
        return self._made
