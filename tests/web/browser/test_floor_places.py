"""The places of the floor's page: tabs and rail, what is opened over them, and the way back."""

import pytest

from tests.web.browser.chromium import DESKTOP, PHONE
from tests.web.browser.floor_states import (
    HALTED,
    LEVELS,
    LIMIT,
    FloorState,
    at,
    clock,
    differing,
    place,
)
from tests.web.browser.floor_steps import hold
from tests.web.browser.opening_floor import opened_floor
from tests.web.browser.processes import wait_until
from tests.web.browser.tables import TO_LUCA, TO_WIN

pytestmark = pytest.mark.system


def focused(page):
    return page.evaluate("document.activeElement.dataset.id")


def test_escape_and_the_browser_s_back_close_what_was_opened_last(browser, floor):
    state = FloorState(at(*TO_LUCA), (place("seats"), "[data-id=seat-2]"), waits_for=".seat-keys")
    with opened_floor(browser, floor, state, PHONE, "en") as page:
        page.locator("[data-id=ruling-chips]").click()
        page.locator(".natural").wait_for()
        assert page.locator("#nav").is_hidden(), "what is previewed covers the tabs"
        page.go_back()
        page.locator(".seat-keys").wait_for()
        assert focused(page) == "ruling-chips"
        page.keyboard.press("Escape")
        page.locator(".seat-keys").wait_for(state="detached")
        assert focused(page) == "seat-2"
        page.go_back()
        page.get_by_role("button", name="PAUSE").wait_for()
        assert page.locator("#who").text_content() == "Vera has the floor"


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_halt_is_told_in_every_place(browser, floor, size):
    with opened_floor(browser, floor, FloorState(HALTED), size, "en") as page:
        page.locator(place("seats")).click()
        page.locator(".seats").wait_for()
        assert page.get_by_text("HALTED · CASE 1").is_visible()
        assert page.locator(place("table")).text_content() == "TABLE!"
        assert page.locator("#second").is_visible() is (size == DESKTOP)
        page.locator(place("table")).click()
        page.locator(".way").nth(1).click()
        page.get_by_role("dialog").wait_for()
        assert page.locator(".case").is_visible() is (size == DESKTOP), "the case is beside it"


def locked(status):
    return {**status, "lock": {"kind": "link", "what": "A seat lied", "clears": "An operator."}}


def on_hold(status):
    return {**status, "hold": {"kind": "lid", "what": "The shoe is open", "clears": "Shut it."}}


@pytest.mark.parametrize(
    ("table", "lay", "band"),
    [
        (at(*TO_LUCA), locked, "⚠ LOCKEDA seat lied"),
        (at(*TO_LUCA), on_hold, "⚠ ON HOLDThe shoe is open"),
        (at(*TO_LUCA), lambda status: locked(on_hold(status)), "⚠ LOCKEDA seat lied"),
        (HALTED, on_hold, "⚠ HALTED · CASE 1The shoe is open"),
    ],
    ids=["a lock", "a hold", "a lock before a hold", "a case before a hold"],
)
def test_what_keeps_play_still_stands_in_the_band_as_on_the_board(browser, floor, table, lay, band):
    state = FloorState(table, (place("seats"),), lay, ".seats")
    with opened_floor(browser, floor, state, PHONE, "en") as page:
        parts = page.locator("#band-sign, #band-what").all_text_contents()
        assert "".join(parts) == band
        assert page.locator("#band").is_visible()
        assert page.locator(place("table")).text_content() == "TABLE!"


def test_beside_a_case_what_is_opened_has_the_height_of_its_column(browser, floor):
    state = FloorState(HALTED, (".way >> nth=1",), waits_for="[data-id=hold]:enabled")
    with opened_floor(browser, floor, state, DESKTOP, "en") as page:
        shown, foot = (page.locator(f".second .{one}").bounding_box() for one in ("layer", "foot"))
        room = page.viewport_size["height"] - page.locator("#band").bounding_box()["height"]
        assert room - shown["height"] < 40
        assert shown["y"] + shown["height"] - foot["y"] - foot["height"] < 30, "its keys are below"


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_dark_room_is_kept_on_the_device(browser, floor, size):
    more = (f"phone {place('more')}",)
    state = FloorState(at(*TO_LUCA, **LEVELS), more, waits_for="[data-id=dark] >> visible=true")
    with opened_floor(browser, floor, state, size, "en") as page:
        switch = page.get_by_role("switch", name="Dark room")
        assert page.locator(".strip").evaluate("(it) => it.scrollWidth <= it.clientWidth")
        assert switch.get_attribute("aria-checked") == "false"
        switch.click()
        assert switch.get_attribute("aria-checked") == "true"
        assert page.locator("html[data-theme=dark]").count() == 1
        page.reload()
        page.locator("html[data-theme=dark]").wait_for()
        assert page.get_by_role("switch").count() == 0, "nobody has the floor"


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_what_has_no_tab_is_a_line_of_more_on_a_phone_and_of_the_rail_on_a_desktop(
    browser, floor, size
):
    with opened_floor(browser, floor, FloorState(at(*TO_LUCA, **LEVELS)), size, "en") as page:
        page.locator(place("table")).wait_for()
        assert page.locator(place("more")).is_visible() is (size == PHONE)
        assert page.locator(place("clock")).is_visible() is (size == DESKTOP)


