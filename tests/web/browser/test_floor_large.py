"""The floor's page with letters twice as large, or zoomed twice: nothing is cut off, and the keys that
rule, those that go back and the tabs are under the finger. What lies above them may be scrolled.
"""

import contextlib

import pytest

from tests.web.browser.chromium import DESKTOP, PHONE, phone
from tests.web.browser.floor_states import FLOOR_STATES
from tests.web.browser.opening import HAS_LETTERS, measure
from tests.web.browser.opening_floor import enlarge_letters, opened_floor
from tests.web.browser.test_large_text import ZOOMED

pytestmark = pytest.mark.system

# as a browser's settings have it
LARGE_PX = 32
LEAST_PX = 100  # of what is scrolled above the keys
MAIN = ["floor-preview", "floor-seat-correct", "floor-seats", "floor-status", "floor-form"]
# of the keys at the foot those that no finger reaches, and a place to read that is too low
OUT_OF_REACH = """(least) => {
    const keys = [...document.querySelectorAll('.foot .key, .nav .place')].filter((one) => one.getClientRects().length);
    const lost = keys.filter((one) => {
        const box = one.getBoundingClientRect();
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return box.bottom > innerHeight + 1 || !hit || !one.contains(hit);
    });
    const read = document.querySelector('.is-covered .scrolls') ?? document.querySelector('#places');
    const high = Math.min(read.getBoundingClientRect().bottom, innerHeight) - read.getBoundingClientRect().top;
    return [
        ...lost.map((one) => `${one.textContent} is out of reach`),
        ...(keys.length ? [] : ['there is no key']),
        ...(high < least ? [`${high} px to read in`] : []),
    ];
}"""
# words of keys that break in their midst
BROKEN = """() => [...document.querySelectorAll('.key, .nav .place')].filter((one) => one.getClientRects().length).flatMap((key) => {
    const walker = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
            found.push(...(tops.size > 1 ? [`${word} is broken`] : []));
        }
    }
    return found;
})"""
LOOKS = [
    pytest.param("es", PHONE, MAIN, id="letters"),
    pytest.param("es", "zoomed", MAIN[:3], id="zoomed"),
    *(
        pytest.param(language, how, [*FLOOR_STATES], marks=pytest.mark.soak)
        for language in ("en", "es")
        for how in (PHONE, "zoomed", DESKTOP)
    ),
]


@pytest.mark.parametrize(("language", "how", "names"), LOOKS)
def test_letters_of_twice_the_size_cut_nothing_off_and_keys_are_reached(
    browser, floor, language, how, names
):
    wrong = {}
    for name in names:
        with opened_large(browser, floor, FLOOR_STATES[name], language, how) as page:
            if said := faults(page):
                wrong[name] = said
    assert wrong == {}


def opened_large(browser, floor, state, language, how):
    """`how`: a size with large letters, or "zoomed"."""
    if how == "zoomed":
        return opened_floor(browser, floor, state, PHONE, language, **ZOOMED)
    return opened_floor(browser, floor, state, how, language, letters_px=LARGE_PX)


def faults(page):
    said = [*measure(page, "wrong"), *page.evaluate(OUT_OF_REACH, LEAST_PX)]
    return said + page.evaluate(BROKEN)


def break_no_rows(page):
    page.locator("link[href$='letters.css']").evaluate("(link) => (link.disabled = true)")


@pytest.mark.parametrize(("language", "word"), [("en", "CLEAR"), ("es", "BORRAR")])
def test_whoever_signs_in_reads_large_letters(browser, floor, language, word):
    state = FLOOR_STATES["floor-seats"]
    floor.show(state.table(), language, state.lay)
    with contextlib.closing(phone(browser, PHONE)) as context:
        page = context.new_page()
        enlarge_letters(page, LARGE_PX)
        page.goto(floor.url)
        page.locator("#operator:focus").wait_for()
        page.locator(f"html[lang={language}]").wait_for()
        page.evaluate(HAS_LETTERS)
        assert [*measure(page, "wrong"), *page.evaluate(BROKEN)] == []
        break_no_rows(page)
        assert page.evaluate(BROKEN) == [f"{word} is broken"]


def test_control_a_page_whose_rows_do_not_break_is_found(browser, floor):
    state = FLOOR_STATES["floor-seats"]
    with opened_large(browser, floor, state, "es", PHONE) as page:
        assert faults(page) == []
        break_no_rows(page)
        assert any(said.startswith("hiddenTexts") for said in faults(page))


def test_control_a_key_that_lies_below_the_screen_is_found(browser, floor):
    with opened_large(browser, floor, FLOOR_STATES["floor-preview"], "es", PHONE) as page:
        page.locator(".foot").evaluate("(foot) => (foot.style.marginTop = '90vh')")
        assert any(said.endswith("is out of reach") for said in faults(page))
