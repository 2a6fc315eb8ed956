"""A finger that stays down on a phone's page while the table goes on, and pages that tell which view
they have drawn.

heed_views(phone)                    # before its pages are opened
show_at_once(shown, page, view)      # it is drawn; nothing else is waited for
finger = Finger(page)
finger.down_on(key(page, "Call 1,200"))
finger.lift()
"""

import json
from typing import TYPE_CHECKING, Any

from .shown_table import ShownTable

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page

HEEDS_VIEWS = """(() => {
    const listen = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (kind, hear) {
        return listen.call(this, kind, (event) => {
            hear(event);
            if (kind === 'view') {
                window.drawnView = event.data;
            }
        });
    };
})()"""
IS_DRAWN = "(view) => window.drawnView === view"


def heed_views(phone: "BrowserContext") -> None:
    """Its pages know which view they drew last."""
    phone.add_init_script(HEEDS_VIEWS)


def show_at_once(table: ShownTable, page: "Page", view: dict[str, Any]) -> None:
    table.show(view)
    has_drawn(page, view)


def has_drawn(page: "Page", view: dict[str, Any]) -> None:
    """Waits until it has."""
    page.wait_for_function(IS_DRAWN, arg=json.dumps(view))


class Finger:
    """See the module. A touch is over for the page when the call returns."""

    def __init__(self, page: "Page"):
        self._phone = page.context.new_cdp_session(page)

    def down_on(self, target: "Locator"):
        box = target.bounding_box()
        assert box is not None
        self.down(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def down(self, x: float, y: float):
        self._touch("touchStart", [{"x": x, "y": y}])

    def lift(self):
        self._touch("touchEnd", [])

    def _touch(self, kind: str, points: list[dict[str, float]]):
        self._phone.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
