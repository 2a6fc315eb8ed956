"""Messages: PROTOCOL.md's worked frames byte for byte; whatever decodes encodes the same; the
rest is a value.
"""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import firmware_io
from firmware_io import encoding, messages
from firmware_io.encoding import FORGED, HEADER_BYTES, UNKEYED, append_mac, decode, encode
from firmware_io.framing import MAX_BODY_BYTES
from firmware_io.kit import vectors
from firmware_io.messages import (
    ABILITIES,
    AREAS,
    FACES,
    KEYS,
    KINDS,
    PATTERNS,
    RESET_CAUSES,
    SHOE_CHANGES,
    About,
    Ack,
    Anchor,
    AreaChanged,
    AskLevels,
    Asks,
    Buzzer,
    CardOff,
    CardPresented,
    Counters,
    Dialled,
    Frame,
    Gate,
    Heartbeat,
    Hello,
    HoleCardsSeen,
    HostHeartbeat,
    HostHello,
    KeyPressed,
    Lamp,
    LampTest,
    Malformed,
    Ping,
    Pong,
    ShoeChanged,
)

KEY = vectors.KEY
PROTOCOL = Path(firmware_io.__file__).with_name("PROTOCOL.md")
WORKED = {name: said for name, said, key in vectors.worked_frames() if key is None}


def test_the_words_of_the_protocol_are_in_the_order_of_their_bytes():
    said = dict(re.findall(r"^- `(\w+)`: (.+)$", PROTOCOL.read_text(), re.MULTILINE))
    rows = {
        "FACES": FACES,
        "ABILITIES": ABILITIES,
        "SHOE_CHANGES": SHOE_CHANGES,
        "AREAS": AREAS,
        "KEYS": KEYS,
        "KINDS": KINDS,
        "RESET_CAUSES": RESET_CAUSES,
        "PATTERNS": PATTERNS,
    }
    assert said == {name: " ".join(words) for name, words in rows.items()}


def words_of_the_table(head):
    """The words in code of the first column of the protocol's table under this head."""
    table = PROTOCOL.read_text().partition(f"\n| {head} |")[2].partition("\n\n")[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def test_every_key_and_every_pattern_is_explained_in_the_order_of_its_byte():
    assert words_of_the_table("Key") == [*KEYS]
    assert words_of_the_table("Pattern") == [*PATTERNS]


u32 = st.integers(0, 2**32 - 1)
u16 = st.integers(0, 2**16 - 1)
u8 = st.integers(0, 255)
tags = st.lists(st.binary(min_size=8, max_size=8), max_size=8).map(tuple)
names = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=32)
anchors = st.builds(Anchor, st.integers(0, 2**64 - 1), st.binary(min_size=32, max_size=32))
key_sets = st.sets(st.sampled_from(KEYS)).map(lambda keys: tuple(sorted(keys, key=KEYS.index)))
amounts = st.tuples(
    st.integers(1, 2**32 - 1), st.integers(1, 2**32 - 1), st.integers(1, 2**32 - 1)
).map(lambda drawn: (min(drawn[:2]), max(drawn[:2]), drawn[2]))
any_message = st.one_of(
    st.builds(CardOff, u32, tags, st.sampled_from(FACES)),
    st.builds(ShoeChanged, st.sampled_from(SHOE_CHANGES)),
    st.builds(
        AreaChanged, st.sampled_from(AREAS), st.lists(st.tuples(u32, u16), max_size=12).map(tuple)
    ),
    st.builds(KeyPressed, st.sampled_from(KEYS), u32),
    st.builds(HoleCardsSeen, tags),
    st.builds(CardPresented, tags),
    st.builds(
        Hello,
        st.sampled_from(KINDS),
        u32,
        u32,
        u32,
        u32,
        st.sampled_from(RESET_CAUSES),
        st.none() | anchors,
    ),
    st.builds(Dialled, u32),
    st.builds(About, st.integers(1, 255), u32, st.lists(u16, max_size=10).map(tuple), names, names),
    st.builds(lambda keys, three: Asks(keys, *three), key_sets, amounts | st.just((0, 0, 0))),
    anchors,
    st.builds(LampTest, st.booleans()),
    st.builds(Heartbeat, u32),
    st.builds(Pong, u32, u32),
    st.builds(Counters, u32, u32, u32, u32, u32, u32, st.sampled_from(RESET_CAUSES)),
    st.builds(HostHello, u32),
    st.builds(Ping, u32),
    st.builds(Lamp, st.tuples(u8, u8, u8), st.sampled_from(PATTERNS), u8),
    st.builds(Gate, u32),
    st.builds(Buzzer, st.booleans()),
    st.sampled_from([HostHeartbeat(), AskLevels(), Ack()]),
)


@given(st.builds(Frame, u8, u32, u32, u32, u32, u32, any_message))
def test_every_frame_is_read_as_it_was_written_with_a_mac_and_without(worked):
    for key in (None, KEY):
        body = encode(worked, key)
        assert len(body) <= MAX_BODY_BYTES
        assert decode(body, key) == worked


@given(
    st.one_of(
        st.binary(max_size=128),
        st.tuples(st.sampled_from(sorted(WORKED)), st.binary(max_size=96)).map(
            lambda drawn: encode(WORKED[drawn[0]])[:HEADER_BYTES] + drawn[1]
        ),
        st.tuples(st.sampled_from(sorted(WORKED)), st.integers(HEADER_BYTES, 120), u8).map(
            lambda drawn: _with_byte(encode(WORKED[drawn[0]]), drawn[1], drawn[2])
        ),
    )
)
def test_any_body_either_says_nothing_or_is_exactly_what_we_would_write(body):
    read = decode(body)
    assert isinstance(read, Malformed) or encode(read) == body
    sealed = append_mac(body[:1] + b"\x01" + body[2:120], KEY) if len(body) > 1 else body
    read = decode(sealed, KEY)
    assert isinstance(read, Malformed) or encode(read, KEY) == sealed


def _with_byte(body, place, byte):
    return body[:place] + bytes([byte]) + body[place + 1 :]


# -------------------------------------------------------------- vectors.json


def test_the_vectors_are_those_of_the_protocol_and_of_the_code_as_they_stand():
    assert vectors.FILE.read_text() == vectors.file_text(), (
        "python -m firmware_io.kit.vectors writes them anew"
    )


def test_the_vectors_hold_each_message_and_each_reason_why_one_says_nothing():
    read = json.loads(vectors.FILE.read_text())
    assert {row["says"]["message"]["is"] for row in read["frames"]} == {
        kind.__name__ for kind in (*messages.FROM_NODE, *messages.FROM_HOST)
    }
    known = set(
        re.findall(r'(?:_CannotRead|Malformed)\("(.+?)"\)', Path(encoding.__file__).read_text())
    )
    assert {row["reason"] for row in read["malformed"]} == known | {FORGED, UNKEYED}


# -------------------------------------------------------------- what does not fit


@pytest.mark.parametrize(
    "message",
    [
        *(About(1, 0, (0,) * 11, "", ""), About(1, 0, (), "a" * 33, "")),
        *(About(1, 0, (), "", "1.1\n"), About(1, 0, (), "Picö", "")),
        *(Asks((), 2, 1, 1), Asks((), 1, 2, 0), Asks((), 0, 2, 1), Anchor(1, bytes(31))),
    ],
    ids=str,
)
def test_what_does_not_fit_a_message_is_not_written(message):
    with pytest.raises(ValueError, match=r"at most|can be dialled|has 32 bytes"):
        encode(Frame(3, 1, 0, 0, 0, 0, message))
