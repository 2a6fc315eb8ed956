"""The gate of a reader's card: killed at any call between its bytes and the view, the table loses
no card and deals none twice.

A reader numbers nothing, so nothing repeats what was not written. A card that still lies there is
read again; one that has gone on is asked for, and whoever deals slides it once more.
"""

import os
import random
import shutil
import signal
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from msgspec import Struct

from tablectl.intake.enrolling import enrolling_order
from tablectl.service import device_watch
from tablectl.service.process import bind_to
from tests.alarm import awaiting
from tests.claims import tried
from tests.firmware_io.conftest import JumpingLoop
from tests.service.evening import BETWEEN_MS, IN_FIELD_MS, TOLD_MS, Deck, SmallestTable, booked

from .surviving import AtCall, Strace

STAKES = "button = 1\nstakes = { small_blind = 5, big_blind = 10 }"
GONE_MS = 2_000  # a card that was taken away counts as gone
SYSTEM_KILLS = 25
DISK = ("pwrite64", "fdatasync", "fsync", "write")  # what puts a reading on disk
NOT_THERE, WRITTEN = "asked for again", "on disk"


class Kept(Struct):
    """A table whose first hole card is asked for, as it lies on disk."""

    folder: Path
    deck: Deck

    def again(self, loop, place):
        """That table at another place, not started."""
        shutil.copytree(
            self.folder,
            place,
            ignore=lambda folder, names: [
                name for name in names if not name.startswith(("table.db", "decks.json"))
            ],
        )
        return SmallestTable(loop, place, table=STAKES, life=1)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    loop = JumpingLoop()
    table = SmallestTable(loop, tmp_path_factory.mktemp("before"), table=STAKES)
    deck = booked(table, "red", enrolling_order())
    table.start()
    table.begins()
    while not table.is_lit:
        key = table.view.keys[0]
        table.seats[key.seat].press(key.key, key.amount or 0)
        loop.run_for(TOLD_MS)
    table.close()
    loop.close()
    return Kept(table.place, deck)


def dies(kept, place, killer):
    """The ace is slid over the reader of a table in a process of its own; whether it was killed
    meanwhile.
    """
    killer.prepare(0)
    parent, pid = os.getpid(), os.fork()
    if pid == 0:
        try:
            bind_to(parent)
            loop = JumpingLoop()
            table = kept.again(loop, place)
            table.start()
            killer.begun()
            table.field.put(kept.deck.of["As"])
            loop.run_for(IN_FIELD_MS + TOLD_MS)
        finally:
            os._exit(0)
    with awaiting("The end of a table that is killed as it reads a card"):
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert status in (0, -signal.SIGKILL)
    return status != 0


def held(table):
    return sorted(card for seat in table.view.seats.values() for card in seat.cards or ())


def recovers(kept, place, *, lies_there):
    """A new service at that place: the ace is dealt once, and then the king. Which way the ace
    came.
    """
    loop = JumpingLoop()
    table = SmallestTable(loop, place, table=STAKES, life=2)
    try:
        return recovered(kept, table, lies_there=lies_there)
    finally:
        table.close()
        loop.close()


def recovered(kept, table, *, lies_there):
    ace, king = kept.deck.of["As"], kept.deck.of["Ks"]
    if lies_there:
        table.field.put(ace)
    service = table.start()
    table.loop.run_for(BETWEEN_MS)
    found = held(table)
    if not lies_there and not found:
        assert table.is_lit  # it is asked for
        table.slide(ace)
    assert (held(table), table.is_lit) == (["As"], True)
    table.loop.run_for(GONE_MS)
    if lies_there:
        table.field.take(ace)
        table.loop.run_for(GONE_MS)
    table.slide(king)
    assert (held(table), service.table.halts) == (["As", "Ks"], 0)
    return WRITTEN if found else NOT_THERE


def survives(
    kept,
    place,
    killers,
    *,
    in_turn=False,
):
    """Each kill twice: the card lies there when the table starts again, and has gone on. How often
    which way was taken.

    `in_turn`: once, for neighbouring calls one after the other.
    """
    ways = Counter()
    died = Counter[str]()
    for number, killer in enumerate(killers):
        for lies_there in (number % 2 == 0,) if in_turn else (True, False):
            run, at = place / f"{number}-{lies_there}", killer()
            if dies(kept, run, at):
                died[at.ended()] += 1
                ways[lies_there, recovers(kept, run, lies_there=lies_there)] += 1
            shutil.rmtree(run)
    runs = sum(ways.values())
    print(
        f"killed {runs} times, at {dict(died.most_common())}: {dict(ways)}; at most "
        f"{3 / max(1, runs):.1%} at 95 %"
    )
    tried(runs, "kills")
    return ways


def calls_of(kept, place):
    counting = AtCall()
    assert not dies(kept, place, counting)
    return counting.calls


@pytest.mark.slow
def test_a_card_whose_table_was_killed_at_each_call_is_dealt_once(kept, tmp_path):
    calls = calls_of(kept, tmp_path / "undisturbed")
    ways = survives(kept, tmp_path, [partial(AtCall, n) for n in range(1, calls)], in_turn=True)
    assert ways[False, NOT_THERE] > 0
    assert ways[False, WRITTEN] > 0


@pytest.mark.slow
@pytest.mark.system
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_a_card_whose_table_was_killed_at_a_write_or_a_sync_is_dealt_once(kept, tmp_path):
    counting = Strace(tmp_path / "counted")
    dies(kept, tmp_path / "undisturbed", counting)
    counting.ended()
    to_disk = [(name, count) for name in DISK for count in range(1, counting.calls.count(name) + 1)]
    chosen = random.Random(3).sample(to_disk, min(SYSTEM_KILLS, len(to_disk)))
    chosen += [
        point for point in to_disk if point[0] in ("pwrite64", "fdatasync") and point not in chosen
    ]
    ways = survives(
        kept,
        tmp_path,
        [
            partial(Strace, tmp_path / f"log-{n}", name, count)
            for n, (name, count) in enumerate(chosen)
        ],
    )
    assert {way for _, way in ways} == {NOT_THERE, WRITTEN}


def test_control_without_what_lay_there_a_written_card_is_read_a_second_time(
    kept, tmp_path, monkeypatch
):
    calls = calls_of(kept, tmp_path / "undisturbed")
    monkeypatch.setattr(device_watch, "last_cards", lambda journal: ())
    assert dies(kept, tmp_path / "killed", AtCall(calls - 1))
    with pytest.raises(AssertionError):
        recovers(kept, tmp_path / "killed", lies_there=True)
