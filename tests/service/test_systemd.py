"""What systemd is told: a table is ready once its doors are open, and alive as long as it could
write its journal.
"""

import os
import signal
import socket
import tempfile

import pytest

from tablectl.service.systemd import LEAST_ROOM, Systemd, Watchdog, why_not_written
from tests.firmware_io.conftest import JumpingLoop

from .test_starting import TOLD, place, run

__all__ = ["place"]

WAIT_S = 60  # on a busy machine
MOST = 1 << 12
EVERY_US = 20_000_000


@pytest.fixture
def heard():
    """systemd's end."""
    with (
        tempfile.TemporaryDirectory() as place,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end,
    ):
        end.bind(f"{place}/notify")
        end.settimeout(WAIT_S)
        yield end


def asked_by(end, **more):
    return Systemd({"NOTIFY_SOCKET": end.getsockname(), "WATCHDOG_USEC": str(EVERY_US), **more})


def all_of(end):
    end.setblocking(False)
    said = []
    while True:
        try:
            said.append(end.recv(MOST).decode())
        except BlockingIOError:
            return said


def test_the_table_is_ready_with_its_doors_open_and_says_when_it_stops(heard, place, monkeypatch):
    monkeypatch.setenv("NOTIFY_SOCKET", heard.getsockname())
    monkeypatch.setenv("WATCHDOG_USEC", "20000")
    table = run(place)
    assert heard.recv(MOST) == b"READY=1\nSTATUS=Hand 0, 0 not heard."
    assert (place / "control").is_socket()
    # one is lost after another
    while "3 not heard" not in (said := heard.recv(MOST).decode()):
        assert said.startswith("WATCHDOG=1\nSTATUS=Hand 0, ")
    assert said == "WATCHDOG=1\nSTATUS=Hand 0, 3 not heard: the shoe, seat 1, seat 2."
    table.send_signal(signal.SIGTERM)
    table.communicate(timeout=WAIT_S)
    assert (table.returncode, all_of(heard)[-1]) == (TOLD, "STOPPING=1")


def test_it_is_alive_twice_in_the_time_that_systemd_waits(heard, tmp_path):
    loop, journal = JumpingLoop(), tmp_path / "table.db"
    journal.touch()
    dog = Watchdog(loop, asked_by(heard), journal, lambda: "Hand 1.")
    loop.run_for(EVERY_US // 1_000)
    assert all_of(heard) == ["WATCHDOG=1\nSTATUS=Hand 1."] * 3
    dog.close()
    loop.run_for(EVERY_US // 1_000)
    assert all_of(heard) == []
    loop.close()


def test_a_table_that_could_write_nothing_is_not_said_to_be_alive(heard, tmp_path):
    loop, journal = JumpingLoop(), tmp_path / "table.db"
    dog = Watchdog(loop, asked_by(heard), journal, lambda: "Hand 1.")
    loop.run_for(EVERY_US // 1_000)
    assert {*all_of(heard)} == {f"STATUS={journal} cannot be reached: No such file or directory."}
    dog.close()
    loop.close()


def test_what_a_disk_cannot_take_is_a_sentence(tmp_path, monkeypatch):
    journal = tmp_path / "table.db"
    journal.touch()
    assert why_not_written(journal) is None
    room = os.statvfs(journal)
    full = os.statvfs_result((*room[:4], LEAST_ROOM // room.f_frsize - 1, *room[5:10]))
    monkeypatch.setattr(os, "statvfs", lambda path: full)
    assert (
        why_not_written(journal)
        == f"There is no room left on the disk of {journal}: make room there."
    )
    # root may write anything, but on a disk that is read only
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert why_not_written(journal) == f"{journal} cannot be written."


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"NOTIFY_SOCKET": "/dev/nowhere/notify"},
        {"WATCHDOG_USEC": "1000"},
        {"NOTIFY_SOCKET": "/dev/nowhere/notify", "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"},
    ],
)
def test_where_nobody_asks_nothing_goes_wrong(environment):
    """In a terminal; under a systemd that is gone; in a process that a unit's main process has
    started.
    """
    systemd = Systemd(environment)
    systemd.notify_ready("Hand 1.")
    assert (systemd.alive_every_s, environment) == (0, {})


def test_a_socket_without_a_file_is_heard_too():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        # the kernel names it, in its abstract space
        end.bind("")
        Systemd({"NOTIFY_SOCKET": "@" + end.getsockname()[1:].decode()}).notify_ready("Hand 1.")
        assert end.recv(MOST) == b"READY=1\nSTATUS=Hand 1."
