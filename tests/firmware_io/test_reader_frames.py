"""The frames of the readers, byte for byte as the drivers of others have them, and the ids that
come out of them.
"""

from pathlib import Path

import pytest

import firmware_io
from firmware_io.readers import pepper, pn532, rdm6300
from firmware_io.readers.ids import from_iso15693, is_random, lasting_tag, pad_id, why_not_enrolled
from firmware_io.readers.pn532 import Target, read_targets

PN532_SENT = {
    pn532.GET_FIRMWARE_VERSION: "0000FF02FED4022A00",
    pn532.SAM_CONFIGURATION: "0000FF05FBD4140114010200",
    pn532.RETRIES: "0000FF06FAD43205FF0101F400",
    pn532.LIST_TWO: "0000FF04FCD44A0200E000",
}
PEPPER_SENT = {
    pepper.DUMMY: "F50300FCFF01D1F1",
    pepper.GET_TAG_COUNT: "F50300FCFF02B2C1",
    pepper.GET_ID + b"\0": "F50400FBFF03005C48",
    pepper.POLLING_OFF: "F50400FBFF0600A9B7",
    pepper.SET_ACTIVE_ANTENNA + b"\1": "F50400FBFF0F01101D",
}
TWO_CARDS = bytes.fromhex("0000FF18E8D54B0201000408 04DEADBEEF 0200440007 04A1B2C3D4E580 F500")


@pytest.mark.parametrize(("command", "sent"), PN532_SENT.items())
def test_a_pn532_is_asked_in_these_bytes(command, sent):
    assert pn532.frame(command) == bytes.fromhex(sent)


@pytest.mark.parametrize(("payload", "sent"), PEPPER_SENT.items())
def test_a_pepper_is_asked_in_these_bytes(payload, sent):
    assert pepper.frame(payload) == bytes.fromhex(sent)


def test_a_pn532_tells_two_cards_of_4_and_7_bytes():
    (carried,) = pn532.Pn532Frames().feed(TWO_CARDS)
    assert read_targets(carried[2:]) == (
        Target(bytes.fromhex("DEADBEEF"), b"\x00\x04", 0x08),
        Target(bytes.fromhex("04A1B2C3D4E580"), b"\x00\x44", 0x00),
    )


DESFIRE = "0344 20 07 04A1B2C3D4E580"  # SAK 20: it has an ATS


@pytest.mark.parametrize(
    ("values", "raw_ids"),
    [
        ("00", []),
        (f"01 01 {DESFIRE} 06 7577810280", ["04A1B2C3D4E580"]),
        (f"02 01 {DESFIRE} 06 7577810280 02 0004 08 04 DEADBEEF", ["04A1B2C3D4E580", "DEADBEEF"]),
        (f"02 01 0004 08 04 DEADBEEF 02 {DESFIRE} 06 7577810280", ["DEADBEEF", "04A1B2C3D4E580"]),
        (f"02 01 {DESFIRE} 02 0004 08 04 DEADBEEF", ["04A1B2C3D4E580", "DEADBEEF"]),
        (f"01 01 {DESFIRE}", ["04A1B2C3D4E580"]),
        ("01 01 0344 00 0A 8804A1B2C3D4E5F60718", ["8804A1B2C3D4E5F60718"]),
    ],
    ids=[
        "none",
        "an ATS",
        "an ATS, then another",
        "another, then an ATS",
        "none told, then another",
        "none told",
        "10 bytes",
    ],
)
def test_the_cards_of_an_answer(values, raw_ids):
    found = read_targets(bytes.fromhex(values))
    assert [target.raw_id.hex().upper() for target in found] == raw_ids


@pytest.mark.parametrize(
    "values",
    [
        "",
        "01",
        "02 01 0004 08 04 DEADBEEF",
        "01 02 0004 08 04 DEADBEEF",
        "01 01 0004 08 05 DEADBEEF01",
        "01 01 0004 08 04 DEADBE",
        "01 01 0004 08 04 DEADBEEF 00",
    ],
    ids=[
        "empty",
        "a count alone",
        "one of two",
        "the second alone",
        "an id of 5",
        "torn",
        "one byte more",
    ],
)
def test_an_answer_that_makes_no_sense_is_no_card_and_never_half_of_one(values):
    assert read_targets(bytes.fromhex(values)) is None


@pytest.mark.parametrize("cr_lf", [False, True], ids=["RDM6300", "ID-12LA"])
def test_a_125_khz_tag_is_ten_digits_and_their_xor(cr_lf):
    sent = rdm6300.frame(bytes.fromhex("62E3086CED"), cr_lf=cr_lf)
    assert sent == b"\x0262E3086CED08" + (b"\r\n" if cr_lf else b"") + b"\x03"
    assert rdm6300.Rdm6300Frames().feed(sent) == [bytes.fromhex("62E3086CED")]


def test_a_module_that_says_its_sum_as_one_raw_byte_is_read_too():
    """As in esphome's issue 3610."""
    sent = bytes.fromhex("02303131344145334242433C03")
    for cut in range(len(sent)):
        frames = rdm6300.Rdm6300Frames()
        assert (
            frames.feed(sent[:cut]) + frames.feed(sent[cut:]) + frames.feed(sent)
            == [bytes.fromhex("0114AE3BBC")] * 2
        )
        assert (frames.skipped, frames.spoilt) == (0, 0)


def test_of_a_module_that_says_its_sum_in_digits_a_lost_byte_makes_no_other_tag():
    raw_id = bytes.fromhex("62E3086CED")
    whole = rdm6300.frame(raw_id)
    frames = rdm6300.Rdm6300Frames()
    assert frames.feed(whole) == [raw_id]
    for lost in range(len(whole)):
        heard = frames.feed(whole[:lost] + whole[lost + 1 :] + whole)
        assert {one for one in heard if one is not None} == {raw_id}


