"""The panel of a hand that does not count says what everybody does, and nothing is drawn over
it.
"""

import pytest

from tablectl.locale import get_translator
from tablectl.present.public import public_view
from tablectl.screen.style import LAYOUTS, Style
from tablectl.screen.words import ENGLISH, in_language as labels_in
from tablectl.screen.words.results import void_steps
from tests.happened import played, three_dealt
from tests.harvest import of_scenarios
from tests.screen.crowds import LARGE_STACK, crowded, crowded_house, crowded_rack, each
from tests.screen.proofs import FULL, faults, proofs_of, texts

VOIDS = ("casino-void-until-the-next-hand", "a-re-deal-has-the-same-players")
CROWDS = [
    (crowd, situation, seats)
    for crowd, situation, most in (
        (crowded, "betting", 10),
        (crowded_house, "deciding", 7),
        (crowded_rack, "shooting", 4),
    )
    for seats in range(2, most + 1)
]


@pytest.mark.parametrize("name", VOIDS)
def test_the_steps_of_a_void_hand_are_true_of_its_game(name, tmp_path):
    """Clauses: D-12, G-4. What the house had paid is not in any stack by itself: it goes back."""
    views = [public_view(t, now_ms) for t, now_ms, _ in of_scenarios([name], tmp_path)]
    void = [view for view in views if view.void is not None][-1]
    told = texts(void)
    is_due = any(seat.due_back for seat in void.seats.values())
    goes_back = "due" if is_due else "house" if void.house is not None else "stacks"
    assert set(void_steps(ENGLISH, void.void.hand, goes_back, False)) <= set(told)
    # the limits in the strip, and no spot over the panel
    assert told.count("ANTE") <= 1


def voided(shown, due_back):
    each(due_back=due_back, bet=0)(shown)
    shown.update(
        void={"kind": "misdeal", "hand": 43, "why": "Seat 3's first card was seen in the deal."},
        shot=None,
        result=None,
        to_act=None,
        legal=[],
        prompt="Then hand 43 is dealt again.",
        ask={"kind": "void", "headline": "Take your chips back", "seats": [1, 2], "command": ""},
    )
    return shown


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("crowd", "situation", "seats"),
    [
        pytest.param(*crowd, marks=() if n % 9 == 0 else pytest.mark.slow)
        for n, crowd in enumerate(CROWDS)
    ],
)
def test_a_void_hand_can_be_read_at_every_table(crowd, situation, seats, layout):
    """The chips that everybody takes back stand beside the panel, and no shot or spot of the
    hand is left.
    """
    chips = 0 if crowd is crowded_rack else LARGE_STACK
    style = Style(layout=layout)
    size = style.display_px if crowd is crowded else FULL
    proofs, surface = proofs_of(voided(crowd(seats, situation), chips), size, style=style)
    assert faults(proofs, surface) == []
    assert {*void_steps(ENGLISH, 43, "due" if chips else "points", False)} <= {
        one.text for one in proofs
    }


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_hand_of_a_foul_deck_is_told_whole_and_the_deck_is_checked_before_the_next(language):
    """Clauses: G-10. Neither why is cut, nor is the next hand promised at once."""
    called = ("3 call", "1 call", "2 check")
    twice = ("cards 2c 3s 8c 9h", "1 check", "2 check", "3 check", "cards 4d 3s")
    view = public_view(
        played(three_dealt(), *called, *twice, {"floor": "confirm"}),
        0,
        language=get_translator(language),
    )
    proofs, surface = proofs_of(view, (1280, 720))
    told = " ".join(one.text for one in proofs)
    assert faults(proofs, surface) == []
    assert all(word in told for word in view.void.why.split())
    assert void_steps(labels_in(language), 1, "stacks", True)[-1] in told
    assert "deck" in void_steps(ENGLISH, 1, "stacks", True)[-1]
