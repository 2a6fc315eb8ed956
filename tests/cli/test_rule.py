"""`tablectl rule`, as the floor meets it: a table behind a control socket, and what comes of
each ruling.
"""

import asyncio
import threading

import pytest
from typer.testing import CliRunner

from tablectl.cli import ruling
from tablectl.cli.app import app
from tablectl.cli.rule import COMMANDS
from tablectl.engine import events
from tablectl.engine.engine import handle, open_table
from tablectl.engine.floor import RULINGS
from tablectl.engine.state.table import Table
from tablectl.games.catalog import preset
from tablectl.present.public import public_view
from tablectl.rules.forced import Stakes
from tablectl.service.control.control import Control
from tablectl.service.control.status import status_report
from tests.happened import heads_up


class Behind:
    """A table of three, served on a socket by a loop of its own."""

    def __init__(self, door):
        self.door = door
        self.typed: str | None = None
        self.table: Table = open_table(
            preset("canterbury"),
            {1: 100, 2: 100, 3: 100},
            stakes=Stakes(2, 4),
            button=1,
            chips=(1, 5, 25),
            places=range(1, 5),
            options={"chips_sensed": False},
            names={1: "Ann"},
        )[0]

    def take(self, told):
        self.table, rows = handle(self.table, told)
        return rows

    def deal(self, count):
        for code, pull in zip(
            ["Ah", "Kh", "Qh", "Ad", "Kd", "Qd"][:count], range(1, count + 1), strict=True
        ):
            self.take((events.CardOff(at_ms=0, cards=(code,), pull=pull),))

    def rule(self, *words):
        done = CliRunner().invoke(
            app, ["rule", *words, "--socket", str(self.door)], input=self.typed
        )
        return done.exit_code, done.output.strip()


@pytest.fixture
def behind(tmp_path):
    table = Behind(tmp_path / "door")
    loop = asyncio.new_event_loop()
    control = Control(
        loop,
        lambda: 0,
        table.take,
        table=lambda: table.table,
        status=lambda: status_report(table.table, (), 0),
    )
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
    assert behind.rule("start") == (0, "Ruled: start. Hand 1 begins.")
    behind.deal(6)
    code, text = behind.rule("exposed", "--seat", "2", "--card", "Ah")
    assert (code, text, behind.table.irregularity.clause) == (
        0,
        "A hole card of Seat 2 was exposed by the deal.",
        "L-15",
    )
    assert behind.rule("confirm")[0] == 0
    assert (behind.table.irregularity, [want.card for want in behind.table.wants]) == (None, ["Ah"])


def test_what_status_suggests_reaches_this_table_as_it_is_printed(behind):
    code, text = behind.rule("status")
    typed = [line.split() for line in text.splitlines() if line.startswith("  tablectl rule")]
    assert (code, bool(typed), {tuple(words[-2:]) for words in typed}) == (
        0,
        True,
        {("--socket", str(behind.door))},
    )
    named = (
        CliRunner()
        .invoke(app, ["rule", "status"], env={"TABLECTL_SOCKET": str(behind.door)})
        .output
    )
    assert (str(behind.door) in named, "  tablectl rule start\n" in named) == (False, True)


def test_every_field_of_a_correction_has_its_flag(behind):
    """Clauses: F-6, F-5."""
    assert behind.rule("chips", "--seat", "3", "--stack", "180", "--why", "miscounted") == (
        0,
        "The floor corrects Seat 3's chips: 80 are added to the table.\nRuled: Seat 3 has 180 "
        "behind.",
    )
    behind.rule("start")
    behind.deal(6)
    assert behind.rule("wrong_count", "--seat", "2", "--cards", "3") == (
        0,
        "Seat 2 has 3 hole cards.",
    )
    assert behind.rule("award", "--pot", "0", "--seats", "2,3", "--why", "agreed")[0] == 0
    assert [(won.seat, won.amount) for won in behind.table.won] == [(2, 2), (3, 2)]
    assert behind.rule("award", "--seats", "ann,2", "--why", "wrong") == (
        0,
        "Ruled: Seat 2 and Ann share the main pot.",
    )


