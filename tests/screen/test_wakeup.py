"""The loop sleeps until there is something to do, and a connection that nobody reads does not
keep it awake.
"""

import os
import signal
import socket

import pytest

from tablectl.screen.wakeup import UNREAD_MAX, Sleeper, open_sockets

LONG_MS = 3_600_000  # whoever sleeps so long fails by the runner's own limit


@pytest.fixture
def pair():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


@pytest.fixture
def waking():
    made = Sleeper()
    yield made
    made.close()


def test_a_view_ends_the_sleep(pair, waking):
    pair[1].send(b"view")
    waking.sleep(pair[0].fileno(), LONG_MS)
    assert pair[0].recv(16) == b"view"


def test_what_the_display_has_to_say_ends_the_sleep(pair):
    pair[1].send(b"exposed")
    waking = Sleeper([pair[0].fileno()])
    waking.sleep(None, LONG_MS)
    waking.close()
    assert pair[0].recv(16) == b"exposed"


def test_a_signal_ends_the_sleep(waking):
    came = []
    before = signal.signal(signal.SIGUSR1, lambda *_: came.append(1))
    waking.by_signals()
    try:
        os.kill(os.getpid(), signal.SIGUSR1)
        waking.sleep(None, LONG_MS)
    finally:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGUSR1, before)
    assert came == [1]


def test_a_connection_that_nobody_reads_is_forgotten(pair):
    """Else it would wake the loop for ever: after three sleeps only the time does."""
    pair[1].send(b"unread")
    waking = Sleeper([pair[0].fileno()])
    for _ in range(UNREAD_MAX):
        waking.sleep(None, 0)
    assert waking._display == {}
    waking.close()


@pytest.mark.skipif(
    not os.path.isdir("/proc/self/fd"), reason="only Linux lists a process's sockets"
)
def test_the_connections_that_were_opened_are_found(tmp_path):
    before = open_sockets()
    with socket.socket() as opened, open(tmp_path / "a file", "w"):
        assert open_sockets() - before == {opened.fileno()}
