"""The gate of the secrets where hands are shown on spots: whatever tells of a table's devices names
no card that lies face down.

It is asked at each step of an open hand: the control socket, the doctor beside the running table,
the audit of its deck, its log and its screen. What may be named is what lies on the board or on a
spot, and the tag of such a card.
"""

import socket
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from firmware_io.kit.sim.readers.pepper import SimPepper
from tablectl.intake.audit import DeckAudit
from tablectl.intake.enrolling import enrolling_order
from tablectl.present.public import audit_view
from tablectl.present.terms import card_name
from tablectl.rules.cards import CODE
from tablectl.service import device_tests, device_watch, display
from tablectl.service.config.loading import load_config
from tablectl.service.control import status_parts
from tablectl.service.devices.machine import Machine
from tablectl.service.offline import audit_deck
from tablectl.setup.doctor import running_table as asking
from tablectl.setup.doctor.examination import Examination, examine
from tablectl.text import say
from tests.claims import tried
from tests.firmware_io.conftest import JumpingLoop
from tests.service.evening import REST_MS, TOLD_MS, Deck, SmallestTable, booked
from tests.service.test_spots import SEEN_MS, SPOTS, STAKES, with_spots

from .naming import named

HANDS = 12
EXAMINED_EVERY = 5  # steps; the doctor looks at the whole machine
EXITS = {"control", "reader", "doctor", "audit", "log", "screen"}
MOST_BYTES = 1 << 20
MOST_STEPS = 400  # of one hand


class Watched:
    """A table with spots, and somebody who asks everything that may be asked."""

    def __init__(self, place, monkeypatch):
        self.loop = JumpingLoop()
        self.table = with_spots(
            SmallestTable(
                self.loop, place, reader=lambda field: SimPepper(field, antennas=8), table=STAKES
            )
        )
        self._sockets_at(place)
        self.deck: Deck = booked(self.table, "red", enrolling_order())
        self.tags = {tag.raw_id.hex(): card for card, tag in self.deck.of.items()}
        self.service = self.table.start()
        self.service.control.listen(self.table.config.control.socket)
        self.service.screens.listen(self.table.config.views)
        self.screen = self._connected(self.table.config.screen.socket, socket.SOCK_SEQPACKET)
        self.open: set[str] = set()  # cards of this hand that lie face up
        self.asked, self.leaks = Counter[str](), Counter[str]()
        monkeypatch.setattr(asking, "status_at", self._status)
        monkeypatch.setattr(asking, "PINGED_S", 0)

    def _sockets_at(self, place):
        with (place / "table.toml").open("a") as file:
            file.write(
                f'[control]\nsocket = "{place}/control"\n[screen]\nsocket = "{place}/screen"\n'
            )
        self.table.config = load_config(place / "table.toml")

    def _connected(self, path, kind):
        end = socket.socket(socket.AF_UNIX, kind)
        end.setblocking(False)
        end.connect(path)
        self.loop.run_for(20)
        return end

    def _status(self, control):
        """As the doctor asks, of a table that runs in this process."""
        return msgspec.json.decode(self._told("control", control, b'{"status": true}\n'))["status"]

    def _told(self, exit_, control, line):
        with self._connected(str(control), socket.SOCK_STREAM) as end:
            end.send(line)
            self.loop.run_for(TOLD_MS)
            said = end.recv(MOST_BYTES)
        self._hears(exit_, said.decode())
        return said

    # -------------------------------------------------------------- the exits

    def asks(self):
        config = self.table.config
        self.open |= set(self.table.view.board)
        if self.asked["audit"] % EXAMINED_EVERY == 0:
            self._examines()
        self._status(Path(config.control.socket))
        self._tests_reader()
        self._hears("audit", audit_deck(config).result)
        self._hears("log", "\n".join(self.table.said))
        with suppress(BlockingIOError):
            self.screen.send(b"next")
            self.loop.run_for(TOLD_MS)
            self._hears("screen", self.screen.recv(MOST_BYTES).decode())

    def _tests_reader(self):
        """In a hand that is possible while the floor has paused it."""
        lines = ['{"tests": "reader"}']
        if self.service.table.in_hand:
            lines = ['{"floor": "pause"}', *lines, '{"floor": "go_on"}']
        for line in lines:
            self._told("reader", self.table.config.control.socket, f"{line}\n".encode())

    def _examines(self):
        config, found = self.table.config, list[Any]()
        machine = Machine(self.table.place / "root", lambda command: None, list)
        examine(
            Examination(
                config, (), Path(config.control.socket), machine, self.loop.run_until_complete
            ),
            found.append,
        )
        self._hears("doctor", msgspec.json.encode(found).decode())

    def _hears(self, exit_, said):
        self.asked[exit_] += 1
        by_tag = {card for tag, card in self.tags.items() if tag in said.lower()}
        if (named(said) | by_tag) - self.open:
            self.leaks[exit_] += 1

    # -------------------------------------------------------------- a hand

    def plays(self, chance):
        """With everything asked after each card and each key, and hands shown on the spots."""
        table, before = self.table, self.service.table.hands
        tags = self.deck.shuffled(chance, enrolling_order())
        self.open.clear()
        table.field.clear()
        self.loop.run_for(REST_MS)
        table.begins()
        for _ in range(MOST_STEPS):
            if table.is_lit:
                table.slide(tags.pop(0))
            elif not self.service.table.in_hand and self.service.table.hands > before:
                return
            elif not self._shows():
                table.presses()
            self.asks()
        raise AssertionError(f"The hand does not end: {table.view.ask}")

    def _shows(self):
        """Whoever is asked to show lays the hand on the spot."""
        view = self.table.view
        seat = next((key.seat for key in view.keys if key.key == "show"), None)
        if seat is None:
            return False
        cards = view.seats[str(seat)].cards
        self.open |= set(cards)
        self.table.field.put(*(self.deck.of[card] for card in cards), antenna=SPOTS[seat])
        self.loop.run_for(SEEN_MS)
        return True

    def close(self):
        self.screen.close()
        self.table.close()
        self.loop.close()


