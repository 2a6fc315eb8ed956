"""Where all commands hang, and the short ones themselves: `run`, `screen`, `replay`, `eval`."""

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import msgspec
from typer import Argument, Exit, Option

from tablectl.cli import systemd as at_once
from tablectl.cli.audit import audit
from tablectl.cli.backup import backup, restore
from tablectl.cli.config import config_app
from tablectl.cli.conform import conform
from tablectl.cli.deck import ConfigFile, chips_app, deck_app
from tablectl.cli.demo import demo
from tablectl.cli.digest import digest
from tablectl.cli.doctor import doctor
from tablectl.cli.firmware import firmware_app
from tablectl.cli.journal import journal_app
from tablectl.cli.odds import Deck, equity, odds_app
from tablectl.cli.operator import operator_app
from tablectl.cli.output import (
    Bar,
    Json,
    as_usage_error,
    err,
    out,
    require_pages,
    say_json,
    usage_error,
)
from tablectl.cli.pair import pair
from tablectl.cli.params import command_group
from tablectl.cli.phone import phone_app
from tablectl.cli.rule import rule_app
from tablectl.cli.scenario import scenario
from tablectl.cli.screen_options import Layout, Reduced, Rotate, Theme
from tablectl.cli.setup import setup
from tablectl.cli.sim import sim_app
from tablectl.cli.story import story
from tablectl.rules.cards import parse_cards
from tablectl.rules.deck import DECKS
from tablectl.rules.evaluate import best_hand
from tablectl.service.process import FAILED
from tablectl.view import View

app = command_group(
    "The controller of a physical poker table without a dealer: cards from an RFID shoe, chips on "
    "sensing seats, a screen and lamps. Start with [bold]tablectl demo --fast[/bold].",
    rich_markup_mode="rich",
)


def say_version(is_wanted: bool) -> None:
    if is_wanted:
        from importlib import metadata

        out.print(f"tablectl {metadata.version('tablectl')}")
        raise Exit


@app.callback()
def program(
    version: Annotated[
        bool,
        Option("--version", callback=say_version, is_eager=True, help="The version, and no more."),
    ] = False,
) -> None:
    """What stands before every command."""


@app.command()
def run(
    config: ConfigFile,
    record: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help=(
                "Record what goes over the ports, byte by byte, in a new file. It has every card's "
                "tag: for its owner alone."
            ),
        ),
    ] = None,
    test: Annotated[
        bool,
        Option(
            "--test",
            help=(
                "Play for trying the table: with a journal of its own beside the real one, which "
                "stays as it is."
            ),
        ),
    ] = False,
) -> None:
    """Runs a table: devices, journal, screen and lamps as the configuration says, until it is
    stopped. Exit 3: its journal or a socket is another process's, or cannot be written.
    """
    raise Exit(
        at_once.run(config, is_test=test)
        if record is None
        else run_with_recording(config, record, is_test=test)
    )


def run_with_recording(config: Path, record: Path, *, is_test: bool = False) -> int:
    """Runs the table, and leaves a recording of its ports."""
    from firmware_io.kit.recording import Recorder
    from firmware_io.link import Link

    recorder = Recorder(
        record, lambda: time.monotonic_ns() // 1_000_000, lambda why: err.print(why)
    )
    err.print(
        f"Every byte of the ports is written to {record}: tags are cards, so keep it from the "
        "players."
    )
    Link.tap = recorder
    try:
        return at_once.run(config, is_test=is_test)
    finally:
        Link.tap = None
        recorder.close()


@app.command()
def screen(
    config: ConfigFile,
    name: Annotated[str | None, Option(help="Which of several screens, by its name.")] = None,
    number: Annotated[int, Option(help="Which of several screens, counted from 1.")] = 1,
    driver: Annotated[
        str | None,
        Option(help="SDL's, instead of the configuration's: kmsdrm x11 wayland dummy"),
    ] = None,
    theme: Theme = None,
    layout: Layout = None,
    rotate: Rotate = None,
    reduced_motion: Reduced = False,
) -> None:
    """Runs a table's board screen, a process of its own, as the configuration says. Exit 3: there
    is no display.
    """
    turn = None if rotate is None else int(rotate)
    at_once.screen(
        config,
        number if name is None else name,
        driver=driver,
        theme=theme,
        layout=layout,
        rotate=turn,
        reduced_motion=reduced_motion or None,
    )


