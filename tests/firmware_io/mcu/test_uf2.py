"""The file that a Pico takes, read back as its boot loader reads it."""

import struct

import pytest
from hypothesis import given, strategies as st

from firmware_io.mcu import uf2

ERASED = 0xFF
LOADED = 0x10000000


def loaded(file):
    """What lies in flash after it: a byte by address. The boot loader erases the sector of each
    block that it has not yet.
    """
    flash = {}
    assert len(file) % 512 == 0
    for number in range(len(file) // 512):
        block = file[512 * number : 512 * number + 512]
        first, second, flags, address, length, place, count, family = struct.unpack_from(
            "<8I", block
        )
        assert (first, second, struct.unpack_from("<I", block, 508)[0]) == (
            0x0A324655,
            0x9E5D5157,
            0x0AB16F30,
        )
        assert (flags, family, length, place, count) == (
            0x2000,
            0xE48BFF56,
            256,
            number,
            len(file) // 512,
        )
        for at in range(address & ~0xFFF, (address & ~0xFFF) + 4096):
            flash.setdefault(at, ERASED)
        flash.update(zip(range(address, address + length), block[32 : 32 + length], strict=True))
    return flash


@given(st.binary(min_size=1, max_size=10_000))
def test_a_firmware_lies_in_flash_as_it_is(data):
    flash = loaded(uf2.image_file(data))
    assert bytes(flash[LOADED + at] for at in range(len(data))) == data


@pytest.mark.slow
@given(
    st.one_of(st.integers(1, 10), st.just(100)),
    st.one_of(st.none(), st.binary(min_size=32, max_size=32)),
)
def test_settings_are_the_last_sector_and_nothing_else(node, key):
    flash = loaded(uf2.settings_file(node, key))
    assert (min(flash), max(flash)) == (LOADED + (2 << 20) - 4096, LOADED + (2 << 20) - 1)
    page = bytes(flash[min(flash) + at] for at in range(44))
    assert page[:6] == b"TCN1" + bytes([node, key is not None])
    assert page[8:40] == (key or bytes(32))


@pytest.mark.slow
def test_a_firmware_that_would_reach_into_the_settings_is_refused():
    most = (2 << 20) - 4096
    assert max(loaded(uf2.image_file(bytes(most)))) < uf2.SETTINGS_AT
    with pytest.raises(
        ValueError, match=r"^The firmware has 2,093,057 bytes; 2,093,056 fit below the settings\.$"
    ):
        uf2.image_file(bytes(most + 1))


@pytest.mark.parametrize("node", [0, 11, 99, 101, 255, -1])
def test_a_node_that_no_table_has_is_refused(node):
    with pytest.raises(ValueError, match="A node is a seat from 1 to 10, or 100, the shoe"):
        uf2.settings_file(node)


def test_a_key_of_another_length_and_an_address_outside_are_refused():
    with pytest.raises(ValueError, match="A link key has 32 bytes; this one has 31"):
        uf2.settings_file(1, bytes(31))
    for address in (0x0FFFFF00, 0x10000001, 0x10200000):
        with pytest.raises(ValueError, match="do not fit into flash"):
            uf2.uf2_file(b"x", address)
    with pytest.raises(ValueError, match="Nothing"):
        uf2.image_file(b"")
