"""The panel of a hand that does not count says what everybody does, and nothing is drawn over it."""

from pathlib import Path

import msgspec
import pytest

from tablectl.screen.telling.words import ANTE, void_steps
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
    is_house = void.house is not None
    is_chips = any(seat.due_back for seat in void.seats.values())
    assert void.void is not None
    assert set(void_steps(void.void.hand, is_for_points=False, is_chips=is_chips, is_house=is_house)) <= set(texts)
    assert texts.count(ANTE) <= 1                           # the limits in the strip, and no spot over the panel
