"""The rig of these tests: a browser that draws and is touched, a table that deals to phones."""

import pytest

from tests.web.browser.chromium import SIZES
from tests.web.browser.processes import wait_until
from tests.web.browser.real_table import RealTable

pytestmark = pytest.mark.system

PAGE = """<meta name="viewport" content="width=device-width">
<button onclick="document.title = 'touched'">Fold</button>"""


@pytest.mark.parametrize("size", SIZES)
def test_a_page_is_as_large_as_its_phone_and_hears_a_touch(a_phone, size):
    page = a_phone(size).new_page()
    page.set_content(PAGE)
    page.get_by_role("button", name="Fold").tap()
    wide, high = page.evaluate("[innerWidth, innerHeight]")
    assert (page.title(), f"{wide}x{high}") == ("touched", size)


def test_a_table_of_phones_deals_a_hand_and_goes_on_after_its_service_was_killed(tmp_path):
    with RealTable(tmp_path, has_web=False) as table:
        table.start_hand()
        to_act = wait_until(lambda: table.view().to_act, "Somebody is asked")
        table.kill_service()
        table.start_service()
        assert table.view().hand == 1
        assert wait_until(lambda: table.view().to_act, "Somebody is asked") == to_act
