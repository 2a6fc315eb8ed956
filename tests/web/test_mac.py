"""What a page signs is what the core checks: the same texts, the same MAC."""

import json
import subprocess
from pathlib import Path

import pytest

from tablectl.service.phones import presses

pytestmark = pytest.mark.system

STATIC = Path(__file__).resolve().parents[2] / "tablectl/web/pages/static"
KEYS = ["00112233445566778899aabbccddeeff", "f" * 32, "0" * 32, "a5" * 16]
# around the lengths at which a message takes another block
LENGTHS = (0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1_000)
TABLES = ("Table 1", "Mesa ñ €", "一", "a\tb")


def in_node(script: str, given: object) -> object:
    """What the script prints as JSON; `given` is what it is given."""
    head = f"import * as mac from {json.dumps((STATIC / 'mac.js').as_uri())};"
    ran = subprocess.run(
        [
            "node",
            "--input-type=module",
            "-e",
            f"{head} const given = JSON.parse(process.argv[1]);"
            f"console.log(JSON.stringify({script}))",
            json.dumps(given),
        ],
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(ran.stdout)


def test_a_page_signs_any_text_as_the_core_does():
    texts = ["é" * (length // 2) + "x" * (length % 2) for length in LENGTHS]
    pairs = [[key, text] for key in KEYS for text in [*texts, *TABLES]]
    wanted = [presses.mac_of(bytes.fromhex(key), text) for key, text in pairs]
    assert in_node("given.map(([key, text]) => mac.macOf(key, text))", pairs) == wanted


def test_a_page_makes_the_key_of_its_phone_as_the_core_does():
    nonce = "0123456789abcdef" * 2
    wanted = [presses.phone_key(bytes.fromhex(code), nonce).hex() for code in KEYS]
    assert in_node("given[0].map((code) => mac.phoneKey(code, given[1]))", [KEYS, nonce]) == wanted


@pytest.mark.parametrize("table", TABLES)
def test_the_texts_that_are_signed_are_those_of_the_core(table):
    script = (
        "[mac.pairText(given, 3, '0a'), mac.pageText(given, 3, 7), mac.giveUpText(given, 3, 7),"
        " mac.keepText(given, 3, 7), mac.approveText(given, 3, 7, 41, 5, true),"
        " mac.approveText(given, 3, 7, 41, 5, false)]"
    )
    assert in_node(script, table) == [
        presses.pair_text(table, 3, "0a"),
        presses.page_text(table, 3, 7),
        presses.give_up_text(table, 3, 7),
        presses.keep_text(table, 3, 7),
        presses.approve_text(table, 3, 7, 41, 5, yes=True),
        presses.approve_text(table, 3, 7, 41, 5, yes=False),
    ]


def test_the_text_of_a_press_is_that_of_the_core():
    press = presses.Press(seat=3, epoch=2, number=9, on="0a1b", key="raise", mac="", amount=4_700)
    said = {"seat": 3, "epoch": 2, "number": 9, "on": "0a1b", "key": "raise", "amount": 4_700}
    assert in_node("mac.pressText('Table 1', given)", said) == press.text("Table 1")
