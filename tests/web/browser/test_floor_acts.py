"""What the floor does beside rulings, pressed on a phone's page at tables that run: what then is so,
and on whose behalf the journal has it.
"""

import contextlib

import pytest

from firmware_io.readers.ids import simulated_tag
from tablectl.engine import events
from tablectl.intake.decks import Deck
from tablectl.rules.cards import CARDS
from tablectl.service.books.books import change_decks
from tablectl.service.journals.last_run import LastRun
from tablectl.simulation.stage.scratch import temporary_directory
from tests.web.browser import floor_steps
from tests.web.browser.chromium import PHONE, phone
from tests.web.browser.floor_steps import GUARD_MS, PIN, VERA, signed_in
from tests.web.browser.playing import Player
from tests.web.browser.processes import wait_until
from tests.web.browser.real_table import RealTable

pytestmark = pytest.mark.system

LIMIT = {
    "preset": "canterbury",
    "seats": {1: 100, 2: 100, 3: 100},
    "stakes": {"small_blind": 2, "big_blind": 4, "small_bet": 4, "big_bet": 8},
    "chips": [1, 2, 4],
}
LEVELS = [
    {"small_blind": 10, "big_blind": 20, "minutes": 20},
    {"small_blind": 20, "big_blind": 40, "minutes": 20},
]


def deck(name, prefix=""):
    return Deck(name, {simulated_tag(prefix + card): card for card in CARDS})


@contextlib.contextmanager
def table_of(**options):
    with temporary_directory() as folder:
        book = folder / "decks.json"
        change_decks(book, lambda decks: decks.added(deck("red")).added(deck("blue", "blue ")))
        LastRun(folder / "table.db").record_end("write_failed")
        known = {"operators": {VERA: PIN}, "deck_book": book}
        with RealTable(folder, **known, **options) as table:
            yield table


@pytest.fixture(scope="module")
def table():
    """A limit game: phones at seats 1, 2 and 4, which is free; a device at 3; two decks; locked."""
    drivers = {1: "phone", 2: "phone", 3: "node", 4: "phone"}
    with table_of(drivers=drivers, **LIMIT) as found:
        yield found


@pytest.fixture(scope="module")
def page(browser, table):
    with contextlib.closing(phone(browser, PHONE)) as context:
        page = signed_in(context, table)
        yield page
        assert page.faults == []


def press(page, *ids):
    for one in ids:
        page.locator(f'[data-id="{one}"]').tap()


def hold(page):
    """What it does is read, and done; then DONE."""
    floor_steps.hold(page)
    press(page, "done")
    page.locator(".ruled").wait_for(state="detached")


def go_to(page, place):
    press(page, "place-more", f"more-{place}")


def test_what_somebody_types_stays_while_the_table_changes(page, table):
    go_to(page, "people")
    pin = page.get_by_label(f"PIN of {VERA}, once more")
    pin.press_sequentially(PIN[:3])
    pin.evaluate("(input) => (input.isFromBefore = true)")
    for name in ("blue", "red"):
        assert table.say(put=name)["ok"]
    page.wait_for_function("() => !document.getElementById('lock-pin').isFromBefore")
    pin.press_sequentially(PIN[3:])
    assert (pin.input_value(), page.locator(":focus").get_attribute("id")) == (PIN, "lock-pin")
    pin.fill("")


def test_a_preview_that_nobody_answered_is_asked_for_again(page, table):
    go_to(page, "devices")
    lines = []

    def lose_the_first(route):
        lines.append(route.request.post_data_json)
        route.abort() if len(lines) == 1 else route.continue_()

    page.route("**/floor/line*", lose_the_first)
    press(page, "put-blue")
    page.locator("[data-id=hold]:enabled").wait_for()
    page.unroute("**/floor/line*")
    assert len(lines) > 1
    assert all(line["would"] for line in lines)
    page.get_by_role("button", name="BACK").tap()


def test_a_lock_is_taken_away_with_the_pin_once_more(page, table):
    assert table.status["lock"]["kind"] == "write_failed"
    go_to(page, "people")
    page.get_by_label(f"PIN of {VERA}, once more").fill("999999")
    press(page, "clear-lock")
    floor_steps.press_hold(page)
    page.get_by_role("alert").get_by_text("PIN").wait_for()
    page.mouse.up()
    assert table.status["lock"] is not None
    page.get_by_role("button", name="BACK").tap()
    page.get_by_label(f"PIN of {VERA}, once more").fill(PIN)
    press(page, "clear-lock")
    hold(page)
    assert table.status["lock"] is None
    (cleared,) = table.happened(events.LockCleared)
    assert (cleared.kind, cleared.who, cleared.on_behalf_of) == ("write_failed", VERA, VERA)
    page.get_by_text("Nothing is locked.").wait_for()


