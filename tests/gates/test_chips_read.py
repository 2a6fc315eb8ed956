"""The gate of the chips: hands at seats whose bets are tags, read in C from the bytes of a
simulated reader, end as all hands do.

What was put is told later than by a seat whose sensors are never wrong, and chips flicker: what a
wager is must not depend on it.
"""

import pytest

from tablectl.games.catalog import PRESETS, preset
from tablectl.simulation.demo.options import demo_table
from tablectl.simulation.stage.sim_devices import sim_denominations
from tests.firmware_io.mcu.building import core

from .playing import PLAYERS, played

core()
from firmware_io.kit.sim.c_seat import SensedSeats  # noqa: E402  the core is built first

SENSED = [name for name in PRESETS if preset(name).settings.chips_sensed]
SEED, HANDS = 5, 1


def ended(table):
    """What everybody has, and what lay on the board."""
    view = table.stage.view
    return {"board": view.board, **{number: seat.stack for number, seat in view.seats.items()}}


def read(name, **how):
    game = preset(name)
    seats = SensedSeats(sim_denominations(demo_table(game, PLAYERS)), **how)
    return played(SEED, HANDS, game=game, sessions=seats), seats


def test_only_where_no_chips_are_sensed_is_no_hand_played():
    assert {*PRESETS} - {*SENSED} == {"pool"}


@pytest.mark.slow
@pytest.mark.parametrize("name", SENSED)
def test_hands_of_every_game_end_alike_where_chips_flicker_and_the_readers_answers_are_struck(name):
    table, seats = read(name, flicker=0.1, noise=(SEED, 0.03))
    assert ended(table) == ended(played(SEED, HANDS, game=preset(name)))
    assert sum(faults.struck.total() for faults in seats.struck.values()) >= 5
