"""Opens a page in one of its states, measures it, and takes its picture."""

import io
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from tests.screen.contrast import contrast

from .chromium import phone
from .fingers import has_drawn, heed_views, show_at_once
from .seats import GUARD_MS
from .shown_table import ShownTable
from .states import State
from .tables import MARK

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

MEASURES = Path(__file__).with_name("measures.js").read_text()
KEY = "000102030405060708090a0b0c0d0e0f"
TABLE = "Table 1"
# a page that has heard of the table and has its letters
IS_DRAWN = """(language) => document.documentElement.lang === language
    && document.fonts.status === 'loaded' && document.body.innerText.trim().length > 20"""
# a letter is asked for when it is first laid out; until then its font counts as loaded
HAS_LETTERS = """() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => document.fonts.ready.then(() => done()))))"""
KEEPS = """((kept) => {
    localStorage.clear();
    Object.entries(kept).forEach(([name, value]) => localStorage.setItem(name, value));
})(%s)"""
VIOLATIONS = """() => axe.run(document, { resultTypes: ['violations'] })
    .then(({ violations }) => violations)"""
OF_PANELS = "#panels"  # its keys take no finger in their first moments either
# between two states: nobody is asked, and no key is drawn
NOTHING = {"phase": "idle", "keys": [], "result": None}
# each key takes a finger, and none is under one
IS_READY = "() => document.querySelector('.arming, button:active') === null"
# nothing moves any more, but for what moves for ever
IS_STILL = """() => document.getAnimations().every((one) =>
    one.playState !== 'running' || one.effect.getComputedTiming().iterations === Infinity)"""


def kept_of(state: State) -> dict[str, str]:
    """What such a phone has kept."""
    kept = {
        "tablectl.table": TABLE,
        "tablectl.settings": json.dumps(SETTINGS | dict(state.settings)),
    }
    if state.seat and state.has_phone:
        pairing = {"key": KEY, "epoch": 1, "next": 1, "waiting": [], "mark": MARK}
        kept[f"tablectl.{TABLE}.seat.{state.seat}"] = json.dumps(pairing)
    return kept


SETTINGS = {"thumb": "right", "sound": True, "buzz": True, "dark": False}


@contextmanager
def a_look(browser: "Browser", shown: ShownTable, size: str, **options: Any) -> Iterator["Look"]:
    """A phone on which one state is opened after another."""
    context = phone(browser, size, **options)
    try:
        heed_views(context)
        yield Look(shown, context)
    finally:
        context.close()


class Look:
    """See `a_look`. The page is loaded anew only where another view alone does not lead from one
    state to the next.
    """

    def __init__(self, shown: ShownTable, context: "BrowserContext"):
        self._shown, self.context = shown, context
        self._page = context.new_page()
        self._loaded: tuple[str, dict[str, str]] | None = None  # the address, and what is kept

    @contextmanager
    def at(self, state: State, language: str) -> Iterator["Page"]:
        """The page in that state, at rest."""
        shown = self._shown
        shown.start_over()
        shown.answers |= state.answers
        wanted = state.address, kept_of(state)
        if self._loaded == wanted:
            show_at_once(shown, self._page, {**state.view(language), **NOTHING})
            show_at_once(shown, self._page, state.view(language))
        else:
            self._load(*wanted, state.view(language))
        self._loaded = wanted if state.is_plain else None
        page = self._page
        page.wait_for_function(IS_DRAWN, arg=language)
        for selector in state.touches:
            if selector.startswith(OF_PANELS):
                page.locator(selector).wait_for()
                page.wait_for_timeout(GUARD_MS)
            page.locator(f"{selector}:not(.arming)" if ">>" not in selector else selector).tap()
        if state.then is not None:
            show_at_once(shown, page, state.then(language))
        try:
            if state.vanishes:
                shown.vanish()
            if state.waits_for:
                page.locator(state.waits_for).first.wait_for()
            page.wait_for_function(IS_READY)
            page.evaluate(HAS_LETTERS)
            page.wait_for_function(IS_STILL)
            yield page
        finally:
            if state.vanishes:
                shown.come_back()

    def _load(self, address: str, kept: dict[str, str], view: dict[str, Any]):
        self._page.close()
        self._shown.show(view)
        self._page = self.context.new_page()
        self._page.add_init_script(KEEPS % json.dumps(kept))
        self._page.goto(self._shown.url + address)
        has_drawn(self._page, view)


