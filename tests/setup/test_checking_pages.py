"""`tablectl config check` on a table with phones: what keeps phones from it is a sentence each, and
what a house may do as it likes is none.
"""

import re
import shutil
import subprocess
import tomllib

import pytest

from tablectl.service.config.loading import load_config
from tablectl.setup.checking import check_config
from tablectl.setup.delivered import deploy_folder
from tablectl.setup.example import Wanted, example_config

from .test_checking import said

__all__ = ["said"]

PHONES = "seats 1, 2 and 3 are phones"
URL = "http://192.168.1.5:8080"


def sentences(folder, *changes, url=URL, seats=3):
    """`changes`: what stands instead in the example of a table of phones, line by line."""
    wanted = Wanted(seats=seats, seat="phone", folder=str(folder), url=url)
    text = example_config(wanted)
    for pattern, instead in changes:
        text, count = re.subn(pattern, instead, text, flags=re.MULTILINE)
        assert count == 1, pattern
    (folder / "table.toml").write_text(text)
    return [problem.sentence for problem in check_config(folder / "table.toml").problems]


NO_WEB = (r"^\[web\](.|\n)*?(?=^\[locks\])", "")


def web(lines):
    return (r"^\[web\]$", f"[web]\n{lines}")


@pytest.mark.parametrize(
    "changes",
    [
        (),
        (web('listen = "0.0.0.0:80"'),),
        (web('pages = ["seat"]'),),
    ],
)
def test_a_table_of_phones_as_it_is_written_has_no_fault(tmp_path, changes):
    assert sentences(tmp_path, *changes) == []
    assert sentences(tmp_path, *changes, url="") == []


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            (r'^socket = "(\S+)/seats.sock".*$', ""),
            f"{PHONES}, and [phones] names no socket, by which a press gets to the table: write "
            'socket = "/run/tablectl/seats/seats.sock" there.',
        ),
        (
            NO_WEB,
            f"{PHONES}, and nobody serves a phone its page: write [web], and run tablectl web --config table.toml "
            "beside the table.",
        ),
        (
            (r'^socket = "(\S+)/screen.sock"', ""),
            "[web] shows what the board shows, and [screen] names no socket for that: write "
            'socket = "/run/tablectl/screen/screen.sock" there.',
        ),
        (
            (r"^pairing = true.*$", ""),
            f"{PHONES}, and no screen shows the codes by which a phone gets a seat: write pairing "
            "= true under [screen].",
        ),
        (web('pages = ["watch"]'), f'{PHONES}, and [web] pages has no "seat" for them.'),
    ],
    ids=["no way for presses", "no pages", "no views", "no codes", "pages for guests alone"],
)
def test_what_phones_need_and_is_not_there_is_named(tmp_path, change, sentence):
    assert sentences(tmp_path, change) == [sentence]


def test_the_example_of_a_table_with_phones_has_no_fault_and_is_for_the_units():
    """It says the same as what the command writes, where both say something."""
    file = deploy_folder() / "examples" / "phones.toml"
    assert check_config(file).problems == ()
    config, written = load_config(file), tomllib.loads(example_config(Wanted(seat="phone")))
    for section in ("screen", "journal", "control", "story", "phones"):
        for key, value in written[section].items():
            assert getattr(getattr(config, section), key) == value, (section, key)
    assert {seat.driver for seat in config.seat} == {"phone"}


def test_one_phone_among_other_seats_needs_the_same(tmp_path):
    pad = ("^number = 2\ndriver = .*$", 'number = 2\ndriver = "keypad"\nport = "/dev/input/a"')
    assert sentences(tmp_path, pad, NO_WEB, seats=2) == [
        "seat 1 is a phone, and nobody serves a phone its page: write [web], and run tablectl web --config table.toml "
        "beside the table."
    ]