def test_the_floor_has_the_clock_of_a_tournament(behind):
    """Clauses: F-14, F-6, H-8. The wall's clock and the strip show what the view says (tests/screen)."""
    levels = [{"small_blind": 10 * n, "big_blind": 20 * n, "minutes": 20} for n in (1, 2, 3)]
    behind.table = heads_up(
        chips=(5, 25),
        places=range(1, 3),
        options={"chips_sensed": False, "action_clock_s": 0, "levels": levels},
    )[0]
    behind.rule("start")
    told = [
        behind.rule(*words.split(), "--why", "a vote")
        for words in ("level --minutes 5", "level --minutes -3", "level --to 2", "pause", "go-on")
    ]
    assert told == [
        (0, "Ruled: the level is 5 minutes longer."),
        (0, "Ruled: the level is 3 minutes shorter."),
        (2, f"The floor goes to another level between hands. {ruling.WHERE_TO_LOOK}"),
        (0, "Ruled: pause. All clocks stand, and nobody may act until go-on."),
        (0, "Ruled: play goes on."),
    ]
    assert public_view(behind.table, 0).level.next_in_s == 22 * 60
    behind.rule("pause")
    refused = f"Nothing is halted. A pause ends with go-on. {ruling.WHERE_TO_LOOK}"
    assert behind.rule("resume") == (2, refused)
    behind.rule("go-on")
    behind.rule("misdeal", "--why", "to be between hands")
    between = ("level --to 2", "break --minutes 10", "break --minutes 0", "button --seat 2")
    told = [behind.rule(*words.split(), "--why", "a vote") for words in between]
    assert told == [
        (0, "Ruled: level 2 begins, blinds 20 / 40."),
        (0, "Ruled: the break lasts 10 minutes from now."),
        (0, "Ruled: the break is over."),
        (0, "Ruled: Seat 2 has the next hand's button."),
    ]
    assert (behind.table.schedule.level, public_view(behind.table, 0).level.is_break) == (1, False)


def test_players_come_buy_and_leave(behind):
    """Clauses: L-30, F-9."""
    assert behind.rule("sits", "--seat", "4", "--amount", "200", "--name", "Ada")[0] == 0
    assert (behind.table.seat(4).stack, behind.table.seat(4).name) == (200, "Ada")
    assert behind.rule("buys", "--seat", "1", "--amount", "50")[0] == 0
    assert behind.table.seat(1).bought == 50
    assert behind.rule("leaves", "--seat", "4")[0] == 0
    assert behind.table.seat(4).status == "empty"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["confirm"], "Nothing waits for the floor."),
        (
            ["dead", "--seat", "1"],
            'dead needs a reason for the record: tablectl rule dead … --why "…".',
        ),
        (["void"], "void needs a reason for the record"),
        (["misdeal"], "misdeal needs a reason for the record"),
        (["misdeal", "--seat", "2", "--why", "x"], 'There is no option "--seat" of'),
        (["bless"], 'There is no ruling "bless".'),
        (["misdael"], 'There is no ruling "misdael". Did you mean "misdeal"?'),
        (["confirm", "3"], "The table is not halted."),
        (["confirm", "3", "--number", "4"], "Which case is meant, 3 or 4?"),
        (
            ["act", "--seat", "1", "--act", "cal", "--why", "x"],
            'There is no act "cal". Did you mean "call"?',
        ),
        (
            ["chips", "--seat", "1", "--stack", "9" * 30, "--why", "x"],
            "--stack is a whole number from -1,000,000,000",
        ),
        (
            ["award", "--seats", "3;5", "--why", "x"],
            "seats are numbers or names with commas between them, as 3,5 or Ada,Ben.",
        ),
        (["award", "--seats", "Eve", "--why", "x"], 'Nobody is called "Eve" here: Ann (seat 1).'),
        (["sits", "--seat", "4"], "--amount is missing: How many chips; of an act the total."),
        (["leaves"], "--seat is missing: The seat it is about."),
    ],
)
def test_what_cannot_be_ruled_is_a_sentence_and_exit_2(behind, words, sentence):
    before = behind.table
    code, text = behind.rule(*words)
    assert (code, sentence in text, behind.table) == (2, True, before), text


