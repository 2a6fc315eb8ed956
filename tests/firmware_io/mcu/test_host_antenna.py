"""The firmware as a process of its own, a seat whose bet area has a reader at a serial port: a
simulated one, on a pty.
"""

import subprocess

import pytest

from firmware_io.kit.sim.readers.feig import SimFeig
from firmware_io.kit.sim.readers.field import Field
from firmware_io.messages import AreaChanged, AskLevels, HoleCardsSeen

from ..ptys import Pty
from .test_chips_in_c import BY_DSFID, chip
from .test_host_board import WITHIN_S, Node

pytestmark = pytest.mark.slow

CHIPS = (
    "".join(f"{chip(number).raw_id.hex()} {5 if number < 10 else 25}\n" for number in range(20))
    + f"\ndsfid {BY_DSFID} 500\n"
)


class ReaderOnPty:
    """A simulated reader at a port with a name that outlives the pty."""

    def __init__(self, link):
        self.sim = SimFeig(Field())
        self._link = link
        self.plug()

    def plug(self):
        self._pty = Pty()
        self._pty.linked(self._link)

    def unplug(self):
        self._link.unlink()
        self._pty.close()

    def pump(self, now_ms):
        if self._pty.master < 0:
            return
        if asked := self._pty.read():
            self.sim.receive(asked, now_ms)
        if said := self.sim.take(now_ms):
            self._pty.write(said)


def test_a_seat_with_a_reader_tells_the_chips_that_lie_there_and_finds_its_reader_again(
    program, tmp_path
):
    (tmp_path / "chips").write_text(CHIPS)
    reader = ReaderOnPty(tmp_path / "reader")
    lying = [chip(1), chip(2), chip(11), chip(300, BY_DSFID), chip(301)]
    reader.sim.field.put(*lying)
    seat = Node(
        program, "seat", tmp_path / "seat", "-", "-", tmp_path / "reader", tmp_path / "chips"
    )
    try:
        seat.besides.append(reader.pump)
        seat.arrives(
            HoleCardsSeen(()),
            AreaChanged("bet", ((5, 2), (25, 1), (500, 1))),
            AreaChanged("stack", ()),
        )
        reader.sim.field.take(chip(11))
        seat.arrives(AreaChanged("bet", ((5, 2), (500, 1))))
        reader.unplug()
        reader.sim.field.put(chip(12))
        reader.plug()
        seat.arrives(AreaChanged("bet", ((5, 2), (25, 1), (500, 1))))
        seat.host.set_state(AskLevels())
        seat.arrives(
            AreaChanged("bet", ((5, 2), (25, 1), (500, 1))),
            AreaChanged("stack", ()),
            HoleCardsSeen(()),
        )
        assert seat.close() == ""
    finally:
        seat.process.kill()
        seat.process.terminate()
        seat.process.communicate(timeout=WITHIN_S)
        reader.unplug()


LINES = [
    "e00401501234",
    "e00401501234567g 5",
    "e004015012345678 0",
    "dsfid 256 5",
    "dsfid 7",
    "5 e004015012345678",
    "e004015012345601 25",
    "+004015012345678 5",
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_that_is_no_chip_is_named_and_starts_no_node(program, tmp_path, line):
    chips = tmp_path / "chips"
    chips.write_text(f"E004015012345601 5\n\n{line}\n")
    words = ["seat", "3", tmp_path / "seat", "-", "-", tmp_path / "reader", chips]
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    said = f"{chips}, line 3: a chip is TAG DENOMINATION or dsfid NUMBER DENOMINATION, each once\n"
    assert (done.returncode, done.stderr) == (2, said)