@app.command()
def replay(
    files: Annotated[
        list[Path], Argument(metavar="FILE", help="PHH hand histories (.phh, .phhs).")
    ],
    json: Json = False,
) -> None:
    """Plays recorded hands through the engine and compares the finishing stacks."""
    from tablectl.history.phh import BadHistory
    from tablectl.history.replay import count_hands, replay_files

    tally = {"match": 0, "differ": 0, "unrecorded": 0, "error": 0}
    with as_usage_error(BadHistory):
        hands = count_hands(files)
        with Bar("hands", is_shown=not json, stays=True) as bar:
            for number, played in enumerate(replay_files(files), 1):
                tally[replay_outcome(played)] += 1
                if json:
                    say_json(played)
                elif replay_outcome(played) in ("differ", "error"):
                    out.print(difference_text(played))
                bar(number, hands)
    if not json:
        out.print(
            f"{tally['match']:,} match. {tally['differ']:,} differ."
            + "".join(
                f" {tally[kind]:,} {words}."
                for kind, words in (
                    ("unrecorded", "record no stacks"),
                    ("error", "could not be played or judged"),
                )
                if tally[kind]
            )
        )
    raise Exit(FAILED if tally["differ"] or tally["error"] else 0)


def replay_outcome(played: Any) -> str:
    if played.error is not None:
        return "error"
    return "unrecorded" if played.match is None else "match" if played.match else "differ"


def difference_text(played: Any) -> str:
    where = played.file if played.hand is None else f"{played.file} hand {played.hand}"
    return (
        f"{where}: {played.error}"
        if played.error
        else f"{where}: {played.finishing_stacks}, recorded {played.recorded}"
    )


@app.command("eval")
def evaluate(
    cards: Annotated[list[str], Argument(metavar="CARDS", help="2 to 7 cards: AhAdAcKhKd2s3c")],
    deck: Deck = "standard",
    json: Json = False,
) -> None:
    """The best hand of 2 to 7 cards."""
    played = DECKS[deck]
    text = "".join(cards)
    named = parse_cards(text, jokers=played.jokers)
    if strange := [card for card in named if card not in played.all_cards]:
        usage_error(f"{text}: {strange[0]} is not in the deck {deck}.")
    if not 2 <= len(named) <= 7:
        usage_error(f"{text}: a hand is the best of 2 to 7 cards, not of {len(named)}.")
    hand = best_hand(named, played)
    if json:
        say_json(
            {
                "category": hand.category,
                "cards": hand.cards,
                "strength": hand.strength,
                "text": hand.text,
            }
        )
    else:
        out.print(f"{hand.text}  ({' '.join(hand.cards)})")


@app.command()
def view(
    schema: Annotated[
        bool, Option("--schema", help="Its JSON Schema: each field's type and bounds.")
    ] = False,
) -> None:
    """What a table looks like from outside, as screens and scenarios have it: one JSON object."""
    if not schema:
        usage_error("What is wanted of the view? --schema prints what it holds.")
    sys.stdout.write(
        msgspec.json.format(msgspec.json.encode(msgspec.json.schema(View)), indent=1).decode()
        + "\n"
    )


for command in (
    setup,
    demo,
    pair,
    scenario,
    equity,
    audit,
    doctor,
    conform,
    story,
    backup,
    restore,
    digest,
):
    app.command()(command)


@app.command()
def web(
    config: ConfigFile,
    listen: Annotated[
        str | None,
        Option(metavar="ADDRESS:PORT", help="Serve there, and not where it is configured."),
    ] = None,
    floor: Annotated[
        bool, Option("--floor", help="The floor's page alone, for operators who sign in.")
    ] = False,
    simulated: Annotated[
        bool, Option("--simulated", help="Cards and chips move by themselves: ask nobody to.")
    ] = False,
) -> None:
    """Serves the pages of a table, for phones as seats and for guests, until it is stopped. Exit
    3: another program listens there.
    """
    require_pages()
    # what serves pages is read for them alone
    from tablectl.cli.web import serve

    serve(config, listen, is_floor=floor, is_simulated=simulated)


for name, commands in {
    "odds": odds_app,
    "rule": rule_app,
    "operator": operator_app,
    "phone": phone_app,
    "journal": journal_app,
    "deck": deck_app,
    "chips": chips_app,
    "config": config_app,
    "firmware": firmware_app,
    "sim": sim_app,
}.items():
    app.add_typer(commands, name=name)
