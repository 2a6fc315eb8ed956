"""Somebody at the floor's page who rules: by finger or mouse, or by keyboard alone."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tablectl.web.floor.words import floor_words
from tests.web.floor.served import ANN, PIN

from .floor_steps import press_hold, sign_in
from .floor_table import HAS_HEARD, NOTES_STATUS, FloorTable

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WORDS = floor_words("en")
MOST_TABS = 80


class Hand:
    """See the module. `taps`: how often the page was touched; `presses`: keys of a keyboard, one by
    one, those of words that were typed among them.
    """

    def __init__(self, page: "Page", floor: FloorTable, *, by_keys: bool):
        self.page, self.floor, self.by_keys = page, floor, by_keys
        self.taps = self.presses = 0
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    def sign_in(self, name: str = ANN):
        self.page.add_init_script(NOTES_STATUS)
        sign_in(self.page, self.floor.url, name, PIN)
        self.page.locator("[data-id=list]").wait_for()

    def hears_of(self, table: str):
        """The page shows the table of that name."""
        self.page.wait_for_function(HAS_HEARD, arg=table)

    # With its fingers

    def press(self, key: "Locator"):
        key.wait_for()
        if not self.by_keys:
            self.taps += 1
            key.click()
            return
        self._go_to(key)
        self._type("Enter")

    def press_named(self, data_id: str):
        self.press(self.page.locator(f'[data-id="{data_id}"]'))

    def write(self, field: "Locator", text: str):
        if self.by_keys:
            self._go_to(field)
            self.presses += len(text)
            self.page.keyboard.type(text)
        else:
            self.taps += 1 + len(text)
            field.fill(text)

    def hold(self):
        """Reads what it does, gives a reason where one is needed, and holds."""
        key = self.page.locator("[data-id=hold]")
        key.wait_for()
        reasons = self.page.get_by_role("group", name=WORDS["why"], exact=True)
        if reasons.count():
            self.press(reasons.get_by_role("button").first)
        self.page.locator("[data-id=hold]:enabled").wait_for()
        if self.by_keys:
            self._go_to(key)
            self._type("Enter")
            self._type("Enter")
        else:
            self.taps += 1
            press_hold(self.page)
            self.page.locator("[data-id=done]").wait_for()
            self.page.mouse.up()
        self.page.locator("[data-id=done]").wait_for()

    def finish(self):
        """What was done has been read."""
        self.press_named("done")
        self.page.locator("[data-id=done]").wait_for(state="detached")

    def _go_to(self, what: "Locator"):
        """By Tab, forwards or backwards, whichever is nearer; as people do."""
        for _ in range(MOST_TABS):
            steps = what.evaluate(STEPS_TO)
            if steps == 0:
                return
            self._type("Tab" if steps > 0 else "Shift+Tab")
        raise AssertionError(f"Tab does not come to {what}")

    def _type(self, key: str):
        self.presses += 1
        self.page.keyboard.press(key)

    # Rulings

    def choose(self, ruling: str, words: Mapping[str, Any]) -> dict[str, Any]:
        """Among all that is open: the one whose own values are those that are wanted."""
        self.press_named("list")
        found = [
            one
            for one in self.floor.status["open"]
            if one["ruling"] == ruling and not _differs(one["values"], words)
        ]
        assert found, f"{ruling} is not open"
        wanted = max(found, key=lambda one: len(one["values"]))
        self.press_named("-".join(["open", ruling, *map(str, wanted["values"].values())]))
        return wanted

    def fill(self, fields: list[dict[str, Any]], words: Mapping[str, Any]):
        """What the form asks for; without fields there is none."""
        asked = [field for field in fields if field["name"] != "why"]
        for field in asked:
            if (value := words.get(field["name"])) is None:
                continue
            if field["kind"] in ("choice", "choices"):
                group = self.page.get_by_role("group", name=WORDS[f"field_{field['name']}"])
                for one in value if isinstance(value, list) else [value]:
                    name = re.compile(rf"^{re.escape(_word(field, one))}\b")
                    self.press(group.get_by_role("button", name=name))
            else:
                self.write(self.page.locator(f"input[name={field['name']}]"), str(value))
        if asked:
            self.press(self.page.get_by_role("button", name=WORDS["show_effect"]))


# from where the focus is, in the order of the page; negative: backwards
STEPS_TO = """(wanted) => {
    const all = [...document.querySelectorAll('button, input, a[href], [tabindex]')].filter((one) =>
        !one.disabled && one.tabIndex >= 0 && one.getClientRects().length);
    const from = document.activeElement;
    const there = all.indexOf(wanted);
    const here = all.indexOf(from);
    if (here >= 0) {
        return there - here;
    }
    // what has the focus is no stop itself: a heading, or the page
    const before = all.filter((one) => from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING);
    const passed = before.length; // none before the page itself
    return there >= passed ? there - passed + 1 : there - passed;
}"""


def _differs(values: Mapping[str, Any], words: Mapping[str, Any]) -> bool:
    return any(
        words.get(name, value) != value for name, value in values.items() if name != "number"
    )


def _word(field: Mapping[str, Any], value: Any) -> str:
    if field["name"] == "pot":
        return WORDS["main_pot"] if value == 0 else WORDS["a_side_pot"].format(number=value)
    return f"{value:,}" if isinstance(value, int) else value
