"""`tablectl phone`, as the floor meets it: a table behind a control socket, which frees a seat."""

import asyncio
import json
import threading

import pytest
from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.engine.engine import open_table
from tablectl.games.catalog import preset
from tablectl.rules.forced import Stakes
from tablectl.service.control.control import Control
from tablectl.service.control.requests import BadLine

ROWS = [
    {"seat": 1, "mark": "KT", "typed": True, "asked": False, "away": True, "wants_phone": True},
    {"seat": 2, "mark": None, "typed": False, "asked": False, "away": False, "wants_phone": True},
]


class Phones:
    def __init__(self):
        self.freed = []

    def list_rows(self):
        return ROWS

    def free_for_floor(self, request, who):
        if request.frees != 1:
            raise BadLine(f"No phone has seat {request.frees}.", "no_phone")
        self.freed.append((request.frees, request.why, who))
        return "No phone has seat 1 now: the board shows its code."


@pytest.fixture
def phones():
    return Phones()


@pytest.fixture
def type_phone(tmp_path, phones):
    table = open_table(preset("tournament"), {1: 100, 2: 100}, stakes=Stakes(5, 10))[0]
    loop, door = asyncio.new_event_loop(), tmp_path / "door"
    control = Control(loop, lambda: 0, lambda told: (), lambda: table, phones=phones)
    control.listen(str(door))
    serving = threading.Thread(target=loop.run_forever)
    serving.start()

    def typed(*words):
        done = CliRunner().invoke(app, ["phone", *words, "--socket", str(door)])
        return done.exit_code, done.output.strip()

    yield typed
    loop.call_soon_threadsafe(loop.stop)
    serving.join()
    control.close()
    loop.close()


def test_the_floor_reads_which_phone_has_which_seat(type_phone):
    assert type_phone("list") == (
        0,
        "Seat 1: KT, by digits, away.\nSeat 2: no phone; the board shows its code.",
    )
    code, lines = type_phone("list", "--json")
    assert (code, [json.loads(line) for line in lines.splitlines()]) == (0, ROWS)


def test_the_floor_frees_a_seat_with_a_reason_for_the_record(type_phone, phones):
    """Clauses: G-12."""
    assert type_phone("free", "1", "--why", "its battery is dead") == (
        0,
        "No phone has seat 1 now: the board shows its code.",
    )
    assert phones.freed == [(1, "its battery is dead", "floor")]
    assert type_phone("free", "2") == (2, "No phone has seat 2.")
    assert type_phone("free", "11")[0] == 2
