"""The command `bench`: the performance table, our figures beside the peers' that are installed. The door hangs it in."""

import os
import platform
from collections.abc import Callable, Sequence
from itertools import count
from typing import Annotated

import typer

from tablectl.bench.contest import Row
from tablectl.bench.instructions import TITLE
from tablectl.cli.house import whole
from tablectl.cli.speaking import Bar, Json, columns, err, out, say_json, wrong_use
from tablectl.service.exits import FAILED


def part(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = 0
    if not 0 < share <= 1:
        raise typer.BadParameter(f"a number above 0 and at most 1, not {text}.")
    return share


def bench(
    rounds: Annotated[int, typer.Option(parser=whole(1, 1_000), metavar="N", help="Rounds in turns; the median one counts.")] = 5,
    only: Annotated[str, typer.Option(metavar="WORDS", help="Only the rows with these words: equity, casino, batch")] = "",
    share: Annotated[float, typer.Option(
        parser=part, metavar="SHARE", help="Of the usual work; less is sooner done and less sure.")] = 1.0,
    callgrind: Annotated[bool, typer.Option(help="Count instructions too, where valgrind, gcc and a checkout are.")] = True,
    json: Json = False,
) -> None:
    """The performance table: hands, equity, casino odds, the engine; beside phevaluator, eval7, treys and PokerKit.

    All entrants of a row take turns in one thread, so that a busy machine is unfair to none: the ratios are what to look at.
    Each peer that is installed must find what we find, or the command ends with 1; how to install the others is said.
    """
    from tablectl.bench import contest, instructions, peers, rows

    held = rows.contests(share, only)
    is_counted = callgrind and only.lower() in TITLE
    lacking = instructions.missing() if is_counted else []
    is_counted = is_counted and not lacking
    if not held and not is_counted:
        wrong_use(" ".join([f"No row has the words {only}.", *lacking]))
    about([*peers.missing(), *lacking], rounds)
    with Bar("turns") as bar:
        tick = steps(bar, sum(contest.turns(one, rounds) for one in held) + (instructions.TURNS if is_counted else 0))
        found = [shown(group, json) for group in rows.all_rows(held, rounds, tick)]
        if is_counted:
            shown([*instructions.counted(share, tick)], json)
    if wrong := [f"{peer.name} finds something else: {row.row}, {row.way}."
                 for group in found for row in group for peer in row.peers if peer.agrees is False]:
        err.print("\n".join(wrong), markup=False)
        raise typer.Exit(FAILED)


def about(lacking: Sequence[str], rounds: int) -> None:
    """What one has to know to read the figures, on stderr: they stand alone on stdout."""
    python = f"Python {platform.python_version()} on {platform.machine()}"
    load = f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
    err.print(f"{python}, {load}; processor time of one thread, median of {rounds} rounds in turns.")
    for sentence in lacking:
        err.print(sentence, markup=False)


def steps(bar: Bar, of: int) -> Callable[[], None]:
    done = count(1)
    return lambda: bar(next(done), of)


def shown(rows: list[Row], json: bool) -> list[Row]:
    if json:
        for row in rows:
            say_json(row)
    elif rows:
        out.print(counts_table(rows) if rows[0].unit.startswith("instructions") else contest_table(rows), markup=False)
        out.print()
    return rows


def contest_table(rows: list[Row]) -> str:
    """Ours above, the peers below, and how many times as long as each of ours they took."""
    lines = [(f"  {row.way}", figure(row.took), *[""] * len(rows)) for row in rows]
    for peer in zip(*[row.peers for row in rows], strict=True):
        lines.append((f"  {peer[0].name}", figure(peer[0].took), *[f"{figure(one.times)} x" for one in peer]))
    ways = [f"x {row.way}" for row in rows] if rows[0].peers else [""] * len(rows)
    return columns((rows[0].row, rows[0].unit, *ways), lines)


def counts_table(rows: list[Row]) -> str:
    return columns((TITLE, "of one"), [(f"  {row.row}, {row.way}", figure(row.took)) for row in rows])


def figure(value: float) -> str:
    """Three digits or more, as many as say something."""
    return f"{value:,.2f}" if value < 10 else f"{value:,.1f}" if value < 1000 else f"{value:,.0f}"
