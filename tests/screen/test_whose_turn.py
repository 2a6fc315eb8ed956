"""While play stands still, whoever acts when it goes on keeps an outline and says so; no plate
is bright.
"""

import pytest

from tablectl.screen.model import seated
from tablectl.screen.presenter.moment import Moment
from tablectl.screen.presenter.seat_state import seat_state
from tests.screen.proofs import model_of, texts


@pytest.mark.parametrize(
    ("name", "seat"), [("run-halted-early", 1), ("run-held", 3), ("run-locked", 1)]
)
def test_whoever_acts_next_is_outlined_and_says_so_and_nobody_is_bright(name, seat):
    model = model_of(name)
    looks = [seat_state(model, number, one, Moment()) for number, one in seated(model)]
    assert [look.number for look in looks if look.is_waited_for] == [seat]
    assert {look.fill for look in looks} == {None}
    assert texts(name).count("NEXT") == 1