@pytest.fixture
def watched(tmp_path, monkeypatch):
    made = Watched(tmp_path, monkeypatch)
    yield made
    made.close()


@pytest.mark.slow
def test_whatever_tells_of_devices_names_no_card_that_lies_face_down(watched):
    chance = Random("devices")
    for _ in range(HANDS):
        watched.plays(chance)
    print(f"{HANDS} hands, asked {dict(watched.asked)}")
    tried(HANDS, "hands")
    assert (set(watched.asked), watched.leaks, watched.service.table.halts) == (EXITS, {}, 0)
    assert len(watched.open) > 5  # a hand was shown, too


def leaks_in_rows(monkeypatch, table):
    """The row of a device names what its seat holds."""

    def rows(*of):
        seats = table.table.view.seats
        return [
            {**row, "holds": list(seats[str(row["seat"])].cards)} if row["seat"] else row
            for row in sound(*of)
        ]

    sound = device_watch.device_rows
    monkeypatch.setattr(device_watch, "device_rows", rows)


def leaks_in_seats(monkeypatch, table):
    """The row of a seat that the floor's page draws names what it holds."""

    def row(t, view, number, names):
        return sound(t, view, number, names) | {"holds": table.table.view.seats[str(number)].cards}

    sound = status_parts._seat_row
    monkeypatch.setattr(status_parts, "_seat_row", row)


def leaks_in_reading(monkeypatch, table):
    """Whoever tests the reader is told the card of a hand that it has read last."""
    monkeypatch.setattr(device_tests, "may_be_named", lambda t, card: card in CODE)


def leaks_in_audit(monkeypatch, table):
    """The audit counts a card before its hand is over, and says so."""
    monkeypatch.setattr(DeckAudit, "result", property(lambda audit: ", ".join(audit.state.now)))


def leaks_on_screen(monkeypatch, table):
    def view(table, now_ms, *besides, **more):
        return audit_view(table, now_ms)

    monkeypatch.setattr(display, "public_view", view)


def leaks_in_log(monkeypatch, table):
    """By its tag alone."""
    table.table.said.append(f"The shoe has read {next(iter(table.tags)).upper()}.")


def leaks_in_a_sentence(monkeypatch, table):
    """As people read it, with the suit's sign."""
    table.table.said.append(f"The shoe has read {say(card_name(next(iter(table.tags.values()))))}.")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("leak", "exits"),
    [
        (leaks_in_rows, {"control", "doctor"}),
        (leaks_in_seats, {"control"}),
        (leaks_in_reading, {"reader"}),
        (leaks_in_audit, {"audit"}),
        (leaks_on_screen, {"screen"}),
        (leaks_in_log, {"log"}),
        (leaks_in_a_sentence, {"log"}),
    ],
)
def test_control_a_card_that_is_named_is_found_out(watched, monkeypatch, leak, exits):
    leak(monkeypatch, watched)
    watched.table.begins()
    # the one that the log names stays in the shoe
    tags = [watched.deck.of[card] for card in enrolling_order()[1:]]
    watched.table.deals(tags)
    watched.asks()
    assert set(watched.leaks) == exits
