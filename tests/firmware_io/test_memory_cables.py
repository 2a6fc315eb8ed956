"""Cables in memory: bytes as the kernel would pass them, but for what it would refuse."""

import asyncio
from pathlib import Path

import pytest

from firmware_io.kit.sim.memory import Board, End
from firmware_io.link import Link

NOWHERE = Path("nowhere/seat-1")


class Loop(asyncio.AbstractEventLoop):
    """Whoever reads is called by hand."""

    def __init__(self):
        self.readers = {}

    def add_reader(self, fd, callback, *args):
        self.readers[fd] = callback

    def remove_reader(self, fd):
        return self.readers.pop(fd, None) is not None

    def call_soon(self, callback, *args, context=None):
        callback(*args)

    def turn(self, board):
        readable = board.readable_ends(self.readers)
        for number in readable:
            self.readers[number]()
        return len(readable)


def joined(*, has_packets=False):
    board = Board()
    number = board.next_number()
    one, other = (End(number + n, has_packets=has_packets) for n in (0, 1))
    board.join_ends(one, other)
    return board, one, other


def test_what_was_written_twice_is_read_at_once_and_no_more_than_asked_for():
    _, one, other = joined()
    one.write(b"ab")
    one.write(b"cde")
    assert (other.read(4), other.read(4)) == (b"abcd", b"e")
    with pytest.raises(BlockingIOError):
        other.read(4)


def test_a_packet_is_read_alone_and_the_rest_of_it_is_gone():
    _, one, other = joined(has_packets=True)
    one.write(b"abc")
    one.write(b"de")
    assert (other.read(2), other.read(9)) == (b"ab", b"de")


def test_nothing_written_is_not_the_end_and_a_closed_end_is():
    board, one, other = joined()
    one.write(b"")
    assert board.readable_ends([other.number]) == []
    one.write(b"last words")
    one.close()
    assert (other.read(99), other.read(99)) == (b"last words", b"")
    assert board.readable_ends([one.number, other.number]) == [other.number]
    with pytest.raises(BrokenPipeError):
        other.write(b"x")


def test_a_port_is_opened_empty_by_one_at_a_time_and_its_plug_stays_where_it_is():
    board, loop = Board(), Loop()
    cable, told = board.make_cable(), list[bytes]()
    link, second, lost = (
        board.make_link(str(NOWHERE), 1),
        board.make_link(str(NOWHERE), 1),
        list[str](),
    )
    assert link.open(loop, told.append, lost.append) == "No such file or directory"
    cable.plug(NOWHERE, loop, told.append)
    cable.write(b"stale")
    assert link.open(loop, told.append, lost.append) is None
    assert second.open(loop, told.append, lost.append) == "another program has it open"
    assert loop.turn(board) == 0
    cable.write(b"fresh")
    assert link.write(b"answer")
    assert loop.turn(board) == 2
    assert sorted(told) == [b"answer", b"fresh"]
    link.close()
    assert (second.open(loop, told.append, lost.append), lost) == (None, [])
    assert (cable.bytes_written, cable.bytes_read, link.bytes_read, link.bytes_written) == (
        10,
        6,
        5,
        6,
    )


def test_a_pulled_plug_is_the_end_for_the_link_even_if_it_is_plugged_in_again_at_once():
    board, loop = Board(), Loop()
    cable, link, lost = board.make_cable(), board.make_link(str(NOWHERE), 1), list[str]()
    cable.plug(NOWHERE, loop, lambda data: None)
    assert link.open(loop, lambda data: None, lost.append) is None
    cable.unplug()
    cable.plug(NOWHERE, loop, lambda data: None)
    loop.turn(board)
    assert (lost, link.is_open) == (["end of file"], False)
    assert link.open(loop, lambda data: None, lost.append) is None


def test_the_tap_hears_what_goes_through_memory(monkeypatch):
    board, loop, heard = Board(), Loop(), list[tuple[str, str, bytes]]()
    monkeypatch.setattr(Link, "tap", lambda *said: heard.append(said))
    cable, link = board.make_cable(), board.make_link(str(NOWHERE), 1)
    cable.plug(NOWHERE, loop, lambda data: None)
    link.open(loop, lambda data: None, lambda why: None)
    cable.write(b"hello")
    link.write(b"host")
    loop.turn(board)
    assert heard == [(str(NOWHERE), "node", b"host"), (str(NOWHERE), "host", b"hello")]


def test_ends_are_read_in_the_order_in_which_their_cables_were_made_however_often_they_are_plugged_in():
    board, loop, heard = Board(), Loop(), list[str]()
    first, second = board.make_cable(), board.make_cable()
    second.plug(Path("b"), loop, lambda data: heard.append("second"))
    for _ in range(3):
        first.plug(Path("a"), loop, lambda data: heard.append("first"))
        first.unplug()
    first.plug(Path("a"), loop, lambda data: heard.append("first"))
    for path in ("b", "a"):
        board.open_port(path, 1).write(b"x")
    loop.turn(board)
    assert heard == ["first", "second"]
