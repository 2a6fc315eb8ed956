"""A table goes alike with nodes that do not say what they are, and with keyed ones: the same
hands, over bad wires too.
"""

import random
from functools import partial

import pytest

from firmware_io.host_session import HostSession
from firmware_io.kit.sim.node_session import NodeSession
from tablectl.service.device_watch import DeviceWatch
from tablectl.service.serve import Service
from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import read_script
from tests.firmware_io.untold import session_without_about
from tests.scenarios.files import FILES

from .playing import played
from .test_faults import HANDS
from .wires import PARTS, SEEDS, TIERS, holds, sum_of

KEY = bytes(range(32))
QUICK_SCENARIOS = random.Random(11).sample(FILES, 3)


class KeyedWatch(DeviceWatch):
    """Shares a key with every node."""

    def new_session(self, epoch, node, kind, on_disk):
        return HostSession(epoch=epoch, node=node, kind=kind, on_disk=on_disk, key=KEY)


class Keyed(Service):
    Watch = KeyedWatch


KEYED = {"service": Keyed, "sessions": partial(NodeSession, key=KEY)}
UNTOLD = {"sessions": session_without_about}


def play(options, seed, noise):
    """Over clean wires with open nodes, over bad ones with those of `options`: one comparison
    for both.
    """
    return played(seed, HANDS, **({} if noise is None else {"noise": noise, **options}))


@pytest.mark.parametrize("part", TIERS)
@pytest.mark.parametrize("options", [KEYED, UNTOLD], ids=["keyed", "no About"])
def test_every_hand_of_200_tables_is_the_same_over_bad_wires(options, part):
    holds(sum_of(partial(play, options), SEEDS[part::PARTS]))


def test_a_few_scenarios_go_as_their_files_say_with_nodes_that_tell_no_about():
    assert [
        wrong
        for path in QUICK_SCENARIOS
        for wrong in run_script(read_script(path), sessions=session_without_about)
    ] == []


@pytest.mark.soak
def test_every_scenario_goes_as_its_file_says_with_nodes_that_tell_no_about():
    assert [
        wrong
        for path in FILES
        for wrong in run_script(read_script(path), sessions=session_without_about)
    ] == []
