"""Before a motion of chips is read, its seat is pinged: are more readings of the motion still on the wire?

Readings that the seat sent before its answer belong to the motion, however late they arrive. A seat that does not answer within
a second is not waited for: it must not hold the turn for ever.
"""

from typing import Final

from msgspec import Struct

from tablectl.engine.questions import Motion
from tablectl.engine.source import Source
from tablectl.engine.state.table import Table

ANSWER_AT_MOST_MS: Final = 1_000        # a ping is asked again after 25, 50, 100 .. ms: six times until then
LOOK_AGAIN_MS: Final = 250              # a silent seat is soon reported as lost, or heard again


class Asked(Struct, frozen=True):
    """A motion whose seat has been pinged."""

    motion: Motion
    token: int
    until_ms: int
    up_to: int | None = None            # the last edge of the motion, by the seat's answer; it has not arrived yet

    def is_answered_by(self, source: Source, number: int) -> bool:
        return source.seat == self.motion.seat and self.up_to is not None and self.up_to <= number


def is_card_asked_for_again(table: Table) -> bool:
    """Whether a card that could not be read is wanted before the reader once more (G-10)."""
    return table.irregularity is not None and table.irregularity.remedy.allows.card_is_named
