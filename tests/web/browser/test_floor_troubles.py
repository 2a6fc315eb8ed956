"""What may befall somebody who rules on the floor's page: the network is lost while the key is held, an
answer never comes, another floor is quicker, the page or the table starts again, the session ends.
Each is said, and nothing is half done.
"""

import re

import pytest
from msgspec.structs import replace

from tablectl.engine import floor as rulings
from tablectl.engine.engine import handle
from tests.happened import ruled, three_dealt
from tests.web.browser.chromium import DESKTOP
from tests.web.browser.floor_hand import WORDS, Hand
from tests.web.browser.floor_steps import GUARD_MS, aim_at_hold
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


# What is asked while something is not answered yet, or has just been done by another floor


def chips_for_a_seat(hand):
    """What they do is read: nothing would stop them from being given twice."""
    fields = hand.choose("buys", {})["fields"]
    hand.fill(fields, {"seat": 1, "buys": 20})
    hand.page.locator("[data-id=hold]:enabled").wait_for()


def hold_by_keys(hand):
    hand.page.locator("[data-id=hold]").focus()
    hand.page.keyboard.press("Enter")
    hand.page.keyboard.press("Enter")


def keep_rulings(page):
    """Those that are asked from now on wait: routes, as they come."""
    kept = []

    def keep(route):
        if route.request.post_data_json.get("would"):
            route.continue_()
        else:
            kept.append(route)

    page.route("**/floor/line*", keep)
    return kept


def test_what_may_have_been_done_is_not_ready_to_be_done_again(at_page, floor):
    hand = at_page(size=DESKTOP)
    chips_for_a_seat(hand)

    def lose(route):
        if not route.request.post_data_json.get("would"):
            route.fetch()
            route.abort()
        else:
            route.continue_()

    hand.page.route("**/floor/line*", lose)
    hold_by_keys(hand)
    says(hand, NOT_KNOWN)
    assert hand.page.locator("[data-id=hold]").is_hidden()
    assert hand.page.locator(".preview :focus").count() == 1, "the focus is not lost with the key"
    assert floor.call(lambda: floor.table.table.seat(1).bought) == 20
    assert hand.faults == []


def test_a_floor_that_reads_what_it_does_is_told_that_another_has_done_something(at_page, floor):
    bob, ann = at_page("Bob", size=DESKTOP), at_page(size=DESKTOP)
    bob.hears_of(floor.status["table"])
    chips_for_a_seat(bob)
    ann.press_named("pause")
    says(bob, WORDS["moved_on"])
    assert bob.page.locator("[data-id=hold]").is_enabled(), "it is read again"


def test_a_ruling_that_is_left_before_its_answer_comes_is_told_of_all_the_same(at_page, floor):
    hand = at_page()
    chips_for_a_seat(hand)
    kept = keep_rulings(hand.page)
    hold_by_keys(hand)
    wait_until(lambda: hand.page.wait_for_timeout(10) or kept, "It is asked")
    for _ in range(3):  # what it does, the form, and the list
        hand.page.keyboard.press("Escape")
    hand.press_named("place-seats")
    kept[0].fulfill(status=409, json={"ok": False, "code": "not_now", "text": "Not now."})
    says(hand, "Not now.")
    assert hand.faults == []


def test_a_page_is_locked_at_once_whatever_the_network_does(at_page, floor):
    """What was asked before, and its answer that comes later, are nobody's then."""
    hand = at_page()
    chips_for_a_seat(hand)
    kept = keep_rulings(hand.page)
    hold_by_keys(hand)
    wait_until(lambda: hand.page.wait_for_timeout(10) or kept, "It is asked")
    hand.page.route("**/floor/out", lambda route: None)
    hand.page.locator("#lock").click()
    hand.page.get_by_label(WORDS["floor_pin"]).wait_for()
    assert hand.page.locator("#columns").is_hidden()
    with hand.page.expect_response("**/floor/line*"):
        kept[0].continue_()
    hand.page.get_by_label(WORDS["floor_name"]).wait_for()
    assert hand.faults == []
    hand.page.unroute_all(behavior="ignoreErrors")


