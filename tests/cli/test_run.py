"""`tablectl run`, as whoever builds the table meets it: what it says on stderr, and whom it lets
sit down.
"""

import asyncio
import tempfile
from pathlib import Path

from tablectl.games.catalog import preset
from tablectl.rules.forced import Stakes
from tablectl.service.config.values import TableConfig
from tablectl.simulation.stage.live import LiveStage

GAME = preset("tournament")
TABLE = TableConfig(
    preset=GAME.name,
    seats={"1": 1000, "2": 1000},
    button=1,
    stakes=Stakes(10, 20),
    chips=(5, 25, 100, 500),
)


async def unplugged_and_replugged(directory):
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
    # a short path: a socket's has room for 107 bytes
    with tempfile.TemporaryDirectory() as directory:
        answer = asyncio.run(unplugged_and_replugged(Path(directory)))
    ready, lost, back = capfd.readouterr().err.splitlines()
    assert ready.startswith("The table is ready. In another terminal: export TABLECTL_SOCKET=")
    assert lost.startswith("Seat 2 is not heard: ")
    assert back == "Seat 2 is heard again."
    assert answer["text"] == "Nobody sits down at seat 9: the configuration has no [[seat]] for it."
