"""firmware_io/README.md is held against the program: each command of it is one, and a stranger
who types them plays a hand.
"""

import asyncio
import os
import re
import shlex
import signal
import sys
import tempfile
from pathlib import Path
from random import Random

import pexpect
import pytest
import typer

from firmware_io.gpio.purposes import HEADER_PINS
from firmware_io.kit.sim.readers.field import Field
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.kit.sim.readers.pty import PtyReader
from firmware_io.kit.sim.seat import SimSeat
from tablectl.cli.app import app
from tablectl.intake.enrolling import enrolling_order
from tablectl.journal.verify import verify
from tablectl.present.public import public_view
from tablectl.service.process import bind_child
from tablectl.setup.example import Wanted, example_config
from tablectl.simulation.stage.live import JournalReader
from tests.service.evening import PRESSED, Deck

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "firmware_io/README.md").read_text()
LOOK_S = 0.02
APART_S = 0.25  # between two cards, with nothing at the reader
AT_MOST_S = 800  # on a busy machine; it takes 120
SEATS = range(1, 7)
ANSWERS = (
    ("Which language", ""),
    ("What do you play?", "canterbury"),
    ("How many seats", ""),
    ("Which blinds", ""),
    ("What reads the cards?", ""),
    ("What is a seat?", ""),
    ("Has the table a screen?", ""),
    ("What hangs on the Pi's own pins", ""),
)


def lines():
    """Every command, without its comment."""
    blocks = re.findall(r"^```sh\n(.+?)^```", README, re.MULTILINE | re.DOTALL)
    return [line.partition("  #")[0].rstrip() for block in blocks for line in block.splitlines()]


def ours():
    return [line for line in lines() if line.startswith("tablectl ")]


def unknown(line):
    """The words of a line that name no command of ours, and no option of that command."""
    at = typer.main.get_command(app)
    wrong = []
    for word in shlex.split(line.partition(" >")[0])[1:]:
        options = {name for param in at.params for name in (*param.opts, *param.secondary_opts)}
        if word.startswith("--") and word not in options:
            wrong.append(word)
        elif word in getattr(at, "commands", {}):
            at = at.commands[word]
    return [*wrong, *([at.name] if hasattr(at, "commands") and "--version" not in line else [])]


def test_every_command_and_option_is_one():
    assert len(ours()) > 10
    assert {line: wrong for line in ours() if (wrong := unknown(line))} == {}


@pytest.mark.parametrize(
    "line", ["tablectl doktor", "tablectl deck enrol red --conifg x", "tablectl deck"]
)
def test_one_that_is_none_is_found(line):
    assert unknown(line) != []


def test_the_drawing_s_pins_are_those_of_the_configuration_and_of_the_header():
    drawing = README.partition("## How it is wired\n\n```")[2].partition("```")[0]
    drawn = {(int(number), int(pin)) for pin, number in re.findall(r"(\d+)  GPIO(\d+)", drawing)}
    # GPIO -> pin of the 40
    header = {17: 11, 24: 18, 25: 22, 4: 7, 14: 8, 15: 10, 10: 19, 11: 23}
    assert drawn == {*header.items()}
    assert all(number in HEADER_PINS for number, _ in drawn)
    text = example_config(
        Wanted("pool", 4, strip="apa102", pins=("emergency_stop", "made", "missed", "undo"))
    )
    assert [
        line.split()[:3:2]
        for line in text.splitlines()
        if re.match(r"(emergency_stop|made|missed|undo) =", line)
    ] == [["emergency_stop", "17"], ["made", "24"], ["missed", "25"], ["undo", "4"]]


# A stranger


