"""A person practises: irregularities happen at a live demo, and whoever started it rules with `tablectl rule`.

What hands do at the shoe is done here (the named cards are shuffled in and loaded); everything else waits for the ruling.
"""

from collections.abc import Callable

from tablectl.rehearsal.cast.floor import Floor
from tablectl.views.view import View

WAITS_FOR = ("floor", "reload")


def is_asked(view: View) -> bool:
    """Whether the table waits for the person: however long that takes, the demo has not stalled."""
    return view.waiting_for in WAITS_FOR


class Practice(Floor):
    """Tells the person of each new case, once; never rules by itself."""

    tell: Callable[[str], None] = staticmethod(lambda text: None)
    case = 0
    asked_last = ""

    def asks(self, sentence: str) -> None:
        """Something between hands that the person sees to; told once."""
        if sentence != self.asked_last:
            self.asked_last = sentence
            self.tell(f"{sentence} What may be ruled: tablectl rule status")

    async def rules(self, view: View) -> bool:
        wrong = view.irregularity
        if wrong is None or wrong.number == self.case:
            return False
        self.case = wrong.number
        self._on_halt(view)
        if view.waiting_for == "reload":
            self.pack.put_back(wrong.cards, shuffled=True)
            self.tell(f"Case {wrong.number}: {wrong.remedy} They lie in the shoe: tablectl rule reshuffled {wrong.number}")
        else:
            self.tell(f"Case {wrong.number}: {wrong.what} What may be ruled: tablectl rule status")
        return True