def test_a_ruling_that_begins_at_a_seat_has_the_seat_filled_in(browser, floor):
    state = FloorState(at(*TO_LUCA), (place("seats"), "[data-id=seat-2]"), waits_for=".seat-keys")
    with opened_floor(browser, floor, state, PHONE, "en") as page:
        page.locator("[data-id=ruling-wrong_count]").click()
        page.get_by_label("How many cards").fill("3")
        assert page.get_by_role("group").count() == 0
        page.get_by_role("button", name="SHOW WHAT IT DOES").click()
        hold(page)
        assert floor.table.irregularity.seat == 2
        page.get_by_role("button", name="DONE").click()
        assert page.get_by_role("heading", name="Luca").is_visible()


def test_a_ruling_on_two_seats_that_begins_at_one_has_that_one_chosen(browser, floor):
    state = FloorState(at(*TO_LUCA), (place("seats"), "[data-id=seat-2]"), waits_for=".seat-keys")
    with opened_floor(browser, floor, state, PHONE, "en") as page:
        page.locator("[data-id=ruling-misplaced]").click()
        chosen = page.locator("[aria-pressed=true]")
        assert chosen.all_text_contents() == ["2 Luca"]
        page.get_by_role("group", name="Seats").get_by_role("button", name="4 Noor").click()
        page.get_by_role("button", name="SHOW WHAT IT DOES").click()
        hold(page)
        assert floor.table.irregularity.seats == (2, 4)


@pytest.mark.parametrize(
    ("language", "titles"),
    [
        ("en", ["FOLD FOR LUCA", "CALL 1,200 FOR LUCA", "RAISE TO AT LEAST 2,400 FOR LUCA"]),
        ("es", ["LUCA: NO VAYAS", "LUCA: IGUALA 1.200", "LUCA: SUBE AL MENOS A 2.400"]),
    ],
)
def test_the_acts_for_a_seat_say_what_they_do(browser, floor, language, titles):
    state = FloorState(at(*TO_LUCA), (place("seats"), "[data-id=seat-2]"), waits_for=".seat-keys")
    with opened_floor(browser, floor, state, PHONE, language) as page:
        assert page.locator(".way .head b").all_text_contents() == titles
        page.locator("[data-id=act-1]").click()
        assert page.get_by_role("dialog").get_by_role("heading").first.text_content() == titles[1]


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_digit_of_a_stack_that_is_corrected_lies_under_the_key_that_is_held(
    browser, floor, language
):
    touches = (place("seats"), "[data-id=seat-4]", "[data-id=ruling-chips]")
    state = FloorState(at(*TO_WIN), touches, differing, ".natural .effect")
    with opened_floor(browser, floor, state, PHONE, language) as page:
        digits = [one.bounding_box() for one in page.locator(".keypad .key").all()]
        foot = page.locator(".foot").bounding_box()
        assert max(one["y"] + one["height"] for one in digits) <= foot["y"]


def test_a_stack_becomes_what_was_counted(browser, floor):
    touches = (place("seats"), "[data-id=seat-4]", "[data-id=ruling-chips]")
    state = FloorState(at(*TO_WIN), touches, waits_for=".natural")
    with opened_floor(browser, floor, state, PHONE, "en") as page:
        before = floor.table.seat(4).stack
        for digit in str(before - 100):
            page.get_by_role("button", name=digit, exact=True).click()
        page.get_by_text("HOLD: TAKE 100 OFF").wait_for()
        assert page.locator(".change-now").text_content() == "−100"
        page.locator(".natural .effect").wait_for()
        assert page.locator("[data-id=hold]").is_disabled(), "why has nobody said yet"
        page.get_by_role("button", name="CHIPS LOST").click()
        hold(page)
        assert floor.table.seat(4).stack == before - 100


def test_a_minute_counts_at_once_and_a_level_asks_first(browser, floor):
    state = FloorState(at(*TO_WIN, **LEVELS), clock(), waits_for=".clock-plate")
    with opened_floor(browser, floor, state, PHONE, "en") as page:
        before = floor.status()["clock"]["left_ms"]
        page.get_by_role("button", name="+ 1 MIN").click()
        wait_until(
            lambda: floor.status()["clock"]["left_ms"] == before + 60_000, "A minute is added"
        )
        page.get_by_role("button", name="NEXT LEVEL").click()
        page.get_by_role("dialog").wait_for()
        assert floor.status()["clock"]["level"] == 1


def test_somebody_sits_down_and_leaves_with_what_is_paid_out(browser, floor):
    touches = (place("seats"), "[data-id=seat-3]")
    state = FloorState(at("3 leaves", **LIMIT), touches, waits_for=".seat-keys .key")
    with opened_floor(browser, floor, state, DESKTOP, "en") as page:
        page.get_by_role("button", name="SEAT SOMEBODY").click()
        page.get_by_label("With how many chips").fill("80")
        page.get_by_label("Name").fill("Dolores")
        page.get_by_role("button", name="SHOW WHAT IT DOES").click()
        hold(page)
        assert page.locator("[data-id=undo-now]").count() == 0
        page.get_by_role("button", name="DONE").click()
        page.get_by_role("heading", name="Dolores").wait_for()
        page.get_by_role("button", name="LEAVE").click()
        page.get_by_text("80").first.wait_for()
        hold(page)
        assert floor.table.seat(3).status == "empty"
