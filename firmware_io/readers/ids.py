"""The id of a tag, as all of the program knows it: 8 bytes, the highest first, zeros in front.

ISO 14443A has ids of 4, 7 or 10 bytes, ISO 15693 of 8, EM4100 (125 kHz) of 5. An id of 10 bytes
does not fit and is refused; no tag on the market is known to have one. Static ids are cloned in
seconds, with a card for a few cents: an id says which tag it claims to be, and nothing here proves
it.
"""

import hashlib

from firmware_io.messages import TAG_BYTES

ISO15693_MARK = 0xE0  # the highest byte of every ISO 15693 id
# first byte of an ISO 14443A id of 4 bytes that is drawn anew at each power-up (NXP AN10927)
RANDOM_MARK = 0x08
RANDOM_TAG = bytes([0, 0, 0, 0, RANDOM_MARK, 0, 0, 0])
LENGTHS = (4, 5, 7, 8)
REFUSALS = ("random", "none")


def pad_id(raw_id: bytes) -> bytes | None:
    """The tag's id, of an id as its reader tells it, highest byte first; None: no id of a length
    that is known here.
    """
    return raw_id.rjust(TAG_BYTES, b"\0") if len(raw_id) in LENGTHS else None


def from_iso15693(raw_id: bytes) -> bytes | None:
    """The tag's id, of 8 bytes in whichever order; None: neither end is E0, so that it was not read
    rightly.

    On the air the lowest byte comes first, and most readers tell it so. Where both ends are E0 that
    order is believed.
    """
    if len(raw_id) != TAG_BYTES:
        return None
    if raw_id[-1] == ISO15693_MARK:
        return raw_id[::-1]
    return raw_id if raw_id[0] == ISO15693_MARK else None


def simulated_tag(name: str) -> bytes:
    """The tag a simulated card called `name` carries: an ISO 15693 id (E0, a maker's code, a
    serial number).
    """
    return b"\xe0\x04" + hashlib.sha256(name.encode()).digest()[:6]


def is_random(tag: bytes) -> bool:
    """Whether the id is another at each power-up. An EM4100 id that begins with 00 and 08 looks
    the same, and is taken for it.
    """
    return tag[:4] == bytes(4) and tag[4] == RANDOM_MARK


def lasting_tag(tag: bytes) -> bytes:
    """The id under which a tag is known while it lies there, though its field is switched off and
    on between two looks.

    A telephone on an antenna would be another tag in each look. All tags with random ids are one.
    """
    return RANDOM_TAG if is_random(tag) else tag


def why_not_enrolled(tag: bytes) -> str | None:
    """The code why this tag may not become a card or a chip, of REFUSALS; None: it may."""
    if tag == bytes(TAG_BYTES):
        return "none"
    return "random" if is_random(tag) else None
