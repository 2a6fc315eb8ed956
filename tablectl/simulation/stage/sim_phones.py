"""Simulated phones: pages that number their presses and keep them until the table has answered."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from firmware_io.kit.sim.seat_model import SeatModel
from firmware_io.messages import Edge, HoleCardsSeen, KeyPressed, is_key
from tablectl.service.config.values import TableConfig
from tablectl.service.phones.codes import Code
from tablectl.service.phones.presses import (
    Press,
    approve_text,
    give_up_text,
    keep_text,
    mac_of,
    page_text,
    pair_text,
    phone_key,
)
from tablectl.service.serve import Service
from tablectl.simulation.stage.socket_ends import ControlEnd

AGAIN_S = 0.2  # a player who pressed too fast presses again
LOST_KEY = bytes(16)  # what a page signs with that has lost its own


class SeatsEnd(ControlEnd):
    """The runner's end of the phones' socket, as the web process has it: one line at a time."""

    on_answer: Callable[[dict[str, Any]], None]
    on_new_host: Callable[[], None]

    def host_is_new(self) -> None:
        super().host_is_new()
        self.on_new_host()

    def readable(self) -> None:
        super().readable()
        answers, self.answers = self.answers, []
        for answer in answers:
            self.on_answer(answer)


def pair_request(
    table: str, seat: int, code: bytes, nonce: str = ""
) -> tuple[bytes, dict[str, Any]]:
    """What a phone asks that has read the key of a code, and the key that it has from then on.
    `nonce`: a real phone's is by chance; a simulated one's comes of the code, so that it asks
    again with the same.
    """
    nonce = nonce or code[::-1].hex()
    key = phone_key(code, nonce)
    return key, {"seat": seat, "nonce": nonce, "mac": mac_of(key, pair_text(table, seat, nonce))}


class SimPhone(SeatModel):
    """A seat with chips and cards on the felt, and a phone for its keys. `send`: hands a request
    on. `view_id`: of what the page shows of this seat now. `hand`: the number of the hand there.
    """

    is_plugged = True

    def __init__(
        self,
        number: int,
        denominations: Sequence[int],
        *,
        table: str,
        send: Callable[["SimPhone", dict[str, Any]], None],
        view_id: Callable[[int], str],
        hand: Callable[[], int] = lambda: 0,
    ) -> None:
        super().__init__(denominations)
        self.number, self._table = number, table
        self._send, self._view_id, self._hand = send, view_id, hand
        self.key: bytes | None = None
        self.epoch = 0
        self._next = 1
        self._new_key: bytes | None = None  # of the code that it has read
        # of the phone that had the seat before: its key, epoch, and next number
        self._old = (LOST_KEY, 1, 1)
        self._last: dict[str, Any] | None = None
        # what the table has not answered yet, oldest first
        self.waiting: list[dict[str, Any]] = []
        self.answer: dict[str, Any] = {}

    @property
    def is_idle(self) -> bool:
        return not self.waiting

    # What a page does

    def press_on(self, key: str, amount: int = 0, *, on: str | None = None) -> None:
        """`on`: the view that it is pressed on; None: the present one."""
        of_now = self.key or LOST_KEY, max(1, self.epoch), self._next
        self._next += 1
        self._last = self._signed_press(of_now, key, amount, on)
        self._asks(self._last)

    def press_on_old(self, key: str, amount: int = 0) -> None:
        """The phone that had the seat before presses, on the present view."""
        self._asks(self._signed_press(self._old, key, amount, None))

    def _signed_press(
        self, of: tuple[bytes, int, int], key: str, amount: int, on: str | None
    ) -> dict[str, Any]:
        """`of`: a phone's key, its epoch, and the number of the press."""
        assert is_key(key)
        phone_key, epoch, number = of
        press = Press(
            seat=self.number,
            epoch=epoch,
            number=number,
            on=self._view_id(self.number) if on is None else on,
            key=key,
            amount=amount,
            mac="",
        )
        mac = mac_of(phone_key, press.text(self._table))
        return {**msgspec.to_builtins(press), "mac": mac}

    def press_again(self) -> None:
        """The last press once more, under its number."""
        if self._last is not None:
            self._asks(self._last)

    def pair(self, code: Code | None) -> None:
        """None: it wants the seat, and has seen no code."""
        read = code.key if code is not None else LOST_KEY
        self._new_key, request = pair_request(self._table, self.number, read)
        self._asks({"do": "pair", **request})

    def give_up(self) -> None:
        self._asks_signed("give_up", give_up_text)

    def keep(self) -> None:
        """Another phone asks for its seat, and does not get it."""
        self._asks_signed("keep", keep_text)

    def answer_for(self, of: int, *, yes: bool) -> None:
        """Another phone asks for another seat, and this player answers."""
        epoch = max(1, self.epoch)
        text = approve_text(self._table, self.number, epoch, self._hand(), of, yes=yes)
        mac = mac_of(self.key or LOST_KEY, text)
        request = {"do": "approve", "seat": self.number, "epoch": epoch, "of": of, "yes": yes}
        self._asks({**request, "mac": mac})

    def show_page(self, *, is_open: bool) -> None:
        self._asks_signed("page", page_text, is_open=is_open)

    def ask_seat(self) -> None:
        """Another phone, which has no key, wants the seat."""
        self._asks({"do": "ask_seat", "seat": self.number})

    def _asks_signed(self, do: str, text: Callable[[str, int, int], str], **more: bool) -> None:
        epoch = max(1, self.epoch)
        mac = mac_of(self.key or LOST_KEY, text(self._table, self.number, epoch))
        self._asks({"do": do, "seat": self.number, "epoch": epoch, "mac": mac, **more})

    def reload(self) -> None:
        """The page is loaded anew: what was not answered is sent again."""
        if self.waiting:
            self._send(self, self.waiting[0])
        self.show_page(is_open=True)

    def lose_key(self) -> None:
        self.key = None

    def _asks(self, request: dict[str, Any]) -> None:
        """One request at a time is on its way."""
        self.waiting.append(request)
        if len(self.waiting) == 1:
            self._send(self, request)

    def hear(self, answer: dict[str, Any]) -> None:
        """The answer to the oldest request."""
        request = self.waiting.pop(0)
        self.answer = answer
        if request["do"] == "pair" and answer["ok"]:
            self._old = self.key or LOST_KEY, max(1, self.epoch), self._next
            self.key, self.epoch, self._next = self._new_key, answer["epoch"], answer["number"]
        if request["do"] == "press" and not answer["ok"] and request is self._last:
            self._next = request["number"]  # it was none, so its number is free
        if self.waiting:
            self._send(self, self.waiting[0])

    # As a seat of the stage

    def _report_changes(self, *changes: tuple[str, Edge]) -> None:
        """Nothing senses chips here; a player who turns the cards up says so on the phone."""
        for _, message in changes:
            if isinstance(message, KeyPressed):
                self.press_on(message.key, message.amount)
            elif isinstance(message, HoleCardsSeen) and message.up:
                self.press_on("show")

    def unplug(self) -> None:
        raise ValueError("A phone is no device with a plug: it can sleep, wake, reload, be lost.")

    replug = reset = unplug

    def close(self) -> None:
        """It has no port."""