@pytest.mark.parametrize(
    ("lines", "url", "sentence"),
    [
        (
            'listen = "127.0.0.1:8080"',
            "",
            "[web] listens at 127.0.0.1:8080, where no phone can come: write listen = "
            '"0.0.0.0:8080", or the url of what passes requests on to it.',
        ),
        (
            "",
            "http://localhost:8080",
            "[web] url is http://localhost:8080, which a phone takes for itself: write an address "
            "of this machine in the network of the room.",
        ),
        (
            "",
            "https://table.example",
            "[web] url is https://table.example, and there is no tls_cert: the pages are at http. "
            'Name a tls_cert; or, where another program has it, write listen = "127.0.0.1:8080".',
        ),
        ("", "http://", '[web] url is "http://"; it is as http://table.local:8080, and no more.'),
        ('listen = "8080"', URL, r'[web] listen: "8080" is no address with a port'),
        ('tls_key = "key.pem"', URL, "[web] has a tls_key and no tls_cert."),
        ('tls_cert = "none.pem"', "https://a.b", "[web] tls_cert {place}/none.pem cannot be read"),
    ],
)
def test_an_address_that_no_phone_finds_is_named(tmp_path, lines, url, sentence):
    (told,) = sentences(tmp_path, web(lines), url=url)
    assert told.startswith(sentence.replace("{place}", str(tmp_path)))


@pytest.mark.parametrize(
    ("lines", "url"),
    [
        ('listen = "127.0.0.1:8080"', "https://table.example"),
        ('listen = "127.0.0.1:8080"', "http://table.lan"),
    ],
)
def test_another_program_may_stand_before_the_pages(tmp_path, lines, url):
    assert sentences(tmp_path, web(lines), url=url) == []


def test_a_certificate_that_is_none_is_named(tmp_path):
    (tmp_path / "cert.pem").write_text("no certificate")
    (told,) = sentences(tmp_path, web('tls_cert = "cert.pem"'), url="https://a.b:8080")
    assert told.startswith(
        f"[web] tls_cert {tmp_path}/cert.pem cannot be used with the key of {tmp_path}/cert.pem: "
    )


@pytest.mark.skipif(not shutil.which("openssl"), reason="package openssl is not installed")
def test_a_certificate_and_its_key_are_tried_together(tmp_path):
    for name in ("one", "other"):
        made = f"-nodes -subj /CN=table -keyout {name}.key -out {name}.pem"
        subprocess.run(
            f"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 {made}".split(),
            cwd=tmp_path,
            check=True,
            capture_output=True,
        )
    pair, url = 'tls_cert = "one.pem"\ntls_key = "{}.key"', "https://a.b:8080"
    assert sentences(tmp_path, web(pair.format("one")), url=url) == []
    (told,) = sentences(tmp_path, web(pair.format("other")), url=url)
    assert told == (
        f"[web] tls_cert {tmp_path}/one.pem cannot be used with the key of {tmp_path}/other.key: "
        "key values mismatch."
    )
    (told,) = sentences(tmp_path, web('tls_cert = "one.pem"'), url=url)
    assert "cannot be used with the key of" in told
    assert sentences(tmp_path, web(pair.format("one"))) == [
        f"[web] url is {URL}, and with a tls_cert the pages are at https alone."
    ]


@pytest.mark.parametrize(
    ("change", "notes"),
    [
        (
            web(""),
            [
                "Everybody who reaches port 8080 of this machine sees its pages, and may read what "
                "is sent, for it is http."
            ],
        ),
        (web('listen = "127.0.0.1:8080"'), []),
        (
            (r"^book = .*phones.json.*$", ""),
            [
                "Everybody who reaches port 8080 of this machine sees its pages, and may read what "
                "is sent, for it is http.",
                "[phones] names no book: after a restart every phone has to read a code again.",
            ],
        ),
    ],
    ids=["in the network of the room", "behind another program", "no book"],
)
def test_what_is_no_fault_and_should_be_meant_is_said_besides(tmp_path, said, change, notes):
    assert sentences(tmp_path, change) == []
    code, out, err = said("check", "table.toml")
    assert (code, out.splitlines()[1:], err) == (0, notes, "")
