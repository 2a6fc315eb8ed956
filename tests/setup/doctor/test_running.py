"""A table that runs is asked: its ports are left alone, and what it knows of its devices is
told.
"""

import asyncio
import json
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from firmware_io.kit.sim.readers.field import Field
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.kit.sim.readers.pty import PtyReader
from firmware_io.kit.sim.seat import SimSeat
from tablectl.journal.store import Journal
from tablectl.service.config.values import Config, SeatConfig, ShoeConfig
from tablectl.service.process import bind_child
from tablectl.setup.doctor import running_table as asking
from tablectl.setup.doctor.devices import Answer, doubled_nodes
from tablectl.setup.doctor.running_table import RunningTable, find_running, probe_table
from tests.service.staged import begin, on_a_table

from .test_named import TABLE

LOOK_S = 0.02
AT_MOST_S = 60  # on a busy machine; it takes 3


async def status(stage):
    return (await stage.say({"status": True}))["status"]


def test_status_has_a_row_for_each_device_and_pings_the_seats():
    async def story(stage, people):
        await begin(stage, people)
        await status(stage)
        await stage.loop.advance(500)
        return await status(stage)

    rows = on_a_table(story)["devices"]
    assert [(row["name"], row["seat"], row["is_heard"], row["why"]) for row in rows] == [
        ("The shoe", None, True, None),
        *((f"Seat {number}", number, True, None) for number in (1, 2, 3)),
    ]
    assert all(0 <= row["round_trip_ms"] < 100 for row in rows[1:])
    assert rows[0]["round_trip_ms"] is None


def test_a_second_node_of_an_id_that_the_table_has_is_told():
    """One whose ports are all named looks for nobody: it is the doctor who meets the second one."""
    rows = [
        {"seat": None, "port": "/dev/shoe", "is_heard": True},
        {"seat": 1, "port": "/dev/a", "is_heard": True},
        {"seat": 2, "port": "/dev/b", "is_heard": False},
        {"seat": 3, "port": "/dev/c", "is_heard": True},
    ]
    seats = (SeatConfig(1, port="auto"), SeatConfig(2, port="auto"), SeatConfig(3, port="/dev/c"))
    nodes = RunningTable({"devices": rows}).node_ports(
        Config(shoe=ShoeConfig(port="auto"), seat=seats)
    )
    assert nodes == {100: "/dev/shoe", 1: "/dev/a"}
    answers = [
        Answer("/dev/d", "node", node=1, kind="seat"),
        Answer("/dev/e", "node", node=2, kind="seat"),
        Answer("/dev/f"),
    ]
    (finding,) = doubled_nodes(answers, nodes)
    assert (finding.state, finding.says) == (
        "mend",
        "Node 1 answers at /dev/a and /dev/d: the table keeps the one that it has.",
    )


def test_a_seat_that_is_lost_is_told_with_why():
    async def story(stage, people):
        await begin(stage, people)
        stage.seats[2].unplug()
        await stage.loop.advance(3_000)
        return await status(stage)

    found = [*probe_table(RunningTable(on_a_table(story)))]
    (lost,) = [one for one in found if one.state == "mend"]
    assert (lost.about, lost.says.startswith("Seat 2 (")) == ("seat 2", True)
    assert "is not heard" in lost.says


def test_a_wire_that_garbles_is_told():
    row = {
        "name": "Seat 1",
        "seat": 1,
        "port": "x",
        "ports": ["x"],
        "driver": "node",
        "is_heard": True,
        "why": None,
        "round_trip_ms": 5,
        "silent_ms": None,
        "counters": {"bad_crc": 7, "sent_again": 90},
    }
    (_, found) = probe_table(RunningTable({"table": "Table 1", "devices": [row]}))
    assert (found.state, found.says) == (
        "mend",
        "The wire of seat 1 (node at x) is poor: bad crc 7.",
    )


def test_what_is_wrong_with_pins_and_strips_is_told():
    why = "The pins are not open: gpiod is not installed."
    troubles = [{"finding": why, "remedy": "Look at its wires."}]
    told = RunningTable({"table": "Table 1", "devices": [], "troubles": troubles})
    (_, found) = probe_table(told)
    assert (found.state, found.says, found.mend) == ("mend", why, "Look at its wires.")


