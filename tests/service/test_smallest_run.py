"""`tablectl run` with a reader as its shoe, in real time: a process, ptys, and people who deal and press keys."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from firmware_io.kit.sim.readers.field import Field
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.kit.sim.readers.pty import PtyReader
from firmware_io.kit.sim.seat import SimSeat
from tablectl.engine.state.table import Table
from tablectl.intake.decks import Deck as BookDeck
from tablectl.intake.enrolling import order_of
from tablectl.journal.verify import verify
from tablectl.present.public import public_view
from tablectl.rehearsal.stage.live import Memory
from tablectl.service.books.deckfile import changed
from tablectl.service.process import bound_to_us

from .evening import PRESSED, TABLE, Deck

LOOK_S = 0.02
LOOKS = 150                             # until it is tried again
PLAYED_S = 300                          # on a busy machine; it takes 8


def seen(table: Table) -> int:
    """The cards that have come in this hand."""
    return table.shown.deal.seen


class People:
    """Those who deal and play; they see the table by its journal."""

    def __init__(self, place: Path):
        self.place, self.field = place, Field()
        self.deck = Deck(order_of())
        changed(place / "decks.json", lambda decks: decks.added(
            BookDeck("red", {bytes(1) + tag.raw_id: card for card, tag in self.deck.of.items()})))
        loop = asyncio.get_running_loop()
        self.reader = PtyReader(loop, place / "reader", SimPn532(self.field))
        self.seats = {n: SimSeat(loop, place / f"seat-{n}", node=n, epoch=50 + n, denominations=(1,)) for n in (1, 2, 3)}
        self.memory = Memory(place / "table.db")

    async def says(self, line: dict[str, object]) -> dict[str, object]:
        """The table's answer on its control socket."""
        reader, writer = await asyncio.open_unix_connection(str(self.place / "control"))
        writer.write(json.dumps(line).encode() + b"\n")
        answer = json.loads(await reader.readline())
        writer.close()
        await writer.wait_closed()
        return answer

    async def play(self) -> Table:
        """One hand, checked down; the table after it."""
        cards, card = iter(self.deck.shuffled(Random("run"), self.deck.of)), None
        while (now := self.memory.table()).last is None:
            view = public_view(now, 0)
            if view.keys:
                key = min(view.keys, key=lambda lit: PRESSED.index(lit.key) if lit.key in PRESSED else len(PRESSED))
                self.seats[key.seat].press(key.key)
                await self.changes(now)
            elif view.waiting_for == "card":
                self.field.put(card := card or next(cards))
                card = None if await self.changes(now, seen) else card    # one that is not read is slid again
                self.field.clear()
            else:
                await asyncio.sleep(LOOK_S)
        return now

    async def changes(self, before: Table, what: Callable[[Table], object] = lambda table: table) -> bool:
        """Whether anything came of it soon: a busy machine may have lost a seat for a moment, and what it pressed."""
        for _ in range(LOOKS):
            now = self.memory.table()
            if what(now) != what(before) or now.halts != before.halts:
                return True
            await asyncio.sleep(LOOK_S)
        return False

    def close(self):
        self.memory.close()
        self.reader.close()
        for seat in self.seats.values():
            seat.close()


async def a_hand(place: Path) -> tuple[Table, dict[str, object], str, int | None]:
    """The table after it, what it answers to a deck in mid-evening, what it logged, and how it ended."""
    people = People(place)
    table = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tablectl", "run", "--config", "table.toml", cwd=place, stderr=subprocess.PIPE,
        preexec_fn=bound_to_us())
    while not (place / "control").exists():
        await asyncio.sleep(LOOK_S)
    while not all(seat.session.is_met for seat in people.seats.values()):
        await asyncio.sleep(LOOK_S)
    await people.says({"start": True})
    after = await people.play()
    put = await people.says({"put": "red"})
    table.send_signal(signal.SIGTERM)
    said = (await table.communicate())[1].decode()
    people.close()
    return after, put, said, table.returncode


@pytest.mark.slow
def test_a_hand_is_dealt_from_the_reader_at_tablectl_run(tmp_path):
    text = TABLE.format(
        preset="tournament", chips=1_000, options="", table="button = 1\nstakes = { small_blind = 5, big_blind = 10 }",
        place=tmp_path) + f'[control]\nsocket = "{tmp_path}/control"\n'
    (tmp_path / "table.toml").write_text(text)
    after, put, said, status = asyncio.run(asyncio.wait_for(a_hand(tmp_path), PLAYED_S))
    assert (put, said, status) == ({"ok": True, "said": [], "did": "The deck red is in play."}, "", 0)
    assert (after.hands, after.halts, len(after.shown.deal.board)) == (1, 0, 5)
    assert verify(tmp_path / "table.db", rerun=True).is_sound
