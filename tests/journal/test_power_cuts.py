"""The gate of the power cut: the real journal on a simulated disk, which loses any of what was not
synced, sector by sector.

Nothing that was acknowledged is lost: recovery gives the table after the last acknowledged reading,
or after the one in flight.
"""

import pytest

from tablectl.journal import store
from tests.claims import tried

from .power_cuts import IN_FLIGHT, Cuts

SEED = 20_251_121
SLOW_SEEDS, CONTROL_SEEDS = 10, 3

pytestmark = pytest.mark.system


@pytest.fixture
def cuts(disk, tmp_path, played, monkeypatch):
    # put back in the end
    monkeypatch.setattr(store, "CHECKPOINT_READINGS", store.CHECKPOINT_READINGS)
    with disk.begun():
        yield Cuts(disk, tmp_path / "table.db", played)


def holds(cuts):
    print(cuts.said())
    tried(cuts.found.total(), "power cuts")
    assert cuts.faults() == {}
    # the cuts fall within writes, not only between them
    assert cuts.found[IN_FLIGHT] > 0


@pytest.mark.slow
def test_a_journal_whose_power_is_cut_anywhere_forgets_nothing(cuts):
    for seed in range(SEED, SEED + SLOW_SEEDS):
        cuts.evening(seed)
    holds(cuts)


@pytest.mark.soak
def test_a_journal_whose_power_is_cut_as_often_as_there_is_time_forgets_nothing(cuts, soaking):
    for seed in soaking:
        cuts.evening(seed)
    holds(cuts)


@pytest.mark.slow
def test_control_without_syncs_readings_are_lost(cuts, monkeypatch):
    """The same disk under a journal that does not sync: if nothing were lost then, the gate
    would show nothing.
    """

    def make_fast(connection, path):
        connection.executescript(
            "PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0; PRAGMA "
            "wal_checkpoint(TRUNCATE)"
        )

    monkeypatch.setattr(store, "make_durable", make_fast)
    for seed in range(SEED, SEED + CONTROL_SEEDS):
        cuts.evening(seed)
    print(f"Without syncs: {cuts.said()}")
    assert cuts.faults()["LOST IN SILENCE"] > cuts.found.total() / 20
