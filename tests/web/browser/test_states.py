"""Every page in each of its states, as Chromium draws it on two phones and a desktop, in both
languages.

What is touched is large enough, nothing is cut off, nothing lies over anything else, every text has
contrast, and axe finds nothing serious. Keys are there where they should be and nowhere else.
"""

import itertools

import pytest

from tablectl.simulation.stage.scratch import temporary_directory
from tests.web.browser.chromium import DESKTOP, LARGE_PHONE, PHONE, SIZES
from tests.web.browser.opening import a_look, faint_texts, measure, serious_findings
from tests.web.browser.pictures import LANGUAGES
from tests.web.browser.shown_table import ShownTable
from tests.web.browser.states import STATES

pytestmark = pytest.mark.system

# each size, and the longer words where there is least room; the rest is for the soak
OFTEN = [(PHONE, "es"), (LARGE_PHONE, "en"), (DESKTOP, "en")]
LOOKS = [
    look if look in OFTEN else pytest.param(*look, marks=pytest.mark.soak)
    for look in itertools.product(SIZES, LANGUAGES)
]
# one after another of those between which the page need not be loaded anew
IN_TURN = sorted(STATES, key=lambda name: (not STATES[name].is_plain, STATES[name].address))


@pytest.fixture
def shown():
    """A table for each test: its connections end with it."""
    with temporary_directory() as folder, ShownTable(folder) as table:
        yield table


def reads(page, text):
    return page.get_by_text(text).first.is_visible()


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_a_page_can_be_read_and_touched_in_each_of_its_states(browser, shown, size, language):
    wrong = {}
    with a_look(browser, shown, size) as look:
        for name in IN_TURN:
            with look.at(STATES[name], language) as page:
                if said := faults(page, STATES[name], language):
                    wrong[name] = said
    assert wrong == {}


def faults(page, state, language):
    """What is wrong, in sentences."""
    names = [key["name"] for key in measure(page, "keys")]
    said = [*measure(page, "wrong"), *faint_texts(page, state.covered)]
    if len(names) != len(state.keys) or (language == "en" and {*names} != {*state.keys}):
        said.append(f"the deck has {names}, not {[*state.keys]}")
    if language == "en":
        said += serious_findings(page)
        said += [f"{text!r} is not to be read" for text in state.says if not reads(page, text)]
    return said
