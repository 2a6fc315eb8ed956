"""The door: every command of `tablectl`. Exit 0 good, 1 the check failed, 2 wrong use; what is wrong is said in a sentence.

Commands are thin: each reads its arguments, calls one room, and speaks to a person (rich) or to a program (`--json`).
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tablectl import cli_bench, cli_odds, cli_rule
from tablectl.games.game import BadSetting
from tablectl.journal.record import BadJournal
from tablectl.rehearsal.script import BadScript
from tablectl.rules.cards import BadCards
from tablectl.rules.shotcards import BadShots
from tablectl.service.config import BadConfig

FAILED, WRONG_USE = 1, 2

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode="rich", help=(
    "The controller of a physical poker table without a dealer: cards from an RFID shoe, chips on sensing seats, "
    "a screen and lamps. Start with [bold]tablectl demo --fast[/bold]."))
journal_app = typer.Typer(no_args_is_help=True, help="Checks a table's journal, or shows what is in it.")
app.add_typer(journal_app, name="journal")
app.add_typer(cli_odds.odds_app, name="odds")
app.command("equity")(cli_odds.equity)
app.command("bench")(cli_bench.bench)
app.command("rule", help=cli_rule.COMMAND_HELP, short_help="A floor's ruling for the running table.")(cli_rule.rule)

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)

WRONG_INPUT = (BadSetting, BadJournal, BadScript, BadCards, BadConfig, BadShots)


def main() -> None:
    """The `tablectl` command. Wrong input of any kind ends here as one sentence and exit 2."""
    try:
        app()
    except WRONG_INPUT as wrong:
        err.print(str(wrong), markup=False)
        sys.exit(WRONG_USE)
    except BrokenPipeError:
        sys.exit(0)


def wrong_use(sentence: str) -> NoReturn:
    err.print(sentence, markup=False)
    raise typer.Exit(WRONG_USE)


def say_json(value: object) -> None:
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


Json = Annotated[bool, typer.Option("--json", help="One JSON object a line, for programs.")]


@app.command()
def run(config: Annotated[Path, typer.Option(help="The table's configuration, table.toml.")]) -> None:
    """Runs a table: devices, journal, screen and lamps as the configuration says, until it is stopped."""
    from tablectl.service.config import load
    from tablectl.service.run import serve

    raise typer.Exit(serve(load(config)))


@app.command()
def screen(config: Annotated[Path, typer.Option(help="The table's configuration, table.toml.")]) -> None:
    """Runs a table's board screen, a process of its own, as the configuration says."""
    from tablectl.service.config import load

    wanted = load(config).screen
    if not wanted.socket:
        wrong_use(f"{config}: [screen] names no socket, so there is no screen.")
    command = [sys.executable, "-m", "tablectl.screen", "--socket", wanted.socket]
    command += ["--fullscreen"] if wanted.fullscreen else ["--size", wanted.size]
    command += ["--driver", wanted.driver] if wanted.driver else []
    os.execv(sys.executable, command)


@app.command()
def demo(
    preset: Annotated[str | None, typer.Option(help="The game; without it, and without --config, tournament.")] = None,
    config: Annotated[Path | None, typer.Option(help="The table of this configuration instead, a game of its own too.")] = None,
    players: Annotated[int, typer.Option(min=2, max=10, help="How many play.")] = 6,
    hands: Annotated[int | None, typer.Option(min=1, help="Stop after so many hands; without it, at the end.")] = None,
    seed: Annotated[int, typer.Option(help="Shuffles and players; the same seed plays the same table.")] = 1,
    fast: Annotated[bool, typer.Option("--fast", help="In virtual time: nothing is left out but the waiting.")] = False,
    headless: Annotated[bool, typer.Option("--headless", help="No window.")] = False,
    screenshot: Annotated[Path | None, typer.Option(help="Leave a picture of the screen here (PNG).")] = None,
    journal: Annotated[Path | None, typer.Option(help="Keep the journal here.")] = None,
    irregularities: Annotated[bool, typer.Option("--irregularities", help=(
        "Cards and chips go wrong, and a floor rules."))] = False,
    json: Json = False,
) -> None:
    """Plays a whole table on simulated devices, watched on the screen."""
    from tablectl.rehearsal import demo as playing
    from tablectl.service.config import load

    for file in (screenshot, journal):
        if file is not None and not file.parent.is_dir():
            wrong_use(f"There is no directory {file.parent} for {file.name}.")
    if journal is not None and journal.exists():
        wrong_use(f"{journal} is there already; a new table needs a new journal.")
    if preset is not None and config is not None:
        wrong_use("Name a preset or a configuration, which names its own.")
    table = load(config).table if config is not None else None
    wanted = playing.Wanted(preset or "tournament", players, hands, seed, screenshot, journal, table, irregularities)
    if irregularities and wanted.game.plays_for != "pots":
        wrong_use(f"The rehearsed irregularities are those of a game for pots; {wanted.game.name} is none.")
    count = 0

    def hand_came(hand: Any) -> None:
        nonlocal count
        count += 1
        say_json(hand) if json else out.print(told(hand))

    screen = None if headless else ""
    view = playing.play_fast(wanted, hand_came) if fast else playing.play_live(wanted, hand_came, screen)
    chips = sum(seat.stack for seat in view.seats.values()) + (view.house or 0)
    if json:
        say_json({"summary": {"hands": count, "chips": chips}})
        return
    for number, seat in view.seats.items():
        if seat.place == 1:
            won = "the tournament" if seat.points is None else f"the game with {seat.points:,} points"
            out.print(f"[bold]{seat.name} (seat {number}) has won {won}.[/bold]")
    out.print(f"{count} hands, {chips:,} chips on the table." if chips else f"{count} hands.")
    if screenshot is not None:
        out.print(f"The screen's picture is in {screenshot}.")


