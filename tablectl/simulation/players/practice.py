"""`demo --floor me`: irregularities happen at a live demo, and a person rules with `tablectl rule`.

The simulation does only the work at the shoe: it shuffles the named cards in and reloads. All
rulings wait for the person.
"""

import logging

from tablectl.simulation.players.floor import Floor
from tablectl.view import View

logger = logging.getLogger(__name__)

WAITS_FOR = ("floor", "reload")


def is_asked(view: View) -> bool:
    """Whether the table waits for the person. Such a wait has no limit of time."""
    return view.waiting_for in WAITS_FOR


class Practice(Floor):
    """Tells the person of each new case, once. It never rules."""

    case = 0
    asked_last = ""

    def asks(self, sentence: str) -> None:
        """Tells the person, once, what to do between hands."""
        if sentence != self.asked_last:
            self.asked_last = sentence
            logger.info(f"{sentence} What may be ruled: tablectl rule status")

    async def rules(self, view: View) -> bool:
        wrong = view.irregularity
        if wrong is None or wrong.number == self.case:
            return False
        self.case = wrong.number
        self._on_halt(view)
        if view.waiting_for == "reload":
            self.sim_deck.put_back(wrong.cards, shuffled=True)
            logger.info(
                f"Case {wrong.number}: {wrong.remedy} They lie in the shoe: tablectl rule "
                f"reshuffled {wrong.number}"
            )
        else:
            logger.info(
                f"Case {wrong.number}: {wrong.what} What may be ruled: tablectl rule status"
            )
        return True
