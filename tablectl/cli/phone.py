"""The commands about phones: which has which seat, and taking one away."""

from typing import Annotated

import typer
from typer import Argument, Exit, Option

from tablectl.cli.output import Json, out, say_json
from tablectl.cli.params import command_group, number_parser
from tablectl.cli.rule import CONTROL, Socket
from tablectl.cli.ruling import ask_accepted, is_terminal
from tablectl.service.config.values import MOST_SEATS
from tablectl.service.process import FAILED
from tablectl.structs import JsonObject

phone_app = command_group("Which phone has which seat of the running table, and freeing a seat.")


@phone_app.command("list")
def list_phones(control: Socket = None, json: Json = False) -> None:
    """Lists the seats that are played by phone, each with the mark of its phone."""
    rows = ask_accepted(control or CONTROL, {"phones": True})["phones"]
    for row in rows:
        say_json(row) if json else out.print(_row_text(row))
    if not rows and not json:
        out.print("No seat of this table is played by phone.")


def _row_text(row: JsonObject) -> str:
    if row["mark"] is None:
        shows = "; the board shows its code" if row["wants_phone"] else ""
        return f"Seat {row['seat']}: no phone{shows}."
    more = [
        words
        for key, words in (
            ("typed", "by digits"),
            ("away", "away"),
            ("asked", "another phone asks for the seat"),
        )
        if row[key]
    ]
    return f"Seat {row['seat']}: {', '.join((row['mark'], *more))}."


@phone_app.command()
def free(
    seat: Annotated[int, Argument(metavar="SEAT", parser=number_parser(1, MOST_SEATS))],
    why: Annotated[str, Option(metavar="WHY", help="Why, for the record.")] = "",
    yes: Annotated[bool, Option("--yes", help="Do not ask on a terminal.")] = False,
    control: Socket = None,
    json: Json = False,
) -> None:
    """Takes its phone from a seat, also in a hand: whoever scans its code has it then."""
    socket = control or CONTROL
    line = {"frees": seat, **({"why": why} if why else {})}
    if is_terminal() and not yes:
        out.print(str(ask_accepted(socket, {**line, "would": True})["effect"]))
        if not typer.confirm(f"Free seat {seat}?", default=False):
            out.print("Nothing was done.")
            raise Exit(FAILED)
    reply = ask_accepted(socket, line)
    say_json({"seat": seat}) if json else out.print(str(reply["did"]))
