"""The command `pair`: a key is made for the link with a node, kept, and given to the node over its
cable or by hand.

With `--replace` it says to a running table that another node is there, and no key is made.
"""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from firmware_io.mcu.uf2 import settings_file as settings_of
from tablectl.cli.deck import ConfigFile
from tablectl.cli.operator import ask_proof
from tablectl.cli.output import as_usage_error, configured_path, out, usage_error
from tablectl.cli.params import number_option
from tablectl.cli.ruling import ask_accepted, is_terminal
from tablectl.service.books import link_keys as keyfile
from tablectl.service.config.loading import load_config
from tablectl.service.config.nodes import configured_nodes
from tablectl.service.config.values import Config
from tablectl.setup.pairing import AGAIN, NotPaired, Wanted, pair_by_cable

PICO = ".uf2"


File = Annotated[
    Path | None,
    Argument(
        metavar="FILE",
        help=(
            "Where the node is given its key by hand: FILE.uf2 is dropped onto the disk of a "
            "Pico; any other is the key as 64 hex digits. Without it, it is given over its "
            "cable, while the table does not run."
        ),
    ),
]
Port = Annotated[
    str | None,
    Option(
        "--port",
        metavar="PORT",
        help=("Where its cable is, if that is not the port of the configuration."),
    ),
]
Again = Annotated[
    bool,
    Option("--again", help="It has a key already, which is worth nothing from then on."),
]
Replace = Annotated[
    bool,
    Option(
        "--replace",
        help=(
            "Says to the running table that another node is there, or that it was emptied: an "
            "operator's name and PIN are asked for."
        ),
    ),
]
Name = Annotated[str | None, Option("--name", metavar="NAME", help="The operator who replaces it.")]
Why = Annotated[
    str | None, Option("--why", metavar="WHY", help="Why it is replaced, for the record.")
]


def pair(
    config: ConfigFile,
    file: File = None,
    seat: Annotated[int | None, number_option("The node of seat N.", 1)] = None,
    shoe: Annotated[bool, Option("--shoe", help="The node of the shoe.")] = False,
    port: Port = None,
    again: Again = False,
    replace: Replace = False,
    name: Name = None,
    why: Why = None,
) -> None:
    """Makes a key for the link with a node. The table keeps it, and the node is given it once."""
    table = load_config(config)
    if (seat is None) is not shoe:
        usage_error("Say which node it is: --seat N, or --shoe.")
    if replace:
        if file is not None or port is not None or again:
            usage_error("--replace takes no FILE, --port or --again: no key is made by it.")
        option = "--shoe" if seat is None else f"--seat {seat}"
        _replace_node(table, seat, f"tablectl pair --replace {option} --config {config}", name, why)
    elif name is not None or why is not None:
        usage_error("--name and --why belong to --replace.")
    else:
        _make_key(config, table, seat, file, port, again=again)


def _make_key(
    config: Path,
    table: Config,
    seat: int | None,
    file: Path | None,
    port: str | None,
    *,
    again: bool,
) -> None:
    folder = configured_path(
        table.links.keys, "[links] keys", str(Path(table.journal.path).resolve().with_name("keys"))
    )
    name = "The shoe" if seat is None else f"Seat {seat}"
    node = dict(configured_nodes(table)).get(name)
    if node is None:
        usage_error(f"{name} is no node of {config}.")
    path = keyfile.key_path(folder, node)
    is_pending = file is None and keyfile.pending_path(folder, node).exists()
    if path.exists() and not again and not is_pending:
        usage_error(
            f"{name} is node {node}, which is paired already: --again makes another key, and what "
            "it has is void then."
        )
    if file is None:
        device = table.shoe if seat is None else next(s for s in table.seat if s.number == seat)
        kind = "shoe" if seat is None else "seat"
        _pair_by_cable(table, Wanted(name, node, kind, port or device.port))
        return
    if port is not None:
        usage_error("--port is where a node's cable is: leave it out, or the FILE.")
    _pair_by_hand(folder, node, file)
    out.print(f"{name} is node {node}: its key is kept in {path}.")
    how = (
        f"Hold BOOTSEL while its plug is put in, copy {file} onto the disk that appears"
        if file.suffix == PICO
        else f"Give the node {file}"
    )
    out.print(f"{how}, and then delete {file}. Start the table again.")


def _replace_node(
    table: Config, seat: int | None, command: str, name: str | None, why: str | None
) -> None:
    reason = why or (typer.prompt("Why is it replaced?").strip() if is_terminal() else "")
    if not reason:
        usage_error(f'Why is it replaced? For the record: {command} --why "…"')
    who, pin = ask_proof(name, f'{command} --why "…" --name NAME')
    node = {"replaces": "shoe"} if seat is None else {"replaces": "seat", "seat": seat}
    reply = ask_accepted(
        Path(table.control.socket), {**node, "operator": who, "pin": pin, "why": reason}
    )
    out.print(str(reply["did"]))


def _pair_by_cable(table: Config, wanted: Wanted) -> None:
    try:
        with as_usage_error(NotPaired):
            key_file = asyncio.run(pair_by_cable(table, wanted))
    except OSError as error:
        usage_error(f"No key can be kept in {table.links.keys}: {error.strerror}. {AGAIN}")
    says = (
        f"{wanted.name} is node {wanted.node}, and has proven that it has its key, which is "
        f"kept in {key_file}."
    )
    out.print(f"{says} Start the table.")


def _pair_by_hand(folder: Path, node: int, file: Path) -> None:
    """Both files, or neither."""
    key = keyfile.new_key()
    with as_usage_error(ValueError):
        given = settings_of(node, key) if file.suffix == PICO else keyfile.key_text(key)
    keyfile.write_private(file, given)
    try:
        keyfile.write_key(folder, node, key)
    except OSError as error:
        with suppress(OSError):
            file.unlink()
        usage_error(f"No key can be kept in {folder}: {error.strerror}. Nothing was changed.")
