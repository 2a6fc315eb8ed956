"""A contest: entrants do the same work in turns; what they found is compared, and how long each
took beside ours.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

UNITS = {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1.0}

# does its work and returns how often: hands, questions, or the part of one
Work = Callable[[], float]


class Entrant(Struct, frozen=True):
    name: str
    work: Work
    # the result of the work, to be compared; None: there is none
    found: Callable[[], Sequence[Any]] | None = None


class Contest(Struct, frozen=True):
    name: str
    unit: str  # of UNITS
    each: str  # what one unit of work is: a hand, a question
    ours: tuple[Entrant, ...]
    peers: tuple[Entrant, ...] = ()
    agree: Callable[[Sequence[Any], Sequence[Any]], bool] = lambda ours, theirs: ours == theirs


class Beside(Struct, frozen=True):
    """A peer in the same rounds."""

    name: str
    took: float
    times: float  # as long as ours
    agrees: bool | None  # whether it found the same; None: nothing was compared


class Row(Struct, frozen=True):
    """One of our figures."""

    row: str
    way: str
    took: float
    unit: str  # ns a hand, instructions a hand
    rounds: int
    peers: tuple[Beside, ...] = ()


def hold(contest, rounds):
    """The rows of a contest, one for each way of ours."""
    agrees = {entrant.name: _agrees(contest, entrant) for entrant in contest.peers}
    entrants = (*contest.ours, *contest.peers)
    taken = {entrant.name: [] for entrant in entrants}
    for _ in range(rounds):
        for entrant in entrants:
            taken[entrant.name].append(seconds(entrant.work) * UNITS[contest.unit])
    return rows(
        contest, {name: statistics.median(times) for name, times in taken.items()}, agrees, rounds
    )


def rows(contest, took, agrees, rounds):
    return [
        Row(
            contest.name,
            one.name,
            took[one.name],
            f"{contest.unit} a {contest.each}",
            rounds,
            tuple(
                Beside(
                    peer.name, took[peer.name], took[peer.name] / took[one.name], agrees[peer.name]
                )
                for peer in contest.peers
            ),
        )
        for one in contest.ours
    ]


def seconds(work, clock_ns=time.process_time_ns):
    """Seconds of processor time, of all threads: some peers start their own, for one unit of the
    work.
    """
    began = clock_ns()
    count = work()
    return (clock_ns() - began) / count / 1e9


def same_order(ours, theirs):
    """Whether both order the hands alike, as far as the shorter goes: each evaluator has a scale
    of its own.
    """
    return all(a == b for a, b in zip(_steps(ours), _steps(theirs), strict=False))


def _steps(values):
    return [(after > before) - (after < before) for before, after in pairwise(values)]


def _agrees(contest, peer):
    """Whether the peer found the same as each of ours; None where there is nothing to compare."""
    if peer.found is None:
        return None
    theirs = peer.found()
    compared = [contest.agree(one.found(), theirs) for one in contest.ours if one.found is not None]
    return all(compared) if compared else None
