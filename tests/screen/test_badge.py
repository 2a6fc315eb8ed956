"""A table that is played for trying it says so on every picture, large enough to be read from
two metres.
"""

import pytest

from tablectl.screen.layout.places import STRIP
from tests.screen.proofs import VIEWS, proofs_of, texts, view
from tests.tiers import tiered

LEAST_CAP = 29  # 8 mm on 24 inches


@pytest.mark.parametrize("name", tiered(VIEWS, [*VIEWS][::20]))
def test_every_picture_of_a_test_bears_its_badge_and_no_other_does(name):
    assert "TEST" not in texts(name)
    (badge,) = [
        one for one in proofs_of(view(name, language="en", test=True))[0] if one.text == "TEST"
    ]
    assert badge.cap_px >= LEAST_CAP
    assert badge.ink.bottom <= STRIP.h
