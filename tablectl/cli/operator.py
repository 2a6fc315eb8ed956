"""The commands about operators: who may clear a lock, and clearing it."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from tablectl.cli.deck import ConfigFile
from tablectl.cli.output import configured_path, out, usage_error
from tablectl.cli.params import command_group
from tablectl.cli.rule import CONTROL, Socket
from tablectl.cli.ruling import ask_accepted, is_terminal
from tablectl.rules.bounds import why_no_name
from tablectl.service.books.operators import change_operators, load_operators, why_bad_pin
from tablectl.service.config.loading import load_config
from tablectl.service.config.values import Config
from tablectl.text import say

operator_app = command_group("Who may clear a lock of the table, by name and PIN, and clearing it.")

Name = Annotated[str, Argument(metavar="NAME", help="The operator's name.")]
PINS_LINE = 64  # characters of a line on stdin


@operator_app.command()
def add(name: Name, config: ConfigFile) -> None:
    """Adds an operator, or gives one another PIN; it is asked for twice, or read from stdin
    where that is no terminal.
    """
    file = _operators_path(load_config(config))
    known = load_operators(file).find_operator(name)
    pin = _ask_pin(f"PIN of {name} (6 to 12 digits)")
    if why := why_bad_pin(pin):
        usage_error(why)
    if is_terminal() and _ask_pin("The same once more") != pin:
        usage_error("The two are not the same. Nothing is changed.")
    change_operators(file, lambda operators: operators.with_operator(name, pin))
    out.print(f"{name} has another PIN." if known else f"{name} may clear locks from now on.")


@operator_app.command("list")
def list_operators(config: ConfigFile) -> None:
    """Lists the operators' names."""
    known = load_operators(_operators_path(load_config(config))).known
    for one in known:
        out.print(one.name)
    if not known:
        out.print(
            f"There is no operator yet. Make one: tablectl operator add NAME --config {config}"
        )


@operator_app.command()
def remove(name: Name, config: ConfigFile) -> None:
    """Takes an operator out of the file: from now on they may clear no lock."""
    change_operators(
        _operators_path(load_config(config)), lambda operators: operators.without_operator(name)
    )
    out.print(f"{name} may clear no lock any more.")


@operator_app.command()
def clear(
    lock: Annotated[
        str | None,
        Argument(
            metavar="LOCK",
            help="Which lock, as logic_door; without it the one that the screen shows.",
        ),
    ] = None,
    name: Annotated[
        str | None,
        Option(
            "--name", metavar="NAME", help="The operator's name; asked for where it is left out."
        ),
    ] = None,
    control: Socket = None,
) -> None:
    """Takes away a lock of the running table. Name and PIN are asked for, or the PIN read from
    stdin.
    """
    socket = control or CONTROL
    shown = ask_accepted(socket, {"status": True})["status"]["lock"]
    if shown is None:
        usage_error("The table is not locked.")
    out.print(f"{shown['what']} {shown['clears']}")
    who, pin = ask_proof(name, "tablectl operator clear --name NAME")
    reply = ask_accepted(socket, {"clears": lock or shown["kind"], "operator": who, "pin": pin})
    for one in reply["said"]:
        out.print(str(one["text"]))


def ask_proof(name: str | None, command: str) -> tuple[str, str]:
    """The operator's name and PIN; a terminal is prompted for them. `command`: how the name is
    given without one.
    """
    who, pin = name or _ask_name(command), _ask_pin("PIN")
    # no try that makes everybody wait
    if why := why_no_name(who, "The operator's name") or why_bad_pin(pin):
        usage_error(say(why))
    return who, pin


def _ask_name(command: str) -> str:
    if not is_terminal():
        usage_error(f"Which operator? {command}.")
    return str(typer.prompt("Operator")).strip()


def _ask_pin(what: str) -> str:
    if is_terminal():
        return str(typer.prompt(what, hide_input=True))
    try:
        return sys.stdin.readline(PINS_LINE).rstrip("\n")
    except UnicodeDecodeError:
        return ""  # which is no PIN either


def _operators_path(config: Config) -> Path:
    return configured_path(config.control.operators, "[control] operators", "operators.json")