def test_another_deck_is_put_and_the_first_again(page, table):
    go_to(page, "devices")
    for name in ("blue", "red"):
        press(page, f"put-{name}")
        hold(page)
        assert [one["name"] for one in table.status["decks"] if one["is_put"]] == [name]
    put = table.happened(events.DeckPut)[-2:]
    assert [(one.deck, one.on_behalf_of) for one in put] == [("blue", VERA), ("red", VERA)]


def test_the_lamp_of_the_seat_that_has_one_is_lit(page, table):
    before = table.lamp(3)
    go_to(page, "devices")
    assert page.get_by_role("group", name="LIGHT THE LAMP OF A SEAT").get_by_role(
        "button"
    ).all_text_contents() == ["3 Edith"]
    press(page, "lamp-3")
    page.get_by_text("✓ The lamp of seat 3 is lit for a moment.").wait_for()
    wait_until(lambda: table.lamp(3) != before, "The lamp is lit")


def test_the_reader_tells_that_it_has_read_nothing_yet(page, table):
    go_to(page, "devices")
    press(page, "test-reader")
    page.get_by_text("✓ No card was read since the table was started.").wait_for()


def test_a_phone_is_freed_and_its_page_says_so(page, table, browser):
    player = Player(browser, table, 1)
    try:
        player.sit_down()
        go_to(page, "people")
        press(page, "free-1")
        hold(page)
        page.locator("[data-id=free-1]").wait_for(state="detached")
        assert table.status["seats"][0]["phone"] is None
        (freed,) = table.happened(events.PhoneFreed)
        assert (freed.seat, freed.who, freed.on_behalf_of) == (1, "floor", VERA)
        player.page.get_by_text("This phone does not have seat 1.").first.wait_for()
    finally:
        player.context.close()


def test_somebody_sits_down_with_a_name_gets_chips_and_leaves(page, table):
    press(page, "place-seats", "seat-4", "ruling-sits")
    page.get_by_label("With how many chips").fill("80")
    page.get_by_label("Name").fill("Dolores")
    page.get_by_role("button", name="SHOW WHAT IT DOES").tap()
    hold(page)
    page.get_by_role("heading", name="Dolores").wait_for()
    press(page, "ruling-buys")
    page.get_by_label("How many chips").fill("20")
    page.get_by_role("button", name="SHOW WHAT IT DOES").tap()
    hold(page)
    assert (seat := table.status["seats"][3])["stack"] + seat["bought"] == 100
    press(page, "ruling-leaves")
    hold(page)
    (came,) = table.happened(events.PlayerCame)
    (bought,) = table.happened(events.ChipsBought)
    (went,) = table.happened(events.PlayerWent)
    assert (came.seat, came.chips, came.name, came.on_behalf_of) == (4, 80, "Dolores", VERA)
    assert (bought.seat, bought.chips, bought.on_behalf_of) == (4, 20, VERA)
    assert (went.seat, went.on_behalf_of) == (4, VERA)
    assert table.status["seats"][3]["status"] == "empty"


def test_a_minute_more_and_less_and_the_pause_count_at_once(browser):
    with (
        table_of(seats={1: 2_000, 2: 2_000}, options={"levels": LEVELS}) as table,
        contextlib.closing(phone(browser, PHONE)) as context,
    ):
        page = signed_in(context, table)
        press(page, "place-more", "more-clock")
        press(page, "minute_more")
        wait_until(lambda: len(table.rulings()) == 1, "A minute more")
        press(page, "minute_less")
        wait_until(lambda: len(table.rulings()) == 2, "A minute less")
        ruled = table.happened(events.FloorRuled)
        assert [(one.ruling.minutes, one.on_behalf_of) for one in ruled] == [(1, VERA), (-1, VERA)]
        press(page, "pause")
        page.get_by_role("button", name="GO ON").wait_for()
        page.wait_for_timeout(GUARD_MS)
        assert (table.status["paused"], table.rulings()[-1]) == (True, ("pause", VERA, None))
        press(page, "pause")
        page.get_by_role("button", name="PAUSE").wait_for()
        assert (table.status["paused"], table.rulings()[-1][:2]) == (False, ("go_on", VERA))
        assert page.faults == []