class Stranger:
    """Types the commands of the text into a shell, in a folder where a reader and seats are
    simulated.
    """

    def __init__(self, place):
        loop = asyncio.get_running_loop()
        self.place, self.field = place, Field()
        self.deck = Deck(enrolling_order())
        self.reader = PtyReader(loop, place / "reader", SimPn532(self.field))
        self.seats = {
            n: SimSeat(loop, place / f"seat-{n}", node=n, epoch=50 + n, denominations=(1,))
            for n in SEATS
        }
        self.typed = []

    def close(self):
        self.reader.close()
        for seat in self.seats.values():
            seat.close()

    async def types(self, line):
        self.typed.append(line)
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        return await asyncio.create_subprocess_exec(
            "bash",
            "-c",
            f"exec {line}",
            cwd=self.place,
            env={**os.environ, "PATH": path, "SDL_VIDEODRIVER": "dummy"},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            preexec_fn=bind_child(),
        )

    async def reads(self, line):
        """What a command says, line by line."""
        command = await self.types(line)
        while said := (await command.stdout.readline()).decode():
            yield command, said.rstrip()
        await command.wait()

    async def does(self, line):
        command = await self.types(line)
        said = (await command.communicate())[0].decode()
        return command.returncode, said

    def edits(self):
        """No display is here; and the seats are nodes instead of pads, and sense no chips."""
        text = (self.place / "table.toml").read_text().replace('"kmsdrm"', '"dummy"')
        text = text.replace("[table.options]\n", "[table.options]\nchips_sensed = false\n")
        (self.place / "table.toml").write_text(text)

    async def sets_up(self, line):
        """Answers each question, with what lies here named: a Pi lists its ports by itself."""
        self.typed.append(line)
        ports = [
            word for name in ("reader", *(f"seat-{n}" for n in SEATS)) for word in ("--port", name)
        ]
        self.terminal = pexpect.spawn(
            sys.executable,
            ["-m", *shlex.split(line), *ports],
            cwd=str(self.place),
            env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "dumb"},
            encoding="utf-8",
            timeout=AT_MOST_S,
        )
        for question, answer in ANSWERS:
            await self._sees(re.escape(question) + r"[^$]*?\[[^\]]+\] ")
            self.terminal.sendline(answer)
        await self._sees("Lay a card on the reader")
        self.field.put(self.deck.of["As"])
        await self._sees("READER OK")
        self.field.clear()
        await self._sees(r"The name of your deck.*\[red\] ")
        self.terminal.sendline("")
        while await self._sees(r"Play a first hand now.*\[yes\] ", r"of 52: tap (\w+)\."):
            self.field.clear()
            await asyncio.sleep(APART_S)
            self.field.put(self.deck.of[self.terminal.match[1]])
        self.terminal.sendline("no")
        await self._sees(pexpect.EOF)
        self.terminal.close()
        return self.terminal.exitstatus

    async def _sees(self, *patterns):
        return await self.terminal.expect([*patterns], async_=True)

    # -------------------------------------------------------------- with hands

    async def ends_it_after(self, words, line):
        """Ctrl-C, once these words were said."""
        said = ""
        async for command, sentence in self.reads(line):
            said += sentence + "\n"
            if words in sentence:
                command.send_signal(signal.SIGINT)
        return said

    async def taps(self, line, order):
        """Each card, when the one before has been answered, however long that takes."""
        said = ""
        async for _, sentence in self.reads(line):
            said += sentence + "\n"
            self.field.clear()
            if (card := next(order, None)) is not None:
                await asyncio.sleep(APART_S)
                self.field.put(self.deck.of[card])
        return said

    async def plays(self, memory):
        """One hand, checked or called down; the table after it."""
        cards = iter(self.deck.shuffled(Random("stranger"), self.deck.of))
        while (now := memory.table()).last is None:
            view = public_view(now, 0)
            if view.keys:
                key = min(
                    view.keys,
                    key=lambda lit: PRESSED.index(lit.key) if lit.key in PRESSED else len(PRESSED),
                )
                self.seats[key.seat].press(key.key)
                await self._changes(memory, now)
            elif view.waiting_for == "card":
                self.field.put(next(cards))
                await self._changes(memory, now)
                self.field.clear()
            else:
                await asyncio.sleep(LOOK_S)
        return now

    async def _changes(self, memory, before):
        while memory.table() == before:
            await asyncio.sleep(LOOK_S)


async def from_a_bag_of_parts(place):
    """What was typed of ours, and the table after its first hand."""
    stranger = Stranger(place)
    line = iter(ours())
    try:
        assert (await stranger.does(next(line)))[1].startswith("tablectl ")  # --version
        assert await stranger.sets_up(next(line)) == 0
        stranger.edits()
        assert "is sound" in await stranger.taps(next(line), iter(reversed(enrolling_order())))
        _, said = await stranger.does(next(line))  # doctor --config
        assert ("The shoe: a PN532" in said, "red (52 cards)" in said) == (True, True), said
        await _tries(stranger, line)
        after = await _plays(stranger, line)
    finally:
        stranger.close()
    assert next(line, None) is None
    return stranger.typed, after


async def _tries(stranger, line):
    assert (await stranger.does(next(line)))[1].endswith("Seat 6 is lit.\nEvery lamp is off.\n")
    said = await stranger.ends_it_after("looks; nothing lies there", next(line))
    assert said.endswith("Ended; everything is off.\n")


async def _plays(stranger, line):
    table = await stranger.types(next(line))
    while not (stranger.place / "control.sock").exists():
        await asyncio.sleep(LOOK_S)
    memory = JournalReader(stranger.place / "table.db")
    screen = await stranger.types(next(line))
    after = await stranger.plays(memory)
    memory.close()
    # rule status
    code, said = await stranger.does(next(line))
    assert (code, "Nothing is halted." in said) == (0, True), said
    # rule confirm: nothing is wrong
    code, said = await stranger.does(next(line))
    assert (code, said.count("\n")) == (2, 1), said
    code, said = await stranger.does(next(line))  # deck audit
    assert code == 0, said
    assert screen.returncode is None
    for program in (screen, table):
        program.send_signal(signal.SIGINT)
        await program.communicate()
    assert table.returncode == 0
    return after


@pytest.mark.slow
def test_a_stranger_who_types_every_command_plays_a_hand():
    # a short path: a socket's has room for 107 bytes
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        typed, after = asyncio.run(asyncio.wait_for(from_a_bag_of_parts(place), AT_MOST_S))
        assert [line for line in typed if line.startswith("tablectl ")] == ours()
        assert (after.hands, after.halts) == (1, 0)
        assert verify(place / "table.db", rerun=True).is_sound
