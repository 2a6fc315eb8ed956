"""`journal show --words`: what happened and what it meant, a line each, for a person."""

from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.engine.events import KeyPressed
from tablectl.engine.facts import Refused, SatOut
from tablectl.engine.play.handling import Row
from tablectl.engine.state.why import Why
from tablectl.journal.store import Journal


def test_records_are_told_in_words(tmp_path):
    file = tmp_path / "table.db"
    no = Refused(code="out_of_turn", why=Why.NOT_YOUR_TURN.value, seat=3)
    refused = Row(KeyPressed(at_ms=61_500, seat=3, key="fold"), (no,))
    Journal.create(
        file, (Row(KeyPressed(at_ms=0, seat=2, key="sit_out"), (SatOut(seat=2),)), refused)
    ).close()
    said = CliRunner().invoke(app, ["journal", "show", "--words", str(file)])
    assert said.stdout.splitlines() == [
        "     1  0:00.000  key_pressed: seat 2, key sit_out",
        "        sat_out: seat 2",
        "     2  1:01.500  key_pressed: seat 3, key fold",
        "        refused: Seat 3: not your turn.",
    ]
