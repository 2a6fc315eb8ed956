"""The firmware as a process of its own on a pty, and under any bytes: with sanitizers, which
stop at the first step outside.
"""

import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware_io.host_session import HostSession
from firmware_io.messages import (
    AreaChanged,
    AskLevels,
    CardOff,
    Gate,
    HoleCardsSeen,
    KeyPressed,
    Lamp,
    ShoeChanged,
)
from firmware_io.session import EdgeArrived
from tablectl.service.process import bind_child

from .building import COMPILER, SANITIZERS, compiled, copy_of_the_packages, environment

pytestmark = pytest.mark.slow

WITHIN_S = 20.0  # a machine may be busy; a node that hangs never answers
INPUTS, SOAKED_INPUTS, PLANTED_INPUTS = 4_000, 200_000, 4_000
ACE = bytes.fromhex("e004015012345678")


# ---------------------------------------------------------- on a pty, in real time


class Node:
    """A process of the host board, and our host at its pty."""

    def __init__(self, program, kind, link, *more, stdin=subprocess.PIPE, begun_by=()):
        self.process = subprocess.Popen(
            [*begun_by, program, kind, "3", link, *more],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=bind_child(),
        )
        self.told = []
        self.said = ""
        self.besides = []  # what else goes on meanwhile
        self.host = HostSession(epoch=7, kind=kind, now_ms=self.now_ms)
        self.run(link.is_symlink)
        self.fd = os.open(link, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    @property
    def now_ms(self):
        return int(time.monotonic() * 1_000)

    def do(self, verb):
        self.process.stdin.write(f"{verb}\n".encode())
        self.process.stdin.flush()

    def run(self, until):
        end_s = time.monotonic() + WITHIN_S
        while not until():
            assert self.process.poll() is None, self.said
            assert time.monotonic() < end_s, (self.told, self.said)
            self._exchange()

    def arrives(self, *edges):
        """These come next, in this order."""
        self.run(lambda: len(self.told) >= len(edges))
        assert tuple(self.told[: len(edges)]) == edges
        del self.told[: len(edges)]

    def close(self):
        """What it said on its error output, where a sanitizer speaks."""
        self.process.terminate()
        _, wrong = self.process.communicate(timeout=WITHIN_S)
        os.close(self.fd)
        return wrong.decode()

    def _exchange(self):
        for goes_on in self.besides:
            goes_on(self.now_ms)
        fds = [self.process.stdout.fileno(), *([self.fd] if hasattr(self, "fd") else [])]
        ready = select.select(fds, [], [], 0.005)[0]
        if fds[0] in ready:
            self.said += os.read(fds[0], 4_096).decode()
        if not hasattr(self, "fd"):
            return
        if self.fd in ready:
            self._hear(self.host.receive(os.read(self.fd, 4_096), self.now_ms))
        self._hear(self.host.tick(self.now_ms))
        if output := self.host.take_output(self.now_ms):
            os.write(self.fd, output)

    def _hear(self, reports):
        for edge in reports:
            if isinstance(edge, EdgeArrived):
                self.told.append(edge.message)
                self.host.acknowledge(edge.epoch, edge.number)


@pytest.fixture
def start(program, tmp_path):
    started = []

    def begin(kind):
        started.append(Node(program, kind, tmp_path / kind))
        return started[-1]

    yield begin
    for node in started:
        node.process.kill()
        node.process.wait()
        for stream in (node.process.stdin, node.process.stdout, node.process.stderr):
            if stream is not None:
                stream.close()


def test_a_seat_on_a_pty_tells_what_happens_to_it_and_shows_what_it_is_told(start):
    seat = start("seat")
    seat.arrives(AreaChanged("bet", ()), AreaChanged("stack", ()), HoleCardsSeen(()))
    seat.do("chips stack 5x10 25x4")
    seat.arrives(AreaChanged("stack", ((5, 10), (25, 4))))
    seat.do("press raise 60")
    seat.arrives(KeyPressed("raise", 60))
    seat.do(f"tags {ACE.hex()}")
    seat.arrives(HoleCardsSeen((ACE,)))
    seat.host.set_state(Lamp((255, 201, 60), "chase", 9))
    seat.run(lambda: "lamp 255 201 60, pattern 5, level 9\n" in seat.said)
    seat.do("press nothing")
    seat.do("chips bet many")
    seat.run(lambda: seat.said.count("not understood") == 2)
    assert seat.close() == ""
    assert seat.process.returncode == 0


def test_a_shoe_on_a_pty_gives_one_card_for_a_pull(start):
    shoe = start("shoe")
    shoe.arrives(ShoeChanged("lid_closed"))
    shoe.host.set_state(Gate(17))
    shoe.run(lambda: "gate open" in shoe.said)
    shoe.do("beam 1")
    shoe.do(f"tags {ACE.hex()}")
    shoe.run(lambda: "gate shut" in shoe.said)
    shoe.do("beam 0")
    shoe.arrives(CardOff(17, (ACE,), "unknown"))
    shoe.do("shoe lid jam")
    shoe.arrives(ShoeChanged("lid_open"), ShoeChanged("jam"))
    shoe.host.set_state(AskLevels())
    shoe.arrives(ShoeChanged("lid_open"), ShoeChanged("jam"))
    assert shoe.close() == ""


@pytest.mark.parametrize(
    "begun_by", [(), ("sh", "-c", 'exec "$0" "$@" <&-')], ids=["at its end", "none at all"]
)
def test_a_node_whose_input_is_closed_goes_on_as_one_at_which_nobody_types(
    begun_by, program, tmp_path
):
    """As under a unit, nohup, cron or a container."""
    seat = Node(program, "seat", tmp_path / "seat", stdin=subprocess.DEVNULL, begun_by=begun_by)
    seat.arrives(AreaChanged("bet", ()), AreaChanged("stack", ()), HoleCardsSeen(()))
    seat.host.set_state(AskLevels())
    seat.arrives(AreaChanged("bet", ()), AreaChanged("stack", ()), HoleCardsSeen(()))
    assert seat.close() == ""
    assert seat.process.returncode == 0
    assert not (tmp_path / "seat").is_symlink()


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("seat", "0", "x"),
        ("lamp", "3", "x"),
        ("seat", "3"),
        ("shoe", "3", "x", "-", "-", "y", "z"),
    ],
)
def test_words_that_name_no_node_are_answered_with_those_that_do(program, words):
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    usage = (
        "usage: node seat|shoe ID LINK [KEY_FILE [ANCHOR_FILE [READER CHIPS_FILE]]], with an id "
        "from 1 to 254 and a reader at a seat alone\n"
    )
    assert (done.returncode, done.stderr) == (2, usage)