def measure(page: "Page", call: str, *arguments: Any) -> Any:
    """Calls a function of measures.js."""
    given = ", ".join(map(json.dumps, arguments))
    return page.evaluate(f"{MEASURES}.{call}({given})")


def faint_texts(page: "Page", but: tuple[str, ...] = ()) -> list[str]:
    """Texts with less contrast than WCAG wants, against the picture that is drawn behind them."""
    found = [text for text in measure(page, "colours") if text["words"] not in but]
    hidden = page.evaluate_handle(
        """() => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync('* { color: transparent !important; caret-color: transparent !important; }');
            document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
            return sheet;
        }"""
    )
    picture = pygame.image.load(io.BytesIO(page.screenshot(scale="css", animations="disabled")))
    hidden.evaluate("(sheet) => sheet.replaceSync('')")
    return [said for text in found if (said := why_faint(text, picture))]


def why_faint(text: dict[str, Any], picture: pygame.Surface) -> str:
    red, green, blue, *alpha = colour_of(text["color"])
    opaque = text["opacity"] * (alpha[0] if alpha else 1)
    behind = points_in(picture, text["box"])
    ratios = sorted(contrast(blended((red, green, blue), back, opaque), back) for back in behind)
    # a tenth may lie under an edge or another letter's shadow
    ratio = ratios[len(ratios) // 10]
    wanted = 3.0 if text["isLarge"] else 4.5
    return "" if ratio >= wanted else f'"{text["words"]}" has {ratio:.1f}: {text["of"]}'


def colour_of(css: str) -> list[float]:
    """Of "rgb(246, 242, 230)" or "color(srgb 0.5 0.5 0.5 / 0.3)"; the last is the alpha, if there
    is one.
    """
    numbers = [float(one) for one in re.findall(r"[\d.]+(?:e-?\d+)?", css)]
    if css.startswith("color("):
        return [255 * one for one in numbers[:3]] + numbers[3:]
    assert css.startswith("rgb"), css
    return numbers


def blended(colour: Sequence[float], back: Sequence[int], opaque: float) -> tuple[int, int, int]:
    red, green, blue = (
        round(opaque * one + (1 - opaque) * other) for one, other in zip(colour, back, strict=True)
    )
    return red, green, blue


def points_in(picture: pygame.Surface, box: Sequence[float]) -> list[tuple[int, int, int]]:
    """The colours of the picture in a grid over the box."""
    left, top, right, bottom = box
    wide, high = picture.get_size()
    return [
        picture.get_at((min(wide - 1, max(0, round(x))), min(high - 1, max(0, round(y)))))[:3]
        for x in spread(left, right)
        for y in spread(top + (bottom - top) / 5, bottom - (bottom - top) / 5)
    ]


def spread(first: float, last: float, count: int = 8) -> list[float]:
    return [first + (last - first) * n / (count - 1) for n in range(count)]


def serious_findings(page: "Page") -> list[str]:
    """What axe finds that is serious or critical."""
    if not page.evaluate("() => 'axe' in window"):
        from axe_playwright_python.sync_playwright import (
            Axe,  # not above: there are machines without it
        )

        page.evaluate(Axe().axe_script)
    return [
        f"{found['id']}: {found['help']} ({found['nodes'][0]['html'][:80]})"
        for found in page.evaluate(VIOLATIONS)
        if found["impact"] in ("serious", "critical")
    ]
