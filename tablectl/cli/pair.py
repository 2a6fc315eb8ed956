"""The command `pair`: a key is made for the link with a node, kept, and put into the file that the node is given by hand."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from firmware_io.mcu.uf2 import settings as settings_of
from tablectl.cli.house import whole
from tablectl.cli.speaking import out, wrong_use
from tablectl.service.books import keyfile
from tablectl.service.config.checks import nodes_named
from tablectl.service.config.loading import Config, load

PICO = ".uf2"


def pair(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=(
        "What the node is given: FILE.uf2 is dropped onto the disk of a Pico; any other is the key as 64 hex digits."))],
    config: Annotated[Path, typer.Option(help="The table's configuration, table.toml.")],
    seat: Annotated[int | None, typer.Option("--seat", parser=whole(1), metavar="N", help="The node of seat N.")] = None,
    shoe: Annotated[bool, typer.Option("--shoe", help="The node of the shoe.")] = False,
    again: Annotated[bool, typer.Option("--again", help="It has a key already, which is worth nothing from then on.")] = False,
) -> None:
    """Makes a key for the link with a node. The table keeps it, and the node is given it once, with a hand on it."""
    table = load(config)
    if (seat is None) is not shoe:
        wrong_use("Say which node it is: --seat N, or --shoe.")
    if not table.links.keys:
        wrong_use(f'{config} names no folder for keys: write keys = "/var/lib/tablectl/keys" into [links].')
    name = "The shoe" if seat is None else f"Seat {seat}"
    node = dict(nodes_named(table)).get(name)
    if node is None:
        wrong_use(f"{name} is no node of {config}.")
    folder = Path(table.links.keys)
    if keyfile.path_of(folder, node).exists() and not again:
        wrong_use(f"{name} is node {node}, which is paired already: --again makes another key, and what it has is void then.")
    _pairs(table, folder, node, file)
    out.print(f"{name} is node {node}: its key is kept in {keyfile.path_of(folder, node)}.", markup=False)
    how = f"Hold BOOTSEL while its plug is put in, copy {file} onto the disk that appears" if file.suffix == PICO else (
        f"Give the node {file}")
    out.print(f"{how}, and then delete {file}. Start the table again.", markup=False)


def _pairs(table: Config, folder: Path, node: int, file: Path) -> None:
    """Both files, or neither."""
    key = keyfile.new_key()
    try:
        given = settings_of(node, key) if file.suffix == PICO else keyfile.as_text(key)
    except ValueError as wrong:
        wrong_use(str(wrong))
    try:
        keyfile.write_private(file, given)
    except FileExistsError:
        wrong_use(f"{file} is there already: name a new file.")
    except OSError as wrong:
        wrong_use(f"{file} cannot be written: {wrong.strerror}.")
    try:
        keyfile.keep(folder, node, key)
    except OSError as wrong:
        with suppress(OSError):
            file.unlink()
        wrong_use(f"No key can be kept in {folder}: {wrong.strerror}. Nothing was changed.")
