"""Debian's Chromium, driven by Playwright: a browser, and pages in it as phones and desktops have
them.

Playwright's own browsers are never downloaded. As root Chromium has no sandbox to run in.
"""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

# A small phone, a large one, a desktop: as the pictures of the pages have them.
SIZES: Mapping[str, dict[str, Any]] = {
    "375x667": {
        "viewport": {"width": 375, "height": 667},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
    "412x915": {
        "viewport": {"width": 412, "height": 915},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
    "1280x800": {"viewport": {"width": 1280, "height": 800}, "has_touch": True},
}
PHONE, LARGE_PHONE, DESKTOP = SIZES
# On a busy machine; who waits goes on as soon as it is so.
AT_MOST_MS = 60_000


@contextmanager
def a_browser() -> Iterator["Browser"]:
    """Chromium without a window. It ends with the block."""
    from playwright.sync_api import sync_playwright  # not above: there are machines without it

    path = shutil.which("chromium")
    assert path is not None, "There is no Chromium: deploy/prerequisites.sh all installs it."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--disable-component-update", "--mute-audio"]
        )
        try:
            yield browser
        finally:
            browser.close()


def phone(browser: "Browser", size: str = PHONE, **options) -> "BrowserContext":
    """A phone or desktop of its own: with a storage of its own, as nobody else's. Close it."""
    context = browser.new_context(**{**SIZES[size], "locale": "en-GB", **options})
    context.set_default_timeout(AT_MOST_MS)
    return context
