"""The floor's page in a browser, at a table that runs: signed in, ruled by hand and by keyboard alone,
taken back; and the journal says on whose behalf.
"""

import pytest

from tablectl.simulation.stage.scratch import temporary_directory
from tests.web.browser.chromium import DESKTOP, LARGE_PHONE, PHONE
from tests.web.browser.floor_steps import GUARD_MS, PIN, VERA, hold, press_hold, sign_in, signed_in
from tests.web.browser.processes import wait_until
from tests.web.browser.real_table import RealTable

pytestmark = pytest.mark.system

# the case is closed, the other card is dealt, and the page has heard of both
SHOWS_PLAY = "() => !document.querySelector('.case, [data-id=undo]')"


@pytest.fixture
def table():
    with (
        temporary_directory() as folder,
        RealTable(folder, has_web=False, operators={VERA: PIN}) as found,
    ):
        yield found


@pytest.fixture
def at_floor(a_phone, table):
    return lambda size=PHONE: signed_in(a_phone(size), table)


def halted(table):
    """A hand that is halted: a card of seat 2 was seen."""
    table.start_hand()
    wait_until(lambda: table.view().phase == "betting", "The hand is dealt")
    assert table.say(floor="exposed", seat=2)["ok"]


def open_rulings(table):
    return {one["ruling"] for one in table.say(status=True)["status"]["open"]}


def ruled(table):
    return [(ruling, who) for ruling, who, _ in table.rulings()]


def tab_to(page, what):
    """By keyboard alone."""
    for _ in range(60):
        if what.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {what}")


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_halted_hand_is_voided_by_hand_and_taken_back(table, at_floor, size):
    halted(table)
    page = at_floor(size)
    page.get_by_role("heading", name="A hole card of Rosemarie was exposed by the deal.").wait_for()
    titles = page.locator(".first .way .head b").all_text_contents()
    assert titles[:3] == ["CONFIRM", "LEAVE IT AS IT IS", "VOID THE HAND"]
    page.get_by_role("button", name="VOID THE HAND").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("every chip goes back").wait_for()
    assert dialog.get_by_role("row").all_text_contents()[1:] == [
        "2Rosemarie1,990+102,000",
        "3Edith1,980+202,000",
    ]
    key = page.locator("[data-id=hold]")
    assert page.locator("[aria-pressed=true]").count() == 0, "a reason that nobody chose"
    assert key.is_disabled()
    page.get_by_role("button", name="CARDS MIXED").click()
    press_hold(page)
    page.wait_for_timeout(500)
    page.mouse.up()  # let go: nothing
    assert ruled(table) == [("exposed", None)]
    hold(page)
    page.locator(".ruled").wait_for()
    assert table.rulings()[1:] == [("void", VERA, "cards mixed")]
    page.get_by_role("button", name="UNDO · 0:").click()
    page.get_by_text("Taken back.").wait_for()
    assert table.view().phase == "halted"
    assert page.faults == []


def test_a_halted_hand_is_resolved_by_keyboard_alone(table, at_floor):
    halted(table)
    page = at_floor(DESKTOP)
    way = page.get_by_role("button", name="LEAVE IT AS IT IS")
    way.wait_for()
    tab_to(page, way)
    page.keyboard.press("Enter")
    key = page.locator("[data-id=hold]:enabled")
    key.wait_for()
    tab_to(page, key)
    page.keyboard.press("Enter")
    page.get_by_text("Press Enter again within 5 s: Do it.").wait_for()
    assert ruled(table) == [("exposed", None)]
    page.keyboard.press("Enter")
    page.locator(".ruled").wait_for()
    assert ruled(table)[-1] == ("resume", VERA)
    undo = page.locator("[data-id=undo-now]")
    tab_to(page, undo)
    page.keyboard.press("Enter")
    page.get_by_text("Taken back.").wait_for()
    assert table.view().phase == "halted"
    assert page.faults == []


def test_what_the_table_does_not_take_back_has_no_undo(table, at_floor):
    """The rulebook's way puts another card in place of the one that was seen."""
    halted(table)
    page = at_floor(DESKTOP)
    page.get_by_role("button", name="CONFIRM").click()
    page.locator("[data-id=hold]:enabled").wait_for()
    hold(page)
    page.get_by_role("heading", name="Ruled: Rosemarie's exposed card is replaced.").wait_for()
    wait_until(lambda: "undo" not in open_rulings(table), "The other card is dealt")
    page.locator("[data-id=undo-now]").wait_for(state="detached", timeout=5_000)
    assert ruled(table)[-1] == ("confirm", VERA)


def test_an_answer_that_comes_after_the_table_s_status_leaves_no_undo_either(table, at_floor):
    """The status that ends UNDO was there before what was ruled is shown."""
    halted(table)
    page = at_floor(DESKTOP)

    def late(route):
        answer = route.fetch()
        if "would" not in (route.request.post_data or ""):
            page.wait_for_function(SHOWS_PLAY)
        route.fulfill(response=answer)

    page.get_by_role("button", name="CONFIRM").click()
    page.locator("[data-id=hold]:enabled").wait_for()
    page.route("**/floor/line", late)
    hold(page)
    page.get_by_role("heading", name="Ruled: Rosemarie's exposed card is replaced.").wait_for()
    assert page.locator("[data-id=undo-now]").count() == 0


