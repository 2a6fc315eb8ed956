"""The page of whoever watches: the table as its screen has it, and no key."""

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tablectl.games.catalog import PRESETS
from tablectl.locale import get_translator
from tablectl.present.public import public_view
from tablectl.simulation.stage.scratch import temporary_directory
from tests.harvest import of_chance
from tests.present.test_prompts import with_names
from tests.web.browser.chromium import DESKTOP, LARGE_PHONE, PHONE
from tests.web.browser.processes import wait_until
from tests.web.browser.shown_table import ShownTable

pytestmark = pytest.mark.system

VIEWS = Path(__file__).resolve().parents[2] / "screen" / "views"
KEYS = "button, input, select, textarea, a[href], [role=button]"


def view_named(name, **more):
    return {**json.loads((VIEWS / f"{name}.json").read_text()), **more}


@pytest.fixture
def shown():
    """A table for each test: its connections end with it."""
    with temporary_directory() as folder, ShownTable(folder) as table:
        yield table


@pytest.fixture
def watching(a_phone, shown):
    """Opens the page with a view: what went wrong in it is kept in `page.faults`."""

    def open_page(view, size=PHONE, address="/watch", **options):
        shown.show(view)
        page = a_phone(size, **options).new_page()
        page.faults = []
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        page.goto(shown.url + address)
        page.locator("#rows li, #told article").first.wait_for(state="attached")
        return page

    return open_page


@pytest.mark.parametrize("size", [PHONE, LARGE_PHONE, DESKTOP])
def test_every_table_is_shown_whole_and_nothing_of_it_can_be_pressed(watching, shown, size):
    """Every view that the screen is tested with, of all five games and in both languages."""
    page = watching(view_named("betting-6", table="Before"), size)
    for path in sorted(VIEWS.glob("*.json")):
        view = view_named(path.stem, table=path.stem)
        shown.show(view)
        page.get_by_role("heading", name=path.stem, exact=True).wait_for()
        seats = {n: seat for n, seat in view["seats"].items() if seat["status"] != "empty"}
        assert page.locator("#rows > li").count() == len(seats), path.stem
        said = " ".join(page.locator("#rows .only-read").all_text_contents())
        assert not [seat for seat in seats.values() if (seat.get("name") or "") not in said]
        wide, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= room, f"{path.stem} is {wide} wide"
        assert page.locator(KEYS).count() == 0, path.stem
    assert page.faults == []


# what is wider than its place
OVER_EDGE = """() => [...document.querySelectorAll(
        "#rows .columns, #rows .name, #rows .name b, .strip, #next, .told .plate")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""


@pytest.mark.parametrize("preset", PRESETS)
def test_tables_of_chance_in_which_things_go_wrong_fit_a_small_phone(watching, shown, preset):
    """Long names, and both languages."""
    page = watching(view_named("betting-6", table="Before"))
    moments = [*of_chance(preset, "watch", hands=6)]
    for i in range(0, len(moments), max(1, len(moments) // 25)):
        table, now_ms, _ = moments[i]
        language = get_translator("es" if i % 2 else "en")
        view = public_view(with_names(table), now_ms, language=language)
        view = replace(view, table=f"Moment {i}")
        shown.show(json.loads(msgspec.json.encode(view)))
        page.get_by_role("heading", name=f"Moment {i}", exact=True).wait_for()
        assert page.evaluate(OVER_EDGE) == [], f"moment {i}"
    assert page.faults == []


def test_what_is_asked_is_a_sentence_that_is_read_out(watching, shown):
    page = watching(view_named("betting-6", prompt="Luca: call 1,200, or fold."))
    assert page.get_by_role("status").text_content() == "Luca: call 1,200, or fold."
    rows = page.get_by_role("list").first.get_by_role("listitem")
    assert rows.nth(1).text_content().startswith("Seat 2, Luca, 8,350, to act")
    assert page.get_by_role("img", name="jack of clubs").count() == 1


def test_amounts_and_words_are_in_the_language_of_the_table(watching):
    page = watching(view_named("betting-6", language="es"))
    page.locator("html[lang=es]").wait_for()
    assert page.locator("#rows .stack").first.text_content() == "12.500"
    assert page.locator("#rows .did").nth(2).text_content() == "NO VA"


def test_a_clock_runs_on_between_two_views(watching):
    page = watching(view_named("betting-6", clock_left_ms=20_000))
    clock = page.locator("#rows .asked .did")
    first = clock.text_content()
    assert first in ("0:20", "0:19")
    wait_until(lambda: clock.text_content() < first, "The clock runs")


def test_a_hand_that_is_halted_says_what_is_wrong_at_once(watching):
    view = view_named("halted")
    page = watching(view)
    alert = page.locator("#alert")
    assert alert.get_attribute("role") == "alert"
    assert alert.text_content() == view["irregularity"]["what"]
    assert page.get_by_role("img", name="eight of clubs").count() == 1


def test_a_page_is_lost_within_two_seconds_and_comes_back_by_itself(watching, shown):
    page = watching(view_named("betting-6"))
    shown.vanish()
    page.get_by_text("The table does not answer.").wait_for(timeout=4_000)
    assert page.locator("html.is-lost").count() == 1
    shown.come_back()
    shown.show(view_named("betting-6", hand=42))
    page.get_by_text("Hand 42").wait_for()
    page.locator("html:not(.is-lost)").wait_for()


def test_a_page_that_hears_nothing_is_lost_too(watching, shown):
    """As on a network that is gone: nobody says that anything has ended."""
    page = watching(view_named("betting-6"))
    shown.web.freeze()
    try:
        page.get_by_text("The table does not answer.").wait_for(timeout=6_000)
    finally:
        shown.web.thaw()
    page.locator("html:not(.is-lost)").wait_for()


def test_a_name_is_a_text_and_never_a_part_of_the_page(watching):
    view = view_named("betting-6")
    view["seats"]["1"]["name"] = "<img src=x onerror=alert(1)>"
    page = watching(view)
    assert page.locator("#rows img").count() == 0
    assert page.locator("#rows .name b").first.text_content() == "<img src=x onerror=alert(1)>"


@pytest.mark.parametrize(
    ("options", "address", "felt"),
    [
        ({}, "/watch", "#0e5c42"),
        ({}, "/watch?theme=dark", "#1d2126"),
        ({"contrast": "more"}, "/watch", "#000000"),
        ({"contrast": "more"}, "/watch?theme=colourblind", "#2a3542"),
    ],
)
def test_the_colours_are_those_that_are_asked_for(watching, options, address, felt):
    page = watching(view_named("betting-6"), address=address, **options)
    colour = "getComputedStyle(document.documentElement).getPropertyValue('--felt-c')"
    assert page.evaluate(colour) == felt


def test_a_page_needs_nothing_but_its_own_table(a_phone, shown):
    """No font, style or script of anywhere else, and nothing that the page may not run."""
    page, asked, said = a_phone().new_page(), [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    shown.show(view_named("betting-6"))
    page.goto(f"{shown.url}/watch")
    page.locator("#rows li").first.wait_for(state="attached")
    assert not [url for url in asked if not url.startswith(shown.url + "/")]
    assert said == []
