"""Every page in each of its states, as Chromium draws it on a small phone, in both languages.

What is touched is large enough, nothing is cut off, nothing lies over anything else, every text has
contrast, and axe finds nothing serious. Keys are there where they should be and nowhere else.
"""

import pytest

from tests.web.browser.chromium import PHONE
from tests.web.browser.opening import faint_texts, measure, opened, serious_findings
from tests.web.browser.pictures import LANGUAGES
from tests.web.browser.states import STATES

pytestmark = pytest.mark.system

LOOKS = [(PHONE, language) for language in LANGUAGES]


def reads(page, text):
    return page.get_by_text(text).first.is_visible()


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_a_page_can_be_read_and_touched_in_each_of_its_states(browser, shown, size, language):
    wrong = {}
    for name, state in STATES.items():
        with opened(browser, shown, state, size, language) as page:
            said = [*measure(page, "wrong"), *faint_texts(page, state.covered)]
            if language == "en":
                said += serious_findings(page)
            names = [key["name"] for key in measure(page, "keys")]
            if len(names) != len(state.keys) or (language == "en" and {*names} != {*state.keys}):
                said.append(f"the deck has {names}, not {[*state.keys]}")
            if language == "en":
                said += [
                    f"{text!r} is not to be read" for text in state.says if not reads(page, text)
                ]
        if said:
            wrong[name] = said
    assert wrong == {}