def test_bytes_that_are_no_text_are_a_sentence(behind):
    assert behind.rule("void", "--why", "\udcff") == (
        2,
        "What was typed holds bytes that are no text.",
    )


def test_no_table_there_is_a_sentence(tmp_path):
    done = CliRunner().invoke(app, ["rule", "confirm", "--socket", str(tmp_path / "none")])
    assert (done.exit_code, done.output.strip()) == (
        2,
        f"No table answers at {tmp_path}/none: No such file or directory. "
        "Start it with tablectl run --config table.toml, or name the "
        "control.sock of another with --socket or TABLECTL_SOCKET.",
    )


def test_there_is_a_command_for_every_ruling_with_the_options_that_it_uses():
    """Clauses: F-6. A ruling's fields are its options, and what it needs has to be typed."""
    options = {one.ruling: one.options for one in COMMANDS if one.ruling in RULINGS}
    nothing, of_a_case = (), ("number",)
    assert options == {
        "confirm": of_a_case,
        "resume": of_a_case,
        "misdeal": of_a_case,
        "void": of_a_case,
        "card": ("number", "card!"),
        "reshuffled": of_a_case,
        "deck_checked": nothing,
        "undo": nothing,
        "pause": nothing,
        "go_on": nothing,
        "exposed": ("seat!", "card", "cards"),
        "wrong_count": ("seat", "cards"),
        "joker": ("seat!", "card"),
        "misplaced": ("seats!",),
        "dealer_exposed": nothing,
        "chips": ("number", "seat!", "stack!"),
        "act": ("seat!", "act!", "amount"),
        "dead": ("number", "seat!"),
        "award": ("number", "pot", "seats!"),
        "colour_up": ("chip!",),
        "level": ("to", "minutes"),
        "break": ("minutes!",),
        "button": ("seat!",),
        "close_bets": nothing,
        "made": nothing,
        "missed": nothing,
        "new_game": nothing,
    }
    assert set(options) == set(RULINGS)


@pytest.mark.parametrize("name", ["deck-checked", "deck_checked", "go-on", "go_on"])
def test_a_ruling_s_name_is_typed_with_either_dash(behind, name):
    told = behind.rule(name)[1].removesuffix(f" {ruling.WHERE_TO_LOOK}")
    assert told in ("The deck was not in doubt.", "Play is not paused.")


def on_a_terminal(monkeypatch):
    monkeypatch.setattr(ruling, "is_terminal", lambda: True)


def test_on_a_terminal_the_effect_is_told_and_asked_for_first(behind, monkeypatch):
    """Clauses: G-4, F-6."""
    on_a_terminal(monkeypatch)
    behind.rule("start", "--yes")
    behind.deal(6)
    before = behind.table
    behind.typed = "n\n"
    code, text = behind.rule("void", "--why", "a fire")
    assert (code, behind.table) == (1, before)
    assert text.startswith("Hand 1 is void: every chip goes back. A fire.")
    assert "The hand is over." in text
    assert text.endswith("Nothing was ruled.")
    behind.typed = "a fire\ny\n"
    code, text = behind.rule("void")
    assert (code, behind.table.in_hand) == (0, False)
    assert text.startswith("Why?: a fire")


def test_what_is_not_taken_is_told_before_anybody_is_asked(behind, monkeypatch):
    on_a_terminal(monkeypatch)
    behind.typed = "y\n"
    told = "Nothing waits for the floor. What may be ruled now: tablectl rule status."
    assert behind.rule("confirm") == (2, told)


def test_what_confirm_would_do_is_told_as_prescribed_whatever_lies_there(behind, monkeypatch):
    """Clauses: L-15. A guessed card is answered like one that was dealt there: no trial tells
    who has which card.
    """
    on_a_terminal(monkeypatch)
    behind.rule("start", "-y")
    behind.deal(6)
    behind.typed, told = "n\n", []
    for card in ("Ah", "2c"):  # dealt to seat 2; dealt to nobody
        behind.rule("exposed", "--seat", "2", "--card", card, "-y")
        told.append(behind.rule("confirm")[1])
        assert behind.rule("resume", "-y")[0] == 0
    assert told[0] == told[1]
