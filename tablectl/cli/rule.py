"""The command `rule`: what the floor rules, and who comes and goes, for the running table. The door hangs it in."""

import socket
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer

from tablectl.cli.speaking import out, wrong_use

REPLY_BYTES: Final = 1 << 16
COMMAND_HELP: Final = "\n\n".join((
    "A floor's ruling for the running table, over its control socket; what came of it is said.",
    "[bold]What is halted[/bold]: confirm (do what the rulebook prescribes, as shown), resume (drop what was reported), misdeal, "
    "void, card --card Ah (the unread one, presented again), reshuffled (the shoe holds the stub), deck_checked; pause, go_on.",
    "[bold]What eyes have seen[/bold]: exposed --seat 3 --card Ah, wrong_count --seat 3 --cards 3 (without a seat: the flop), "
    "joker --seat 3, misplaced --seats 3,5, dealer_exposed.",
    "[bold]Corrections, each with --why[/bold]: chips --seat 3 --stack 180, act --seat 3 --act call, dead --seat 3, "
    "award --pot 0 --seats 3,5, colour_up --chip 5.",
    "[bold]Against the house and for points[/bold]: close_bets, made, missed, undo, new_game.",
    "[bold]Who plays[/bold]: start, sits --seat 3 --amount 200 --name Ada, buys --seat 3 --amount 100, leaves --seat 3.",
))


def rule(
    ruling: Annotated[str, typer.Argument(help="One of the words above.")],
    seat: Annotated[int | None, typer.Option(help="The seat it is about.")] = None,
    seats: Annotated[str | None, typer.Option(metavar="N,N", help="The seats it is about, where they are several.")] = None,
    card: Annotated[str | None, typer.Option(help="The card it is about.")] = None,
    cards: Annotated[int | None, typer.Option(help="How many cards were counted.")] = None,
    why: Annotated[str | None, typer.Option(help="The reason, for the record.")] = None,
    act: Annotated[str | None, typer.Option(help="What a seat does, where the floor acts for it.")] = None,
    amount: Annotated[int | None, typer.Option(help="Its amount; the chips that somebody sits down with or buys.")] = None,
    stack: Annotated[int | None, typer.Option(help="What a seat has behind, counted.")] = None,
    pot: Annotated[int | None, typer.Option(help="Which pot: 0 is the main pot.")] = None,
    chip: Annotated[int | None, typer.Option(help="The chip that is coloured up.")] = None,
    number: Annotated[int | None, typer.Option(help="The number of the halt that is meant.")] = None,
    name: Annotated[str | None, typer.Option(help="Who sits down.")] = None,
    control: Annotated[Path, typer.Option("--socket", help="The table's control socket.")] = Path("/run/tablectl/control.sock"),
) -> None:
    given = {"seat": seat, "card": card, "cards": cards, "why": why, "act": act, "stack": stack, "pot": pot, "chip": chip,
             "number": number}
    match ruling:
        case "start":
            line: dict[str, Any] = {"start": True}
        case "leaves":
            line = {"seat": seat, "leaves": True}
        case "sits" | "buys":
            line = {"seat": seat, ruling: _chips(ruling, amount), "name": name}
        case _:
            line = {"floor": ruling, "amount": amount, "seats": _numbers(seats), **given}
    reply = asked(control, {key: value for key, value in line.items() if value is not None})
    if not reply["ok"]:
        wrong_use(str(reply["text"]))
    for said in reply["said"] or ({"text": "Done."},):
        out.print(str(said["text"]), markup=False)


def _chips(ruling: str, amount: int | None) -> int:
    if amount is None:
        wrong_use(f"Say with --amount how many chips: whoever {ruling} has some.")
    return amount


def _numbers(text: str | None) -> list[int] | None:
    if text is None:
        return None
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        wrong_use(f'--seats "{text}": seats are numbers with commas between them, as 3,5.')


def asked(control: Path, line: dict[str, Any]) -> Any:
    """What the table at `control` answers to one line."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
        try:
            door.connect(str(control))
        except OSError as why:
            wrong_use(f"No table answers at {control}: {why.strerror}.")
        door.sendall(msgspec.json.encode(line) + b"\n")
        answer = door.makefile("rb").readline(REPLY_BYTES)
    if not answer:
        wrong_use(f"The table at {control} has gone without an answer: look at its screen whether it has ruled.")
    return msgspec.json.decode(answer)
