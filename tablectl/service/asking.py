"""Whether a motion of chips is over: the seat is asked once, by a ping, and has a second to say that nothing more came.

Its chips may be older than the table's clock knows: what it had told before it answers belongs to the motion. A seat that does
not answer must not hold the turn for ever.
"""

from typing import Final

from msgspec import Struct

from tablectl.engine.play.clocks import Motion

ANSWER_AT_MOST_MS: Final = 1_000        # a ping is asked again after 25, 50, 100 .. ms: six times until then
LOOK_AGAIN_MS: Final = 250              # at a seat that has fallen silent: it is lost soon, or heard again


class Asked(Struct, frozen=True):
    """A motion whose seat has been asked."""

    motion: Motion
    token: int
    until_ms: int
    up_to: int | None = None            # the seat's edges up to this one belong to it, and are still under way

    def is_answered_by(self, seat: int | None, number: int) -> bool:
        return seat == self.motion.seat and self.up_to is not None and self.up_to <= number
