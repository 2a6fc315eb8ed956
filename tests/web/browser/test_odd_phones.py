"""Phones and people as they are: a back button, a browser that keeps nothing, a wrong clock, a night
in a pocket, two tabs, a link that a chat program looks at.
"""

import urllib.request

import pytest

from tests.web.browser.playing import Player
from tests.web.browser.processes import wait_until
from tests.web.browser.seats import (
    SEAT,
    betting,
    key,
    keys,
    of_seat,
    open_seat,
    presses,
    show,
    wait_for_press,
)

pytestmark = pytest.mark.system

KEEPS_NOTHING = """Object.defineProperty(window, 'localStorage', {
    get() { throw new DOMException('It is denied.', 'SecurityError'); } })"""
FULL_STORAGE = """Storage.prototype.setItem = () => {
    throw new DOMException('It is full.', 'QuotaExceededError'); }"""
# three years ahead of the table
WRONG_CLOCK = """const right = Date.now; Date.now = () => right() + 94608000000;
    window.Date = class extends Date { constructor(...of) { of.length ? super(...of) : super(Date.now()); } }"""
MARKUP = "<img src=x onerror=document.title='run'><b>Eve</b>"
TURNED = "‮evE‬ ؜Noor"


@pytest.fixture(autouse=True)
def start_over(shown):
    shown.start_over()


def touch(page, name):
    """As soon as the key takes a finger."""
    page.locator(f'#deck button:not(.arming)[aria-label="{name}"]').tap()


def test_the_back_button_closes_an_amount_and_does_not_leave_the_seat(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    touch(page, "Raise to 2,400 – 8,350")
    key(page, "Back").wait_for()
    page.evaluate("history.back()")
    key(page, "Raise to 2,400 – 8,350").wait_for()
    assert page.url.endswith(f"/seat/{SEAT}")
    assert presses(shown) == []


def test_a_whole_stack_is_not_put_in_by_the_back_button(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    touch(page, "Raise to 2,400 – 8,350")
    page.locator("#chooser .step").last.tap()
    touch(page, "All-in 8,350")
    page.locator(".sure").wait_for()
    page.evaluate("history.back()")
    page.locator(".sure").wait_for(state="detached")
    assert presses(shown) == []


@pytest.mark.parametrize("storage", [KEEPS_NOTHING, FULL_STORAGE])
def test_a_browser_that_keeps_nothing_has_a_seat_as_long_as_its_page_is_open(
    real_table, a_phone, storage
):
    context = a_phone()
    context.add_init_script(storage)
    page = context.new_page()
    page.goto(real_table.codes()[1].url)
    sit_down(page, 1)
    real_table.start_hand()
    wait_until(lambda: real_table.view().to_act, "Somebody is asked")
    assert real_table.view().seats["1"].phone is not None


def sit_down(page, seat):
    for name in (f"Take seat {seat}", "Play"):
        button = page.get_by_role("button", name=name)
        button.wait_for()
        page.wait_for_timeout(400)
        button.tap()
    page.locator("#me").wait_for()


@pytest.mark.parametrize("name", [MARKUP, TURNED])
def test_a_name_is_a_text_whatever_stands_in_it(shown, a_phone, name):
    page = open_seat(shown, a_phone(), of_seat(of_seat(betting(), name=name), 5, name=name))
    assert page.locator("img").count() == 0
    assert page.locator("#strip .name").inner_text() == name
    # it turns nothing that stands beside it
    assert page.locator("#strip .name").evaluate("(one) => getComputedStyle(one).unicodeBidi") in (
        "isolate",
        "plaintext",
    )
    assert keys(page) == ["Call 1,200", "Raise to 2,400 – 8,350", "Fold"]


def test_a_wrong_clock_of_the_phone_is_no_matter(shown, a_phone):
    context = a_phone()
    context.add_init_script(WRONG_CLOCK)
    page = open_seat(shown, context, betting())
    assert 0 < int(page.locator("#me .clock b").inner_text()) <= 25
    touch(page, "Call 1,200")
    wait_for_press(shown, (1, "call", 1_200))


def test_a_page_that_lay_open_overnight_has_the_present_state_at_once(shown, a_phone):
    """It stands still meanwhile, as in a pocket, and its clock goes on."""
    context = a_phone()
    page = open_seat(shown, context, betting())
    phone = context.new_cdp_session(page)
    phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    later = betting(hand=97, prompt="Luca: call 800, raise to at least 1,600, or fold.")
    shown.show(of_seat(later, keys_id="xyz"))
    phone.send("Page.setWebLifecycleState", {"state": "active"})
    page.locator("#me .sentence", has_text="call 800").wait_for()
    touch(page, "Call 1,200")
    wait_until(lambda: presses(shown), "The press is sent")
    assert [one["on"] for one in shown.asked if one["do"] == "press"] == ["xyz"]


def test_two_tabs_of_one_seat_press_under_one_row_of_numbers(shown, a_phone):
    context = a_phone()
    first = open_seat(shown, context, betting())
    second = context.new_page()
    second.goto(first.url)
    key(second, "Call 1,200").wait_for()
    touch(first, "Call 1,200")
    wait_for_press(shown, (1, "call", 1_200))
    show(shown, second, of_seat(betting(prompt="Luca: it is your turn again."), keys_id="abe"))
    touch(second, "Fold")
    wait_for_press(shown, (1, "call", 1_200), (2, "fold", 0))


def test_while_one_tab_waits_for_an_answer_the_other_presses_nothing(shown, a_phone):
    shown.answers["press"] = None
    context = a_phone()
    first = open_seat(shown, context, betting())
    second = context.new_page()
    second.goto(first.url)
    key(second, "Call 1,200").wait_for()
    second.wait_for_timeout(400)
    touch(first, "Call 1,200")
    wait_until(lambda: presses(shown), "The press is sent")
    second.locator("#deck .on-its-way").wait_for()
    key(second, "Fold").tap(force=True)
    first.wait_for_timeout(1_500)
    assert {number for number, _, _ in presses(shown)} == {1}
    assert {name for _, name, _ in presses(shown)} == {"call"}


def test_whoever_only_looks_at_a_link_does_not_spend_it(real_table, browser, a_phone):
    """A chat program fetches it, and some draw the page as well."""
    link = real_table.codes()[2].url
    for method in ("GET", "HEAD"):
        urllib.request.urlopen(urllib.request.Request(link, method=method)).close()
    preview = a_phone().new_page()
    preview.goto(link)
    preview.get_by_role("button", name="Take seat 2").wait_for()
    assert real_table.view().seats["2"].phone is None
    player = Player(browser, real_table, 2)
    try:
        player.sit_down()
        assert real_table.view().seats["2"].phone is not None
    finally:
        player.context.close()
