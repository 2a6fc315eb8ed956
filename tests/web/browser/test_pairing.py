"""How a phone comes to a seat: by the code that it has read, by four digits, or by asking."""

import json

import pytest

from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.simulation.stage.sim_phones import pair_request
from tests.web.browser.processes import wait_until
from tests.web.browser.seats import open_seat
from tests.web.browser.shown_table import ShownTable
from tests.web.browser.tables import SIX, TO_WIN, view_of
from tests.web.browser.test_watch import view_named

pytestmark = pytest.mark.system

CODE, KEY = "AAECAwQFBgcICQoLDA0ODw", bytes(range(16))
TOO_EARLY_MS = 400  # a key that was drawn just now takes no finger
WRONG = {"ok": False, "code": "wrong_code", "text": "No seat shows these digits."}


@pytest.fixture
def shown():
    with temporary_directory() as folder, ShownTable(folder) as table:
        table.show(table_wanting(2, 4))
        yield table


def table_wanting(*seats, phones=(5,)):
    """Luca sits at seat 2. `phones`: seats that have one."""
    view = view_named("betting-6")
    for number, seat in view["seats"].items():
        seat["wants_phone"] = int(number) in seats
        seat["phone"] = {"mark": "KT"} if int(number) in phones else None
    return view


@pytest.fixture
def on_phone(a_phone, shown):
    """Opens an address on a new phone."""

    def open_page(address, **options):
        page = a_phone(**options).new_page()
        page.faults = []
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        page.goto(shown.url + address)
        page.get_by_role("link", name="WATCH ONLY").wait_for()
        page.wait_for_timeout(TOO_EARLY_MS)
        return page

    return open_page


def pairing_of(page, seat):
    return json.loads(page.evaluate(f"localStorage.getItem('tablectl.Table 1.seat.{seat}')"))


def type_digits(page, digits):
    for digit in digits:
        page.get_by_role("button", name=digit, exact=True).tap()


def asked(shown, what):
    return [request for request in shown.asked if request["do"] == what]


def test_a_code_takes_its_seat_by_a_touch_and_its_key_is_in_no_address(on_phone, shown):
    page = on_phone(f"/seat/2#{CODE}")
    urls = []
    page.on("request", lambda request: urls.append(request.url))
    assert page.url == f"{shown.url}/seat/2"
    assert page.get_by_role("heading", name="Luca").count() == 1
    assert page.get_by_text("8,350 in chips").count() == 1
    assert not asked(shown, "pair"), "A page that is only opened spends nothing"
    page.get_by_role("button", name="TAKE SEAT 2").tap()
    page.get_by_role("heading", name="Seat 2 is yours.").wait_for()
    [request] = asked(shown, "pair")
    key, wanted = pair_request("Table 1", 2, KEY, request["nonce"])
    assert request == {"do": "pair", **wanted}
    kept = pairing_of(page, 2)
    assert (kept["key"], kept["epoch"], kept["next"]) == (key.hex(), 1, 1)
    assert not [url for url in urls if CODE in url or KEY.hex() in url]
    page.go_back()
    assert CODE not in page.url


def test_a_double_tap_on_a_seat_takes_it_and_does_no_more(on_phone, shown):
    page = on_phone(f"/seat/2#{CODE}")
    box = page.get_by_role("button", name="TAKE SEAT 2").bounding_box()
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.get_by_role("heading", name="Seat 2 is yours.").wait_for()
    assert len(asked(shown, "pair")) == 1
    assert page.get_by_role("button", name="PLAY", exact=True).count() == 1


def test_a_code_that_opens_nothing_any_more_says_so(on_phone, shown):
    shown.answers["pair"] = {
        "ok": False,
        "code": "wrong_code",
        "text": "That is not the code of seat 2 now.",
    }
    page = on_phone(f"/seat/2#{CODE}")
    page.get_by_role("button", name="TAKE SEAT 2").tap()
    alert = page.get_by_role("alert").filter(has_text="That is not the code of seat 2 now.")
    alert.wait_for()
    assert page.get_by_role("button", name="TAKE SEAT 2").count() == 0
    assert page.get_by_text("Scan the code at seat 2, or type its digits.").count() == 1