def test_a_sum_that_is_a_raw_byte_and_wrong_is_no_tag():
    assert rdm6300.Rdm6300Frames().feed(bytes.fromhex("02303131344145334242433D03")) == [None]


SUM_WRONG = [
    (pn532.Pn532Frames, TWO_CARDS[:10] + b"\xee" + TWO_CARDS[11:]),
    (pepper.PepperFrames, bytes.fromhex("F50300FCFF01D1F0")),
    (rdm6300.Rdm6300Frames, b"\x0262E3086CED09\x03"),
]
GOOD = {
    pn532.Pn532Frames: TWO_CARDS,
    pepper.PepperFrames: pepper.frame(pepper.DUMMY),
    rdm6300.Rdm6300Frames: rdm6300.frame(bytes.fromhex("62E3086CED")),
}


@pytest.mark.parametrize(("kind", "sent"), SUM_WRONG)
def test_a_frame_whose_sum_is_wrong_is_said_to_be_spoilt_and_the_next_is_read(kind, sent):
    frames = kind()
    spoilt, good = frames.feed(sent + GOOD[kind])
    assert (spoilt, frames.spoilt) == (None, 1)
    assert good == kind().feed(GOOD[kind])[0]


@pytest.mark.parametrize(
    "head", ["F5 07 00 F8 00", "F5 07 00 00 FF", "F5 02 00 FD FF", "F5 00 10 FF EF"]
)
def test_what_is_no_head_of_a_pepper_hides_no_frame(head):
    """One half of the length's check is wrong; no payload; longer than any answer."""
    frames = pepper.PepperFrames()
    assert frames.feed(bytes.fromhex(head) + pepper.frame(pepper.DUMMY)) == [pepper.DUMMY]
    assert (frames.spoilt, frames.skipped, len(frames._held)) == (0, 5, 0)


@pytest.mark.parametrize("head", ["00 FF 05 FA", "00 FF 00 00", "00 FF FF FF", "00 FF FF 01"])
def test_what_is_no_head_of_a_pn532_hides_no_frame(head):
    """The length and its sum do not fit; no length; an extended frame; longer than any answer."""
    frames = pn532.Pn532Frames()
    assert frames.feed(bytes.fromhex(head) + TWO_CARDS) == pn532.Pn532Frames().feed(TWO_CARDS)
    # the zero behind the frame may begin the next
    assert (frames.spoilt, len(frames._held)) == (0, 1)


@pytest.mark.parametrize("kind", GOOD)
def test_a_good_frame_behind_the_beginning_of_a_torn_one_is_read_when_no_more_comes(kind):
    # a PN532's last byte is only the zero behind its frame
    for torn in range(1, len(GOOD[kind]) - 1):
        frames = kind()
        found = frames.feed(GOOD[kind][:torn] + GOOD[kind]) + frames.flush()
        assert [carried for carried in found if carried is not None] == kind().feed(GOOD[kind])
        assert len(frames._held) == 0


def test_the_lines_of_the_readers_own_text_run():
    text = Path(firmware_io.__file__).with_name("readers").joinpath("README.md").read_text()
    names = {}
    exec(compile(text.split("```python")[1].split("```")[0], "README.md", "exec"), names)
    assert (names["said"], names["to_write"]) == ([], bytes.fromhex("F50300FCFF01D1F1"))


# Ids ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw_id", "tag"),
    [
        ("DEADBEEF", "00000000DEADBEEF"),
        ("62E3086CED", "00000062E3086CED"),
        ("04A1B2C3D4E580", "0004A1B2C3D4E580"),
        ("E004015012345678", "E004015012345678"),
    ],
    ids=["ISO 14443A, 4", "EM4100", "ISO 14443A, 7", "ISO 15693"],
)
def test_an_id_has_8_bytes_the_highest_first_with_zeros_in_front(raw_id, tag):
    assert pad_id(bytes.fromhex(raw_id)) == bytes.fromhex(tag)


@pytest.mark.parametrize("count", [0, 1, 3, 6, 9, 10])
def test_an_id_of_another_length_is_none(count):
    assert pad_id(bytes(range(count))) is None


@pytest.mark.parametrize(
    ("told", "tag"),
    [
        ("7856341250 0104E0", "E004015012345678"),
        ("E004015012345678", "E004015012345678"),
        ("E056341250 0104E0", "E0040150123456E0"),
        ("0456341250 010412", None),
        ("E00401", None),
    ],
    ids=[
        "lowest first",
        "highest first",
        "E0 at both ends: lowest first",
        "E0 at none",
        "too short",
    ],
)
def test_e0_leads_an_iso_15693_id_in_whichever_order_it_was_told(told, tag):
    assert from_iso15693(bytes.fromhex(told)) == (None if tag is None else bytes.fromhex(tag))


def test_a_tag_that_has_another_id_each_time_is_not_enrolled_and_is_one_tag_while_it_lies_there():
    first, second = (bytes.fromhex(f"00000000 08{rest}") for rest in ("A1B2C3", "112233"))
    assert (
        why_not_enrolled(first),
        is_random(second),
        lasting_tag(first) == lasting_tag(second),
    ) == (
        "random",
        True,
        True,
    )


def test_other_tags_are_enrolled():
    card = bytes.fromhex("0004A1B2C3D4E580")
    assert (why_not_enrolled(card), lasting_tag(card), why_not_enrolled(bytes(8))) == (
        None,
        card,
        "none",
    )
