"""`tablectl pair` without a file: a node in C, a process of its own, is given its key over its
cable, and nothing else has it.
"""

import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer

from tablectl.cli.ruling import send_line
from tablectl.service.books.link_keys import (
    adopt_pending,
    key_path,
    new_key,
    pending_key,
    pending_path,
    read_key,
    write_key,
)
from tablectl.service.process import bind_child
from tests.firmware_io.mcu.building import COMPILER, HOST, MCU, STRICTLY, core_sources

pytestmark = pytest.mark.slow

TABLE = """
table = { seats = { 1 = 100, 3 = 100 }, stakes.big_blind = 4, options.chips_sensed = false }
shoe.port = "/dev/nowhere/shoe"
seat = [ { number = 1, driver = "keypad", port = "/dev/nowhere/pad" }, { number = 3, port = "seat-3" } ]
links = { keys = "keys", unpaired = [100] }
journal.path = "table.db"
control.socket = "control"
locks.program = false
"""
WITHIN_S = 60.0


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    built = tmp_path_factory.mktemp("host") / "node"
    sources = [*core_sources(MCU), HOST / "main.c", HOST / "antenna.c"]
    subprocess.run(
        [*COMPILER, *STRICTLY, f"-I{MCU}", f"-I{HOST}", *sources, "-o", built], check=True
    )
    return built


class Seat:
    """The host board as seat 3, in a folder; `key`: where it keeps its key, - where it keeps
    none.
    """

    def __init__(self, program, place, key="flash"):
        self.process = subprocess.Popen(
            [program, "seat", "3", "seat-3", key],
            cwd=place,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            preexec_fn=bind_child(),
        )
        ended_s = time.monotonic() + WITHIN_S
        while not (place / "seat-3").is_symlink() and time.monotonic() < ended_s:
            assert self.process.poll() is None

    def close(self):
        self.process.terminate()
        self.process.communicate(timeout=WITHIN_S)


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("table.toml").write_text(TABLE)
    return tmp_path


@pytest.fixture
def seat(program, place):
    seats = []

    def started(key="flash"):
        for before in seats:
            before.close()
        seats[:] = [Seat(program, place, key)]
        return seats[0]

    yield started
    for one in seats:
        one.close()


@pytest.fixture
def said(place, said):
    def of(*words, command=("pair", "--seat", "3")):
        code, *told = said(*command, "--config", "table.toml", *words)
        return code, " ".join(" ".join(told).split())

    return of


def test_a_node_keeps_its_key_and_nothing_but_the_two_that_share_it_has_a_byte_of_it(
    place, seat, said
):
    seat()
    code, told = said()
    kept = place / "keys" / "node-3.key"
    assert (code, told) == (
        0,
        f"Seat 3 is node 3, and has proven that it has its key, which is kept in {kept.resolve()}. "
        "Start the table.",
    )
    key = read_key(kept)
    assert (place / "flash").read_text() == f"{key.hex()}\n"
    assert {stat.S_IMODE(path.stat().st_mode) for path in (kept, place / "flash")} == {0o600}
    assert [path.name for path in (place / "keys").iterdir()] == ["node-3.key"]

    table = subprocess.Popen(
        [sys.executable, "-m", "tablectl", "run", "--config", "table.toml", "--record", "wire"],
        stderr=subprocess.PIPE,
        preexec_fn=bind_child(),
    )
    try:
        ended_s = time.monotonic() + WITHIN_S
        while not (heard := [row for row in status() if row["seat"] == 3 and row["is_heard"]]):
            assert table.poll() is None
            assert time.monotonic() < ended_s
    finally:
        table.send_signal(signal.SIGTERM)
        _, log = table.communicate(timeout=WITHIN_S)
    assert heard[0]["not_believed"]["forged"] == 0
    doctor = said(command=("doctor",))[1]
    assert "Seat 3: node 3 at seat-3 answers in" in doctor
    shown = {
        "log": log,
        "status": repr(heard).encode(),
        "said": told.encode(),
        "doctor": doctor.encode(),
    }
    files = {
        path.name: path.read_bytes()
        for path in place.iterdir()
        if path.is_file() and path.name != "flash"
    }
    assert {"wire", "table.db", "table.toml"} <= set(files)
    where = [
        name
        for name, data in (shown | files).items()
        if key in data or key.hex().encode() in data.lower()
    ]
    assert where == []


def status():
    """The devices, once the table answers."""
    try:
        return list(send_line(Path("control"), {"status": True})["status"]["devices"])
    except typer.Exit:
        return []


def test_what_was_cut_short_is_gone_on_with_and_a_key_is_replaced_by_a_hand_on_the_node_alone(
    place, seat, said
):
    keys = place / "keys"
    seat().close()
    code, told = said("--port", str(place / "gone"))
    assert (code, told) == (
        2,
        f"Seat 3: {place / 'gone'} is not open: No such file or directory. "
        "A table that runs has it: stop it first.",
    )
    first_key = read_key(pending_path(keys, 3))
    # the node had it when the host died
    (place / "flash").write_text(f"{first_key.hex()}\n")
    seat()
    assert said()[0] == 0
    assert (read_key(key_path(keys, 3)), pending_path(keys, 3).exists()) == (first_key, False)

    assert said()[1].startswith(
        "Seat 3 is node 3, which is paired already: --again makes another key"
    )
    code, told = said("--again")
    assert (
        code,
        told.partition(": ")[2].startswith(
            "at seat-3 its node speaks with a key that is not this one"
        ),
    ) == (2, True)
    # and the table goes on with that one
    assert read_key(key_path(keys, 3)) == first_key
    (place / "flash").unlink()  # a hand on it
    seat()
    # --again was said, and is gone on with
    assert said()[0] == 0
    assert read_key(key_path(keys, 3)) != first_key
    assert (place / "flash").read_text() == f"{read_key(key_path(keys, 3)).hex()}\n"


def test_a_node_that_cannot_keep_a_key_is_named_with_its_wire_and_gets_none(place, seat, said):
    seat("-")
    assert said() == (
        2,
        "Seat 3: its node keeps no key that comes over its cable: use its settings file, which "
        "pair writes where a FILE is named.",
    )
    # by hand, and what was begun is void
    assert said("seat-3.key")[0] == 0
    assert [path.name for path in (place / "keys").iterdir()] == ["node-3.key"]


def test_a_node_that_hangs_anywhere_is_found(place, seat, said, monkeypatch):
    (place / "table.toml").write_text(TABLE.replace('"seat-3"', '"auto"'))
    ports = [str(place / "seat-3")]
    monkeypatch.setattr("tablectl.setup.pairing.known_ports", lambda: ports)
    seat()
    assert said()[0] == 0
    assert (place / "flash").exists()
    ports.clear()
    assert said("--again")[1].startswith("Seat 3: node 3 answers at no port.")


def test_a_key_is_whole_on_the_disk_before_it_is_given_wherever_the_host_dies(tmp_path):
    first = pending_key(tmp_path, 3)
    # it died, and begins again
    assert pending_key(tmp_path, 3) == first
    assert stat.S_IMODE(pending_path(tmp_path, 3).stat().st_mode) == 0o600
    # no whole key was there: none was given
    pending_path(tmp_path, 3).write_text("half")
    second = pending_key(tmp_path, 3)
    assert second != first
    assert adopt_pending(tmp_path, 3) == key_path(tmp_path, 3)
    assert read_key(key_path(tmp_path, 3)) == second
    pending_key(tmp_path, 3)
    # by hand: what was begun is void
    write_key(tmp_path, 3, new_key())
    assert not pending_path(tmp_path, 3).exists()
