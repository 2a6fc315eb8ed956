"""Players at their phones: each reads what its page has drawn, and touches one of the keys. And what
may befall a phone, the web process and the service meanwhile.
"""

import contextlib
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error, TimeoutError

from .chromium import SIZES, phone
from .processes import wait_until
from .real_table import Pressed, RealTable

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

TABLE = "Table 1"
AGAIN_MS = 400
KEY_AT_MOST_MS = 10_000
# how often a key is touched, by the first word of its name
LIKES = {
    "Fold": 6,
    "Muck": 3,
    "Undo": 1,
    "Check": 8,
    "Call": 5,
    "Show": 4,
    "Bet": 2,
    "Raise": 2,
    "All-in": 1,
    "Post": 8,
}
IS_RANGE = re.compile(" – ")
# kept over reloads: when the page said that it was lost, and that it was not any more
NOTES_LOST = """(() => {
    const told = [];
    new MutationObserver(() => {
        const isLost = document.documentElement.classList.contains('is-lost');
        if (told.at(-1)?.[1] !== isLost && (isLost || told.length)) {
            told.push([Date.now(), isLost]);
        }
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['class'] });
    window.toldLost = told;
})()"""
# each answer to a press, as the page gets it
NOTES_ANSWERS = """(() => {
    const ask = window.fetch;
    window.fetch = async (address, options) => {
        const response = await ask(address, options);
        if (address.endsWith('/api/press')) {
            const answer = await response.clone().json();
            window.hearAnswer(JSON.parse(options.body), answer);
        }
        return response;
    };
})()"""


class Player:
    """Somebody with a phone at a seat. `sent`: the numbers of the presses that its page has sent;
    `touched`: how often a key was touched that sends one; `perhaps`: how often besides a browser
    did not say in time whether it was.
    """

    def __init__(self, browser: "Browser", table: RealTable, seat: int):
        self.seat, self.table = seat, table
        size = list(SIZES)[seat % len(SIZES)]
        self.context = phone(browser, size)
        self.context.expose_function("hearAnswer", self._hear_answer)
        self.context.add_init_script(NOTES_LOST)
        self.context.add_init_script(NOTES_ANSWERS)
        self.context.on("request", self._hear_request)
        self.sent: set[int] = set()
        self.touched = self.perhaps = 0
        self.answers: set[Pressed] = set()
        self.page: Page = self.context.new_page()

    def sit_down(self):
        """Reads the code of the seat, and takes it."""
        self.page.goto(self.table.codes()[self.seat].url)
        self._insist_on(f"Take seat {self.seat}")
        self._insist_on("Play")
        self.page.locator("#me").wait_for()

    def _insist_on(self, name: str):
        """Touches the key until it is gone: in its first moments it takes no finger."""
        key = self.page.get_by_role("button", name=name).last  # at its turn there are two to play
        key.wait_for()
        while key.is_visible():
            key.tap()
            with contextlib.suppress(TimeoutError):
                key.wait_for(state="hidden", timeout=AGAIN_MS)

    def _hear_request(self, request: "Request"):
        if request.url.endswith("/api/press"):
            said = request.post_data_json
            assert said["seat"] == self.seat, said
            self.sent.add(said["number"])

    def _hear_answer(self, said: dict[str, Any], answer: dict[str, Any]):
        if answer["ok"]:
            made = Pressed(self.seat, said["epoch"], said["number"], answer["counted"])
            self.answers.add(made)

    def open_page(self):
        """A new page of this phone, at its seat."""
        self.page = self.context.new_page()
        self.page.goto(f"{self.table.url}/seat/{self.seat}")

    # What is drawn

    def keys(self) -> list[str]:
        """The names of the keys that would take a finger now."""
        return self.page.locator("#deck button:not(.arming, .faint, .on-its-way)").evaluate_all(
            "(all) => all.map((one) => one.getAttribute('aria-label'))"
        )

    @property
    def waits(self) -> bool:
        """Whether a press has no answer yet, as the phone has kept it."""
        kept = self.page.evaluate("(name) => localStorage.getItem(name)", self._kept_name)
        return '"waiting":[{' in (kept or "")

    @property
    def _kept_name(self) -> str:
        return f"tablectl.{TABLE}.seat.{self.seat}"

    @property
    def is_lost(self) -> bool:
        return self.page.locator("#lost").is_visible()

    # What is done

    def key(self, name: str):
        return self.page.locator("#deck").get_by_role("button", name=name, exact=True)

    def choose(self, chance: random.Random) -> str:
        """The name of a key that sends a press; an amount has been chosen, where it wants one."""
        while True:
            names = wait_until(self.keys, f"Keys at seat {self.seat}")
            name = chance.choices(names, [LIKES.get(one.split()[0], 1) for one in names])[0]
            if not IS_RANGE.search(name) and name != "Back":
                return name
            self.key(name).tap()
            if IS_RANGE.search(name):
                return self._choose_amount(name.split()[0], chance)

    def _choose_amount(self, word: str, chance: random.Random) -> str:
        step = self.page.locator("#chooser .step")
        step.first.wait_for()
        if chance.random() < 0.5:
            step.nth(chance.randrange(step.count())).tap()
        return wait_until(lambda: self._sending_key(word), f"The key that sends {word}")

    def _sending_key(self, word: str) -> str:
        return next((one for one in self.keys() if one.split()[0] in (word, "All-in")), "")

    def touch(self, name: str):
        """A whole stack takes a second touch. A page that was lost in between has forgotten what
        was chosen: then nothing is sent.
        """
        before = self._times_lost()
        try:
            self.key(name).tap(timeout=KEY_AT_MOST_MS)
            if name.startswith("All-in"):
                self.page.locator(".sure").wait_for(timeout=KEY_AT_MOST_MS)
                wait_until(lambda: name in self.keys() or self.is_lost, "The second touch")
                self.key(name).tap(timeout=KEY_AT_MOST_MS)
            self.touched += 1
        except TimeoutError:
            if self._times_lost() == before:
                raise
            self.perhaps += 1
            self.wait_until_back()

    def _times_lost(self) -> int:
        """How often the page has said that it is lost, or back."""
        return self.page.evaluate("window.toldLost.length")

    def touch_if_drawn(self, name: str):
        """As `touch`; a page that has noticed that nobody answers has no key any more."""
        is_pressed = not name.startswith("All-in")
        try:
            self.key(name).tap(timeout=AGAIN_MS)
            self.touched += is_pressed
        except TimeoutError:
            self.perhaps += is_pressed

    def settle(self):
        """The page has the answer to what was pressed."""
        wait_until(lambda: not self.waits, f"An answer at seat {self.seat}")

    def wait_until_lost(self):
        self.page.locator("#lost").wait_for()

    def wait_until_back(self):
        self.page.locator("#lost").wait_for(state="hidden")


