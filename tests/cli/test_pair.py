"""`tablectl pair`: a key for the link with a node, whole at both ends or at neither, and never
shown.
"""

import os
import re
import stat
from pathlib import Path

import pytest

from firmware_io.mcu import uf2
from tablectl.service.books.link_keys import BadKey, new_key, read_key, write_key
from tablectl.service.config.loading import load_config
from tablectl.service.config.nodes import link_keys

TABLE = """
table = { seats = { 1 = 100, 2 = 100 }, stakes.big_blind = 4, options.chips_sensed = false }
shoe = { port = "auto" }
links.keys = "keys"
[[seat]]
number = 1
port = "auto"
[[seat]]
number = 2
driver = "keypad"
port = "/dev/input/pad"
[[seat]]
number = 3
port = "p"
node = 7
"""


@pytest.fixture
def said(said):
    Path("table.toml").write_text(TABLE)

    def of(*words, command=("pair", "--config", "table.toml")):
        code, *told = said(*command, *words)
        return code, *(text.replace("\n", " ") for text in told)

    return of


def modes(*paths):
    return {stat.S_IMODE(Path(path).stat().st_mode) for path in paths}


def test_a_pico_and_a_node_on_linux_are_given_the_key_that_the_table_keeps(said):
    before = os.umask(0)
    try:
        told = [
            said("--seat", "1", "seat.uf2"),
            said("--shoe", "shoe.uf2"),
            said("--seat", "3", "seat-3.key"),
        ]
    finally:
        os.umask(before)
    assert [code for code, *_ in told] == [0, 0, 0], told
    keys = {node: read_key(Path(f"keys/node-{node}.key")) for node in (1, 100, 7)}
    assert len({*keys.values()}) == 3
    assert Path("seat.uf2").read_bytes() == uf2.settings_file(1, keys[1])
    assert Path("shoe.uf2").read_bytes() == uf2.settings_file(100, keys[100])
    assert bytes.fromhex(Path("seat-3.key").read_text()) == keys[7]
    assert modes("seat.uf2", "seat-3.key", *(f"keys/node-{node}.key" for node in keys)) == {0o600}
    assert modes("keys") == {0o700}
    assert not any(key.hex() in f"{out}{err}" for key in keys.values() for _, out, err in told)
    assert link_keys(load_config(Path("table.toml"))) == keys
    assert sorted(path.name for path in Path("keys").iterdir()) == [
        "node-1.key",
        "node-100.key",
        "node-7.key",
    ]


def test_a_paired_node_is_paired_again_only_where_that_is_meant(said):
    said("--seat", "1", "first.uf2")
    before = Path("keys/node-1.key").read_bytes()
    code, _, why = said("--seat", "1", "second.uf2")
    assert (code, why.partition(", which")[0]) == (2, "Seat 1 is node 1")
    assert (Path("keys/node-1.key").read_bytes(), Path("second.uf2").exists()) == (before, False)
    assert said("--seat", "1", "--again", "second.uf2")[0] == 0
    assert Path("keys/node-1.key").read_bytes() != before
    assert Path("second.uf2").read_bytes() == uf2.settings_file(
        1, read_key(Path("keys/node-1.key"))
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("x.uf2",), "Say which node it is: --seat N, or --shoe."),
        (("--seat", "1", "--shoe", "x.uf2"), "Say which node it is: --seat N, or --shoe."),
        (("--seat", "2", "x.uf2"), "Seat 2 is no node of table.toml."),
        (("--seat", "9", "x.uf2"), "Seat 9 is no node of table.toml."),
        (("--seat", "1", "table.toml"), "table.toml: File exists. Name another file or folder."),
        (
            ("--seat", "1", "no/where.uf2"),
            "no/where.uf2: No such file or directory. Name another file or folder.",
        ),
    ],
)
def test_what_cannot_be_is_a_sentence_and_keeps_nothing(said, words, sentence):
    assert said(*words) == (2, "", sentence)
    assert not Path("keys").exists()


def test_without_a_folder_for_keys_there_is_none_to_keep_them_in(said):
    Path("table.toml").write_text(TABLE.replace("links.keys", "# "))
    assert said("--seat", "1", "x.uf2") == (
        2,
        "",
        f'The configuration names no [links] keys: write keys = "{Path.cwd()}/keys" there.',
    )


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_where_the_disk_fails_neither_end_has_a_key(said, call, monkeypatch):
    said("--seat", "1", "first.uf2")
    before = Path("keys/node-1.key").read_bytes()
    # the first is of the file that the node is given
    times = iter([False, True]) if call == "fsync" else iter([True])
    sound = getattr(os, call)

    def fails(*of):
        if next(times, False):
            raise OSError(28, "No space left on device")
        return sound(*of)

    monkeypatch.setattr(os, call, fails)
    assert said("--seat", "1", "--again", "second.uf2") == (
        2,
        "",
        f"No key can be kept in {Path('keys').resolve()}: No space left on device. Nothing was "
        "changed.",
    )
    assert Path("keys/node-1.key").read_bytes() == before
    assert not Path("second.uf2").exists()
    assert sorted(path.name for path in Path("keys").iterdir()) == ["node-1.key"]


@pytest.mark.parametrize(
    ("text", "mode", "why"),
    [
        ("00" * 31, 0o600, "holds no key of a link"),
        ("zz" * 32, 0o600, "holds no key of a link"),
        ("", 0o600, "holds no key"),
        ("00" * 32, 0o640, "may be read by others"),
        ("00" * 999, 0o600, "cannot be read: This is larger than 1,024 bytes."),
    ],
)
def test_a_file_that_is_no_secret_key_is_refused_by_whoever_reads_it(said, text, mode, why):
    for node in (1, 7, 100):
        write_key(Path("keys"), node, new_key())
    path = Path("keys/node-7.key")
    path.write_text(text)
    path.chmod(mode)
    with pytest.raises(BadKey, match=re.escape(why)):
        link_keys(load_config(Path("table.toml")))
    code, _, told = said("table.toml", command=("config", "check"))
    assert (code, why in told, text in told and bool(text)) == (2, True, False)


@pytest.mark.parametrize(
    ("links", "why"),
    [
        (
            "unpaired = [1]",
            "[links] unpaired names nodes that need no key, and [links] keys names no folder: then "
            "none needs one.",
        ),
        (
            'keys = "keys"\nunpaired = [2]',
            "[links] unpaired has 2, which is no node of this table.",
        ),
    ],
)
def test_what_the_configuration_says_of_links_fits(said, links, why):
    Path("table.toml").write_text(
        TABLE.replace('links.keys = "keys"\n', "") + f"[links]\n{links}\n"
    )
    code, _, told = said("table.toml", command=("config", "check"))
    assert (code, why in told) == (2, True)


def test_two_devices_of_one_node_have_no_keys(said):
    Path("table.toml").write_text(TABLE.replace("node = 7", "node = 1"))
    assert (
        "seat 1 and seat 3 are both node 1: a key is of one node."
        in said("table.toml", command=("config", "check"))[2]
    )
