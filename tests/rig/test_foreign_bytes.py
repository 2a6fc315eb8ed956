"""Another program writes into a pty of a rehearsal: its end takes a new one, and the hand goes
on.
"""

import fcntl
import logging
import os
from pathlib import Path

import pytest

from tablectl.games.catalog import preset
from tablectl.journal.store import Journal
from tablectl.rules.forced import Stakes
from tablectl.service.config.values import TableConfig
from tablectl.simulation.players.people import People
from tests.rig.wire import ForeignBytesError

from .stage import PtyStage

GREETING = bytes(69)
SEATS = {"1": 100, "2": 100}


def a_stage(folder: Path) -> PtyStage:
    folder.mkdir()
    table = TableConfig(preset="canterbury", seats=SEATS, button=1, stakes=Stakes(big_blind=4))
    return PtyStage(table, folder, map(int, SEATS), preset("canterbury").deck)


class Stranger:
    """A program that has a port open, and greets there. `is_locking`: as pyserial does it, so
    that nobody else can open it.
    """

    def __init__(self, port: Path, *, is_locking: bool):
        self._fd = os.open(port, os.O_RDWR | os.O_NOCTTY)
        if is_locking:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def greets(self):
        os.write(self._fd, GREETING)

    def close(self):
        os.close(self._fd)


async def play(stage: PtyStage, stranger: Stranger | None = None):
    """A hand is dealt, and folded."""
    people = People(stage)
    await stage.open()
    stage.sim_devices.load(())
    if stranger is not None:
        stranger.greets()
    assert (await stage.say({"start": True}))["ok"]
    await people.settle()  # the blinds are posted
    await people.act(stage.view.to_act or 0, "fold", None)
    # its port is opened again after a quarter of a second
    if stranger is not None:
        await stage.wait(1_000)


def facts(folder: Path) -> list[object]:
    with Journal.open(folder / "table.db", read_only=True) as journal:
        return [record.facts for record in journal.rows()]


def test_a_program_that_opened_a_port_before_the_service_changes_nothing_of_the_hand(
    tmp_path, caplog
):
    undisturbed, disturbed = a_stage(tmp_path / "one"), a_stage(tmp_path / "two")
    undisturbed.loop.run_until_complete(play(undisturbed))
    assert caplog.messages == []
    stranger = Stranger(tmp_path / "two" / "seat-2", is_locking=True)
    stranger.greets()
    disturbed.loop.run_until_complete(play(disturbed))
    assert disturbed.loop.now_ms == undisturbed.loop.now_ms
    for stage in (undisturbed, disturbed):
        stage.close()
    stranger.close()
    (said,) = caplog.records
    assert said.levelno == logging.WARNING
    assert said.getMessage().startswith(
        "seat 2: another program has opened its pty. It has a new pty now, /dev/pts/"
    )
    assert facts(tmp_path / "two") == facts(tmp_path / "one")


def test_a_program_that_writes_into_an_open_port_does_not_end_the_hand(tmp_path, caplog):
    stage = a_stage(tmp_path / "one")
    stranger = Stranger(tmp_path / "one" / "seat-2", is_locking=False)
    stage.loop.run_until_complete(play(stage, stranger))
    view, chips = stage.view, sum(seat.stack for seat in stage.view.seats.values())
    stage.close()
    stranger.close()
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith("seat 2: the other end says it wrote ")
    assert (view.result is not None, view.seats["2"].connected, chips) == (True, True, 200)


def test_control_an_end_that_takes_no_new_pty_fails_by_foreign_bytes(tmp_path):
    stage = a_stage(tmp_path / "one")
    for wire in stage.loop._wires:
        wire.take_new_pty = None
    stranger = Stranger(tmp_path / "one" / "seat-2", is_locking=False)
    with pytest.raises(ForeignBytesError, match="seat 2: the other end says it wrote"):
        stage.loop.run_until_complete(play(stage, stranger))
    stage.close()
    stranger.close()
