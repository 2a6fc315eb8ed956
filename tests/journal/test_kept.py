"""Journals that earlier versions of the rules wrote, kept as they were: they are read, recovered and shown by this one.

A file is called by the version of the rules that wrote it; those of today are here for the day when there is another.
`every-ruling` holds whatever a floor may say, most of it refused.
"""

import gzip
import json
from pathlib import Path

import pytest

from tablectl.engine.engine import RULES_VERSION
from tablectl.engine.state.audit import audit
from tablectl.journal.replay import recover, recovered_since
from tablectl.journal.show import json_line, words_line
from tablectl.journal.store import Journal
from tablectl.journal.verify import Stretch, verify
from tablectl.views.public import public_view
from tablectl.views.words import sentence

KEPT = sorted(Path(__file__).with_name("kept").glob("*.db.gz"))
ARCHIVED = sorted(Path(__file__).with_name("kept").glob("archived/*.db.gz"))        # two files: one goes on from the other
of_each = pytest.mark.parametrize("kept", KEPT, ids=lambda file: file.name.removesuffix(".db.gz"))


def unpacked(kept: Path, directory: Path) -> Path:
    path = directory / kept.name.removesuffix(".gz")
    path.write_bytes(gzip.decompress(kept.read_bytes()))
    return path


def version_of(kept: Path) -> str:
    return kept.name.partition("-")[0]


@of_each
def test_a_journal_of_an_earlier_version_is_sound_and_none_of_it_is_decided_again(kept: Path, tmp_path: Path) -> None:
    version = version_of(kept)
    if version == RULES_VERSION:
        assert verify(unpacked(kept, tmp_path)).is_sound
        return
    report = verify(unpacked(kept, tmp_path), rerun=True)
    assert (report.faults, report.handled_again, report.rules_version) == ((), 0, version)
    assert report.others == (Stretch(1, report.rows, version),)


@of_each
def test_a_table_of_an_earlier_version_stands_as_it_stood(kept: Path, tmp_path: Path) -> None:
    """Clauses: G-1, G-2."""
    with Journal.open(unpacked(kept, tmp_path)) as journal:
        table = recover(journal).table
    audit(table)
    assert public_view(table, 0).hand >= 1


@of_each
def test_a_journal_of_an_earlier_version_is_shown_row_by_row(kept: Path, tmp_path: Path) -> None:
    with Journal.open(unpacked(kept, tmp_path), read_only=True) as journal:
        shown = [(record.n, json.loads(json_line(record))["n"], words_line(record, sentence) != "") for record in journal.rows()]
        assert shown == [(n, n, True) for n in range(1, journal.head.n + 1)]


def test_a_snapshot_comes_to_the_table_of_the_rows_also_when_it_is_no_longer_read(tmp_path: Path) -> None:
    with_one, = (kept for kept in KEPT if "snapshots" in kept.name)
    with Journal.open(unpacked(with_one, tmp_path)) as journal:
        assert recovered_since(journal, from_row_1=True)[0].table == recover(journal).table
        assert recover(journal).table.in_hand
        assert [row.n for _, row in journal.snapshots()] == [51]


def test_an_archived_journal_and_the_one_that_goes_on_from_it_are_sound_and_give_the_table(tmp_path: Path) -> None:
    archived, newest = sorted((unpacked(kept, tmp_path) for kept in ARCHIVED), key=lambda file: len(file.name), reverse=True)
    before = verify(archived)
    report = verify(newest, before=before)
    assert (before.faults, report.faults, report.behind) == ((), (), 58)
    with Journal.open(newest) as journal:
        table = recover(journal).table
    audit(table)
    assert (table.hands, table.in_hand) == (3, True)


def test_a_ruling_of_version_8_is_shown_as_it_was_written(tmp_path: Path) -> None:
    """With the fields that it did not use, for which it was refused."""
    with Journal.open(unpacked(Path(__file__).with_name("kept") / "8-every-ruling.db.gz", tmp_path), read_only=True) as journal:
        rows = {record.n: json.loads(json_line(record))["event"] for record in journal.rows()}
    assert [rows[53], rows[58], rows[42]] == [
        {"event": "floor_ruled", "at_ms": 3000, "ruling": "chips", "seat": 2, "why": "miscounted", "stack": 120},
        {"event": "floor_ruled", "at_ms": 3000, "ruling": "misdeal", "seat": 2},
        {"event": "floor_ruled", "at_ms": 3000, "ruling": "misplaced", "seats": [1]},
    ]
