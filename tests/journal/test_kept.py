"""Journals that earlier versions of the rules wrote, kept as they were: they are read, recovered and shown by this one.

A file is called by the version that wrote it. `every-ruling` holds whatever a floor may say, most of it refused.
"""

import gzip
import json
from pathlib import Path

import pytest

from tablectl.engine.state.audit import audit
from tablectl.journal.replay import recover
from tablectl.journal.show import json_line, words_line
from tablectl.journal.store import Journal
from tablectl.journal.verify import Stretch, verify
from tablectl.views.public import public_view
from tablectl.views.words import sentence

KEPT = sorted(Path(__file__).with_name("kept").glob("*.db.gz"))
of_each = pytest.mark.parametrize("kept", KEPT, ids=lambda file: file.name.removesuffix(".db.gz"))


def unpacked(kept: Path, directory: Path) -> Path:
    path = directory / kept.name.removesuffix(".gz")
    path.write_bytes(gzip.decompress(kept.read_bytes()))
    return path


@of_each
def test_a_journal_of_an_earlier_version_is_sound_and_none_of_it_is_decided_again(kept: Path, tmp_path: Path) -> None:
    report = verify(unpacked(kept, tmp_path), rerun=True)
    version = kept.name.partition("-")[0]
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


def test_a_ruling_of_version_8_is_shown_as_it_was_written(tmp_path: Path) -> None:
    """With the fields that it did not use, for which it was refused."""
    with Journal.open(unpacked(Path(__file__).with_name("kept") / "8-every-ruling.db.gz", tmp_path), read_only=True) as journal:
        rows = {record.n: json.loads(json_line(record))["event"] for record in journal.rows()}
    assert [rows[53], rows[58], rows[42]] == [
        {"event": "floor_ruled", "at_ms": 3000, "ruling": "chips", "seat": 2, "why": "miscounted", "stack": 120},
        {"event": "floor_ruled", "at_ms": 3000, "ruling": "misdeal", "seat": 2},
        {"event": "floor_ruled", "at_ms": 3000, "ruling": "misplaced", "seats": [1]},
    ]
