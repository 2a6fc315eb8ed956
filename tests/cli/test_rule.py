"""`tablectl rule`, as the floor meets it: a table behind a control socket, and what comes of each ruling."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablectl.cli import app
from tablectl.cli.rule import COMMAND_HELP
from tablectl.engine import events
from tablectl.engine.engine import handle, open_table
from tablectl.engine.rulings import RULINGS
from tablectl.engine.table import Table
from tablectl.games.catalog import preset
from tablectl.rules.forced import Stakes
from tablectl.service.control import Control


class Behind:
    """A table of three, served on a socket by a loop of its own."""

    def __init__(self, door: Path) -> None:
        self.door = door
        self.table: Table = open_table(
            preset("canterbury"), {1: 100, 2: 100, 3: 100}, stakes=Stakes(2, 4), button=1, chips=(1, 5, 25), places=range(1, 5),
            options={"chips_sensed": False})[0]

    def take(self, told):
        self.table, rows = handle(self.table, told)
        return rows

    def deal(self, count: int) -> None:
        for code, pull in zip(["Ah", "Kh", "Qh", "Ad", "Kd", "Qd"][:count], range(1, count + 1), strict=True):
            self.take((events.CardOff(at_ms=0, cards=(code,), pull=pull),))

    def rule(self, *words: str) -> tuple[int, str]:
        done = CliRunner().invoke(app, ["rule", *words, "--socket", str(self.door)])
        return done.exit_code, done.output.strip()


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Behind]:
    table = Behind(tmp_path / "door")
    loop = asyncio.new_event_loop()
    control = Control(loop, lambda: 0, table.take)
    control.listen(str(table.door))
    serving = threading.Thread(target=loop.run_forever)
    serving.start()
    yield table
    loop.call_soon_threadsafe(loop.stop)
    serving.join()
    control.close()
    loop.close()


def test_the_floor_starts_a_hand_reports_what_it_saw_and_confirms(behind):
    """Clauses: L-15, G-2."""
    assert behind.rule("start")[0] == 0
    behind.deal(6)
    code, text = behind.rule("exposed", "--seat", "2", "--card", "Ah")
    assert (code, text, behind.table.irregularity.clause) == (0, "A hole card of seat 2 was exposed by the deal.", "L-15")
    assert behind.rule("confirm")[0] == 0
    assert (behind.table.irregularity, [want.card for want in behind.table.wants]) == (None, ["Ah"])


def test_every_field_of_a_correction_has_its_flag(behind):
    """Clauses: F-6, F-5."""
    assert behind.rule("chips", "--seat", "3", "--stack", "180", "--why", "miscounted") == (
        0, "The floor corrects seat 3's chips: 80 are added to the table.")
    behind.rule("start")
    behind.deal(6)
    assert behind.rule("wrong_count", "--seat", "2", "--cards", "3") == (0, "Seat 2 has 3 hole cards.")
    assert behind.rule("award", "--pot", "0", "--seats", "2,3", "--why", "agreed")[0] == 0
    assert [(won.seat, won.amount) for won in behind.table.won] == [(2, 2), (3, 2)]


def test_players_come_buy_and_leave(behind):
    """Clauses: L-30, F-9."""
    assert behind.rule("sits", "--seat", "4", "--amount", "200", "--name", "Ada")[0] == 0
    assert (behind.table.seat(4).stack, behind.table.seat(4).name) == (200, "Ada")
    assert behind.rule("buys", "--seat", "1", "--amount", "50")[0] == 0
    assert behind.table.seat(1).bought == 50
    assert behind.rule("leaves", "--seat", "4")[0] == 0
    assert behind.table.seat(4).status == "empty"


@pytest.mark.parametrize(("words", "sentence"), [
    (["confirm"], "Nothing waits for the floor."),
    (["dead", "--seat", "1"], "A correction needs a reason (F-6)."),
    (["bless"], 'There is no ruling "bless" here'),
    (["award", "--seats", "3;5", "--why", "x"], "seats are numbers with commas between them, as 3,5."),
    (["sits", "--seat", "4"], "Say with --amount how many chips"),
    (["leaves"], "A line starts a hand, or names a seat, or is a ruling of the floor."),
])
def test_what_cannot_be_ruled_is_a_sentence_and_exit_2(behind, words, sentence):
    before = behind.table
    code, text = behind.rule(*words)
    assert (code, sentence in text, behind.table) == (2, True, before), text


def test_no_table_there_is_a_sentence(tmp_path):
    done = CliRunner().invoke(app, ["rule", "confirm", "--socket", str(tmp_path / "none")])
    assert (done.exit_code, done.output.strip()) == (2, f"No table answers at {tmp_path}/none: No such file or directory.")


def test_the_help_names_every_ruling():
    assert [ruling for ruling in RULINGS if ruling not in COMMAND_HELP] == []
