"""The command `setup`: the questions from an unpacked box to the first hand, at this terminal."""

import os
from pathlib import Path
from typing import Annotated

import typer
from typer import Exit, Option

from tablectl.cli.output import as_usage_error, out, usage_error
from tablectl.cli.params import choice_option, word_parser
from tablectl.cli.rule import CONTROL
from tablectl.locale import ENGLISH, LANGUAGES
from tablectl.service.process import FAILED

ONLY = ("game", "reader", "seats", "pads", "screen", "deck", "hand", "units")

ConfigFile = Annotated[Path, Option("--config", help="The configuration that it writes.")]
Only = Annotated[
    str | None,
    Option(
        "--only",
        metavar="PART",
        parser=word_parser("part", ONLY),
        help=f"Repeat this part alone: {', '.join(ONLY)}.",
    ),
]
Ports = Annotated[
    list[str] | None,
    Option("--port", help="A serial port that the system does not list; more than once."),
]


def setup(
    config: ConfigFile = Path("table.toml"),
    only: Only = None,
    simulated: Annotated[
        bool, Option("--simulated", help="All devices are simulated: for a laptop.")
    ] = False,
    yes: Annotated[
        bool,
        Option("--yes", help="Ask nothing, and take every default; nothing is replaced."),
    ] = False,
    port: Ports = None,
    language: Annotated[
        str | None, choice_option("language", LANGUAGES, "Of the questions.")
    ] = None,
) -> None:
    """Asks a dozen questions, finds the devices, writes a commented table.toml and plays a first
    hand.

    Ctrl-C leaves nothing half done, and the same command goes on where it was ended. Exit 1: it was
    ended, or something of it failed.
    """
    # it asks devices and plays hands: no other command waits for what that imports
    from tablectl.cli.workbench import TerminalBench
    from tablectl.setup.example import NoPins
    from tablectl.setup.interview.course import ENDED, Wish, run_course
    from tablectl.setup.interview.desk import BadAnswer, BadRecord, Desk
    from tablectl.setup.interview.writing import NotWritten

    if not config.absolute().parent.is_dir():
        usage_error(f"There is no directory {config.parent} for {config.name}: mkdir -p makes it.")
    if config.is_dir() or config.suffix != ".toml":
        usage_error(f"{config} is no name of a configuration, as table.toml is.")
    spoken = language or own_language()
    with as_usage_error(BadRecord, NotWritten, NoPins):
        desk = Desk(
            config.with_suffix(".setup.json"),
            ask_line,
            out.print,
            language=spoken,
            is_unattended=yes,
            repeats_known=only is None,
        )
        if only is not None and not desk.has_begun:
            usage_error(f"There is nothing to repeat yet: {desk.file} is made by tablectl setup.")
        if not simulated and only != "units":
            _require_no_running(config)
        ports = tuple(port or ())
        wish = Wish(config, spoken, only or "", simulated, ports)
        try:
            is_well = run_course(desk, wish, TerminalBench(ports))
        except (KeyboardInterrupt, typer.Abort):
            out.print()
            desk.tell(ENDED)
            raise Exit(FAILED) from None
        except BadAnswer as bad:  # a default that is none: nobody was there to be asked
            usage_error(desk.say(bad.why))
    raise Exit(0 if is_well else FAILED)


def _require_no_running(config: Path) -> None:
    """Wrong use where a table runs: it has the devices that are looked for."""
    from tablectl.setup.doctor.running_table import find_running

    for control in (CONTROL, config.absolute().with_name("control.sock")):
        if find_running(control, None) is not None:
            usage_error(
                f"The table at {control} runs and has its devices: stop it first, then set it up."
            )


def own_language() -> str:
    """The terminal's, if the table speaks it."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = named.split("_")[0].split(".")[0]
    return code if code in LANGUAGES else ENGLISH.code


def ask_line(shown: str) -> str:
    """A line from the terminal, or from a pipe. Raises typer.Abort at its end."""
    try:
        return str(typer.prompt(shown, default="", show_default=False, prompt_suffix=""))
    except UnicodeDecodeError:
        return "\ufffd"
