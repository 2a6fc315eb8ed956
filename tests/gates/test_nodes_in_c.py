"""The gate of the firmware: with the C of a node in every shoe and seat, a table goes as with
the Python, on bad wires too.
"""

import random

import pytest

from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import read_script
from tests.firmware_io.mcu.building import c_node_session
from tests.scenarios.files import FILES

from .playing import played
from .test_devices import at_a_stage, replugs
from .test_faults import HANDS
from .wires import PARTS, SEEDS, holds, sum_of

QUICK_SCENARIOS = random.Random(15).sample(FILES, 4)
# of all scenarios: one is played in `make test-all`, all in `make soak`
SHARES = 8
SLOW_TABLES = 10
REPLUGS = 60


def play(seed, noise):
    """Over clean wires with nodes in Python, over bad ones with nodes in C: one comparison for
    both.
    """
    options = {} if noise is None else {"noise": noise, "sessions": c_node_session()}
    return played(seed, HANDS, **options)


def failures(paths):
    return [
        failure
        for path in paths
        for failure in run_script(read_script(path), sessions=c_node_session())
    ]


def test_a_few_scenarios_go_as_their_files_say_with_nodes_in_c():
    assert failures(QUICK_SCENARIOS) == []


@pytest.mark.parametrize(
    "part",
    [
        pytest.param(part, marks=pytest.mark.soak if part else pytest.mark.slow)
        for part in range(SHARES)
    ],
)
def test_every_scenario_goes_as_its_file_says_with_nodes_in_c(part):
    assert failures(FILES[part::SHARES]) == []


@pytest.mark.slow
def test_every_hand_of_ten_tables_is_the_same_with_nodes_in_c_over_bad_wires():
    holds(sum_of(play, SEEDS[:SLOW_TABLES]))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_every_hand_of_200_tables_is_the_same_with_nodes_in_c_over_bad_wires(part):
    holds(sum_of(play, SEEDS[part::PARTS]))


@pytest.mark.slow
def test_a_seat_in_c_that_is_unplugged_is_lost_and_back_within_two_seconds():
    at_a_stage(lambda stage: replugs(stage, REPLUGS), sessions=c_node_session())
