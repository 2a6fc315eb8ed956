"""The floor's page in each of its states, on a small phone and on a desktop, in both languages.

What is touched is large enough, nothing is cut off, nothing lies over anything else, every text has
contrast, and axe finds nothing serious.
"""

import pytest

from tests.web.browser.chromium import DESKTOP, PHONE
from tests.web.browser.floor_states import FLOOR_STATES
from tests.web.browser.opening import faint_texts, measure, serious_findings
from tests.web.browser.opening_floor import opened_floor

pytestmark = pytest.mark.system

LOOKS = [
    (PHONE, "es"),
    (DESKTOP, "en"),
    pytest.param(PHONE, "en", marks=pytest.mark.soak),
    pytest.param(DESKTOP, "es", marks=pytest.mark.soak),
]


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_the_floor_reads_and_touches_its_page_in_each_of_its_states(browser, floor, size, language):
    wrong = {}
    for name, state in FLOOR_STATES.items():
        with opened_floor(browser, floor, state, size, language) as page:
            said = [*measure(page, "wrong"), *faint_texts(page)]
            if language == "en":
                said += serious_findings(page)
        if said:
            wrong[name] = said
    assert wrong == {}