# What befalls them, with a press on its way


class Troubles:
    """What may befall a player who touches a key. `happened` counts how often each did;
    `killed_services`, of those the services that were killed since it was 0.
    """

    def __init__(self, table: RealTable, chance: random.Random):
        self.table, self.chance = table, chance
        self.happened: Counter[str] = Counter()
        self.killed_services = 0
        self.kinds: dict[str, Callable[[Player, str], None]] = {
            "page loaded anew": self._reload,
            "page closed": self._close,
            "page killed": self._crash,
            "touched twice": self._touch_twice,
            "web process killed": self._kill_web,
            "phone offline": self._offline,
            "service killed": self._kill_service,
            "web process stands still": self._stop_web,
        }

    def befall(self, player: Player, name: str):
        """The player touches the key, and one of them happens: each in its turn."""
        kind = [*self.kinds][self.happened.total() % len(self.kinds)]
        self.happened[kind] += 1
        self.kinds[kind](player, name)

    def _reload(self, player: Player, name: str):
        """Chromium gives up loading where the page goes back in its history just then, as it does
        when an amount is closed.
        """
        player.touch(name)
        try:
            player.page.reload()
        except Error:
            player.page.reload()

    def _close(self, player: Player, name: str):
        player.touch(name)
        player.page.close()
        player.open_page()

    def _crash(self, player: Player, name: str):
        player.touch(name)
        killed = player.page
        with killed.expect_event("crash"), contextlib.suppress(Error):  # it does not answer
            killed.goto("chrome://crash")
        killed.close()
        player.open_page()

    def _touch_twice(self, player: Player, name: str):
        at = player.key(name).bounding_box()
        assert at is not None
        player.touch(name)
        if player.key(name).count() == 1:
            player.page.touchscreen.tap(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)

    def _offline(self, player: Player, name: str):
        """What streams already Chromium lets go on, so the stream is ended as well."""
        player.context.set_offline(True)
        player.touch(name)
        self.table.kill("web")
        self.table.start_web()
        player.wait_until_lost()
        player.context.set_offline(False)

    def _stop_web(self, player: Player, name: str):
        """Nothing is cut off, and nothing comes."""
        self.table.stop("web")
        player.touch_if_drawn(name)
        player.wait_until_lost()
        self.table.go_on("web")

    def _kill_web(self, player: Player, name: str):
        self._kill("web", player, name)
        self.table.start_web()

    def _kill_service(self, player: Player, name: str):
        self._kill("run", player, name)
        self.killed_services += 1
        self.table.start_service()

    def _kill(self, command: str, player: Player, name: str):
        """Before it has heard of the press, or when it has: perhaps before it could answer."""
        if self.chance.random() < 0.5:
            player.touch(name)
        else:
            self.table.stop(command)
            player.touch_if_drawn(name)
        self.table.kill(command)
        self._perhaps_wait(player)

    def _perhaps_wait(self, player: Player):
        """Until the page has noticed: its press is then sent by the page that was lost."""
        if self.chance.random() < 0.5:
            player.wait_until_lost()
