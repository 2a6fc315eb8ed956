"""What may befall somebody who rules on the floor's page: the network is lost while the key is held, an
answer never comes, another floor is quicker, the page or the table starts again, the session ends.
Each is said, and nothing is half done.
"""

import re

import pytest

from tests.happened import three_dealt
from tests.web.browser.chromium import DESKTOP
from tests.web.browser.floor_hand import WORDS, Hand
from tests.web.browser.floor_steps import aim_at_hold
from tests.web.browser.floor_table import FloorTable, State
from tests.web.browser.processes import wait_until
from tests.web.floor.served import ANN

pytestmark = pytest.mark.system

NOT_KNOWN = WORDS["not_known"]


@pytest.fixture
def floor():
    with FloorTable() as table:
        yield table


@pytest.fixture
def at_page(a_phone, floor):
    """Signs somebody in where three have been dealt to."""

    def open_page(name=ANN, **options):
        hand = Hand(a_phone(**options).new_page(), floor, by_keys=False)
        hand.sign_in(name)
        hand.hears_of(floor.stand(State(three_dealt())))
        return hand

    return open_page


def misdeal(hand):
    """Its effect is read, and the key takes a hold."""
    hand.choose("misdeal", {})
    aim_at_hold(hand.page)


def says(hand, sentence):
    hand.page.get_by_role("alert").get_by_text(sentence).first.wait_for()


def test_a_network_that_is_lost_while_the_key_is_held_is_said_and_nothing_is_done(at_page, floor):
    hand = at_page()
    misdeal(hand)
    hand.page.mouse.down()
    hand.page.context.set_offline(True)
    says(hand, NOT_KNOWN)
    hand.page.mouse.up()
    assert floor.rulings == []
    hand.page.context.set_offline(False)
    hand.page.keyboard.press("Escape")  # the ruling, and the list of what may be ruled
    hand.page.keyboard.press("Escape")
    misdeal(hand)
    hand.page.mouse.down()
    hand.page.locator("[data-id=done]").wait_for()
    hand.page.mouse.up()
    assert (floor.rulings, hand.faults) == ([("misdeal", ANN)], [])


def test_an_answer_that_is_lost_is_not_taken_for_a_refusal(at_page, floor):
    """It was ruled: the last acts have it, and nobody may rule it twice."""
    hand = at_page(size=DESKTOP)
    misdeal(hand)

    def lose(route):
        route.fetch()
        route.abort()

    hand.page.route("**/floor/line", lose)
    with hand.page.expect_event("requestfailed"):
        hand.page.mouse.down()
    hand.page.mouse.up()
    hand.page.locator("[data-id=hold]:enabled").wait_for(state="detached")
    hand.page.get_by_text(WORDS["by_whom"].format(name=ANN)).first.wait_for()
    assert floor.rulings == [("misdeal", ANN)]


def test_of_two_floors_the_slower_is_refused_in_words(at_page, floor):
    """Bob holds on what he has read, and his page has not heard yet what Ann has done."""
    bob, ann = at_page("Bob", size=DESKTOP), at_page(size=DESKTOP)
    bob.hears_of(floor.status["table"])
    bob.page.route(re.compile(r"/floor/line\?again$"), lambda route: None)
    misdeal(bob)
    ann.press_named("pause")
    wait_until(lambda: floor.rulings, "Ann has paused play")
    bob.page.mouse.down()
    says(bob, "The floor has just done something else: look again.")
    bob.page.mouse.up()
    assert floor.rulings == [("pause", ANN)]
    assert bob.page.locator("[data-id=hold]").is_disabled()
    bob.page.unroute_all(behavior="ignoreErrors")


def test_an_open_page_says_that_the_table_is_gone_and_comes_back_by_itself(at_page, floor):
    hand = at_page()
    floor.vanish()
    hand.page.locator("#lost").wait_for()
    floor.come_back()
    hand.page.locator("#lost").wait_for(state="hidden")
    hand.press_named("pause")
    wait_until(lambda: floor.rulings == [("pause", ANN)], "Play is paused")


@pytest.mark.parametrize("ends", ["the page starts again", "the operator is removed"])
def test_a_page_that_is_open_asks_for_name_and_pin_once_its_session_is_over(at_page, floor, ends):
    hand = at_page()
    misdeal(hand)
    if ends == "the page starts again":
        floor.stop_page()
        floor.start_page()
    else:
        floor.call(lambda: floor.table.remove(ANN))
    hand.page.get_by_label(WORDS["floor_pin"]).wait_for()
    assert hand.page.locator("[data-id=hold]").count() == 0
    assert (floor.rulings, hand.faults) == ([], [])
