"""Letters twice as large, or a page that is zoomed twice: nothing is cut off, and the deck is there
with all its keys. What lies above it may be scrolled.
"""

import pytest

from tablectl.simulation.stage.scratch import temporary_directory
from tests.web.browser.chromium import DESKTOP, PHONE
from tests.web.browser.opening import a_look, measure
from tests.web.browser.pictures import LANGUAGES
from tests.web.browser.shown_table import ShownTable
from tests.web.browser.states import STATES

pytestmark = pytest.mark.system

# as the phone's own settings do it: every rem is twice as large, before anything is drawn
LARGE_LETTERS = """(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':root { font-size: 200%; }');
    document.adoptedStyleSheets = [sheet];
})()"""
# as Chromium zooms a desktop: half as many pixels, each twice as large
ZOOMED = {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2}
NAMES = [name for name in STATES if name.startswith(("seat", "pair"))]
# the longer words; the others are for the soak
LOOKS = [
    language if language == "es" else pytest.param(language, marks=pytest.mark.soak)
    for language in LANGUAGES
]
NOT_JUDGED = ["hiddenTexts", "smallTexts"]


@pytest.fixture
def shown():
    """A table for each test: its connections end with it."""
    with temporary_directory() as folder, ShownTable(folder) as table:
        yield table


# of what is seen at my turn, each part is there whole: above the deck, and not scrolled away
UNSEEN = """() => {
    const above = document.getElementById('above').getBoundingClientRect();
    const isWhole = (one) => {
        const { top, bottom, height } = one.getBoundingClientRect();
        return height > 0 && top >= above.top - 1 && bottom <= above.bottom + 1;
    };
    return ['#felt .pot', '#felt .card .rank', '#me .clock', '#chooser .step'].flatMap((selector) =>
        [...document.querySelectorAll(selector)]
            .filter((one) => !one.closest('[hidden]') && !isWhole(one))
            .map((one) => `${selector} ${one.textContent}`));
}"""
MY_TURN = [
    "seat-turn-bet",
    "seat-turn-check",
    "seat-left-handed",
    "seat-dark",
    "seat-pending",
    "seat-amount",
    "seat-left-handed-amount",
    "seat-amount-digits",
]


@pytest.mark.parametrize("language", LOOKS)
def test_with_letters_twice_as_large_pot_cards_and_clock_are_seen_at_my_turn(
    browser, shown, language
):
    with a_look(browser, shown, PHONE) as look:
        look.context.add_init_script(LARGE_LETTERS)
        unseen = {}
        for name in MY_TURN:
            with look.at(STATES[name], language) as page:
                assert page.locator("#felt .pot, #me .clock").count() == 2
                if said := page.evaluate(UNSEEN):
                    unseen[name] = said
        assert unseen == {}


@pytest.mark.parametrize("language", LOOKS)
def test_with_letters_twice_as_large_nothing_is_cut_off_and_the_deck_is_there(
    browser, shown, language
):
    with a_look(browser, shown, PHONE) as look:
        look.context.add_init_script(LARGE_LETTERS)
        assert all_faults(look, language) == {}


def test_on_a_page_that_is_zoomed_twice_nothing_is_cut_off_and_the_deck_is_there(browser, shown):
    with a_look(browser, shown, DESKTOP, **ZOOMED) as look:
        assert all_faults(look, "en") == {}


def all_faults(look, language):
    wrong = {}
    for name in NAMES:
        with look.at(STATES[name], language) as page:
            if said := [*measure(page, "wrong", NOT_JUDGED), *faults_of_deck(page, STATES[name])]:
                wrong[name] = said
    return wrong


def faults_of_deck(page, state):
    keys = measure(page, "keys")
    if len(keys) != len(state.keys):
        yield f"the deck has {[key['name'] for key in keys]}, not {[*state.keys]}"
    wide, high = page.viewport_size["width"], page.viewport_size["height"]
    for key in keys:
        x, y, width, height = key["at"]
        if not (0 <= x <= x + width <= wide and high / 3 <= y <= y + height <= high):
            yield f"{key['name']} lies at {key['at']} of {wide} x {high}"


def test_control_a_deck_whose_words_cannot_shrink_or_break_is_found(browser, shown):
    with a_look(browser, shown, PHONE) as look:
        look.context.add_init_script(LARGE_LETTERS)
        look.context.route("**/seat/deck.js", serve_without_fitting)
        with look.at(STATES["seat-turn-bet"], "es") as page:
            assert any(said.startswith("cutTexts") for said in measure(page, "wrong", NOT_JUDGED))


def serve_without_fitting(route):
    answer = route.fetch()
    fitting = "fitWords(button);"
    assert answer.text().count(fitting) == 1
    route.fulfill(response=answer, body=answer.text().replace(fitting, ""))
