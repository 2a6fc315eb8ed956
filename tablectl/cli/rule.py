"""The commands `rule ..`: what the floor rules, and who comes and goes, for the running table.

Each that present/rulings_help.py names is a command. Its options are the fields of its ruling. On a
terminal the effect is shown, and confirmed; `--yes`, or the lack of a terminal, skips that.
"""

import inspect
import os
import shlex
from pathlib import Path
from typing import Annotated, Any

from typer import Argument, Context, Option

from tablectl.cli.output import usage_error
from tablectl.cli.params import command_group, number_option, number_parser, word_parser
from tablectl.cli.ruling import carry_out, show_status
from tablectl.engine.floor_json import USES
from tablectl.games.settings import MOST_LEVELS
from tablectl.present.rulings_help import GROUPS, HELP
from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.rules.forced import WEEK_MIN
from tablectl.service.config.values import CONTROL_SOCKET
from tablectl.simulation.scenario.script import FLOOR_ACTS
from tablectl.structs import Frozen
from tablectl.text import say


class Command(Frozen):
    """`uses`: the options of a command that is not a ruling; a ! marks those that are required.
    A ruling's are its fields.
    """

    name: str
    about: str
    help: str
    uses: str = ""

    @property
    def ruling(self) -> str:
        """Its name on the control socket."""
        return self.name.replace("-", "_")

    @property
    def options(self) -> tuple[str, ...]:
        """The options as in `uses`; for a ruling its fields without the reason, which has an
        option of its own.
        """
        if self.ruling not in USES:
            return tuple(self.uses.split())
        uses = USES[self.ruling]
        return tuple(
            f"{word}!" if word in uses.must else word for word in uses.may if word != "why"
        )


# the options of those that are no rulings
USES_OF_PEOPLE = {"sits": "seat! amount! player", "buys": "seat! amount!", "leaves": "seat!"}
COMMANDS = tuple(
    Command(
        one.ruling.replace("_", "-"),
        say(GROUPS[one.group]),
        say(one.sentence),
        USES_OF_PEOPLE.get(one.ruling, ""),
    )
    for one in HELP.values()
)
SEAT, AMOUNT = number_parser(1, 10), number_parser(0, MOST_AMOUNT)


def seat_numbers(text: str) -> str:
    """Numbers as they count; names as they are, for who sits where the table alone knows."""
    words = [word.strip() for word in text.split(",")]
    if not all(words) or not any(word.isdigit() or word.isalpha() for word in words) or ";" in text:
        usage_error(
            f'--seats "{text}": seats are numbers or names with commas between them, as 3,5 or '
            "Ada,Ben."
        )
    return ",".join(str(SEAT(word)) if word.isdigit() else word for word in words)


seat_numbers.__name__ = "N,N"
# type, parser, what stands for the value, help
OPTIONS: dict[str, tuple[type, Any, str, str]] = {
    "seat": (int, SEAT, "N", "The seat it is about."),
    "seats": (str, seat_numbers, "N,N", "The seats it is about, by number or name, with commas."),
    "card": (str, None, "CARD", "The card it is about: 9c."),
    "cards": (int, number_parser(0, 52), "N", "How many cards were counted."),
    "act": (
        str,
        word_parser("act", FLOOR_ACTS),
        "ACT",
        f"What the seat does: {', '.join(FLOOR_ACTS)}.",
    ),
    "amount": (int, AMOUNT, "N", "How many chips; of an act the total."),
    "stack": (
        int,
        number_parser(-MOST_AMOUNT, MOST_AMOUNT),
        "N",
        "What the seat has behind, counted.",
    ),
    "pot": (int, number_parser(0, 10), "N", "Which pot: 0 is the main pot, and taken without it."),
    "chip": (int, AMOUNT, "N", "The chip that goes out of play."),
    "to": (
        int,
        number_parser(1, MOST_LEVELS),
        "N",
        "The number of the level, one more or one less.",
    ),
    "minutes": (int, number_parser(-WEEK_MIN, WEEK_MIN), "N", "Minutes; of a level so many more."),
    "player": (str, None, "NAME", "Who sits down."),
}
Socket = Annotated[
    Path | None,
    Option(
        "--socket",
        envvar="TABLECTL_SOCKET",
        help="The table's control socket; without it, the one of deploy/table.toml.",
    ),
]
CONTROL = Path(CONTROL_SOCKET)

rule_app = command_group(
    "What the floor rules at the running table, over its control socket. Start with: rule status.",
    name="rule",
)


@rule_app.callback()
def at_a_table(ctx: Context, control: Socket = None) -> None:
    """The table may be named before the ruling, or behind it."""
    ctx.obj = control


@rule_app.command(rich_help_panel=say(GROUPS["halted"]))
def status(
    ctx: Context,
    json: Annotated[bool, Option("--json", help="One JSON object, for programs.")] = False,
    control: Socket = None,
) -> None:
    """What is wrong, what may be ruled now with its effect, and the last twenty rulings and
    notices.
    """
    given = control or ctx.obj
    named = given if given is not None and str(given) != os.environ.get("TABLECTL_SOCKET") else None
    show_status(
        given or CONTROL,
        f" --socket {shlex.quote(str(named))}" if named is not None else "",
        json=json,
    )


def make_function(command: Command) -> Any:
    """The function behind a command: its signature is its options, the reason and what every
    ruling takes.
    """

    def ruled(ctx: Context, **given: Any) -> None:
        given["control"] = given["control"] or ctx.obj or CONTROL
        carry_out(command.name, given)

    options = {"ctx": (Context, inspect.Parameter.empty), **dict(_command_options(command))}
    # what typer reads the options from has no place in a function's type
    function: Any = ruled
    function.__signature__ = inspect.Signature(
        [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind
            )
            for name, (kind, default) in options.items()
        ]
    )
    function.__annotations__ = {name: kind for name, (kind, _) in options.items()}
    function.__doc__ = command.help
    return function


def _command_options(command: Command) -> Any:
    for use in command.options:
        name = use.rstrip("!")
        if name == "number":
            argument = Argument(
                parser=number_parser(1),
                metavar="N",
                help="The number of the case that is meant.",
                show_default=False,
            )
            option = number_option("The same.", 1, None, "--number")
            yield "case", (Annotated[int | None, argument], None)
            yield "number", (Annotated[int | None, option], None)
        else:
            kind, parser, value, help = OPTIONS[name]
            flag = "--name" if name == "player" else f"--{name}"
            option = Option(flag, parser=parser, metavar=value, help=help)
            default = inspect.Parameter.empty if use.endswith("!") else None
            yield name, (Annotated[kind if use.endswith("!") else kind | None, option], default)
    if command.about != say(GROUPS["people"]):
        yield (
            "why",
            (
                Annotated[str | None, Option("--why", help="The reason, for the record.")],
                None,
            ),
        )
    yield "yes", (Annotated[bool, Option("--yes", "-y", help="Do it without asking.")], False)
    yield "control", (Socket, None)


for row in COMMANDS:
    rule_app.command(row.name, rich_help_panel=row.about)(make_function(row))
