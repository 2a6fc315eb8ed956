"""The commands `rule ..`: what the floor rules, and who comes and goes, for the running table.

A row below is a command: its subject and help. Its options are the fields of its ruling. On a
terminal the effect is shown, and confirmed; `--yes`, or the lack of a
terminal, skips that.
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
from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.rules.forced import WEEK_MIN
from tablectl.service.config.values import CONTROL_SOCKET
from tablectl.simulation.scenario.script import FLOOR_ACTS
from tablectl.structs import Frozen

HALTED, SEEN, CORRECTED = (
    "What is halted, and play itself",
    "What eyes have seen",
    "Corrections, each with --why",
)
SCHEDULED = "Levels and breaks of a tournament, each with --why"
BETS, PEOPLE = "Against the house, and for points", "Who plays"


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


COMMANDS = (
    Command("confirm", HALTED, "Do what the rulebook prescribes, as the screen shows it."),
    Command("resume", HALTED, "Drop what was reported: same turn, what was left of its clock."),
    Command(
        "misdeal",
        HALTED,
        "A misdeal: every chip goes back, same button. Until two players have acted.",
    ),
    Command(
        "void",
        HALTED,
        "The hand is void: every chip goes back, same button. Until the pot is pushed.",
    ),
    Command("card", HALTED, "Name the card that could not be read, where it lies face up."),
    Command("reshuffled", HALTED, "The shoe holds the stub again, shuffled."),
    Command("deck-checked", HALTED, "The deck has been counted and is sound."),
    Command(
        "undo",
        HALTED,
        "Take back the last ruling, or the last shot; one deep, until the next act, card, chips or "
        "start.",
    ),
    Command("pause", HALTED, "Hold the table: all clocks stand, nobody acts, until go-on."),
    Command("go-on", HALTED, "Play goes on after a pause."),
    Command("exposed", SEEN, "A hole card of a seat was turned up by the deal."),
    Command(
        "wrong-count",
        SEEN,
        "A seat has too many or too few hole cards; without a seat: the flop has.",
    ),
    Command("joker", SEEN, "A seat has a joker among its hole cards."),
    Command("misplaced", SEEN, "The hole cards of two seats lie exchanged."),
    Command("dealer-exposed", SEEN, "The dealer's cards were seen before the river."),
    Command("chips", CORRECTED, "Set a seat's stack to what was counted."),
    Command("act", CORRECTED, "Act for the seat whose turn it is."),
    Command("dead", CORRECTED, "A hand is dead: what it put in stays in the pot."),
    Command("award", CORRECTED, "Give a pot to one seat or several."),
    Command(
        "colour-up", CORRECTED, "Take the smallest chip out of play: odd chips are rounded up."
    ),
    Command(
        "level",
        SCHEDULED,
        "Go to the next level or one back, or make the level or break that runs longer or shorter.",
    ),
    Command(
        "break",
        SCHEDULED,
        "Begin a break of so many minutes, or give the break that is on so many from now; 0 ends "
        "it.",
    ),
    Command("close-bets", BETS, "No more bets."),
    Command("made", BETS, "The shot was made."),
    Command("missed", BETS, "The shot was missed."),
    Command("new-game", BETS, "Begin a new game: all points are 0."),
    Command("start", PEOPLE, "Begin the next hand."),
    Command("sits", PEOPLE, "Somebody sits down with chips.", "seat! amount! player"),
    Command("buys", PEOPLE, "A seat buys chips: they count from the next hand.", "seat! amount!"),
    Command("leaves", PEOPLE, "Somebody leaves the table.", "seat!"),
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


@rule_app.command(rich_help_panel=HALTED)
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
    if command.about != PEOPLE:
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
