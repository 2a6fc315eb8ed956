"""Thousands of recorded hands come out as they did; the files lie beside the project and are not part of it."""

from pathlib import Path

import pytest

from tablectl.history.replay import replay_files

HANDS = Path(__file__).resolve().parents[3] / "shared" / "hands"

pytestmark = pytest.mark.skipif(not HANDS.is_dir(), reason="the recorded hands do not lie beside the project")

RECORDED = {"pluribus.phhs": 4_324, "acpc-2p.nolimit.phhs": 400, "acpc-3p.nolimit.phhs": 400,
            "acpc-2p.limit.phhs": 400, "acpc-3p.limit.phhs": 400}


@pytest.mark.parametrize(("name", "hands"), RECORDED.items())
def test_every_recorded_hand_ends_with_the_recorded_stacks(name: str, hands: int):
    records = list(replay_files([HANDS / name]))
    assert [record for record in records if not record.match] == []
    assert len(records) == hands


def test_the_televised_hands_end_as_they_did():
    """Five have an ante of the big blind alone; one hand records no stacks."""
    records = list(replay_files([HANDS / "televised.phhs"]))
    assert [(record.hand, record.match) for record in records] == [
        ("dwan-ivey-2009", None), ("00-02-07", True), ("00-15-36", True), ("01-39-18", True), ("01-44-49", True),
        ("01-46-42", True), ("01-51-27", True), ("02-53-09", True), ("02-56-12", True), ("03-00-32", True)]
    assert records[0].finishing_stacks == (572_100, 1_997_500, 1_109_500)