def test_a_table_that_does_not_answer_costs_no_code(on_phone, shown):
    page = on_phone(f"/seat/2#{CODE}")
    shown.answers["pair"] = None
    page.get_by_role("button", name="TAKE SEAT 2").tap()
    page.get_by_role("alert").filter(has_text="The table does not answer.").wait_for()
    shown.answers["pair"] = shown.usual["pair"]
    page.wait_for_timeout(TOO_EARLY_MS)
    page.get_by_role("button", name="TAKE SEAT 2").tap()
    page.get_by_role("heading", name="Seat 2 is yours.").wait_for()
    first, again = asked(shown, "pair")
    assert first == again, "The table may have heard the first"


def test_four_digits_take_the_seat_that_shows_them(on_phone, shown):
    shown.answers["digits"] = {
        "ok": True,
        "seat": 4,
        "epoch": 3,
        "number": 1,
        "mark": "QZ",
        "key": KEY.hex(),
    }
    page = on_phone("/")
    assert page.get_by_text("Luca and Noor want a phone.").count() == 1
    type_digits(page, "471")
    page.get_by_role("button", name="Delete a digit").tap()
    type_digits(page, "19")
    page.get_by_role("heading", name="Seat 4 is yours.").wait_for()
    assert [request["digits"] for request in asked(shown, "digits")] == ["4719"]
    assert (pairing_of(page, 4)["epoch"], pairing_of(page, 4)["mark"]) == (3, "QZ")


def test_a_table_without_digits_has_no_keypad_and_says_what_to_scan(a_phone):
    with (
        temporary_directory() as folder,
        ShownTable(folder, phones={"digits": False}) as without,
    ):
        without.show(table_wanting(2))
        page = a_phone().new_page()
        page.goto(without.url)
        page.get_by_text("Scan your seat's code.").wait_for()
        assert page.locator(".keypad, .box").count() == 0
        page.goto(f"{without.url}/seat/2")
        page.get_by_text("Scan the code at seat 2.").wait_for()
        assert page.get_by_role("link", name="TYPE THE DIGITS").count() == 0


def test_a_simulated_table_says_that_it_is_one_and_tells_nobody_to_move_chips(a_phone):
    won = view_of(SIX, *TO_WIN, language="en")
    assert won["moves"]
    assert won["seats"]["2"]["to_do"]
    with (
        temporary_directory() as folder,
        ShownTable(folder, options=("--simulated",)) as simulated,
    ):
        simulated.show(table_wanting(2))
        page = a_phone().new_page()
        page.goto(simulated.url)
        page.get_by_text("Simulated table: cards and chips move by themselves.").wait_for()
        seat = open_seat(simulated, a_phone(), won)
        seat.get_by_text("YOU WIN").wait_for()
        assert seat.get_by_role("button", name="DONE").count() == 0
        assert seat.get_by_text("SHARE THE POT").count() == 0


def test_wrong_digits_are_a_sentence_and_a_wait_that_grows(on_phone, shown):
    page = on_phone("/")
    for seconds in ("0:01", "0:02"):
        type_digits(page, "0000")
        alert = page.get_by_role("alert").filter(has_text="No seat shows these digits.")
        alert.filter(has_text=f"Try again in {seconds}.").wait_for()
        page.keyboard.press("1")  # nothing is taken meanwhile
        page.locator(".keypad:not([inert])").wait_for()
        page.wait_for_timeout(TOO_EARLY_MS)
    assert [request["digits"] for request in asked(shown, "digits")] == ["0000", "0000"]


def test_after_too_many_wrong_digits_the_page_waits_as_long_as_the_table_does(on_phone, shown):
    shown.answers["digits"] = {
        "ok": False,
        "code": "too_many",
        "text": "Too many wrong digits.",
        "wait_s": 320,
    }
    page = on_phone("/")
    type_digits(page, "0000")
    alert = page.get_by_role("alert").filter(has_text="Too many wrong digits.")
    alert.filter(has_text="Try again in 5:").wait_for()


def test_a_seat_that_has_a_phone_is_asked_for(on_phone, shown):
    shown.answers["ask_seat"] = {"ok": True, "seat": 5}
    page = on_phone("/")
    page.get_by_role("button", name="My seat is on another phone").tap()
    page.wait_for_timeout(TOO_EARLY_MS)
    page.get_by_role("button", name="ASK SEAT 5").tap()
    page.get_by_text("Seat 5 is asked.").wait_for()
    assert asked(shown, "ask_seat") == [{"do": "ask_seat", "seat": 5}]


