"""`demo --floor me`: irregularities happen at a live demo, and a person rules with `tablectl rule`;
with `--floor page`, on the floor's page.

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

    how = "What may be ruled: tablectl rule status"
    how_reloaded = "They lie in the shoe: tablectl rule reshuffled {number}"
    case = 0
    asked_last = ""

    def ask_person(self, sentence: str) -> None:
        """Tells the person, once, what to do between hands."""
        if sentence != self.asked_last:
            self.asked_last = sentence
            logger.info(f"{sentence} {self.how}")

    async def rule_case(self, view: View) -> bool:
        irregularity = view.irregularity
        if irregularity is None or irregularity.number == self.case:
            return False
        self.case = irregularity.number
        self._on_halt(view)
        if view.waiting_for == "reload":
            self.sim_deck.put_back(irregularity.cards, shuffled=True)
            how = self.how_reloaded.format(number=irregularity.number)
            logger.info(f"Case {irregularity.number}: {irregularity.remedy} {how}")
        else:
            logger.info(f"Case {irregularity.number}: {irregularity.what} {self.how}")
        return True


class PagePractice(Practice):
    how = "The floor's page says what may be ruled."
    how_reloaded = "They lie in the shoe: the floor's page takes the deal on."
