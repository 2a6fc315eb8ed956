"""The panel of a hand that does not count says what everybody does, and nothing is drawn over it."""

from pathlib import Path

import msgspec
import pytest

from tablectl.screen.words import ENGLISH
from tablectl.views.public import public_view
from tests.harvest import of_scenarios
from tests.screen.test_legible import proofs_of

VOIDS = ("casino-void-until-the-next-hand", "a-re-deal-has-the-same-players")


@pytest.mark.parametrize("name", VOIDS)
def test_the_steps_of_a_void_hand_are_true_of_its_game(name: str, tmp_path: Path) -> None:
    """Clauses: D-12, G-4. What the house had paid is not in any stack by itself: it goes back."""
    views = [public_view(t, now_ms) for t, now_ms, _ in of_scenarios([name], tmp_path)]
    void = [view for view in views if view.void is not None][-1]
    texts = [written.text for written in proofs_of(msgspec.json.encode(void), (1920, 1080))[0]]
    is_due = any(seat.due_back for seat in void.seats.values())
    goes_back = "due" if is_due else "house" if void.house is not None else "stacks"
    assert void.void is not None
    assert set(ENGLISH.void_steps(void.void.hand, goes_back)) <= set(texts)
    assert texts.count(ENGLISH.ante) <= 1                           # the limits in the strip, and no spot over the panel
