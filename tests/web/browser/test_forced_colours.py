"""High contrast, where a system's few colours stand for all of a page's: what is else told by a fill,
a shadow or a colour has an edge there, or is drawn in another one.
"""

import pytest

from tablectl.simulation.stage.scratch import temporary_directory
from tests.web.browser.chromium import DESKTOP, PHONE
from tests.web.browser.floor_states import FLOOR_STATES
from tests.web.browser.opening import a_look
from tests.web.browser.opening_floor import opened_floor
from tests.web.browser.shown_table import ShownTable
from tests.web.browser.states import STATES

pytestmark = pytest.mark.system

FORCED = {"forced_colors": "active"}
# the form of an element, in which a colour is told from the canvas alone; empty: nothing is seen
FORM = """([selector, part]) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'Canvas';
    const canvas = getComputedStyle(probe).color;
    probe.remove();
    const element = [...document.querySelectorAll(selector)].find((one) => one.getClientRects().length);
    if (!element) {
        throw new Error(`there is no ${selector}`);
    }
    const style = getComputedStyle(element, part || null);
    const hue = (colour) => colour.match(/\\d+/g).slice(0, 3).join();
    const isSeen = (colour) => hue(colour) !== hue(canvas) && !/^rgba.*, 0\\)$/.test(colour);
    const line = (name) => {
        const [width, kind, colour] = ['Width', 'Style', 'Color'].map((of) => style[name + of]);
        return parseFloat(width) && kind !== 'none' && isSeen(colour) ? `${name} ${width} ${kind}` : '';
    };
    const lines = ['borderTop', 'borderRight', 'borderBottom', 'borderLeft', 'outline'].map(line);
    const fill = isSeen(style.backgroundColor) ? `filled ${style.backgroundColor}` : '';
    const picture = style.forcedColorAdjust === 'none' ? 'in its own colours' : '';
    return [...lines, fill, picture].filter(Boolean).join(', ');
}"""
PRESSED = "[aria-pressed=true]"


def form(page, what):
    """Of the first that is seen; "li::before": of that part of it."""
    selector, _, part = what.partition("::")
    return page.evaluate(FORM, [selector, part and f"::{part}"])


def told_apart(page, pairs):
    """Of these, those that look as what they are to be told from; None: as nothing."""
    return [
        one
        for one, other in pairs.items()
        if form(page, one) == (form(page, other) if other else "")
    ]


@pytest.fixture
def shown():
    with temporary_directory() as folder, ShownTable(folder) as table:
        yield table


def test_the_floor_sees_what_is_chosen_held_wrong_and_where_it_is(browser, floor):
    def opened(name, size=PHONE):
        return opened_floor(browser, floor, FLOOR_STATES[name], size, "en", **FORCED)

    with opened("floor-preview") as page:
        page.locator(".reason").first.tap()
        page.locator(PRESSED).wait_for()
        pairs = {f".reason{PRESSED}": ".reason:not([aria-pressed=true])", ".band": None}
        assert told_apart(page, pairs) == []
        page.locator("[data-id=hold] .fill").evaluate("(fill) => (fill.style.width = '50%')")
        assert told_apart(page, {".hold .fill": None}) == []
    with opened("floor-hand") as page:
        pairs = {
            ".hand-acts .now": ".hand-acts li:not(.now)",
            ".place[aria-current]": ".place:not([aria-current])",
        }
        assert told_apart(page, pairs) == []
        assert form(page, ".hand-acts li:not(.now)") == ""
    with opened("floor-case", DESKTOP) as page:
        pairs = {
            ".place[aria-current]": ".place:not([aria-current])",
            ".badge": None,
            ".card.in-question": ".disc",
        }
        assert told_apart(page, pairs) == []


CHOOSING = {
    "#deck .look-sends": "#deck .place-stay",
    "#chooser .track::before": None,
    "#chooser .track::after": "#chooser .track::before",
    ".menu-key i": None,
}
OF_SEATS = {
    "seat-turn-bet": {
        "#deck .look-quiet": "#deck .place-out",
        "#deck .look-opens": "#deck .place-out",
        "#me.asked": ".tile:not(.asked)",
        ".menu-key i": None,
    },
    "seat-amount": CHOOSING,
    "seat-allin-confirm": {"#deck .look-all-in-sends": "#deck .place-up"},
    "seat-waiting": {"#me .card.back": None, ".tile.asked": ".tile:not(.asked)"},
    "seat-pending": {"#deck .on-its-way::after": None},
    "seat-won": {".card.used": ".card:not(.used)", "#me.won": "#panels .plate"},
}


def test_a_player_sees_what_is_asked_chosen_sent_and_won(browser, shown):
    alike = {}
    with a_look(browser, shown, PHONE, **FORCED) as look:
        for name, pairs in OF_SEATS.items():
            with look.at(STATES[name], "en") as page:
                if found := told_apart(page, pairs):
                    alike[name] = found
    assert alike == {}
