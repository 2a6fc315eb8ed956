"""`tablectl run`, as whoever builds the table meets it: what it says on stderr, and whom it lets sit down."""

import asyncio
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from tablectl.games.catalog import preset
from tablectl.rehearsal.stage.live import LiveStage
from tablectl.rules.forced import Stakes
from tablectl.service.config.loading import TableConfig
from tablectl.service.process import bound_to_us

GAME = preset("tournament")
TABLE = TableConfig(preset=GAME.name, seats={"1": 1000, "2": 1000}, button=1, stakes=Stakes(10, 20), chips=(5, 25, 100, 500))
NO_DEVICE = """
table = { seats = { 1 = 100, 2 = 100 }, stakes.big_blind = 4 }
shoe.port = "/dev/nowhere/shoe"
seat = [ { number = 1, port = "/dev/nowhere/seat-1" }, { number = 2, port = "/dev/nowhere/seat-2" } ]
"""


def test_a_device_that_is_not_there_is_named_with_its_port_and_ctrl_c_ends_the_table(tmp_path):
    (tmp_path / "table.toml").write_text(NO_DEVICE)
    table = subprocess.Popen(
        [sys.executable, "-m", "tablectl", "run", "--config", "table.toml"], cwd=tmp_path, stderr=subprocess.PIPE, text=True,
        preexec_fn=bound_to_us())
    assert table.stderr is not None
    no_deck, *said = [table.stderr.readline().strip() for _ in range(4)]
    table.send_signal(signal.SIGINT)
    assert no_deck == "No deck is in play: the configuration names no deck_book in [shoe], so no card can be known."
    assert {*said} == {f"{who} is not heard: /dev/nowhere/{port}: No such file or directory." for who, port in (
        ("The shoe", "shoe"), ("Seat 1", "seat-1"), ("Seat 2", "seat-2"))}
    assert (table.communicate()[1], table.returncode) == ("", 0)


async def unplugged_and_replugged(directory: Path) -> dict[str, object]:
    """What the table answers to somebody who would sit where there is no device, besides."""
    stage = LiveStage(GAME, TABLE, directory, screen=None)
    try:
        await stage.open()
        stage.seats[2].unplug()
        while stage.view.seats["2"].connected:
            await asyncio.sleep(0.02)
        stage.seats[2].replug()
        while not stage.view.seats["2"].connected:
            await asyncio.sleep(0.02)
        return await stage.say({"seat": 9, "sits": 1000, "name": "Ada"})
    finally:
        stage.close()


def test_a_seat_s_loss_and_return_are_told_and_nobody_sits_where_there_is_no_device(capfd):
    with tempfile.TemporaryDirectory() as directory:        # a short path: a socket's has room for 107 bytes
        answer = asyncio.run(unplugged_and_replugged(Path(directory)))
    lost, back = capfd.readouterr().err.splitlines()
    assert lost.startswith("Seat 2 is not heard: ")
    assert back == "Seat 2 is heard again."
    assert answer["text"] == "Nobody sits down at seat 9: the configuration has no [[seat]] for it."
