"""Pages of seats as a test wants them: a view, a phone that has the seat, and what a finger does.

page = open_seat(shown, a_phone(), betting())
key(page, "Call 1,200").tap()
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.web.browser.processes import wait_until
from tests.web.browser.shown_table import MARK, ShownTable

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page

TABLE, SEAT = "Table 1", 2
KEY = "00112233445566778899aabbccddeeff"
GUARD_MS = 550  # until each key takes a finger
View = dict[str, Any]


def player(name: str, stack: int, bet: int = 0, status: str = "in", **more: Any) -> View:
    cards = ["??", "??"] if status in ("in", "all_in") else []
    return {"name": name, "stack": stack, "bet": bet, "status": status, "cards": cards, **more}


def did(code: str, amount: int = 0) -> View:
    return {"last_action": {"code": code, "amount": amount}}


FREE = [
    {"key": "sit_out", "word": "SIT OUT"},
    {"key": "call_floor", "word": "CALL THE FLOOR"},
]


def betting(**more: Any) -> View:
    """Six seats on the turn; Luca at seat 2 faces a bet."""
    view = {
        "preset": "tournament",
        "table": TABLE,
        "hand": 41,
        "phase": "betting",
        "street": "turn",
        "button": 3,
        "board": ["Ac", "Td", "6h", "Jc"],
        "pot_total": 9_300,
        "to_act": SEAT,
        "to_call": 1_200,
        "clock_left_ms": 24_900,
        "clock_total_ms": 30_000,
        "waiting_for": "action",
        "prompt": "Luca: call 1,200, raise to at least 2,400, or fold.",
        "ask": {"kind": "act", "seats": [SEAT]},
        "level": {"number": 4, "small_blind": 100, "big_blind": 200, "ante": 25},
        "seats": {
            "1": player("Hanna", 12_500, 1_200, **did("call", 1_200)),
            "2": player("Luca", 8_350, keys_id="abc", any_time=FREE),
            "3": player("Brigitte", 21_900, status="folded", **did("folded")),
            "4": player("Noor", 13_800, **did("check")),
            "5": player("Viktor", 9_850, 1_200, **did("bet", 1_200)),
            "6": player("Amara", 14_650, status="folded", **did("folded")),
        },
        "keys": [fold(), call(1_200), raise_to(2_400, 8_350)],
    }
    return view | more


def fold() -> View:
    return {"seat": SEAT, "key": "fold", "word": "FOLD"}


def call(amount: int, *, all_in: bool = False) -> View:
    return {"seat": SEAT, "key": "call", "word": "CALL", "amount": amount, "all_in": all_in}


def raise_to(least: int, most: int, key: str = "raise", word: str = "RAISE TO") -> View:
    third = (2 * least + most) // 3 // 25 * 25
    steps = [("MIN", least), ("⅓ POT", third), ("ALL-IN", most)]
    return {
        "seat": SEAT,
        "key": key,
        "word": word,
        "amount": least,
        "most": most,
        "all_in": True,
        "step": 25,
        "steps": [{"word": word, "amount": amount} for word, amount in steps],
        "facts": {"more": "{amount} more than the bet", "left": "{amount} stays"},
    }


def of_seat(view: View, seat: int = SEAT, **more: Any) -> View:
    """The view with something else of a seat."""
    own = view["seats"][str(seat)] | more
    return view | {"seats": view["seats"] | {str(seat): own}}


def checked_to(**more: Any) -> View:
    """Nobody has bet: the table takes a check, a bet, and a fold that would be a mistake."""
    check = {"seat": SEAT, "key": "check", "word": "CHECK"}
    keys = [fold(), check, raise_to(200, 8_350, "bet", "BET")]
    view = betting(keys=keys, to_call=0, prompt="Luca: check, or bet at least 200.")
    return of_seat(view, keys_id="abd") | more


def others_turn(**more: Any) -> View:
    """Viktor at seat 5 is asked."""
    view = betting(
        to_act=5,
        clock_left_ms=14_000,
        keys=[],
        ask={"kind": "act", "seats": [5]},
        prompt="Viktor: check, or bet at least 200.",
        street_acts=[{"seat": 4, "text": "Noor checks"}],
    )
    return of_seat(view, keys_id="", acts_after="You act after Viktor and Hanna.") | more


def open_seat(
    table: ShownTable,
    phone: "BrowserContext",
    view: View,
    *,
    seat: int = SEAT,
    settings: Mapping[str, Any] | None = None,
) -> "Page":
    """The page of a seat that this phone has, with this view on it and its keys ready."""
    table.show(view)
    page = phone.new_page()
    page.goto(f"{table.url}/watch")
    pairing = {"key": KEY, "epoch": 1, "next": 1, "waiting": [], "mark": MARK}
    page.evaluate(
        "([name, pairing, settings]) => {"
        "localStorage.setItem(name, pairing);"
        "localStorage.setItem('tablectl.settings', settings);}",
        [f"tablectl.{TABLE}.seat.{seat}", json.dumps(pairing), json.dumps(settings or {})],
    )
    page.goto(f"{table.url}/seat/{seat}")
    page.locator("#strip .disc").wait_for()
    page.wait_for_timeout(GUARD_MS)
    return page


def ask_once(table: ShownTable) -> None:
    """Whoever has no seat yet asks in a connection of its own: it is there from now on."""
    asking = Request(
        f"{table.url}/api/digits",
        b'{"digits": "0000"}',
        {"Content-Type": "application/json", "Origin": table.url},
    )
    with suppress(HTTPError), urlopen(asking):
        pass


def show(table: ShownTable, page: "Page", view: View) -> None:
    """Another view, and until the page has it and its keys are ready."""
    table.show(view)
    page.locator("#me .sentence", has_text=view["prompt"][:20]).or_(
        page.locator("#panels .panel")
    ).first.wait_for()
    page.wait_for_timeout(GUARD_MS)


def key(page: "Page", name: str) -> "Locator":
    """A key of the deck by its name: "Call 1,200"."""
    return page.locator("#deck").get_by_role("button", name=name, exact=True)


def keys(page: "Page") -> list[str]:
    """The names of the keys of the deck, as a keyboard goes through them."""
    return page.locator("#deck button").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )


def presses(table: ShownTable) -> list[tuple[int, str, int]]:
    """Number, key and amount of the presses that came to the table."""
    return [
        (one["number"], one["key"], one["amount"]) for one in table.asked if one["do"] == "press"
    ]


def wait_for_press(table: ShownTable, *wanted: tuple[int, str, int]) -> None:
    wait_until(lambda: presses(table) == list(wanted), f"The table is asked for {wanted}")


def refuse(table: ShownTable, text: str) -> None:
    """The next presses do not count."""
    table.answers["press"] = lambda asked: {
        "ok": True,
        "number": asked["number"],
        "counted": False,
        "code": "old_view",
        "text": text,
    }
