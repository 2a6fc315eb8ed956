"""`tablectl firmware settings`: who a Pico is, as a file for its disk; whatever is wrong is a
sentence and exit 2.
"""

import stat
from pathlib import Path

import pytest

from firmware_io.mcu import uf2

KEY = bytes(range(32))


@pytest.fixture
def said(said):
    return lambda *words: said("firmware", "settings", *words)


def test_a_seat_and_the_shoe_are_told_who_they_are(said):
    told = "{}: a Pico that is given this is {}."
    assert said("--seat", "4", "seat.uf2") == (
        0,
        told.format("seat.uf2", "seat 4, without a link key"),
        "",
    )
    assert Path("seat.uf2").read_bytes() == uf2.settings_file(4)
    Path("key").write_text(KEY.hex() + "\n")
    assert said("--shoe", "--key", "key", "shoe.uf2") == (
        0,
        told.format("shoe.uf2", "the shoe, with its link key"),
        "",
    )
    assert Path("shoe.uf2").read_bytes() == uf2.settings_file(100, KEY)
    assert stat.S_IMODE(Path("shoe.uf2").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("x.uf2",), "Say who the node is: --seat N, or --shoe."),
        (("--seat", "1", "--shoe", "x.uf2"), "Say who the node is: --seat N, or --shoe."),
        (("--seat", "11", "x.uf2"), "--seat is a whole number from 1 to 10, not 11."),
        (("--seat", "1", "x.bin"), "x.bin must end with .uf2: a Pico takes no other file."),
        (
            ("--seat", "1", "there/is/none.uf2"),
            "there/is/none.uf2: No such file or directory. Name another file or folder.",
        ),
        (
            ("--seat", "1", "--key", "none", "x.uf2"),
            "none: No such file or directory. Name another file or folder.",
        ),
    ],
)
def test_what_cannot_be_is_a_sentence_and_writes_nothing(words, sentence, said):
    assert said(*words) == (2, "", sentence)
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("text", ["", "ab", KEY.hex() + "00", "g" * 64, "\xff" * 64])
def test_a_file_that_holds_no_key_is_refused_and_not_shown(text, said):
    Path("key").write_text(text, encoding="latin-1")
    assert said("--seat", "1", "--key", "key", "x.uf2") == (
        2,
        "",
        "key holds no link key: that is 64 hex digits, and no more.",
    )
    assert not Path("x.uf2").exists()