def test_a_file_that_holds_no_key_starts_no_node(program, tmp_path):
    key = tmp_path / "key"
    for text in ("", "00" * 31, "00" * 33, "0g" * 32):
        key.write_text(text)
        done = subprocess.run(
            [program, "seat", "3", tmp_path / "seat", key],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (2, f"{key} holds no key of 64 hex digits\n")


# ---------------------------------------------------------- under any bytes

# target, file, text, broken: each lets a node write or read where it must not
OVERFLOWS = [
    (
        "fuzz.c",
        "framing.c",
        "if (deframer->length == MAX_STUFFED_BYTES)",
        "if (deframer->length == MAX_STUFFED_BYTES + 4)",
    ),
    (
        "fuzz.c",
        "encoding.c",
        "read_count(r, MAX_DENOMINATIONS, TOO_MANY_DENOMINATIONS)",
        "read_count(r, 16, TOO_MANY_DENOMINATIONS)",
    ),
    ("fuzz.c", "seat.c", "seat->up.count < MAX_TAGS", "seat->up.count <= MAX_TAGS"),
    (
        "fuzz_chips.c",
        "feig.c",
        "reader->length > FEIG_MAX_FRAME_BYTES",
        "reader->length > FEIG_MAX_FRAME_BYTES + 800",
    ),
    ("fuzz_chips.c", "feig.c", "seen->count == MAX_SEEN", "seen->count == MAX_SEEN + 2"),
    (
        "fuzz_chips.c",
        "chips.c",
        "lying->count == MAX_DENOMINATIONS",
        "lying->count == MAX_DENOMINATIONS + 1",
    ),
    ("fuzz_chips.c", "chips.c", "field->count == MAX_CHIPS", "field->count == MAX_CHIPS + 1"),
]
FEW = ("framing.c", "seat.c", "feig.c")
CORPORA = {  # left by libFuzzer: together they reach all that it reached
    "fuzz.c": sorted(Path(__file__).with_name("corpus").iterdir()),
    "fuzz_chips.c": sorted(Path(__file__).with_name("corpus_chips").iterdir()),
}


def fuzzed(program, folder, target, inputs, seed):
    words = [program, str(inputs), str(seed), *CORPORA[target]]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("target", "file", "text", "broken"),
    [
        pytest.param(
            *row, id=f"{row[1]}: {row[2]}", marks=() if row[1] in FEW else pytest.mark.soak
        )
        for row in OVERFLOWS
    ],
)
def test_a_planted_overflow_is_found_and_again_from_the_input_that_is_left(
    tmp_path, target, file, text, broken
):
    mcu = copy_of_the_packages(tmp_path / "root") / "firmware_io" / "mcu"
    source = mcu / file
    assert source.read_text().count(text) == 1
    source.write_text(source.read_text().replace(text, broken))
    program = compiled(tmp_path / "fuzz", target, "fuzz_by_chance.c", mcu=mcu)
    done = fuzzed(program, tmp_path, target, PLANTED_INPUTS, 1)
    assert re.search(r"AddressSanitizer|runtime error", done.stderr), done.stdout
    again = subprocess.run(
        [program, "fuzz.last"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert again.returncode != 0
    assert re.search(r"AddressSanitizer|runtime error", again.stderr)


@pytest.mark.parametrize("inputs", [INPUTS, pytest.param(SOAKED_INPUTS, marks=pytest.mark.soak)])
@pytest.mark.parametrize("target", CORPORA)
def test_no_bytes_and_nothing_sensed_bring_a_node_out_of_its_bounds(tmp_path, target, inputs):
    program = compiled(tmp_path / "fuzz", target, "fuzz_by_chance.c")
    played = subprocess.run(
        [program, *CORPORA[target]], capture_output=True, text=True, check=False
    )
    assert (played.returncode, played.stderr) == (0, "")
    done = fuzzed(program, tmp_path, target, inputs, 2)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{inputs} inputs\n", "")


# ---------------------------------------------------------- the same tests under sanitizers


def test_what_is_said_of_the_core_holds_under_sanitizers(tmp_path):
    root = copy_of_the_packages(tmp_path / "root")
    flags = " ".join(SANITIZERS)
    subprocess.run(
        [sys.executable, root / "native" / "build_node.py"],
        env={**os.environ, "CFLAGS": flags},
        check=True,
    )
    asked = subprocess.run(
        [*COMPILER, "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    )
    # Python itself leaks
    under = {
        **environment(root),
        "LD_PRELOAD": asked.stdout.strip(),
        "ASAN_OPTIONS": "detect_leaks=0",
    }
    files = (
        "test_wire_in_c",
        "test_sessions_alike",
        "test_seat_and_shoe",
        "test_chips_in_c",
        "test_pn532_in_c",
        "test_sensed_seat",
    )
    tests = [f"tests/firmware_io/mcu/{name}.py" for name in files]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n0",
            "-m",
            "not slow",
            "-p",
            "no:cacheprovider",
            *tests,
        ],
        cwd=root,
        env=under,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