def test_a_seat_that_was_asked_just_now_says_so(on_phone, shown):
    text = "Seat 5 was asked just now: wait a little."
    shown.answers["ask_seat"] = {"ok": False, "code": "asked", "text": text}
    page = on_phone("/seat/5")
    assert page.get_by_text("Another phone has seat 5.").count() == 1
    page.get_by_role("button", name="ASK SEAT 5").tap()
    page.get_by_role("alert").filter(has_text=text).wait_for()


def test_a_phone_is_asked_once_how_it_is_held_and_keeps_it(on_phone, shown):
    page = on_phone(f"/seat/2#{CODE}")
    page.get_by_role("button", name="TAKE SEAT 2").tap()
    page.wait_for_timeout(TOO_EARLY_MS)
    page.get_by_role("button", name="LEFT").tap()
    page.wait_for_timeout(TOO_EARLY_MS)
    page.get_by_role("switch", name="Dark room").tap()
    assert page.locator("html[data-theme=dark]").count() == 1
    kept = json.loads(page.evaluate("localStorage.getItem('tablectl.settings')"))
    assert kept == {"thumb": "left", "sound": True, "buzz": True, "dark": True}
    assert page.get_by_role("button", name="LEFT").get_attribute("aria-pressed") == "true"


def test_at_my_turn_the_screen_about_the_thumb_says_so_and_one_touch_leads_to_the_keys(
    on_phone, shown
):
    view = table_wanting(2)
    turn = {"to_act": 2, "clock_left_ms": 24_000, "clock_total_ms": 30_000}
    asks = {"ask": {"kind": "act", "seats": [2]}, "prompt": "Luca: call 1,200, or fold."}
    shown.show(view | {"to_act": 1, "ask": {"kind": "act", "seats": [1]}})
    page = on_phone(f"/seat/2#{CODE}")
    page.get_by_role("button", name="TAKE SEAT 2").tap()
    page.get_by_role("heading", name="Which thumb?").wait_for()
    assert page.locator(".my-seat").count() == 0
    shown.show(view | turn | asks)
    key = page.get_by_role("button", name="YOUR TURN")
    key.filter(has_text="Luca: call 1,200, or fold.").filter(has_text="0:2").wait_for()
    page.wait_for_timeout(TOO_EARLY_MS)
    key.tap()
    page.locator("#me.asked").wait_for()


def test_on_the_first_page_the_way_back_to_my_seat_says_when_it_is_my_turn(on_phone, shown):
    page = on_phone(f"/seat/2#{CODE}")
    page.get_by_role("button", name="TAKE SEAT 2").tap()
    page.get_by_role("heading", name="Seat 2 is yours.").wait_for()
    view = table_wanting()
    shown.show(view | {"to_act": 1, "ask": {"kind": "act", "seats": [1]}})
    page.goto(shown.url)
    way = page.get_by_role("link", name="BACK TO SEAT 2")
    way.wait_for()
    assert "YOUR TURN" not in way.inner_text()
    turn = {"to_act": 2, "clock_left_ms": 24_000, "clock_total_ms": 30_000}
    shown.show(view | turn | {"ask": {"kind": "act", "seats": [2]}})
    way.filter(has_text="YOUR TURN").filter(has_text="0:2").tap()
    page.wait_for_url("**/seat/2")


def test_a_phone_that_has_a_seat_finds_it_on_the_first_page(on_phone, shown):
    page = on_phone(f"/seat/2#{CODE}")
    page.get_by_role("button", name="TAKE SEAT 2").tap()
    page.get_by_role("heading", name="Seat 2 is yours.").wait_for()
    page.goto(shown.url)
    way = page.get_by_role("link", name="Back to seat 2")
    way.wait_for()
    assert way.get_attribute("href") == "/seat/2"


def test_the_way_to_a_seat_is_in_the_language_of_the_table(a_phone, shown):
    shown.show({**table_wanting(2), "language": "es"})
    page = a_phone().new_page()
    page.goto(f"{shown.url}/seat/2#{CODE}")
    page.get_by_role("button", name="OCUPAR EL ASIENTO 2").wait_for()
    assert wait_until(lambda: page.evaluate("document.documentElement.lang"), "es") == "es"