def told(hand: Any) -> str:
    """One hand of the demo in a line."""
    if any("lines" in result for result in hand.result):
        return f"Hand {hand.hand:>3}  {' '.join(hand.board):<14}  {'; '.join(map(told_of_the_house, hand.result))}"
    if hand.points:
        return f"Hand {hand.hand:>3}  {' '.join(hand.board):<17}  {'; '.join(told_in_points(hand, r) for r in hand.result)}"
    won: dict[int, int] = {}
    for result in hand.result:
        won[result["seat"]] = won.get(result["seat"], 0) + result["won"]
    shown = {result["seat"]: result["hand"] for result in hand.result if result["hand"]}
    parts = [f"seat {seat} wins {amount:,}" + (f" with {shown[seat]}" if seat in shown else "") for seat, amount in won.items()]
    wrong = f"  [dim]({', '.join(hand.irregularities)})[/dim]" if hand.irregularities else ""
    return f"Hand {hand.hand:>3}  {' '.join(hand.board):<14}  {'; '.join(parts) or hand.void}{wrong}"


def told_in_points(hand: Any, result: Any) -> str:
    """What a seat scored at poker, and its total."""
    return f"seat {result['seat']} {result['points']:+} with {result['hand']}, {hand.points[str(result['seat'])]} in all"


def told_of_the_house(result: Any) -> str:
    """What a seat has bet and gets, where it plays against the house."""
    bet = sum(line["bet"] for line in result["lines"])
    hand = f" with {result['hand']}" if result["hand"] else ", folded"
    return f"seat {result['seat']} bet {bet:,} and gets {result['won']:,}{hand}"


@app.command()
def scenario(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files (JSON Lines).")],
    keep: Annotated[Path | None, typer.Option(help="Keep the journals in this directory.")] = None,
) -> None:
    """Runs scripted tables in virtual time through the whole stack; prints each failed expectation as file:line."""
    from tablectl.rehearsal.scenario import run_script
    from tablectl.rehearsal.script import read_script

    scripts = [read_script(file) for file in files]
    failed = 0
    with progress(len(scripts), "scenarios", shown=len(scripts) > 1) as step:
        for script in scripts:
            failures = run_script(script, keep)
            failed += bool(failures)
            for failure in failures:
                out.print(failure, markup=False)
            step()
    passed = len(scripts) - failed
    out.print(f"{passed} passed, {failed} failed")
    raise typer.Exit(FAILED if failed else 0)


@app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="PHH hand histories (.phh, .phhs).")],
    json: Json = False,
) -> None:
    """Plays recorded hands through the engine and compares the finishing stacks."""
    from tablectl.history.phh import BadHistory
    from tablectl.history.replay import count_hands, replay_files

    tally = {"match": 0, "differ": 0, "unrecorded": 0, "error": 0}
    try:
        with progress(count_hands(files), "hands", shown=not json) as step:
            for played in replay_files(files):
                tally[outcome(played)] += 1
                if json:
                    say_json(played)
                elif outcome(played) in ("differ", "error"):
                    out.print(difference(played), markup=False)
                step()
    except BadHistory as wrong:
        wrong_use(str(wrong))
    if not json:
        out.print(f"{tally['match']:,} match. {tally['differ']:,} differ." + "".join(
            f" {tally[kind]:,} {words}." for kind, words in (
                ("unrecorded", "record no stacks"), ("error", "could not be played")) if tally[kind]))
    raise typer.Exit(FAILED if tally["differ"] or tally["error"] else 0)


