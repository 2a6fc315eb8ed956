"""`tablectl setup` at simulated devices, each at a port of its own: they are found, a card is read, a
hand is played by who sits there.
"""

import asyncio
import re
import sys
import tempfile
from pathlib import Path

import pexpect
import pytest

from firmware_io.keypad.keyboards import list_keyboards
from firmware_io.kit.sim.readers.field import Field, SimTag
from firmware_io.kit.sim.readers.pepper import SimPepper
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.kit.sim.readers.pty import PtyReader
from firmware_io.kit.table.sim_table import CARDS, SimTable
from firmware_io.kit.table.verbs import do_verb
from firmware_io.readers.ids import simulated_tag
from tablectl.intake.decks import Deck
from tablectl.service.books.books import change_decks
from tablectl.service.config.loading import load_config
from tablectl.setup.interview.desk import Desk
from tablectl.setup.interview.seats import learn_pads
from tablectl.setup.interview.waiting import await_press
from tablectl.simulation.stage.lone_phone import pair_simulated, press_on_phone
from tests.firmware_io.fake_evdev import FakeEvdev, Pad
from tests.firmware_io.test_keypad import PAD
from tests.setup.interview.terminal import PATIENCE_S, begin_setup

PORTS = ("reader", "mux", "shoe", "seat-1", "seat-2")


class Builder:
    """Somebody at a terminal, with devices in this folder that the system does not list."""

    def __init__(self, place: Path):
        self.place, self.field = place, Field()
        loop = asyncio.get_running_loop()
        self.table = SimTable(loop, place, {1: 1_000, 2: 1_000})
        self.readers = [
            PtyReader(loop, place / "reader", SimPn532(self.field)),
            PtyReader(loop, place / "mux", SimPepper(Field())),
        ]
        self.terminal = None

    def begin(self, *options):
        named = [word for port in PORTS for word in ("--port", str(self.place / port))]
        self.terminal = begin_setup(self.place, "--language", "en", *named, *options)

    async def sees(self, *patterns):
        return await self.terminal.expect([*patterns], async_=True)

    async def answers(self, question, answer):
        await self.sees(re.escape(question) + r"[^$]*?\[[^\]]+\] ")
        self.terminal.sendline(answer)

    async def ends(self):
        await self.sees(pexpect.EOF)
        self.terminal.close()
        return self.terminal.exitstatus

    def close(self):
        if self.terminal is not None:
            self.terminal.close(force=True)
        self.table.close()
        for reader in self.readers:
            reader.close()


async def built(steps):
    """In a folder with a short path: a socket's has room for 107 bytes."""
    with tempfile.TemporaryDirectory() as folder:
        builder = Builder(Path(folder))
        try:
            await steps(builder)
        finally:
            builder.close()


async def _asked_for_the_game(builder):
    await builder.answers("Which language", "")
    for found in ("pn532 at", "pepper at", "shoe at", "1, seat at", "2, seat at"):
        await builder.sees(rf"Found: [^\n]*{found}")
    await builder.answers("What do you play?", "")
    await builder.sees(r"How many seats has the table, 2 to 10\? \[2\] ")
    builder.terminal.sendline("")
    await builder.answers("Which blinds", "5/10")


async def _asked_for_devices(builder, reader, seat, screen):
    builder.begin()
    await _asked_for_the_game(builder)
    await builder.answers("What reads the cards?", reader)
    await builder.answers("What is a seat?", seat)
    await builder.answers("Has the table a screen?", screen)


async def _is_written(builder):
    """With the deck of the simulated shoe in the book."""
    tags = {simulated_tag(card): card for card in CARDS}
    change_decks(builder.place / "decks.json", lambda decks: decks.added(Deck("red", tags)))
    await builder.sees("is written, and nothing is wrong with it")


async def _plays_a_hand(builder, done):
    """`done`: what the table asks, and what is done then; until the hand is over."""
    await builder.answers("Play a first hand now?", "")
    over = r"No systemd runs here|The table's units|This starts the table now"
    while (which := await builder.sees(*done, over)) < len(done):
        said = [word.replace(",", "") for word in builder.terminal.match.groups()]
        [*done.values()][which](builder, *said)
    assert await builder.ends() == 0
    assert not (builder.place / "table.db").exists()


