"""Wrong PINs at the floor's page: they slow the name on that connection first, then the name, and
nobody who stands at a terminal of the Pi.
"""

import msgspec
import pytest

from tablectl.service.control.prover import PAGE
from tablectl.web.floor import wrong_pins
from tablectl.web.floor.wrong_pins import FIRST_WAIT_S, FREE_TRIES, LONGEST_WAIT_S

from .served import ANN, PIN, WRONG, floor_page

HERE, THERE = "10.0.0.20", "10.0.0.21"


@pytest.fixture
def page():
    with floor_page() as served:
        yield served


def tried(page, pin=WRONG, *, name=ANN, address=HERE):
    """The sentence of the answer; empty: somebody has signed in."""
    answer = page.sign_in(name=name, pin=pin, address=address)
    return "" if answer.status == 200 else msgspec.json.decode(answer.body)["text"]


def waits(page, seconds):
    """The page, and the table behind it."""
    page.now_s += seconds
    page.table.now_ms += 1_000 * seconds


WRONG_ONE = "The name or the PIN is wrong."
ITS_NEXT = f"{WRONG_ONE} The next try under this name may come in {FIRST_WAIT_S} s."


def test_wrong_tries_make_that_connection_wait_for_that_name_and_no_other(page):
    assert [tried(page) for _ in range(FREE_TRIES)] == [WRONG_ONE, WRONG_ONE, ITS_NEXT]
    waits_now = "There were too many wrong tries under this name: wait 50 s."
    assert tried(page, PIN) == waits_now, "the right PIN waits as any other"
    assert tried(page, PIN, name="Bob") == ""
    assert tried(page, PIN, address=THERE) == ""
    waits(page, FIRST_WAIT_S)
    assert tried(page, PIN) == ""
    assert tried(page) == WRONG_ONE, "all are free again after the right one"


def test_each_further_one_makes_it_wait_longer(page):
    for _ in range(FREE_TRIES):
        tried(page)
    for n in range(1, 9):
        waits(page, LONGEST_WAIT_S)
        longest = min(FIRST_WAIT_S << n, LONGEST_WAIT_S)
        assert tried(page).endswith(f" may come in {longest:,} s.")


def test_then_the_name_waits_wherever_it_is_tried(page):
    for n in range(PAGE.free_tries):
        assert tried(page, address=f"10.0.1.{n}").startswith(WRONG_ONE)
    assert tried(page, PIN, address=THERE).startswith("There were too many wrong tries")
    assert tried(page, PIN, name="Bob", address=THERE) == ""
    waits(page, 2 * FIRST_WAIT_S)
    assert tried(page, PIN, address=THERE) == ""


def test_a_name_that_nobody_has_waits_as_one_that_somebody_has(page):
    told = [[tried(page, name=name) for _ in range(FREE_TRIES + 1)] for name in (ANN, "Nobody")]
    assert told[0] == told[1]


def test_whoever_stands_at_a_terminal_of_the_pi_waits_for_none_of_it(page):
    """A lock is cleared there by the same name and PIN."""
    prover = page.table.control._prover
    for n in range(PAGE.free_tries + 1):
        tried(page, address=f"10.0.1.{n}")
    for n in range(40):
        tried(page, name=f"name {n}", address=f"10.0.2.{n}")
    assert tried(page, PIN, name="Bob", address=THERE) != "", "many names make the page wait"
    assert prover.begin_proof(ANN, PIN).result() is True
    prover.judge_proof(ANN, is_right=True)


def test_what_is_kept_of_it_has_an_end(page, monkeypatch):
    monkeypatch.setattr(wrong_pins, "MOST_KEPT", 4)
    for n in range(9):
        tried(page, name="x" * 60 + str(n), address=f"10.0.1.{n}")
    assert len(page.site._wrong_pins._tries) <= 4
    assert all(len(key) == 8 for _, key in page.site._wrong_pins._tries)
