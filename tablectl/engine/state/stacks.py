"""Stacks that are not what the ledger says: found between hands, from what the stack areas hold
(F-5).
"""

from tablectl.rules.wagers import Chips, chip_value
from tablectl.structs import Light


class Difference(Light):
    """What a seat's stack area holds, where the ledger says something else."""

    seat: int
    ledger: int
    sensed: Chips
    foreign: Chips = ()  # those of them that this table does not play with

    @property
    def beyond(self) -> int:
        """The value beyond the ledger; negative: chips are missing."""
        return chip_value(self.sensed) - self.ledger

    @property
    def is_trouble(self) -> bool:
        """Chips that nobody has bought, or that are not of this table: no hand is played with
        them.
        """
        return self.beyond > 0 or bool(self.foreign)

    def is_as(self, other: "Difference") -> bool:
        """Whether so much is too much, or missing, in both, though chips were won or lost
        meanwhile.
        """
        return (self.seat, self.beyond, self.foreign) == (other.seat, other.beyond, other.foreign)


class Stacks(Light, rename={"reported": "told"}):
    """How far the comparison between two hands has come."""

    # when what differs is reported, if no chip moves until then; None: nothing new differs
    due_ms: int | None = None
    reported: tuple[Difference, ...] = ()  # what was reported, by seat


NOT_COMPARED = Stacks()
