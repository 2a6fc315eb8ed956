"""Keys on the page of a seat: where they lie, and what must be touched twice."""

import pytest

from tablectl.service.phones.presses import approve_text, mac_of
from tests.web.browser.chromium import SIZES
from tests.web.browser.processes import wait_until
from tests.web.browser.seats import (
    GUARD_MS,
    KEY,
    SEAT,
    TABLE,
    ask_once,
    betting,
    call,
    checked_to,
    fold,
    key,
    keys,
    of_seat,
    open_seat,
    others_turn,
    presses,
    raise_to,
    show,
    wait_for_press,
)

pytestmark = pytest.mark.system

# Where each kind of key lies, whatever else is accepted.
PLACES = {
    "out": ("fold", "muck", "pass", "wait", "missed"),
    "stay": ("check", "call", "post", "show", "ante", "made", "confirm"),
    "up": ("bonus", "buy_button"),
    "back": ("undo",),
}


@pytest.fixture(scope="module", autouse=True)
def asked_once(shown):
    ask_once(shown)


@pytest.fixture(autouse=True)
def start_over(shown):
    shown.start_over()


def at(page, place):
    return page.locator(f"#deck .place-{place}")


def choose_all_in(page):
    key(page, "Raise to 2,400 – 8,350").tap()
    page.get_by_role("button", name="ALL-IN 8,350").tap()
    page.wait_for_timeout(600)


