"""The lines of the phones' socket, but for a press: a tagged union."""

from typing import Annotated

import msgspec

from tablectl.service.phones.presses import (
    Hex,
    Number,
    Press,
    Seat,
    approve_text,
    give_up_text,
    keep_text,
    page_text,
)
from tablectl.structs import Strict


class Pair(Strict, tag_field="do", tag="pair"):
    """`nonce`: 128 bits by chance, in hex digits. `mac`: of pair_text, by phone_key."""

    seat: Seat
    nonce: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
    mac: Hex


class Digits(Strict, tag_field="do", tag="digits"):
    digits: Annotated[str, msgspec.Meta(pattern="^[0-9]{4}$")]


class _OfPhone(Strict, tag_field="do", kw_only=True):
    """`epoch`: of its pairing, with whose key `mac` is made."""

    seat: Seat
    epoch: Number
    mac: Hex


class Page(_OfPhone, tag="page"):
    is_open: bool

    def text(self, table: str) -> str:
        return page_text(table, self.seat, self.epoch)


class GiveUp(_OfPhone, tag="give_up"):
    def text(self, table: str) -> str:
        return give_up_text(table, self.seat, self.epoch)


class Keep(_OfPhone, tag="keep"):
    def text(self, table: str) -> str:
        return keep_text(table, self.seat, self.epoch)


class Approve(_OfPhone, tag="approve"):
    """Another phone asks for the seat `of`, in a hand: `yes`, the seat wants a phone."""

    of: Seat
    yes: bool

    def text(self, table: str, hand: int) -> str:
        return approve_text(table, self.seat, self.epoch, hand, self.of, yes=self.yes)


class AskSeat(Strict, tag_field="do", tag="ask_seat"):
    seat: Seat


class Alive(Strict, tag_field="do", tag="alive"):
    pass


Signed = Press | Page | GiveUp | Keep  # with the key of the pairing
Request = Signed | Approve | Pair | Digits | AskSeat | Alive
