"""The commands `firmware ..`: the file that tells a Pico which node it is. `make firmware` makes
the firmware itself.
"""

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from firmware_io.mcu.uf2 import KEY_BYTES, MOST_SEATS, SHOE_ID, settings_file as settings_of
from tablectl.cli.output import out, usage_error
from tablectl.cli.params import command_group, number_option

firmware_app = command_group(
    "Writes what a node on a Pico is told, as a file to drop onto its disk."
)


@firmware_app.command()
def settings(
    file: Annotated[Path, Argument(metavar="FILE.uf2", help="The file to write.")],
    seat: Annotated[int | None, number_option("It is seat N.", 1, MOST_SEATS)] = None,
    shoe: Annotated[bool, Option("--shoe", help="It is the shoe.")] = False,
    key: Annotated[
        Path | None,
        Option("--key", help=f"A file with the link's key, {2 * KEY_BYTES} hex digits."),
    ] = None,
) -> None:
    """Writes who a Pico is. Hold BOOTSEL while it is plugged in, and copy the file onto the disk
    that appears.
    """
    if (seat is None) is not shoe:
        usage_error("Say who the node is: --seat N, or --shoe.")
    if file.suffix != ".uf2":
        usage_error(f"{file} must end with .uf2: a Pico takes no other file.")
    written = settings_of(SHOE_ID if seat is None else seat, None if key is None else key_in(key))
    file.touch(0o600)
    file.chmod(0o600)
    file.write_bytes(written)
    who = "the shoe" if seat is None else f"seat {seat}"
    held = "without a link key" if key is None else "with its link key"
    out.print(f"{file}: a Pico that is given this is {who}, {held}.")


def key_in(file: Path) -> bytes:
    """The 32 bytes that the file says in hex. It is never shown."""
    text = file.read_bytes()[:1024].strip()
    try:
        key = bytes.fromhex(text.decode("ascii"))
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        usage_error(f"{file} holds no link key: that is {2 * KEY_BYTES} hex digits, and no more.")
    return key
