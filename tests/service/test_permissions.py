"""Files of a table that others may read or write are told at a start, and what the table makes
is its own alone.
"""

import os

import pytest
from msgspec.structs import replace

from tablectl.service.config.values import Config, ControlConfig, JournalConfig, TableConfig
from tablectl.service.journals.open_table import open_journal, open_to_others

from .mirrored import Files


@pytest.fixture
def files(tmp_path):
    made = Files(tmp_path)
    made.open().close()
    return made


@pytest.mark.parametrize(
    ("mode", "may"), [(0o666, "read and write"), (0o644, "read"), (0o640, "read"), (0o600, "")]
)
def test_a_journal_and_a_mirror_that_others_may_read_are_told(files, mode, may):
    for path in (files.journal, files.mirror):
        path.chmod(mode)
    wanted = (
        [
            f"Others may {may} {path}, in which face-down cards stand: chmod 600 {path}."
            for path in (files.journal, files.mirror)
        ]
        if may
        else []
    )
    assert [*open_to_others(files.config)] == wanted
    files.open().close()
    assert files.told == wanted


def test_what_the_table_makes_is_closed_to_others_whatever_the_mask(tmp_path):
    files, before = Files(tmp_path), os.umask(0)
    try:
        with files.open():
            made = {
                path: path.stat().st_mode & 0o777
                for folder in ("card", "stick")
                for path in (tmp_path / folder).iterdir()
            }
    finally:
        os.umask(before)
    assert len(made) >= 6
    assert set(made.values()) == {0o600}


def test_a_folder_in_which_anybody_may_put_a_socket_is_told(tmp_path):
    config = Config(
        table=TableConfig(preset="tournament", seats={"1": 1_000, "2": 1_000}),
        journal=JournalConfig(str(tmp_path / "table.db")),
        control=ControlConfig(f"{tmp_path}/sockets/control"),
    )
    (tmp_path / "sockets").mkdir()
    for mode, is_told in ((0o777, True), (0o1777, False), (0o750, False)):
        (tmp_path / "sockets").chmod(mode)
        told = [
            f"Others may put another socket in the place of the table's in {tmp_path}/sockets: "
            f"chmod o-w {tmp_path}/sockets."
        ]
        assert [*open_to_others(config)] == (told if is_told else [])


def test_a_deck_that_others_may_write_is_told(files, tmp_path):
    book = tmp_path / "decks.json"
    book.write_text("{}")
    config = replace(files.config, shoe=replace(files.config.shoe, deck_book=str(book)))
    for mode, is_told in ((0o666, True), (0o644, False)):
        book.chmod(mode)
        told = [f"Others may write {book}, and so say what a card or a chip is: chmod go-w {book}."]
        assert [*open_to_others(config)] == (told if is_told else [])
    open_journal(config, 0, lambda kind: None).close()