def test_a_kind_of_key_has_one_place_for_the_whole_evening(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    for place, names in PLACES.items():
        for name in names:
            one = {"seat": SEAT, "key": name, "word": name.upper(), "amount": 5}
            shown.show(of_seat(betting(keys=[one]), keys_id=name))
            page.locator(f"#deck .place-{place} .word", has_text=name.upper()).wait_for()
            assert page.locator("#deck button").count() == 1


@pytest.mark.parametrize("size", SIZES)
def test_fold_lies_far_from_the_thumb_and_call_under_it(shown, a_phone, size):
    page = open_seat(shown, a_phone(size), betting())
    out, stay, up = (at(page, place).bounding_box() for place in ("out", "stay", "up"))
    assert out["x"] + out["width"] <= stay["x"]
    assert out["y"] == stay["y"]
    assert up["y"] + up["height"] <= out["y"]


def test_a_left_thumb_has_the_same_keys_mirrored(shown, a_phone):
    page = open_seat(shown, a_phone(), betting(), settings={"thumb": "left"})
    out, stay = (at(page, place).bounding_box() for place in ("out", "stay"))
    assert stay["x"] + stay["width"] <= out["x"]


def touch_line(page, words):
    """Of the menu, as soon as it takes a finger."""
    page.locator("#menu .line:not(.arming)").get_by_text(words).tap()


def test_a_thumb_that_is_changed_at_my_turn_moves_no_key_before_the_next_question(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    before = at(page, "out").bounding_box()
    page.get_by_role("button", name="Menu").tap()
    touch_line(page, "THIS PHONE")
    touch_line(page, "Which thumb?")
    page.locator("#menu").get_by_text("LEFT").wait_for()
    assert at(page, "out").bounding_box() == before
    show(shown, page, others_turn())
    show(shown, page, betting())
    assert at(page, "out").bounding_box()["x"] > before["x"]


def test_where_check_is_accepted_no_fold_is_drawn(shown, a_phone):
    page = open_seat(shown, a_phone(), checked_to())
    assert keys(page) == ["Check", "Bet 200 – 8,350"]


def test_nothing_can_be_chosen_before_it_is_my_turn(shown, a_phone):
    page = open_seat(shown, a_phone(), others_turn())
    assert keys(page) == []
    assert page.get_by_text("You act after Viktor and Hanna.").is_visible()


@pytest.mark.parametrize(
    "more",
    [
        {"phase": "halted", "irregularity": {"kind": "x", "number": 14, "what": "It is wrong."}},
        {"paused": True},
        {"hold": {"kind": "lid", "what": "The lid is open.", "clears": "Close it."}},
        {"lock": {"kind": "deck", "what": "The deck is not known.", "clears": "Check it."}},
    ],
    ids=lambda more: next(iter(more)),
)
def test_where_play_stands_still_there_is_no_key(shown, a_phone, more):
    page = open_seat(shown, a_phone(), betting())
    shown.show(betting(**more))
    page.locator("#panels .panel").wait_for()
    assert keys(page) == []


# An amount


def test_an_amount_is_shown_in_full_on_the_key_that_sends_it(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    key(page, "Raise to 2,400 – 8,350").tap()
    page.get_by_role("button", name="⅓ POT 4,375").tap()
    page.get_by_role("button", name="More", exact=True).tap()
    page.get_by_text("3,200 more than the bet · 3,950 stays").wait_for()
    assert keys(page) == ["Call 1,200", "Raise to 4,400", "Fold", "Back"]
    key(page, "Raise to 4,400").tap()
    wait_for_press(shown, (1, "raise", 4_400))


def test_a_double_tap_on_raise_does_not_send_the_least(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    box = key(page, "Raise to 2,400 – 8,350").bounding_box()
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] - 40, box["y"] + box["height"] / 2)
        page.wait_for_timeout(100)
    page.wait_for_timeout(300)
    assert presses(shown) == []


def test_digits_that_are_not_accepted_say_why_and_have_no_key_that_sends_them(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    key(page, "Raise to 2,400 – 8,350").tap()
    page.get_by_role("button", name="Digits").tap()
    for digit in "390":
        page.locator(".pad").get_by_text(digit, exact=True).tap()
    page.get_by_text("✕ Raise to at least 2,400.").wait_for()
    assert keys(page) == ["Call 1,200", "Fold", "Back"]
    page.locator(".pad").get_by_text("0", exact=True).tap()
    key(page, "Raise to 3,900").wait_for()


def test_fold_and_call_stay_where_they_are_while_an_amount_is_chosen(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    before = [at(page, place).bounding_box() for place in ("out", "stay")]
    key(page, "Raise to 2,400 – 8,350").tap()
    page.locator("#chooser").wait_for()
    assert [at(page, place).bounding_box() for place in ("out", "stay")] == before


def test_an_amount_that_was_chosen_is_never_sent_by_what_happens_at_the_table(shown, a_phone):
    page = open_seat(shown, a_phone(), betting(clock_left_ms=1_000))
    key(page, "Raise to 2,400 – 8,350").tap()
    page.get_by_role("button", name="⅓ POT 4,375").tap()
    page.wait_for_timeout(1_200)
    show(shown, page, others_turn())
    assert page.locator("#chooser").is_hidden()
    show(shown, page, betting())
    assert keys(page) == ["Call 1,200", "Raise to 2,400 – 8,350", "Fold"]
    assert presses(shown) == []


def test_an_amount_that_is_not_accepted_any_more_stays_to_be_read(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    key(page, "Raise to 2,400 – 8,350").tap()
    page.get_by_role("button", name="MIN 2,400").tap()
    raised = betting(keys=[fold(), call(2_400), raise_to(4_800, 8_350)], to_call=2_400)
    show(shown, page, of_seat(raised, keys_id="new"))
    assert page.locator("#chooser .figure").inner_text() == "2,400"
    assert keys(page) == ["Call 2,400", "Fold", "Back"]
    page.get_by_role("button", name="MIN 4,800").tap()
    key(page, "Raise to 4,800").wait_for()


def test_the_back_button_of_the_browser_closes_the_amount_and_keeps_the_seat(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    key(page, "Raise to 2,400 – 8,350").tap()
    page.locator("#chooser").wait_for()
    page.evaluate("history.back()")
    page.locator("#chooser").wait_for(state="hidden")
    assert page.url.endswith(f"/seat/{SEAT}")
    key(page, "Fold").wait_for()
    assert not [one for one in shown.asked if one["do"] == "give_up"]


def test_escape_closes_the_amount(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    key(page, "Raise to 2,400 – 8,350").tap()
    page.locator("#chooser").wait_for()
    page.keyboard.press("Escape")
    page.locator("#chooser").wait_for(state="hidden")


def test_a_reader_hears_the_amount_and_both_facts_from_the_slider(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    key(page, "Raise to 2,400 – 8,350").tap()
    slider = page.get_by_role("slider")
    slider.press("ArrowRight")
    said = slider.get_attribute("aria-valuetext")
    assert said == "2,425, 1,225 more than the bet · 5,925 stays"


# A whole stack


def test_a_first_touch_puts_no_whole_stack_in_and_the_second_lies_elsewhere(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    choose_all_in(page)
    first = at(page, "up").bounding_box()
    at(page, "up").tap()
    page.get_by_text("Every chip you have.").wait_for()
    assert presses(shown) == []
    assert keys(page) == ["All-in 8,350", "Back"]
    second = key(page, "All-in 8,350").bounding_box()
    assert second["y"] >= first["y"] + first["height"]
    page.wait_for_timeout(400)
    key(page, "All-in 8,350").tap()
    wait_for_press(shown, (1, "raise", 8_350))


def test_a_double_tap_on_all_in_ends_at_back(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    choose_all_in(page)
    box = at(page, "up").bounding_box()
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(400)
    page.locator("#chooser").wait_for()
    assert presses(shown) == []


def test_a_call_of_the_whole_stack_is_asked_for_twice_too(shown, a_phone):
    view = betting(keys=[fold(), call(8_350, all_in=True)], to_call=9_000)
    page = open_seat(shown, a_phone(), of_seat(view, keys_id="new"))
    assert keys(page) == ["All-in 8,350", "Fold"]
    at(page, "stay").tap()
    page.get_by_text("Every chip you have.").wait_for()
    assert at(page, "stay").inner_text() == "BACK"
    page.wait_for_timeout(400)
    at(page, "up").tap()
    wait_for_press(shown, (1, "call", 8_350))


# What lies above the deck


def test_the_menu_closes_by_itself_at_my_turn(shown, a_phone):
    page = open_seat(shown, a_phone(), others_turn())
    page.get_by_role("button", name="Menu").tap()
    page.locator("#menu").wait_for()
    show(shown, page, betting())
    assert page.locator("#menu").is_hidden()


def test_the_menu_ends_above_the_keys(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    page.get_by_role("button", name="Menu").tap()
    menu, deck = (page.locator(of).bounding_box() for of in ("#menu", "#deck"))
    assert menu["y"] + menu["height"] <= deck["y"]


def test_the_floor_is_called_from_the_menu(shown, a_phone):
    page = open_seat(shown, a_phone(), others_turn())
    page.get_by_role("button", name="Menu").tap()
    touch_line(page, "CALL THE FLOOR")
    wait_for_press(shown, (1, "call_floor", 0))


def test_another_phone_that_asks_lies_above_the_keys_and_is_told_no(shown, a_phone):
    asked = of_seat(betting(), phone={"mark": "KT", "asked": True})
    page = open_seat(shown, a_phone(), asked)
    question = page.locator(".second-phone").bounding_box()
    assert question["y"] + question["height"] <= page.locator("#deck").bounding_box()["y"]
    assert keys(page) == ["Call 1,200", "Raise to 2,400 – 8,350", "Fold"]
    page.get_by_role("button", name="KEEP IT").tap()
    wait_until(lambda: [one for one in shown.asked if one["do"] == "keep"], "The seat is kept")


def test_another_player_says_yes_by_two_touches_at_two_places_or_no_by_one(shown, a_phone):
    shown.answers["approve"] = lambda asked: {"ok": True, "seat": asked["seat"]}
    asked = of_seat(
        others_turn(hand=41), 5, phone={"mark": "KT", "asked": True, "answering": [1, 2]}
    )
    page = open_seat(shown, a_phone(), asked)
    page.get_by_text("Another phone asks for the seat of Viktor.").wait_for()
    yes = page.get_by_role("button", name="YES")
    first = yes.bounding_box()
    yes.tap()
    page.get_by_role("button", name="BACK").wait_for()
    second = yes.bounding_box()
    assert second["x"] >= first["x"] + first["width"]
    assert min(second["height"], first["height"]) >= 44
    page.wait_for_timeout(GUARD_MS)
    yes.tap()

    def answers():
        return [(one["of"], one["yes"]) for one in shown.asked if one["do"] == "approve"]

    wait_until(lambda: answers() == [(5, True)], "Yes is said")
    request = next(one for one in shown.asked if one["do"] == "approve")
    text = approve_text(TABLE, 2, 1, 41, 5, yes=True)
    assert request["mac"] == mac_of(bytes.fromhex(KEY), text)
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="NO").tap()
    wait_until(lambda: answers() == [(5, True), (5, False)], "No is said")


def test_who_is_asked_or_may_not_answer_sees_no_question_about_another_s_seat(shown, a_phone):
    asked = of_seat(betting(), 5, phone={"mark": "KT", "asked": True, "answering": [1, 2]})
    page = open_seat(shown, a_phone(), asked)
    assert keys(page) == ["Call 1,200", "Raise to 2,400 – 8,350", "Fold"]
    assert page.locator(".second-phone").count() == 0
    others = of_seat(others_turn(), 5, phone={"mark": "KT", "asked": True, "answering": [1, 2]})
    shown.show(others)
    page.locator(".second-phone").wait_for()
    shown.show(of_seat(others, 5, phone={"mark": "KT", "asked": True, "answering": [1]}))
    page.locator(".second-phone").wait_for(state="detached")


def test_a_seat_is_given_away_by_two_touches_at_two_places(shown, a_phone):
    asked = of_seat(others_turn(), phone={"mark": "KT", "asked": True})
    page = open_seat(shown, a_phone(), asked)
    give = page.get_by_role("button", name="GIVE IT AWAY")
    first = give.bounding_box()
    give.tap()
    page.get_by_role("button", name="BACK").wait_for()
    assert give.bounding_box()["x"] >= first["x"] + first["width"]
    assert not [one for one in shown.asked if one["do"] == "give_up"]
    page.wait_for_timeout(GUARD_MS)
    give.tap()
    wait_until(lambda: [one for one in shown.asked if one["do"] == "give_up"], "It is given away")


def test_who_sits_out_sits_in_by_the_quiet_key(shown, a_phone):
    free = [{"key": "sit_in", "word": "SIT IN"}]
    page = open_seat(shown, a_phone(), of_seat(others_turn(), status="sitting_out", any_time=free))
    assert keys(page) == ["Sit in"]
    at(page, "stay").tap()
    wait_for_press(shown, (1, "sit_in", 0))


def test_a_fold_is_taken_back_at_the_place_of_back(shown, a_phone):
    free = [{"key": "undo", "word": "UNDO"}]
    view = of_seat(others_turn(), status="folded", any_time=free, undo_until="Until Noor acts.")
    page = open_seat(shown, a_phone(), view)
    assert keys(page) == ["Undo"]
    at(page, "back").tap()
    wait_for_press(shown, (1, "undo", 0))


def test_a_phone_whose_browser_keeps_nothing_plays_and_says_so(shown, a_phone):
    phone = a_phone()
    phone.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    shown.show(betting())
    page = phone.new_page()
    page.goto(f"{shown.url}/seat/{SEAT}#ABEiM0RVZneImaq7zN3u_w")
    for name in ("Take seat 2", "Play"):  # at its turn the screen of the thumb has two of them
        one = page.get_by_role("button", name=name).last
        one.wait_for()
        page.wait_for_timeout(600)
        one.tap()
    page.get_by_text("This browser keeps nothing").first.wait_for()
    page.wait_for_timeout(600)
    key(page, "Fold").tap()
    wait_for_press(shown, (1, "fold", 0))


def test_a_phone_that_has_the_seat_no_more_is_told_and_has_no_key(shown, a_phone):
    page = open_seat(shown, a_phone(), betting())
    shown.answers["press"] = {"ok": False, "code": "not_paired", "text": "Another phone has it."}
    key(page, "Fold").tap()
    page.get_by_text("This phone does not have seat 2.").wait_for()
    page.locator(".refused").get_by_text("FOLD did not count.").wait_for()
    assert keys(page) == []