def outcome(played: Any) -> str:
    if played.error is not None:
        return "error"
    return "unrecorded" if played.match is None else "match" if played.match else "differ"


def difference(played: Any) -> str:
    where = f"{played.file} hand {played.hand}"
    return f"{where}: {played.error}" if played.error else f"{where}: {played.finishing_stacks}, recorded {played.recorded}"


@app.command("eval")
def evaluate(
    cards: Annotated[str, typer.Argument(help="2 to 7 cards: AhAdAcKhKd2s3c")],
    deck: Annotated[str, typer.Option(help="standard short short-flush short-trips joker (two wild ones, Jk)")] = "standard",
    json: Json = False,
) -> None:
    """The best hand of 2 to 7 cards."""
    from tablectl.rules.cards import parse_cards
    from tablectl.rules.deck import DECKS
    from tablectl.rules.evaluate import best_hand

    if deck not in DECKS:
        wrong_use(f'There is no deck "{deck}"; there are {", ".join(DECKS)}.')
    played = DECKS[deck]
    named = parse_cards(cards, jokers=played.jokers)
    if strange := [card for card in named if card not in played.all_cards]:
        wrong_use(f"{cards}: {strange[0]} is not in the deck {deck}.")
    if not 2 <= len(named) <= 7:
        wrong_use(f"{cards}: a hand is the best of 2 to 7 cards, not of {len(named)}.")
    hand = best_hand(named, played)
    if json:
        say_json({"category": hand.category, "cards": hand.cards, "strength": hand.strength, "text": hand.text})
    else:
        out.print(f"{hand.text}  ({' '.join(hand.cards)})")


@journal_app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="The journal.")],
    rerun: Annotated[bool, typer.Option("--rerun", help="Decide every event again: the same facts must come out.")] = False,
) -> None:
    """Checks the chain over all that is stored; exit 1 where anything is not as it was written."""
    from tablectl.journal import verify as checking

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=err, disable=not err.is_terminal) as bar:
        task = bar.add_task("rows", total=None)
        report = checking.verify(file, lambda done, rows: bar.update(task, completed=done, total=rows), rerun=rerun)
    for fault in report.faults:
        out.print(f"{file}: {'row ' + str(fault.n) + ': ' if fault.n else ''}{fault.what}", markup=False)
    if report.is_sound:
        again = f" {report.handled_again:,} decided again, the same facts." if rerun else ""
        other = f" {report.other_rules:,} are of other rules and were not decided again." if report.other_rules else ""
        out.print(f"{report.rows:,} rows, the chain holds, head {report.head.hash.hex()[:16]}.{again}{other}")
    raise typer.Exit(0 if report.is_sound else FAILED)


@journal_app.command()
def show(
    file: Annotated[Path, typer.Argument(help="The journal.")],
    first: Annotated[int, typer.Option("--from", min=1, help="The first record.")] = 1,
    to: Annotated[int | None, typer.Option("--to", min=1, help="The last record.")] = None,
) -> None:
    """Prints records, one JSON object a line."""
    from tablectl.journal.show import json_line
    from tablectl.journal.store import Journal

    with Journal.open(file, read_only=True) as journal:
        for record in journal.rows(first - 1):
            if to is not None and record.n > to:
                break
            sys.stdout.write(json_line(record) + "\n")


@journal_app.command()
def tail(
    file: Annotated[Path, typer.Argument(help="The journal.")],
    last: Annotated[int, typer.Option("-n", "--last", min=1, help="How many records.")] = 10,
) -> None:
    """Prints the last records."""
    from tablectl.journal.store import Journal

    with Journal.open(file, read_only=True) as journal:
        first = max(1, journal.head.n - last + 1)
    show(file, first, None)


@contextmanager
def progress(total: int | None, what: str, *, shown: bool = True) -> Iterator[Callable[[], None]]:
    """A bar on stderr while long work goes on; calling what it gives is one step."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, disable=not shown or not err.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)
