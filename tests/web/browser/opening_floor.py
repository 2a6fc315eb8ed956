"""Opens the floor's page in one of its states, signed in, at rest."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .chromium import AT_MOST_MS, DESKTOP, PHONE, phone
from .floor_states import FloorState
from .floor_steps import sign_in
from .opening import HAS_LETTERS, IS_STILL
from .shown_floor import ShownFloor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@contextmanager
def opened_floor(
    browser: "Browser",
    floor: ShownFloor,
    state: FloorState,
    size: str,
    language: str,
    theme: str = "",
    at_most_ms: int = AT_MOST_MS,
    letters_px: int = 0,
    **options: Any,
) -> Iterator["Page"]:
    floor.show(state.table(), language, state.lay)
    context = phone(browser, size, **options)
    context.set_default_timeout(at_most_ms)
    try:
        page = context.new_page()
        if letters_px:
            enlarge_letters(page, letters_px)
        sign_in(page, floor.url + (f"?theme={theme}" if theme else ""))
        page.locator(f"html[lang={language}]").wait_for()
        page.locator(".first .plate").first.wait_for()
        for selector in touches_at(state, PHONE if letters_px else size):  # as narrow as one
            page.locator(selector).first.tap()
        page.locator(state.waits_for).first.wait_for()
        page.evaluate(HAS_LETTERS)
        page.wait_for_function(IS_STILL)
        yield page
    finally:
        context.close()


def enlarge_letters(page: "Page", letters_px: int) -> None:
    """As the settings of a browser do it; 16 px are usual."""
    settings = {"fontSizes": {"standard": letters_px}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", settings)


def touches_at(state: FloorState, size: str) -> Iterator[str]:
    for touch in state.touches:
        where, _, selector = touch.partition(" ")
        if where not in ("phone", "desk"):
            yield touch
        elif (where == "desk") == (size == DESKTOP):
            yield selector