def test_what_is_filled_in_stays_when_the_browser_goes_back_and_forwards(at_page, floor):
    hand = at_page()
    chips_for_a_seat(hand)
    chips = hand.page.locator("input[name=buys]")
    hand.page.go_back()
    chips.wait_for()
    entry = hand.page.evaluate("history.state.entry")
    hand.page.evaluate(
        "() => new Promise((returned) => {"
        "  let count = 0;"
        "  addEventListener('popstate', () => (count += 1) === 2 && setTimeout(returned));"
        "  history.forward();"
        "})"
    )
    assert (chips.input_value(), hand.page.evaluate("history.state.entry")) == ("20", entry)
    hand.page.go_back()
    chips.wait_for(state="detached")


def test_a_correction_is_of_the_stack_as_it_is_by_now(at_page, floor):
    """Another floor corrects the same seat while the count is typed."""
    hand = at_page()
    stack = floor.call(lambda: floor.table.table.seat(1).stack)
    hand.press_named("place-seats")
    hand.press_named("seat-1")
    hand.press_named("ruling-chips")
    for digit in str(stack + 10):
        hand.page.get_by_role("button", name=digit, exact=True).click()
    hand.page.get_by_text(WORDS["hold_add"].format(amount=10)).wait_for()
    other = ruled(rulings.SetStack(seat=1, stack=stack + 30, why="counted"))
    floor.call(lambda: floor.table._take((other,)))
    hand.page.get_by_text(WORDS["hold_take_off"].format(amount=20)).wait_for()
    says(hand, WORDS["it_changed"])
    assert hand.faults == []


def test_a_second_touch_of_pause_does_not_let_play_go_on(at_page, floor):
    """By a finger that is quicker than any: GO ON is touched as soon as it is drawn."""
    hand = at_page()
    hand.page.evaluate(
        "() => new MutationObserver(() => {"
        "  const key = document.querySelector('[data-id=pause]');"
        "  if (key?.textContent === 'GO ON' && !window.touched) {"
        "    window.touched = true;"
        "    key.click();"
        "  }"
        "}).observe(document.body, { childList: true, subtree: true })"
    )
    hand.press_named("pause")
    hand.page.wait_for_function("() => window.touched")
    hand.page.wait_for_timeout(GUARD_MS)
    assert floor.rulings == [("pause", ANN)]
    hand.press_named("pause")
    wait_until(lambda: floor.rulings[1:] == [("go_on", ANN)], "Play goes on")


def test_what_happens_to_nine_digits_stands_whole_on_a_phone(at_page, floor):
    """With a name that is long, and looks like something else."""
    hand = at_page()
    table = three_dealt()
    most = 999_999_999 - sum(seat.stack for seat in table.seats[1:])
    named = [replace(table.seats[0], name="<b>Wilhelmine</b> Featherstonehaugh"), *table.seats[1:]]
    rich = ruled(rulings.SetStack(seat=1, stack=most, why="counted"))
    table, _ = handle(replace(table, seats=tuple(named)), (rich,))
    hand.hears_of(floor.stand(State(table)))
    fields = hand.choose("chips", {})["fields"]
    hand.fill(fields, {"seat": 1, "stack": 5})
    cells = hand.page.locator(".changes td")
    cells.first.wait_for()
    assert cells.all_text_contents() == [f"{most:,}", f"−{most - 5:,}", "5"]
    assert hand.page.locator(".changes th .seat-name").last.inner_text().endswith("haugh")
    room = (
        "(it) => [it.scrollWidth, it.closest('.layer').querySelector('.will-happen').scrollWidth]"
    )
    wide, inner = hand.page.locator(".preview .scrolls").evaluate(room)
    assert max(wide, inner) <= hand.page.viewport_size["width"]
