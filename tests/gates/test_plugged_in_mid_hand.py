"""The gate of the plugs in mid-hand: whole tables of the firmware's C, nodes unplugged and reset
while hands are played.

Every edge that a node numbered and did not forget with a reset is on the disk once and in its
order, whatever was pulled is back within two seconds, and everybody ends with the chips that he has
where no plug is pulled.
"""

from collections import Counter
from itertools import count
from random import Random

import pytest

from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.session import HostLost
from tests.claims import tried
from tests.firmware_io.mcu.building import c_node_session

from .playing import played
from .plugs import PluggedStage

UNPLUGGED, RESET = ("unplugged", "silenced"), ("reset",)
HANDS = 5
# of the moments in a hand at which the table waits for somebody
RATE = 0.5
A_SHARE = 40  # of the slow tier, of each


def plugged(seed, kinds, sessions):
    def a_stage(*args, **options):
        return PluggedStage(
            *args, chance=Random(f"plugs {seed}"), rate=RATE, kinds=kinds, **options
        )

    table = played(seed, HANDS, a_stage=a_stage, sessions=sessions)
    assert isinstance(table.stage, PluggedStage)
    return table, table.stage


def stacks(table):
    return {number: seat.stack for number, seat in table.stage.view.seats.items()}


def strike(kinds, times):
    """Tables until it has happened so often; of each the same is played without."""
    struck, edges, slowest_ms, tables = Counter[str](), 0, 0, 0
    for seed in count(1):
        table, stage = plugged(seed, kinds, c_node_session())
        assert (seed, stage.wrong) == (seed, [])
        assert (seed, stacks(table)) == (seed, stacks(played(seed, HANDS)))
        struck += stage.struck
        edges, slowest_ms, tables = (
            edges + len(stage.edges),
            max(slowest_ms, stage.slowest_ms),
            tables + 1,
        )
        if sum(struck[kind] for kind in kinds) >= times:
            break
    what = ", ".join(f"{number:,} {name}" for name, number in struck.items())
    print(
        f"{tables} tables of {HANDS} hands, {edges:,} edges, none lost or doubled: {what}; back "
        f"within {slowest_ms:,} ms"
    )
    tried(sum(struck[kind] for kind in kinds), "unplugs")
    assert struck["with edges under way"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [UNPLUGGED, RESET], ids=" or ".join)
def test_a_node_that_goes_and_comes_in_mid_hand_loses_and_doubles_nothing(kinds):
    strike(kinds, A_SHARE)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("kinds", "times"), [(UNPLUGGED, 500), (RESET, 200)], ids=["500 unplugged", "200 reset"]
)
def test_nodes_that_go_and_come_hundreds_of_times_in_mid_hand_lose_and_double_nothing(kinds, times):
    strike(kinds, times)


class Forgetful(NodeSession):
    """Keeps no edge beyond the loss of its host."""

    def tick(self, now_ms):
        reports = super().tick(now_ms)
        if any(isinstance(report, HostLost) for report in reports):
            self._stored.clear()
        return reports


@pytest.mark.slow
def test_control_a_node_that_keeps_nothing_while_it_is_unplugged_loses_edges_and_it_is_found():
    try:
        found = next(
            stage.wrong
            for seed in count(1)
            if (stage := plugged(seed, UNPLUGGED, Forgetful)[1]).wrong
        )
    except RuntimeError as broke:  # its hand does not go on
        found = [str(broke)]
    print(f"With nodes that forget: {found[0]}")
    assert found
