"""The page of figures: what was measured in one run, as Markdown."""

import os
import platform
from importlib import metadata
from pathlib import Path

from tests.bench.engine_peers import LACKS
from tests.bench.evaluators import MODULES
from tests.bench.instructions import TITLE

HEAD = """# Figures beside peers

Written by `make bench`, which runs ours and the peers that are installed in turns, round by round, and takes the median round of
each. Time is processor time, of all threads. Before anything is measured each peer must find what we find. The ratios are what to
look at: a figure by itself is of this processor, and of what else it did. Each peer is given its cards in the form that it
takes fastest; what that conversion costs is in none of the figures. "x" is how many times as long as ours a peer took.
"""

NOT_HERE = (
    "hhe-python, a Rust evaluator: the package index had no version of it for pip to install where "
    "this was measured.",
)

OF_ENGINES = """All play the same hands, with the same cards and acts, and end with the same stacks; rlcard alone plays
hands of its own. Ours takes each card, key and face-up hand as an event of its own, decides what it means, audits cards and chips
after each, and with the journal writes every row and its hash. The others leave out of that what follows, so these are no ratios
of equal work:
"""

OF_ORDER = """**Hands in order.** Seven plain loops that look up every hand by itself, on both sides. "scalar" and "peer"
test each hand for a flush; "six" and "peer six" look at six cards first, and the last loop tests none where no suit has four of
them. Ours then takes two hands a turn, by which OMPEval only lost when it was tried (0.70 to 0.97 of its plain loops).

Wanted was 1.2 times OMPEval's plain loops, and that is not reached for sure: eleven runs of five builds on an AMD EPYC (family
25 model 1, loads of 8 to 14) found "six" at 0.99 to 1.45 times, 1.14 at the median. Where the compiler happens to place a loop is
worth 15 % to either side. By callgrind a hand takes 17 instructions in "six", 20 in "scalar" and 18 in OMPEval, the outer loops
included; but the last loop ends after 7.4 hands on average, its end is mispredicted, and that costs both alike and about as much
as the hands do. A table of 1,326 pairs in place of the last two loops lifts both, OMPEval to 1.03 to 1.26 times its plain loops
and ours to 0.95 to 1.23. What would go further, to look up the suits of a rank at once or hands in vectors, is no longer the same
work.
"""


def processor():
    """Its name as Linux has it; the kind, where it has none."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    said = dict(line.partition(":")[::2] for line in reversed(lines))
    known = {key.strip(): value.strip() for key, value in said.items()}
    name = known.get("model name", platform.processor() or platform.machine())
    kind = f", family {known['cpu family']} model {known['model']}" if "cpu family" in known else ""
    return f"{name}{kind}"


def about(rounds):
    """What one has to know to read the figures."""
    versions = [f"{name} {metadata.version(name)}" for name in MODULES if _has(name)]
    return [
        f"Processor: {processor()}; {os.cpu_count()} of them, a load of {os.getloadavg()[0]:.1f} "
        "at the start.",
        f"Python {platform.python_version()} on {platform.machine()}; {rounds} rounds.",
        f"Peers: {', '.join(versions) or 'none'}.",
    ]


def _has(name):
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def page(said, groups, printed):
    """The whole page: `said` above, a table for each contest, then what the programs beside
    OMPEval printed.
    """
    parts = [HEAD, "\n".join(f"- {sentence}" for sentence in [*said, *NOT_HERE]) + "\n"]
    for rows in groups:
        parts.append(
            counts_table(rows) if rows[0].unit.startswith("instructions") else contest_table(rows)
        )
        if any(peer.name == "PokerKit" for peer in rows[0].peers) and "players" in rows[0].row:
            parts.append(
                OF_ENGINES
                + "\n"
                + "\n".join(f"- {name}: {lacks}" for name, lacks in LACKS.items())
                + "\n"
            )
    for name, text in printed:
        parts.append(f"## Beside OMPEval: {name}\n\n```\n{text}\n```\n")
    if printed:
        parts.append(OF_ORDER)
    return "\n".join(parts)


def contest_table(rows):
    """Ours above, the peers below, and how many times as long as each of ours they took."""
    lines = [(row.way, figure(row.took), *[""] * len(rows)) for row in rows]
    for peer in zip(*[row.peers for row in rows], strict=True):
        lines.append(
            (peer[0].name, figure(peer[0].took), *[f"{figure(one.times)} x" for one in peer])
        )
    ways = [f"x {row.way}" for row in rows] if rows[0].peers else [""] * len(rows)
    return f"## {rows[0].row}\n\n" + "\n".join(table(("", rows[0].unit, *ways), lines)) + "\n"


def counts_table(rows):
    lines = [(f"{row.row}, {row.way}", figure(row.took)) for row in rows]
    return f"## {TITLE}\n\n" + "\n".join(table(("", "of one"), lines)) + "\n"


def table(heads, lines):
    yield f"| {' | '.join(heads)} |"
    yield f"|---{'|--:' * (len(heads) - 1)}|"
    for line in lines:
        yield f"| {' | '.join(line)} |"


def figure(value):
    """Three digits or more, as many as say something."""
    if value < 0.1:
        return f"{value:.2g}"
    return f"{value:,.2f}" if value < 10 else f"{value:,.1f}" if value < 1000 else f"{value:,.0f}"


def differing(groups):
    """A sentence for each peer that finds something else than ours."""
    return [
        f"{peer.name} finds something else: {row.row}, {row.way}."
        for rows in groups
        for row in rows
        for peer in row.peers
        if peer.agrees is False
    ]
