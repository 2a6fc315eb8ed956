"""The link, on real ptys: exact counts, no waiting on a full port, and a loss that is told once."""

import errno
import termios
import time

import pytest
import serial

from firmware_io.link import MAX_OUT_BYTES, Link, serial_port
from firmware_io.port import REOPEN_MS, Port

from .ptys import Pty

# CLOCK_REALTIME_COARSE of linux/time.h, which Python does not name
CLOCK_OF_FILES = 5
GREETING = b"a greeting"


def test_bytes_pass_both_ways_and_are_counted(loop, pty):
    came, link = [], Link(pty.name)
    assert link.open(loop, came.append, lambda why: None) is None
    pty.write(bytes(range(256)))
    assert link.write(b"\x00\x11\x13\xff")
    assert loop.run_until(lambda: link.bytes_read == 256)
    assert b"".join(came) == bytes(range(256))
    assert pty.read() == b"\x00\x11\x13\xff"
    assert (link.bytes_read, link.bytes_written, link.bytes_dropped) == (256, 4, 0)
    link.close()
    assert not link.is_open


def test_a_port_that_this_user_may_not_open_says_which_group_to_join_and_how(
    loop, tmp_path, monkeypatch
):
    def shut(*_, **__):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(serial, "Serial", shut)
    why = Link(str(tmp_path / "port")).open(loop, lambda data: None, lambda why: None)
    assert (
        why
        == "this user may not open it: sudo usermod -aG dialout $USER, then log out and in again"
    )


def test_a_device_that_goes_while_its_port_is_set_up_is_a_port_that_cannot_be_opened(
    loop, pty, monkeypatch
):
    """The kernel refuses the settings of a port that was there a moment ago; pyserial hands that
    on as it is.
    """

    def gone(*_):
        raise termios.error(errno.EIO, "Input/output error")

    link = Link(pty.name)
    with monkeypatch.context() as patch:
        patch.setattr(termios, "tcsetattr", gone)
        assert link.open(loop, lambda data: None, lambda why: None) == "Input/output error"
    assert not link.is_open
    assert link.open(loop, lambda data: None, lambda why: None) is None
    link.close()


def test_a_port_that_nobody_reads_never_makes_us_wait_and_what_does_not_fit_is_dropped_whole(
    loop, pty
):
    link = Link(pty.name)
    link.open(loop, lambda data: None, lambda why: None)
    accepted = [link.write(bytes([number % 256]) * 100) for number in range(1_000)]
    assert 0 <= 100_000 - link.bytes_written - link.bytes_dropped <= MAX_OUT_BYTES
    assert link.bytes_dropped == 100 * accepted.count(False) > 0
    read = bytearray()

    def drain():
        read.extend(pty.read())
        return len(read) == link.bytes_written == 100_000 - link.bytes_dropped

    assert loop.run_until(drain)
    expected = b"".join(
        bytes([number % 256]) * 100 for number, taken in enumerate(accepted) if taken
    )
    assert bytes(read) == expected
    link.close()


def test_a_pulled_plug_is_told_once_and_the_link_is_closed(loop, pty):
    lost, link = [], Link(pty.name)
    link.open(loop, lambda data: None, lost.append)
    pty.close()
    assert loop.run_until(lambda: bool(lost))
    loop.run_for(100)
    assert (len(lost), link.is_open, link.fileno()) == (1, False, -1)
    assert not link.write(b"into the void")


def test_a_port_that_is_not_there_or_is_taken_is_a_reason_in_words(loop, pty):
    first, second = Link(pty.name), Link(pty.name)
    assert first.open(loop, lambda data: None, lambda why: None) is None
    assert second.open(loop, lambda data: None, lambda why: None) == "another program has it open"
    first.close()
    assert "No such file" in (
        Link("/dev/tty-that-is-not-there").open(loop, lambda d: None, lambda why: None) or ""
    )


class Greeter:
    """What hangs at a port, and greets whenever that is opened."""

    def __init__(self, path):
        self.openings = 0
        self.port = Port(str(path), self)

    def port_opened(self, now_ms):
        self.openings += 1
        self.port.write(GREETING)

    def bytes_received(self, data, now_ms): ...

    def port_closed(self, was_open, now_ms): ...

    def run_due(self, now_ms): ...

    def due_ms(self):
        return None


