"""The link, on real ptys: exact counts, no waiting on a full port, and a loss that is told once."""

from __future__ import annotations

import contextlib
import errno
import os
import termios
import tty
from collections.abc import Iterator
from typing import Any

import pytest

from firmware_io.link import MAX_OUT_BYTES, Link


@pytest.fixture
def pty() -> Iterator[tuple[int, str]]:
    """A master's descriptor and the path of its slave."""
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    yield master, os.ttyname(slave)
    os.close(slave)
    os.close(master)


def test_bytes_pass_both_ways_and_are_counted(loop: Any, pty: tuple[int, str]) -> None:
    master, path = pty
    came: list[bytes] = []
    link = Link(path)
    assert link.open(loop, came.append, lambda why: None) is None
    os.write(master, bytes(range(256)))
    assert link.write(b"\x00\x11\x13\xff")
    assert loop.run_until(lambda: link.bytes_read == 256)
    assert b"".join(came) == bytes(range(256))
    assert os.read(master, 100) == b"\x00\x11\x13\xff"
    assert (link.bytes_read, link.bytes_written, link.bytes_dropped) == (256, 4, 0)
    link.close()
    assert not link.is_open


def test_a_device_that_goes_while_its_port_is_set_up_is_a_port_that_cannot_be_opened(
    loop: Any, pty: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel refuses the settings of a port that was there a moment ago; pyserial hands that on as it is."""

    def gone(*_: object) -> None:
        raise termios.error(errno.EIO, "Input/output error")

    link = Link(pty[1])
    with monkeypatch.context() as patch:
        patch.setattr(termios, "tcsetattr", gone)
        assert link.open(loop, lambda data: None, lambda why: None) == "Input/output error"
    assert not link.is_open
    assert link.open(loop, lambda data: None, lambda why: None) is None
    link.close()


def test_a_port_that_nobody_reads_never_makes_us_wait_and_what_does_not_fit_is_dropped_whole(
    loop: Any, pty: tuple[int, str]
) -> None:
    master, path = pty
    link = Link(path)
    link.open(loop, lambda data: None, lambda why: None)
    accepted = [link.write(bytes([number % 256]) * 100) for number in range(1_000)]
    assert link.waiting_bytes <= MAX_OUT_BYTES
    assert link.bytes_written + link.waiting_bytes + link.bytes_dropped == 100_000
    assert link.bytes_dropped == 100 * accepted.count(False) > 0
    read = bytearray()

    def drain() -> bool:
        with contextlib.suppress(BlockingIOError):
            read.extend(os.read(master, 65_536))
        return link.waiting_bytes == 0 and len(read) == link.bytes_written

    assert loop.run_until(drain)
    expected = b"".join(bytes([number % 256]) * 100 for number, taken in enumerate(accepted) if taken)
    assert bytes(read) == expected
    link.close()


def test_a_pulled_plug_is_told_once_and_the_link_is_closed(loop: Any) -> None:
    master, slave = os.openpty()
    path = os.ttyname(slave)
    lost: list[str] = []
    link = Link(path)
    link.open(loop, lambda data: None, lost.append)
    os.close(slave)
    os.close(master)
    assert loop.run_until(lambda: bool(lost))
    loop.run_for(100)
    assert (len(lost), link.is_open, link.fileno()) == (1, False, -1)
    assert not link.write(b"into the void")


def test_a_port_that_is_not_there_or_is_taken_is_a_reason_in_words(loop: Any, pty: tuple[int, str]) -> None:
    _, path = pty
    first, second = Link(path), Link(path)
    assert first.open(loop, lambda data: None, lambda why: None) is None
    assert second.open(loop, lambda data: None, lambda why: None) == "another program has it open"
    first.close()
    assert "No such file" in (Link("/dev/tty-that-is-not-there").open(loop, lambda d: None, lambda why: None) or "")
