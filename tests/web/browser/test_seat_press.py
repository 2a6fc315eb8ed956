"""A key on the page of a seat counts once, or is refused in words."""

import msgspec
import pytest

from tablectl.service.phones.presses import Press, mac_of
from tests.web.browser.processes import wait_until
from tests.web.browser.seats import (
    KEY,
    TABLE,
    ask_once,
    betting,
    call,
    checked_to,
    did,
    fold,
    key,
    keys,
    of_seat,
    open_seat,
    others_turn,
    presses,
    raise_to,
    refuse,
    show,
    wait_for_press,
)
from tests.web.browser.shown_table import MARK

pytestmark = pytest.mark.system


@pytest.fixture(scope="module", autouse=True)
def asked_once(shown):
    ask_once(shown)


@pytest.fixture(autouse=True)
def start_over(shown):
    shown.start_over()


def plate(page):
    return page.locator("#me .sentence")


def stored(page):
    return page.evaluate(
        "name => JSON.parse(localStorage.getItem(name))", f"tablectl.{TABLE}.seat.2"
    )


def test_a_key_that_is_touched_reaches_the_table_with_the_question_that_it_answers(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    key(page, "Call 1,200").tap()
    wait_for_press(shown, (1, "call", 1_200))
    [asked] = [one for one in shown.asked if one["do"] == "press"]
    press = msgspec.convert({k: v for k, v in asked.items() if k != "do"}, Press)
    assert (press.on, press.epoch) == ("abc", 1)
    assert mac_of(bytes.fromhex(KEY), press.text(TABLE)) == press.mac


def test_a_press_that_counted_is_ticked_only_once_the_table_says_so(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    shown.answers["press"] = None
    key(page, "Call 1,200").tap()
    plate(page).get_by_text("CALL 1,200 is on its way.").wait_for()
    assert "✓" not in page.locator("#page").inner_text()
    shown.answers["press"] = shown.usual["press"]
    counted = of_seat(others_turn(), stack=7_150, bet=1_200, **did("call", 1_200))
    shown.show(counted)
    page.get_by_text("✓ CALL 1,200").wait_for()


def test_a_press_that_is_not_answered_comes_again_with_the_same_number(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    shown.answers["press"] = None
    key(page, "Fold").tap()
    plate(page).get_by_text("still on its way. It counts once.").wait_for()
    wait_until(lambda: len(presses(shown)) > 1, "It is sent again")
    assert set(presses(shown)) == {(1, "fold", 0)}


def test_while_a_press_is_on_its_way_no_other_key_is_taken(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    shown.answers["press"] = None
    key(page, "Call 1,200").tap()
    key(page, "Fold").tap(force=True)
    key(page, "Call 1,200").tap(force=True)
    page.wait_for_timeout(300)
    assert {press[1] for press in presses(shown)} == {"call"}
    assert stored(page)["next"] == 2


def test_a_page_that_is_loaded_again_comes_back_to_the_press_that_waits(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    shown.answers["press"] = None
    key(page, "Call 1,200").tap()
    wait_until(lambda: presses(shown), "It is sent")
    page.reload()
    plate(page).get_by_text("CALL 1,200 is").wait_for()
    shown.answers["press"] = shown.usual["press"]
    wait_until(lambda: not stored(page)["waiting"], "It is answered")
    assert set(presses(shown)) == {(1, "call", 1_200)}
    assert stored(page)["next"] == 2


def test_what_the_clock_did_has_no_tick_and_stands_until_the_next_hand(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    folded = {"status": "folded", "by_clock": "fold", "keys_id": "", **did("folded")}
    show(shown, page, of_seat(others_turn(), **folded))
    assert page.locator("#me .by-clock").inner_text() == "TIME RAN OUT: FOLDED"
    assert "✓" not in page.locator("#me").inner_text()
    page.reload()
    page.locator("#me .by-clock", has_text="TIME RAN OUT: FOLDED").wait_for()
    show(shown, page, others_turn(hand=42, prompt="Amara acts first."))
    assert page.locator("#me .by-clock").count() == 0


def test_what_is_read_out_at_my_turn_is_taken_away_when_it_is_over(shown, a_phone):
    page = open_seat(shown, a_phone(), betting(clock_left_ms=6_000))
    assert "YOUR TURN" in page.locator("#alert").inner_text()
    page.locator("#spoken", has_text="5 seconds left").wait_for(state="attached")
    show(shown, page, of_seat(others_turn(), by_clock="check"))
    assert page.locator("#alert").inner_text() == ""
    assert page.locator("#spoken").inner_text() == "TIME RAN OUT: CHECKED"


def test_at_my_turn_the_plate_says_that_the_figure_is_my_stack(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    assert page.locator("#me .figure").inner_text() == "8,350 STACK"


def test_a_press_that_did_not_count_is_named_with_the_reason_until_the_next_press(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    refuse(shown, "Viktor has bet 2,400, not 1,200. Nothing was changed.")
    key(page, "Call 1,200").tap()
    said = page.locator(".refused")
    said.get_by_text("CALL 1,200 did not count.").wait_for()
    said.get_by_text("Viktor has bet 2,400, not 1,200. Nothing was changed.").wait_for()
    assert "CALL 1,200 did not count." in page.locator("#alert").inner_text()
    shown.answers["press"] = None
    page.wait_for_timeout(600)
    key(page, "Fold").tap()
    said.wait_for(state="detached")


def test_a_press_that_did_not_count_is_forgotten_after_eight_seconds(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    refuse(shown, "It is not your turn.")
    key(page, "Call 1,200").tap()
    page.locator(".refused").wait_for()
    page.locator(".refused").wait_for(state="detached")


def test_a_double_tap_presses_once_and_what_lies_there_afterwards_takes_no_finger(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    box = key(page, "Call 1,200").bounding_box()
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    again = betting(keys=[fold(), call(2_400), raise_to(4_800, 8_350)], to_call=2_400)
    page.touchscreen.tap(*at)
    wait_for_press(shown, (1, "call", 1_200))
    shown.show(of_seat(again, keys_id="new"))
    key(page, "Call 2,400").wait_for()
    page.touchscreen.tap(*at)
    page.wait_for_timeout(500)
    assert presses(shown) == [(1, "call", 1_200)]


def test_a_finger_that_was_down_before_a_key_was_drawn_does_not_press_it(shown, a_phone):
    page = open_seat(shown, a_phone(has_touch=False, is_mobile=False), betting())
    box = key(page, "Call 1,200").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    show(shown, page, of_seat(betting(keys=[fold(), call(2_400)]), keys_id="new"))
    page.mouse.up()
    page.wait_for_timeout(300)
    assert presses(shown) == []


def test_a_finger_that_slides_off_a_key_leaves_it(shown, a_phone):
    page = open_seat(shown, a_phone(has_touch=False, is_mobile=False), betting())
    box = key(page, "Call 1,200").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] - 200)
    page.mouse.up()
    page.wait_for_timeout(300)
    assert presses(shown) == []


def test_a_phone_whose_player_has_left_is_told_so_and_has_no_key(shown, a_phone):
    page = open_seat(shown, a_phone(), of_seat(checked_to(), phone={"mark": MARK}))
    shown.answers["page"] = {"ok": False, "code": "not_paired", "text": "No phone has seat 2."}
    left = others_turn()
    left["seats"]["2"] = {"status": "empty"}
    shown.show(left)
    panel = page.locator("#panels .panel")
    panel.get_by_text("Seat 2 is free: its player has left.").wait_for()
    assert keys(page) == []
    assert panel.get_by_role("link", name="FIRST PAGE").bounding_box()["height"] >= 44


def test_a_table_that_is_gone_is_said_within_two_seconds_and_no_key_is_left(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    shown.vanish()
    try:
        page.get_by_text("The table does not answer.").first.wait_for()
        assert keys(page) == []
        assert page.get_by_text("Nothing of yours waits.").is_visible()
    finally:
        shown.come_back()
    key(page, "Call 1,200").wait_for()
    assert page.locator("#lost").is_hidden()


def test_a_press_that_was_on_its_way_when_the_table_went_is_named_and_counts_once(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    shown.answers["press"] = None
    key(page, "Call 1,200").tap()
    wait_until(lambda: presses(shown), "It is sent")
    shown.vanish()
    try:
        page.locator("#lost").get_by_text("Your CALL 1,200 is kept.").wait_for()
    finally:
        shown.answers["press"] = shown.usual["press"]
        shown.come_back()
    wait_until(lambda: not stored(page)["waiting"], "It is answered")
    assert set(presses(shown)) == {(1, "call", 1_200)}