class Opener(Greeter):
    """A control: opens any pty of the name that it had, as a link without a memory would."""

    def port_closed(self, was_open, now_ms):
        self.port.link = Link(self.port.name)


@pytest.fixture
def a_pty():
    made = []

    def make():
        made.append(Pty())
        return made[-1]

    yield make
    for pty in made:
        pty.close()


@pytest.fixture
def pty(a_pty):
    return a_pty()


def beyond_others(a_pty):
    """A pty above many numbers that are free: the kernel gives the lowest, so programs beside
    this one leave its number alone.
    """
    below = [a_pty() for _ in range(32)]
    pty = a_pty()
    for one in below:
        one.close()
    return pty


def wait_for_tick():
    """Of the kernel's clock for files, every few ms: a pty that is opened after it has a later
    time than any link so far.
    """
    now = time.clock_gettime_ns(CLOCK_OF_FILES)
    while time.clock_gettime_ns(CLOCK_OF_FILES) == now:
        pass


def named(a_pty, name):
    """The next pty of that name, by taking all that are free below it."""
    wait_for_tick()
    return next(pty for pty in iter(a_pty, None) if pty.name == name)


def greeted_elsewhere(loop, a_pty, greeter, link):
    """What a pty of another program is sent that has the name of one that is gone; `link`: by
    which that one was opened.
    """
    first = beyond_others(a_pty)
    if link is not None:
        first.linked(link)
    attached = greeter(link or first.name)
    attached.port.open(loop)
    assert loop.run_until(lambda: attached.openings == 1)
    loop.run_for(10)
    assert first.read() == GREETING
    first.close()
    assert loop.run_until(lambda: not attached.port.is_open)
    other = named(a_pty, first.name)
    loop.run_for(10 * REOPEN_MS)
    attached.port.close()
    return other.read()


@pytest.mark.parametrize("is_linked", [False, True])
def test_the_name_of_a_pty_that_is_gone_is_not_opened_again(is_linked, loop, a_pty, tmp_path):
    assert greeted_elsewhere(loop, a_pty, Greeter, tmp_path / "seat" if is_linked else None) == b""


@pytest.mark.parametrize("is_linked", [False, True])
def test_control_without_a_memory_another_program_s_pty_is_written_into(
    is_linked, loop, a_pty, tmp_path
):
    assert GREETING in greeted_elsewhere(
        loop, a_pty, Opener, tmp_path / "seat" if is_linked else None
    )


@pytest.mark.parametrize("is_through_another", [False, True])
def test_a_link_that_is_set_to_a_new_pty_is_opened_again(is_through_another, loop, a_pty, tmp_path):
    """As when a simulator is started again, also where the kernel gives the new pty the name of
    the old one.
    """
    link = tmp_path / "seat"
    name = tmp_path / "by-id" if is_through_another else link
    if is_through_another:
        name.symlink_to("seat")
    attached = Greeter(name)
    attached.port.open(loop)
    for times in range(1, 6):
        pty = a_pty()
        pty.linked(link)
        assert loop.run_until(lambda times=times: attached.openings == times)
        loop.run_for(10)
        assert pty.read() == GREETING
        # or what another program opens now could be the pty that the link was set to
        wait_for_tick()
        pty.close()
        assert loop.run_until(lambda: not attached.port.is_open)
        loop.run_for(REOPEN_MS)
    assert attached.port.why_closed is not None
    attached.port.close()


def test_a_link_to_a_pty_that_is_gone_says_so(loop, a_pty, tmp_path):
    """And never tries whether the name is there again: another program may be given it in that
    moment.
    """
    first, lost, opened = beyond_others(a_pty), [], []
    link = Link(
        str(tmp_path / "seat"), opens=lambda *port: opened.append(port) or serial_port(*port)
    )
    first.linked(tmp_path / "seat")
    assert link.open(loop, lambda data: None, lost.append) is None
    first.close()
    assert loop.run_until(lambda: bool(lost))
    assert link.open(loop, lambda data: None, lost.append) == "No such file or directory"
    named(a_pty, first.name)
    why = link.open(loop, lambda data: None, lost.append)
    assert why == "the other end of its pty is gone, and the name may be another pty's now"
    assert len(opened) == 1
