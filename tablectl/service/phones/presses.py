"""A press of a phone, and the MAC that shows which phone it is of."""

import hmac
from typing import Annotated

import msgspec

from firmware_io.messages import Key
from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.structs import Strict

KEY_BYTES = 16  # of a pairing: 128 random bits
MAC_BYTES = 8
FIRST_PHONE_NODE = 1_000  # a phone's edges stand in the journal under this and its seat's number
# A key that answers no question may be pressed on any view.
ANY_TIME = ("sit_out", "sit_in", "call_floor", "report_joker", "undo")

Seat = Annotated[int, msgspec.Meta(ge=1, le=99)]
Number = Annotated[int, msgspec.Meta(ge=1, le=2**53 - 1)]  # what a page can count
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]*$", max_length=2 * KEY_BYTES)]


def node_of_seat(seat: int) -> int:
    """Under which its presses stand in the journal."""
    return FIRST_PHONE_NODE + seat


class Press(Strict, tag_field="do", tag="press"):
    """A key that was pressed. `on`: the `keys_id` of the view that showed it. `mac`: `mac_of` in
    hex digits.
    """

    seat: Seat
    epoch: Number
    number: Number
    on: Hex
    key: Key
    mac: Hex
    amount: Annotated[int, msgspec.Meta(ge=0, le=MOST_AMOUNT)] = 0

    @property
    def node(self) -> int:
        return node_of_seat(self.seat)

    def text(self, table: str) -> str:
        """What the MAC is made of: all that the press says, and the table's name, line by line."""
        words = (self.seat, self.epoch, self.number, self.on, self.key, self.amount)
        return "\n".join(("press of a phone", table, *map(str, words)))

    def fingerprint(self) -> int:
        """31 bits of what it says, to tell a repeat from another press under its number."""
        from zlib import crc32

        return crc32(self.text("").encode()) >> 1


def mac_of(key: bytes, text: str) -> str:
    """HMAC-SHA-256 of the text, its first 8 bytes in hex digits."""
    return hmac.digest(key, text.encode(), "sha256")[:MAC_BYTES].hex()


def is_signed(text: str, key: bytes, mac: str) -> bool:
    return hmac.compare_digest(mac_of(key, text), mac)


def phone_key(code: bytes, nonce: str) -> bytes:
    """The key of a phone: of the code that it has read, and of bits that it has added by chance.
    So a picture of the code gives nobody the key of the phone that has read it.
    """
    return hmac.digest(code, nonce.encode(), "sha256")[:KEY_BYTES]


def pair_text(table: str, seat: int, nonce: str) -> str:
    """What a phone signs with its key to show that it has read a code."""
    return "\n".join(("phone for a seat", table, str(seat), nonce))


def give_up_text(table: str, seat: int, epoch: int) -> str:
    """What a phone signs to give its seat back."""
    return "\n".join(("seat given back", table, str(seat), str(epoch)))


def keep_text(table: str, seat: int, epoch: int) -> str:
    """What a phone signs to keep its seat, which another phone asks for."""
    return "\n".join(("seat kept", table, str(seat), str(epoch)))


def approve_text(table: str, seat: int, epoch: int, hand: int, of: int, *, yes: bool) -> str:
    """What a phone signs to answer for the seat `of`, which another phone asks for in this hand."""
    words = (seat, epoch, hand, of, "yes" if yes else "no")
    return "\n".join(("answer for another seat", table, *map(str, words)))


def page_text(table: str, seat: int, epoch: int) -> str:
    """What a phone signs to show that a page is its own."""
    return "\n".join(("page of a seat", table, str(seat), str(epoch)))