def test_a_second_node_that_the_table_has_named_is_told_once_with_what_to_do():
    says = (
        "A second node 1 answers at /dev/d, and the table keeps the one at /dev/a: it is not used."
    )
    table = RunningTable(
        {
            "table": "Table 1",
            "devices": [],
            "unused": [{"port": "/dev/d", "finding": says, "remedy": "Pull its plug."}],
        }
    )
    (_, found) = probe_table(table)
    assert (found.state, found.about, found.says) == ("mend", "/dev/d", says)
    assert table.unused_ports == {"/dev/d"}


def test_a_table_of_another_user_has_its_ports_left_alone(bench, monkeypatch):
    """Its socket may be asked by that user alone."""

    def refused(control):
        raise PermissionError

    reader = bench.reader("reader", SimPn532(Field()))
    monkeypatch.setattr(asking, "status_at", refused)
    _, found = bench.examined(ports=("reader",), control=bench.place / "control")
    assert reader.reader.questions == 0
    assert [one.state for one in found if one.about == "table"] == ["note"]


def test_where_nothing_answers_no_table_runs(tmp_path):
    assert find_running(tmp_path / "control", tmp_path / "table.db") is None


def test_a_table_without_a_socket_is_known_by_its_journal_s_lock_and_nothing_is_opened(bench):
    field = Field()
    reader = bench.reader("reader", SimPn532(field))
    from tablectl.service.config.loading import load_config
    from tablectl.service.journals.open_table import open_journal

    bench.examined(TABLE)
    asked = reader.reader.questions
    with open_journal(load_config(bench.place / "table.toml"), 0):
        _, found = bench.examined(TABLE, ports=("reader",))
    assert reader.reader.questions == asked > 0
    assert [one.state for one in found if one.about == "table"] == ["note"]
    assert bench.of("the shoe", found) == bench.of("reader", found) == []
    with Journal.open(bench.place / "table.db", read_only=True) as journal:
        assert journal.head.n == 1


async def doctored(place):
    """What the doctor finds beside a table that runs, and the table's log."""
    loop = asyncio.get_running_loop()
    reader = PtyReader(loop, place / "reader", SimPn532(Field()))
    seats = [
        SimSeat(loop, place / f"seat-{n}", node=n, epoch=50 + n, denominations=(1,)) for n in (1, 2)
    ]
    python = [sys.executable, "-m", "tablectl"]
    table = await asyncio.create_subprocess_exec(
        *python,
        "run",
        "--config",
        "table.toml",
        cwd=place,
        stderr=subprocess.PIPE,
        preexec_fn=bind_child(),
    )
    while not (place / "control").exists() or not all(seat.session.is_met for seat in seats):
        await asyncio.sleep(LOOK_S)
    doctor = await asyncio.create_subprocess_exec(
        *python,
        "doctor",
        "--config",
        "table.toml",
        "--json",
        "--port",
        str(place / "reader"),
        cwd=place,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=bind_child(),
    )
    said = (await doctor.communicate())[0].decode()
    table.send_signal(signal.SIGTERM)
    log = (await table.communicate())[1].decode()
    reader.close()
    for seat in seats:
        seat.close()
    return [json.loads(line) for line in said.splitlines()], log


@pytest.mark.slow
def test_beside_a_table_that_runs_its_devices_are_told_and_it_loses_none():
    # a short path: a socket's has room for 107 bytes
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        text = TABLE.replace('driver = "keypad"\nport = "{place}/pad"', 'port = "{place}/seat-2"')
        (place / "table.toml").write_text(
            text.replace("{place}", directory)
            + f'[control]\nsocket = "{directory}/control"\n[service]\nbetween_hands_s = 0\n'
        )
        found, log = asyncio.run(asyncio.wait_for(doctored(place), AT_MOST_S))
    told = {one["about"]: one["state"] for one in found}
    assert [told[name] for name in ("the shoe", "seat 1", "seat 2")] == ["well"] * 3
    assert f"{directory}/reader" not in told
    assert "is not heard" not in log


@pytest.mark.parametrize("words", [("--try", "keys"), ("--try", "lamps")])
def test_nothing_is_tried_beside_a_table_that_runs(words, bench, monkeypatch, capsys):
    from tablectl.cli import main
    from tablectl.service.config.loading import load_config
    from tablectl.service.journals.open_table import open_journal

    (bench.place / "table.toml").write_text(TABLE.replace("{place}", str(bench.place)))
    monkeypatch.setattr(
        sys, "argv", ["tablectl", "doctor", "--config", str(bench.place / "table.toml"), *words]
    )
    with (
        open_journal(load_config(bench.place / "table.toml"), 0),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    said = capsys.readouterr().err
    assert (ended.value.code, said) == (
        2,
        "The table runs and has its devices: stop it first, then try them.\n",
    )