class SimWeb:
    """The web process: it hands requests on, one after the other, and their answers back."""

    def __init__(
        self,
        end: SeatsEnd,
        seats: Sequence[int],
        table: TableConfig,
        service: Callable[[], Service | None],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.end, self._service, self._loop = end, service, loop
        end.on_answer, end.on_new_host = self._hear_answer, self._host_is_new
        chips = tuple(sorted({1, *table.chips}))
        self.phones = {
            n: SimPhone(
                n,
                chips,
                table=table.name,
                send=self._sends,
                view_id=self._view_id,
                hand=self._hand,
            )
            for n in seats
        }
        self._asking: list[SimPhone] = []  # whose answers are awaited, in order

    def _view_id(self, seat: int) -> str:
        service = self._service()
        return "" if service is None else service.phones.keys_id(seat)

    def _hand(self) -> int:
        service = self._service()
        return 0 if service is None else service.rows.table.hands

    def _sends(self, phone: SimPhone, request: dict[str, Any]) -> None:
        self._asking.append(phone)
        self.end.write(msgspec.json.encode(request) + b"\n")

    def _hear_answer(self, answer: dict[str, Any]) -> None:
        phone = self._asking.pop(0)
        if answer.get("code") == "too_fast":
            request = phone.waiting[0]
            self._loop.call_later(AGAIN_S, self._sends, phone, request)
        else:
            phone.hear(answer)

    def _host_is_new(self) -> None:
        """What was not answered is sent again, and every page that is open says so."""
        self._asking.clear()
        for phone in self.phones.values():
            if phone.epoch:
                phone.reload()

    def pair_all(self, codes: Mapping[int, Code]) -> None:
        """Every phone whose seat shows a code reads it."""
        for seat, code in codes.items():
            self.phones[seat].pair(code)
