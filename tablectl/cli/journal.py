"""The commands about a journal: `journal verify`, `show`, `tail`, `events`, `archive` and
`choose`.
"""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Exit, Option

from tablectl.cli.deck import ConfigFile
from tablectl.cli.output import Bar, Json, err, out, say_json, usage_error
from tablectl.cli.params import command_group, number_option, word_parser
from tablectl.cli.ruling import is_terminal
from tablectl.cli.systemd import log_to_stderr
from tablectl.engine.engine import RULES_VERSION
from tablectl.journal import verify as checking
from tablectl.journal.record import BadJournal
from tablectl.journal.show import head_in_words, json_line, open_hand, wall_time, words_line
from tablectl.journal.store import Journal
from tablectl.service.config.loading import load_config
from tablectl.service.config.values import Config
from tablectl.service.process import FAILED

CHOICES = ("journal", "mirror")

OpenHand = Annotated[
    bool,
    Option(
        "--open-hand",
        help="Also what is of a hand that is not over: it names cards that lie face down.",
    ),
]

journal_app = command_group("Checks a table's journal, or shows what is in it.")


@journal_app.command()
def verify(
    files: Annotated[
        list[Path],
        Argument(metavar="FILE...", help="The journal; or archived ones and it, oldest first."),
    ],
    rerun: Annotated[
        bool,
        Option("--rerun", help="Decide every event again: the same facts must come out."),
    ] = False,
) -> None:
    """Checks the chain over all rows, and that files go on from one another; exit 1 if anything
    is not as it was written.
    """
    report, is_sound = None, True
    for file in files:
        with Bar("rows", stays=True) as bar:
            report = checking.verify(file, bar, rerun=rerun, before=report)
        _print_report(file, report, is_rerun=rerun)
        _say_if_test(file)
        is_sound = is_sound and report.is_sound
    raise Exit(0 if is_sound else FAILED)


def _print_report(file: Path, report: checking.Report, *, is_rerun: bool) -> None:
    for fault in report.faults:
        out.print(f"{file}: {'row ' + str(fault.n) + ': ' if fault.n else ''}{fault.what}")
    if report.is_sound:
        again = f" {report.handled_again:,} decided again, the same facts." if is_rerun else ""
        behind = f" behind row {report.behind:,} of an archived journal" if report.behind else ""
        with Journal.open(file, read_only=True) as journal:
            head = head_in_words(journal)
        out.print(f"{report.rows:,} rows{behind}, the chain holds{head}.{again}")
        for one in report.others:
            out.print(
                f"Rows {one.first:,} to {one.last:,} were decided under version "
                f"{one.rules_version} of the rules, and were not decided again: this program has "
                f"version {RULES_VERSION}."
            )


def _say_if_test(file: Path) -> None:
    """On stderr, so that rows stay rows. A journal that cannot be read so far is reported
    elsewhere.
    """
    from tablectl.service.journals.test_mode import is_test_journal

    with suppress(BadJournal), Journal.open(file, read_only=True) as journal:
        if is_test_journal(journal):
            err.print(f"{file} is the journal of a test: nothing of it counts.")


@journal_app.command()
def archive(config: ConfigFile) -> None:
    """Closes the journal of a table that does not run, and begins the next, which goes on from
    it; between hands only.
    """
    from tablectl.service.offline import archive_table

    log_to_stderr()
    closed, head = archive_table(load_config(config))
    out.print(
        f"{closed} is closed at row {head.n:,}, head {head.hash.hex()[:16]}. The table goes on "
        "from "
        "there."
    )


@journal_app.command()
def choose(
    config: ConfigFile,
    which: Annotated[
        str | None,
        Argument(
            metavar="WHICH",
            parser=word_parser("choice", CHOICES),
            help="journal or mirror; without it both are only told.",
        ),
    ] = None,
    yes: Annotated[bool, Option("--yes", "-y", help="Do it without asking.")] = False,
) -> None:
    """Takes journal or mirror for the truth where they tell different hands; the other is set
    aside, and becomes a copy of it.

    The table must not be playing. An operator then clears its lock.
    """
    from tablectl.service.offline import both_paths, choose_journal

    table = load_config(config)
    _print_both(table)
    choice = next((name for name in both_paths(table) if name == which), None)
    if choice is None:
        return
    if is_terminal() and not yes and not typer.confirm(f"Go on from the {choice}?", default=False):
        out.print("Nothing is changed.")
        raise Exit(FAILED)
    aside = choose_journal(table, choice)
    note = f" The other is kept as {aside}." if aside is not None else ""
    out.print(
        f"The table goes on from the {choice}, in both files, once an operator has cleared its "
        f"lock.{note}"
    )


def _print_both(table: Config) -> None:
    from tablectl.service.offline import both_paths, first_difference, journal_standing

    both = {which: journal_standing(path) for which, path in both_paths(table).items()}
    for which, one in both.items():
        if one.head is None:
            out.print(f"{which}: {one.why_not}")
        else:
            last = f", written {wall_time(one.wall_ms)}" if one.wall_ms is not None else ""
            says = f"{which}: {one.path} ends at row {one.head.n:,}{last}{one.head_text}."
            out.print(says)
    if all(one.head is not None for one in both.values()):
        n = first_difference(table)
        out.print(
            "As far as both go they are the same."
            if n is None
            else f"From row {n:,} on they are not the same."
        )


@journal_app.command()
def show(
    file: Annotated[Path, Argument(metavar="FILE", help="The journal.")],
    first: Annotated[int, number_option("The first record.", 1, None, "--from")] = 1,
    words: Annotated[
        bool,
        Option("--words", help="For a person: a line for what happened, one for each meaning."),
    ] = False,
    to: Annotated[int | None, number_option("The last record.", 1)] = None,
    of_open_hand: OpenHand = False,
) -> None:
    """Prints records, one JSON object a line, or in words."""
    from tablectl.present.reasons import say_notice

    if to is not None and to < first:
        usage_error(f"Record {to} comes before record {first}.")
    _say_if_test(file)
    with Journal.open(file, read_only=True) as journal:
        began = None if of_open_hand else open_hand(journal)
        for record in journal.rows(first - 1):
            if to is not None and record.n > to:
                break
            if began is not None and record.n >= began:
                err.print(
                    f"From row {began:,} on a hand is being played, and rows name cards that lie "
                    "face down: --open-hand shows them."
                )
                break
            sys.stdout.write(
                (words_line(record, say_notice) if words else json_line(record)) + "\n"
            )


@journal_app.command()
def tail(
    file: Annotated[Path, Argument(metavar="FILE", help="The journal.")],
    last: Annotated[int, number_option("How many records.", 1, None, "-n", "--last")] = 10,
    of_open_hand: OpenHand = False,
) -> None:
    """Prints the last records."""
    with Journal.open(file, read_only=True) as journal:
        first = max(1, journal.head.n - last + 1)
    show(file, first, of_open_hand=of_open_hand)


@journal_app.command()
def events(
    file: Annotated[Path, Argument(metavar="FILE", help="The journal, or an archived one.")],
    json: Json = False,
) -> None:
    """Prints what happened around the table: power on and off, upgrades, wrong PINs, the wall's
    clock set, doors, locks set and cleared.

    One line each, with the row, the time and a sentence; nothing of any hand.
    """
    from tablectl.service.journals.happenings import list_happenings

    _say_if_test(file)
    with Journal.open(file, read_only=True) as journal:
        for one in list_happenings(journal):
            if json:
                say_json(one)
            else:
                out.print(f"{one.n:>8,}  {one.wall}  {one.text}")
