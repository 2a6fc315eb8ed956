"""UF2, by Microsoft: the file that a Pico in BOOTSEL mode takes, dropped onto the disk that it
shows.

Blocks of 512 bytes, each with 256 bytes for one address of flash, so that a file need not hold all
of it: the settings of a node (its id, its link key) are one block for the last sector of flash, and
leave the firmware beside them as it is.
"""

import struct
import sys
import zlib
from pathlib import Path

BLOCK = struct.Struct("<8I476sI")
PAYLOAD_BYTES = 256
MAGIC = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
HAS_FAMILY = 0x00002000
RP2040 = 0xE48BFF56

FLASH_AT = 0x10000000
FLASH_BYTES = 2 << 20  # a Pico's; its settings lie in the last sector of 4 KiB
SECTOR_BYTES = 4096
SETTINGS_AT = FLASH_AT + FLASH_BYTES - SECTOR_BYTES

KEY_BYTES = 32
SHOE_ID = 100  # seats have their number
MOST_SEATS = 10
SETTINGS = struct.Struct("<4sBBBB32s")
SETTINGS_MAGIC = b"TCN1"


def uf2_file(data: bytes, address: int = FLASH_AT) -> bytes:
    """The file that writes `data` from `address` on. Raises ValueError where it does not fit
    into flash.
    """
    if not data:
        raise ValueError("Nothing is to be written.")
    if address % PAYLOAD_BYTES or not FLASH_AT <= address <= FLASH_AT + FLASH_BYTES - len(data):
        raise ValueError(f"{len(data):,} bytes do not fit into flash at {address:#x}.")
    parts = [data[at : at + PAYLOAD_BYTES] for at in range(0, len(data), PAYLOAD_BYTES)]
    head = (*MAGIC[:2], HAS_FAMILY)
    return b"".join(
        BLOCK.pack(
            *head,
            address + PAYLOAD_BYTES * number,
            PAYLOAD_BYTES,
            number,
            len(parts),
            RP2040,
            part,
            MAGIC[2],
        )
        for number, part in enumerate(parts)
    )


def image_file(data: bytes) -> bytes:
    """The file of a firmware, which leaves the sector of the settings alone. Raises ValueError
    where it is too long for that.
    """
    if len(data) > SETTINGS_AT - FLASH_AT:
        raise ValueError(
            f"The firmware has {len(data):,} bytes; {SETTINGS_AT - FLASH_AT:,} fit below the "
            "settings."
        )
    return uf2_file(data)


def settings_file(node: int, key: bytes | None = None) -> bytes:
    """The file that tells a Pico who it is. `node`: a seat's number, or SHOE_ID; `key`: the link's,
    32 bytes; None: no MAC.

    Raises ValueError for another node, or a key of another length.
    """
    if node != SHOE_ID and not 1 <= node <= MOST_SEATS:
        raise ValueError(
            f"A node is a seat from 1 to {MOST_SEATS}, or {SHOE_ID}, the shoe; {node} is neither."
        )
    if key is not None and len(key) != KEY_BYTES:
        raise ValueError(f"A link key has {KEY_BYTES} bytes; this one has {len(key)}.")
    held = SETTINGS.pack(SETTINGS_MAGIC, node, key is not None, 0, 0, key or bytes(KEY_BYTES))
    return uf2_file(held + zlib.crc32(held).to_bytes(4, "little"), SETTINGS_AT)


def main(arguments: list[str]) -> None:
    if len(arguments) != 2:
        raise SystemExit("usage: python -m firmware_io.mcu.uf2 IMAGE.bin FILE.uf2")
    Path(arguments[1]).write_bytes(image_file(Path(arguments[0]).read_bytes()))


if __name__ == "__main__":
    main(sys.argv[1:])
