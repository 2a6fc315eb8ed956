"""The firmware as a process on a pty, with a key and an anchor in files, is held against every
rule of PROTOCOL.md.
"""

import asyncio
import select
import subprocess
import time
from contextlib import contextmanager
from random import SystemRandom

import pytest

from firmware_io.kit.conform.examination import examine_node
from firmware_io.kit.conform.host import Host
from firmware_io.messages import Anchor
from tablectl.service.process import bind_child

from .test_host_board import WITHIN_S

pytestmark = pytest.mark.slow

KEY = bytes(range(32))
HEAD = Anchor(412, bytes(range(100, 132)))
LOOK_S = 0.02
UNPLUGGED_S = 2.0
TRIES = 3


class Hands:
    """Press the keys of a seat that runs as a process, turn its wheel, by a line each on its
    input, and pull its plug.
    """

    def __init__(self, words, link):
        self.words, self.link = words, link
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.words,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=bind_child(),
        )
        ends_s = time.monotonic() + WITHIN_S
        while not self.link.is_symlink():
            assert time.monotonic() < ends_s
            select.select([], [], [], LOOK_S)

    def stop(self):
        self.process.terminate()
        _, wrong = self.process.communicate(timeout=WITHIN_S)
        assert (self.process.returncode, wrong) == (0, b"")

    def say(self, line):
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    async def do(self, task, sentence):
        if task == "press":
            self.say("press check")
            return
        if task == "replug":
            self.stop()
            await asyncio.sleep(UNPLUGGED_S)
            self.start()
            return
        assert task == "turn"
        for amount in range(5, 205, 5):
            self.say(f"dial {amount}")
            await asyncio.sleep(0.04)


@contextmanager
def seat(program, folder):
    """A seat at folder/seat, with its key and anchor beside it."""
    link, key = folder / "seat", folder / "key"
    key.write_text(KEY.hex() + "\n")
    hands = Hands([program, "seat", "3", link, key, folder / "anchor"], link)
    try:
        yield hands
    finally:
        hands.stop()


def broken(port, hands, only=()):
    """The rules that the seat breaks, and how; and those that a busy machine left untried."""
    results = asyncio.run(
        examine_node(
            str(port),
            "seat",
            epoch=SystemRandom().randrange(1, 2**32),
            hands=hands,
            key=KEY,
            only=only,
        )
    )
    return {
        one.id: one.why
        for one in results
        if one.outcome == "broken" or (one.outcome == "left out" and one.id != "node-ms-wraps")
    }


def test_the_firmware_with_a_key_keeps_every_rule(program, tmp_path):
    """In real time: what a busy machine was late for is tried again by itself."""
    with seat(program, tmp_path) as hands:
        wrong = broken(tmp_path / "seat", hands)
        for _ in range(TRIES):
            wrong = broken(tmp_path / "seat", hands, wrong) if wrong else {}
        assert wrong == {}


async def kept(port, anchor=None):
    """What a hello says that it keeps; before that it is told `anchor`."""
    host = Host(asyncio.get_running_loop(), str(port), epoch=0x7000, key=KEY)
    host.open()
    try:
        await host.meet_anew()
        if anchor is not None:
            await host.await_taken(anchor, round(WITHIN_S * 1_000))
        return (await host.await_hello()).anchor
    finally:
        host.close()


def test_the_anchor_outlives_the_firmware_s_process(program, tmp_path):
    with seat(program, tmp_path):
        assert asyncio.run(kept(tmp_path / "seat")) is None
        assert asyncio.run(kept(tmp_path / "seat", HEAD)) == HEAD
    with seat(program, tmp_path):
        assert asyncio.run(kept(tmp_path / "seat")) == HEAD
    (tmp_path / "anchor").write_text("412 not a hash\n")
    with seat(program, tmp_path):
        assert asyncio.run(kept(tmp_path / "seat")) is None
