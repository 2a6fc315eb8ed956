"""A simulated phone at a running table of another process: it finds its key where the table has it,
and presses by the sockets that the web process has.

It remembers nothing: which number its next press has, it asks the table.
"""

import socket
from pathlib import Path

import msgspec

from firmware_io.messages import Key
from tablectl.service.books.phones import Pairing, PairingBook
from tablectl.service.config.values import Config
from tablectl.service.phones.presses import KEY_BYTES, Press, mac_of, page_text
from tablectl.structs import JsonObject
from tablectl.view import View

WAIT_S = 5
MOST_OF_A_VIEW = 1 << 18


class NoPhone(ValueError):
    """The message is a sentence: nothing was pressed."""


def pair_simulated(book: Path, seat: int) -> None:
    """Gives the seat to a simulated phone, if none has it yet."""
    pairings = PairingBook(book)
    if pairings.now.of_seat(seat) is None:
        key = bytes([seat]) * KEY_BYTES  # whoever plays with it may read the folder anyway
        pairings.change(lambda known: known.with_phone(seat, key))


def press_on_phone(config: Config, seat: int, key: Key, amount: int = 0) -> JsonObject:
    """What the table answers to a key on the phone of that seat. Raises NoPhone, OSError."""
    pairing = _find_pairing(config, seat)
    table, phone_key = config.table.name, bytes.fromhex(pairing.key)
    with socket.socket(socket.AF_UNIX) as end:
        end.settimeout(WAIT_S)
        end.connect(config.phones.socket)
        page = {
            "do": "page",
            "seat": seat,
            "epoch": pairing.epoch,
            "is_open": True,
            "mac": mac_of(phone_key, page_text(table, seat, pairing.epoch)),
        }
        press = Press(
            seat=seat,
            epoch=pairing.epoch,
            number=_ask(end, page)["number"] + 1,
            on=_keys_id(config, seat),
            key=key,
            amount=amount,
            mac="",
        )
        signed = {**msgspec.to_builtins(press), "mac": mac_of(phone_key, press.text(table))}
        return _ask(end, signed)


def _find_pairing(config: Config, seat: int) -> Pairing:
    book = PairingBook(Path(config.phones.book))
    if (pairing := book.now.of_seat(seat)) is None:
        raise NoPhone(f"No phone has seat {seat}: read the code that the board shows.")
    return pairing


def _ask(end: socket.socket, request: JsonObject) -> JsonObject:
    """The table's answer. Raises NoPhone where it is none."""
    end.sendall(msgspec.json.encode(request) + b"\n")
    with end.makefile("rb") as lines:
        answer: JsonObject = msgspec.json.decode(lines.readline() or b'{"ok": false, "text": ""}')
    if not answer["ok"]:
        raise NoPhone(answer["text"] or "The table has ended.")
    return answer


def _keys_id(config: Config, seat: int) -> str:
    """Of the keys that the table shows this seat now."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as screen:
        screen.settimeout(WAIT_S)
        screen.connect(config.views)
        screen.send(b"next")
        view = msgspec.json.decode(screen.recv(MOST_OF_A_VIEW), type=View)
    return view.seats[str(seat)].keys_id or ""
