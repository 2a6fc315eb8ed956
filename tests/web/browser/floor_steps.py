"""What somebody does on the floor's page again and again: signs in, and holds the key that rules."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

    from .real_table import RealTable

VERA, PIN = "Vera", "271828"
GUARD_MS = 400  # until a key that is held takes a finger


def sign_in(page: "Page", url: str, name: str = VERA, pin: str = PIN) -> None:
    """Whether it is taken is seen later."""
    page.goto(url)
    page.locator("#operator").fill(name)
    page.locator("#pin").fill(pin)
    page.keyboard.press("Enter")


def signed_in(context: "BrowserContext", table: "RealTable") -> "Page":
    """Vera has the floor; what goes wrong in the page is kept in its `faults`."""
    page = context.new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    sign_in(page, table.floor_url)
    page.get_by_text(f"{VERA} has the floor").wait_for()
    return page


def aim_at_hold(page: "Page") -> None:
    """What it does is read, and the key takes a mouse, or a finger."""
    key = page.locator("[data-id=hold]:enabled")
    key.wait_for()
    key.scroll_into_view_if_needed()
    page.wait_for_timeout(GUARD_MS)
    key.hover()


def press_hold(page: "Page") -> None:
    """It goes down on the key, and stays there."""
    aim_at_hold(page)
    page.mouse.down()


def hold(page: "Page") -> None:
    """As long as it takes."""
    press_hold(page)
    page.locator(".ruled").wait_for()
    page.mouse.up()
