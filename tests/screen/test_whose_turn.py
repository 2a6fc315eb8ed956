"""While play stands still, whoever acts when it goes on keeps an outline and says so; no plate is bright."""

from pathlib import Path

import pytest

from tablectl.screen.model import decode, seated
from tablectl.screen.telling.looks import look_of
from tablectl.screen.telling.moment import Moment
from tests.screen.test_legible import proofs_of

VIEWS = Path(__file__).parent / "views"
STILL = pytest.mark.parametrize(("name", "seat"), [("run-halted-early", 1), ("run-held", 3), ("run-locked", 1)])


@STILL
def test_whoever_acts_next_is_outlined_and_nobody_is_bright(name, seat):
    model = decode((VIEWS / f"{name}.json").read_bytes())
    looks = [look_of(model, number, one, Moment()) for number, one in seated(model)]
    assert [look.number for look in looks if look.is_waited_for] == [seat]
    assert {look.fill for look in looks} == {None}


@STILL
def test_one_seat_says_that_it_acts_next(name, seat):
    proofs = proofs_of((VIEWS / f"{name}.json").read_bytes(), (1920, 1080))[0]
    assert [one.text for one in proofs].count("TO ACT") == 1
