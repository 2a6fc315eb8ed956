"""Phones in virtual time, each with a page that does what press.js and pairing.js do, and in the
hand of somebody who presses a key until the table has it.

A press is kept, then sent, and sent again until it is answered, by this page or the one that is
loaded next. What a browser has kept outlives a page that crashes; where the battery goes flat,
what was kept last may be lost.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from tablectl.service.phones.codes import Code
from tablectl.service.phones.presses import Press, mac_of, page_text
from tablectl.simulation.stage.sim_phones import SimPhone, pair_request

from .web_in_memory import Network, Request, events_in

FIRST_WAIT_S, LONGEST_WAIT_S = 0.25, 2.0
NO_ANSWER_S = 4.0
LOOKS_AGAIN_S = 0.5  # who holds the phone
LOAD_S = 0.3
KEPT_BEFORE = 4  # of what a browser has kept, as it was a while ago

Words = dict[str, Any]


class Heard(NamedTuple):
    """What a page was told became of a press."""

    press: Words
    answer: Words


class Wish:
    """What somebody wants to do, and what was pressed for it so far. `on`: the `keys_id` that the
    board had then; once it has another one the wish is void.
    """

    def __init__(self, key: str, amount: int, on: str | None):
        self.key, self.amount, self.on = key, amount, on
        self.pressed: list[Words] = []


class _SeatSeen(msgspec.Struct):
    keys_id: str = ""


class _ViewSeen(msgspec.Struct):
    seats: dict[str, _SeatSeen]


_view = msgspec.json.Decoder(_ViewSeen)


class Page:
    """One loading of the page, until it is gone. While it is hidden its timers stand still."""

    def __init__(self, phone: "PagePhone"):
        self._phone, self._network = phone, phone.network
        self.is_gone = self.is_hidden = False
        self.keys_id: str | None = None  # of what it shows; None: nothing, or not the present
        self._is_sending = self._is_out_of_step = False
        self.is_in_step = False  # it knows the number that the table has
        self._wait_s = self._open_again_s = FIRST_WAIT_S
        self._stream: Request | None = None
        self._held_back: list[Callable[[], None]] = []
        self._open_stream()
        self.send()

    def leave(self):
        self.is_gone = True
        if self._stream is not None:
            self._stream.close()

    def hide(self):
        self.is_hidden = True
        self.keys_id = None
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def show(self):
        self.is_hidden = False
        held_back, self._held_back = self._held_back, []
        self._open_stream()
        for call in held_back:
            call()

    def later(self, seconds: float, call: Callable[[], None]):
        self._network.later(round(seconds * 1_000), lambda: self._run(call))

    def _run(self, call: Callable[[], None]):
        if self.is_hidden:
            self._held_back.append(call)
        elif not self.is_gone:
            call()

    # What it is told

    def _open_stream(self):
        pairing = self._phone.pairing
        if self.is_gone or self.is_hidden or self._stream is not None or pairing is None:
            return
        seat, epoch = self._phone.number, pairing["epoch"]
        mac = mac_of(bytes.fromhex(pairing["key"]), page_text(self._phone.table, seat, epoch))
        page = {"seat": seat, "epoch": epoch, "mac": mac}
        self._stream = self._network.open_stream(
            self._phone.address, page, self._hear, self._stream_ended
        )

    def _stream_ended(self):
        self._stream = self.keys_id = None
        self.later(self._open_again_s, self._open_stream)
        self._open_again_s = min(2 * self._open_again_s, LONGEST_WAIT_S)

    def _hear(self, status: int, data: bytes):
        if self.is_gone or self.is_hidden or status != 200:
            return
        for kind, text in events_in(data):
            if kind == "view":
                self.keys_id = _view.decode(text).seats[str(self._phone.number)].keys_id
                self._open_again_s = FIRST_WAIT_S
            elif kind == "seat":
                self._hear_seat(msgspec.json.decode(text))
        self._phone.look()

    def _hear_seat(self, answer: Words):
        if answer["ok"]:
            self.is_in_step = True
            self._catch_up(answer["number"])

    # What it sends

    def press(self, key: str, amount: int) -> Words | None:
        """The press as it is kept; None: another one waits."""
        pairing = self._phone.pairing
        assert self.keys_id is not None
        assert pairing is not None
        if pairing["waiting"]:
            return None
        press = {"number": pairing["next"], "on": self.keys_id, "key": key, "amount": amount}
        self._phone.keep({**pairing, "next": pairing["next"] + 1, "waiting": [press]})
        return press

    def send(self):
        pairing = self._phone.pairing
        if self._is_sending or self.is_gone or pairing is None or not pairing["waiting"]:
            return
        self._is_sending = True
        press = pairing["waiting"][0]
        request = self._phone.sign(pairing, press)
        self._ask("press", request, lambda answer: self._hear_press(press, request, answer))

    def pair(self, code: bytes):
        """Until it is answered: the same each time."""
        key, request = pair_request(self._phone.table, self._phone.number, code)
        self._ask("pair", request, lambda answer: self._hear_pairing(code, key, answer))

    def _ask(self, do: str, request: Words, then: Callable[[Words | None], None]):
        """`then` gets None where nobody has answered: it may be asked again."""
        is_over = False

        def once(answer: Words | None):
            nonlocal is_over
            if not is_over:
                is_over = True
                self._run(lambda: then(answer))

        def heard(status: int, body: bytes):
            may_come_again = status == 429 or status >= 500
            once(None if may_come_again else msgspec.json.decode(body))

        def lost():
            once(None)

        self._network.post(self._phone.address, do, request, heard, lost)
        self.later(NO_ANSWER_S, lost)

    def _hear_press(self, press: Words, request: Words, answer: Words | None):
        self._is_sending = False
        if answer is None or answer.get("code") == "too_fast":
            self.later(self._wait_s, self.send)
            self._wait_s = min(2 * self._wait_s, LONGEST_WAIT_S)
        else:
            self._wait_s = FIRST_WAIT_S
            self._phone.heard.append(Heard(request, answer))
            self._settle(press, answer)

    def _settle(self, press: Words, answer: Words):
        pairing = self._phone.pairing
        if pairing is None or [one["number"] for one in pairing["waiting"]] != [press["number"]]:
            return
        self._phone.keep({**pairing, "waiting": []})
        self._is_out_of_step = answer.get("code") == "number"
        if self._is_out_of_step and self._stream is not None:  # it is told the number anew
            self._stream.close()
            self._stream_ended()
        self._phone.settled(press, answer)

    def _catch_up(self, number: int):
        pairing = self._phone.pairing
        if pairing is not None and (pairing["next"] <= number or self._is_out_of_step):
            self._is_out_of_step = False
            self._phone.keep({**pairing, "next": number + 1})

    def _hear_pairing(self, code: bytes, key: bytes, answer: Words | None):
        if answer is None:
            self.later(FIRST_WAIT_S, lambda: self.pair(code))
        elif answer["ok"]:
            epoch, number = answer["epoch"], answer["number"]
            self._phone.keep({"key": key.hex(), "epoch": epoch, "next": number, "waiting": []})
            self._open_stream()


class PagePhone(SimPhone):
    """A phone, what its browser has kept, the page that is open in it, and what the person who
    holds it wants. `presents`: the `keys_id` that the board has for a seat now, None: it has none;
    `has_press`: whether the board shows that this press was taken.
    """

    page: Page | None = None

    def set_up(
        self,
        network: Network,
        presents: Callable[[int], str | None],
        has_press: Callable[[Words], bool],
    ):
        self.network, self._presents, self._has_press = network, presents, has_press
        self.table, self.address = self._table, f"10.0.1.{self.number}"
        self._kept: list[str] = []
        self._wishes: list[Wish] = []
        self._is_pairing = False
        self.made: list[Words] = []
        self.heard: list[Heard] = []
        self.load()

    # Its browser

    @property
    def pairing(self) -> Words | None:
        return msgspec.json.decode(self._kept[-1]) if self._kept else None

    def keep(self, pairing: Words):
        self._kept = [*self._kept[-KEPT_BEFORE:], msgspec.json.encode(pairing).decode()]
        self._is_pairing = False

    def forget_last(self, count: int):
        """The battery was flat before these were written."""
        del self._kept[max(1, len(self._kept) - count) :]

    def sign(self, pairing: Words, press: Words) -> Words:
        said = Press(seat=self.number, epoch=pairing["epoch"], mac="", **press)
        mac = mac_of(bytes.fromhex(pairing["key"]), said.text(self.table))
        return {**msgspec.to_builtins(said), "mac": mac}

    def load(self):
        """The page, anew."""
        self.leave()
        self.page = Page(self)
        if self._is_pairing and self._code_key is not None:
            self.page.pair(self._code_key)
        self._look_again()

    def leave(self):
        if self.page is not None:
            self.page.leave()
        self.page = None

    # The person

    @property
    def is_idle(self) -> bool:
        return not self._is_pairing and not any(map(self._stands, self._wishes))

    def _stands(self, wish: Wish) -> bool:
        presents = self._presents(self.number)
        return presents is None or wish.on in (None, presents)

    def pair(self, code: Code):
        self._code_key, self._is_pairing = code.key, True
        if self.page is not None:
            self.page.pair(code.key)

    def press_on(self, key: str, amount: int = 0, *, on: str | None = None):
        self._wishes.append(Wish(key, amount, self._presents(self.number)))
        self._look_again()

    def settled(self, press: Words, answer: Words):
        if answer["ok"] and self._wishes and press in self._wishes[0].pressed:
            self._wishes.pop(0)
        self.look()

    def look(self):
        """Presses what is wanted, where the page shows how it stands, and it was not done yet."""
        page = self.page
        self._wishes = [wish for wish in self._wishes if self._stands(wish)]
        if page is None or page.is_hidden or not self._wishes or self.pairing is None:
            return
        presents, wish = self._presents(self.number), self._wishes[0]
        is_ready = page.is_in_step and presents is not None and page.keys_id == presents
        if not is_ready or self.pairing["waiting"]:
            return
        signed = (self.sign(self.pairing, press) for press in wish.pressed)
        if any(self._has_press(press) for press in signed):
            self._wishes.pop(0)
            self.look()
        else:
            self.press_key(wish)

    def press_key(self, wish: Wish):
        assert self.page is not None
        press = self.page.press(wish.key, wish.amount)
        assert press is not None
        assert self.pairing is not None
        wish.pressed.append(press)
        self.made.append(self.sign(self.pairing, press))
        self.send()

    def send(self):
        assert self.page is not None
        self.page.send()

    def _look_again(self):
        """Now and then, until all is done."""
        self.look()
        if self.page is not None and self._wishes:
            self.page.later(LOOKS_AGAIN_S, self._look_again)