async def by_shoe_and_nodes(builder):
    await _asked_for_devices(builder, "shoe", "", "no")
    await builder.answers("What hangs on the Pi's own pins", "")
    await _is_written(builder)
    await _plays_a_hand(
        builder,
        {
            r"Seat (\d): put ([\d,]+) in front of you": lambda at, seat, amount: do_verb(
                at.table, f"seat {seat} put {amount}"
            ),
            r"Seat (\d): call": lambda at, seat: do_verb(at.table, f"seat {seat} press fold"),
        },
    )
    config = load_config(builder.place / "table.toml")
    assert (config.shoe.driver, config.shoe.port) == ("node", str(builder.place / "shoe"))
    assert [seat.port for seat in config.seat] == [
        str(builder.place / name) for name in ("seat-1", "seat-2")
    ]


def fold_by_phone(builder, seat):
    press_on_phone(load_config(builder.place / "table.toml"), int(seat), "fold")


async def by_phones_without_a_screen(builder):
    """The codes stand at the terminal: one phone reads its own, and so does the other."""
    await _asked_for_devices(builder, "shoe", "phones", "no")
    await builder.answers("What hangs on the Pi's own pins", "")
    await _is_written(builder)
    await builder.answers("Play a first hand now?", "")
    await builder.sees(r"Seat 2: scan this with the phone's camera")
    builder.terminal.sendintr()
    await builder.sees("Ended. What was answered is kept")
    assert await builder.ends() == 1
    for seat in (1, 2):
        pair_simulated(builder.place / "phones.json", seat)
    builder.begin()
    await _plays_a_hand(builder, {r"Seat (\d): call": fold_by_phone})


async def by_a_slide_reader(builder):
    await _asked_for_devices(builder, "slide", "phones", "")
    await builder.answers("What hangs on the Pi's own pins", "laser")
    await builder.sees('"laser" is none of these: apa102, ws2812, emergency_stop.')
    await builder.answers("What hangs on the Pi's own pins", "apa102, emergency_stop")
    await builder.sees("Lay a card on the reader.")
    builder.field.put(SimTag(bytes.fromhex("04A1B2C3D4E580")))
    await builder.sees("READER OK")
    builder.field.clear()
    await builder.answers("The name of your deck", "ред")
    await builder.sees("is no name for a deck")
    await builder.answers("The name of your deck", "no")
    await builder.answers("Play a first hand now?", "no")
    assert await builder.ends() == 0
    config = load_config(builder.place / "table.toml")
    assert (config.shoe.driver, config.shoe.port) == ("pn532", str(builder.place / "reader"))
    assert (config.lamps.driver, config.gpio.emergency_stop) == ("apa102", 17)


@pytest.mark.slow
@pytest.mark.parametrize(
    "steps", [by_shoe_and_nodes, by_phones_without_a_screen, by_a_slide_reader]
)
def test_devices_are_found_and_lead_to_the_first_hand(steps):
    asyncio.run(built(steps))


def test_which_pad_belongs_to_which_seat_is_learnt_by_a_key_at_each(tmp_path, monkeypatch):
    names = [f"usb-0:1.{number}-event-kbd" for number in (1, 2, 3)]
    folder = tmp_path / "input/by-path"
    folder.mkdir(parents=True)
    pads = {str(folder / name): Pad("Pad", [*PAD.values()]) for name in names}
    for path in pads:
        Path(path).touch()
    monkeypatch.setitem(sys.modules, "evdev", FakeEvdev(**pads))
    first, second, third = pads
    at_seats = iter([second, first, None, third])
    said = []

    def press(paths):
        path = next(at_seats)

        async def pressed():
            awaited = asyncio.create_task(await_press(paths, PATIENCE_S if path else 0.01))
            while path and not pads[path].devices:
                await asyncio.sleep(0)
            if path:
                pads[path].tap(PAD["5"])
            return await awaited

        return asyncio.run(pressed())

    lines = iter(["", ""])
    desk = Desk(tmp_path / "r.json", lambda shown: next(lines), said.append, language="en")
    desk.note_answer("count", "4")
    learn_pads(desk, list_keyboards(tmp_path), press)
    assert [desk.answers.get(f"port_{number}") for number in (1, 2, 3, 4)] == [
        second,
        first,
        third,
        None,
    ]
    assert said[0] == "Press a key at seat 1."
    assert said[-1] == (
        "No number pad is left for seat 4. Plug it in, and then: tablectl setup --only pads"
    )
    assert all(pad.devices == [] for pad in pads.values())