def test_escape_goes_back_to_where_it_was_opened(table, at_floor):
    halted(table)
    page = at_floor(DESKTOP)
    way = page.get_by_role("button", name="CONFIRM")
    way.wait_for()
    tab_to(page, way)
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert way.evaluate("one => one === document.activeElement")


def test_a_case_that_closes_under_its_preview_is_ruled_on_no_more(table, at_floor):
    halted(table)
    page = at_floor()
    page.get_by_role("button", name="CONFIRM").click()
    page.locator("[data-id=hold]:enabled").wait_for()
    assert table.say(floor="resume", number=1)["ok"]
    page.get_by_text("Case 1 is closed.").wait_for()
    assert page.locator("[data-id=hold]").is_hidden()
    page.get_by_role("button", name="BACK", exact=True).click()
    page.get_by_role("button", name="PAUSE").wait_for()
    assert ruled(table) == [("exposed", None), ("resume", None)]


def test_nothing_is_wrong_is_never_said_beside_a_seat_that_is_lost(table, at_floor):
    """No phone has a seat yet: that is what is wrong."""
    page = at_floor()
    page.get_by_text("6 things are wrong.").wait_for()
    assert page.get_by_text("Seat 1: no phone has this seat.").is_visible()
    assert page.get_by_text("Nothing is wrong.").count() == 0


def test_play_is_paused_and_goes_on(table, at_floor):
    table.start_hand()
    page = at_floor()
    page.get_by_role("button", name="PAUSE").click()
    page.get_by_role("button", name="GO ON").wait_for()
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="GO ON").click()
    page.get_by_role("button", name="PAUSE").wait_for()
    assert ruled(table) == [("pause", VERA), ("go_on", VERA)]


def test_a_form_is_drawn_from_the_fields_of_the_ruling(table, at_floor):
    table.start_hand()
    page = at_floor(LARGE_PHONE)
    page.get_by_role("button", name="RULE ON SOMETHING").click()
    opened = table.say(status=True)["status"]["open"]
    assert page.locator("[data-id^=open-]").count() == len(opened)
    page.get_by_role("button", name="COUNT THE CHIPS").click()
    page.get_by_role("button", name="SHOW WHAT IT DOES").click()
    page.get_by_text("Fill this in: Seat.").wait_for()
    page.get_by_role("button", name="4 Viktor").click()
    page.get_by_label("What was counted in the stack").fill("1995")
    page.get_by_role("button", name="SHOW WHAT IT DOES").click()
    page.get_by_role("row", name="Viktor: now 2,000, change −5, then 1,995").wait_for()
    page.get_by_role("button", name="OTHER…").click()
    assert page.locator("[data-id=hold]").is_disabled()
    page.get_by_label("Say why.").fill("a chip fell down")
    hold(page)
    page.locator(".ruled").wait_for()
    assert table.rulings() == [("chips", VERA, "a chip fell down")]


def test_what_is_wrong_with_a_name_or_a_pin_is_never_said_apart(a_phone, table):
    page = a_phone().new_page()
    page.goto(table.floor_url)
    for name, pin in ((VERA, "314159"), ("Nobody", PIN)):
        page.get_by_label("Name").fill(name)
        page.get_by_label("PIN").fill("")
        for digit in pin:
            page.get_by_role("button", name=digit, exact=True).click()
        page.get_by_role("button", name="SIGN IN").click()
        said = page.get_by_role("alert").get_by_text("The name or the PIN is wrong.")
        said.wait_for()
        page.get_by_label("Name").fill("")
        page.reload()
    assert page.get_by_text("Vera has the floor").count() == 0


def test_who_locks_the_page_or_is_no_operator_any_more_has_the_floor_no_more(table, at_floor):
    page = at_floor()
    page.get_by_role("button", name="LOCK").click()
    page.get_by_text("Who has the floor?").wait_for()
    page = at_floor()
    table.add_operator("Sam", "314159")
    table.remove_operator(VERA)
    page.get_by_text("Who has the floor?").wait_for()


def test_a_table_that_speaks_spanish_has_a_page_that_does(a_phone):
    with (
        temporary_directory() as folder,
        RealTable(folder, has_web=False, operators={VERA: PIN}, language="es") as table,
    ):
        halted(table)
        page = a_phone().new_page()
        sign_in(page, table.floor_url)
        page.locator("html[lang=es]").wait_for()
        assert page.locator("label").first.text_content() == "Nombre"
        page.get_by_role("button", name="DECIDIR SOBRE ALGO").wait_for()
        wait_until(lambda: page.locator(".way").count() == 3, "Three ways stand there")
