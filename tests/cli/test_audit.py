"""`tablectl audit`, as the floor meets it: over a table's control socket, and from a journal."""

import asyncio
import json
import threading

import pytest
from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.engine import events
from tablectl.engine.engine import handle, open_table
from tablectl.engine.floor import SetStack
from tablectl.games.catalog import preset
from tablectl.journal.store import Journal
from tablectl.rules.forced import Stakes
from tablectl.service.control.accounts import make_accounts, verify_running
from tablectl.service.control.control import Control

FIVES = ((5, 20),)


class Audited:
    """A table of three that sense chips, its journal, and a socket at which it is asked."""

    def __init__(self, directory, stacks):
        self.path, self.door = directory / "table.db", directory / "door"
        self.table, opening = open_table(
            preset("canterbury"),
            {1: 100, 2: 100, 3: 100},
            stakes=Stakes(2, 4),
            button=1,
            chips=(1, 5, 25),
            places=range(1, 5),
            names={1: "Hanna"},
        )
        self.journal = Journal.create(self.path, (opening,))
        for seat, chips in stacks.items():
            self.take((events.StackRead(at_ms=0, seat=seat, chips=chips),))

    def take(self, told):
        self.table, rows = handle(self.table, told)
        self.journal.append(rows, wall_ms=0)
        return rows

    def accounts(self):
        """By a connection of the thread that serves."""
        with Journal.open(self.path, read_only=True) as journal:
            for found in verify_running(journal, self.table):
                yield None if found is None else make_accounts(self.table, found)

    def asks(self, *words):
        done = CliRunner().invoke(app, ["audit", "--socket", str(self.door), *words])
        return done.exit_code, done.output.strip()

    def reads(self, *words):
        done = CliRunner().invoke(app, ["audit", "--journal", str(self.path), *words])
        return done.exit_code, done.output.strip()


@pytest.fixture
def table(tmp_path):
    """At seat 2 five chips too many lie; seat 3 does not sense its stack; nobody sits at seat 4."""
    audited = Audited(tmp_path, {1: FIVES, 2: ((5, 21),)})
    loop = asyncio.new_event_loop()
    control = Control(
        loop, lambda: 0, audited.take, table=lambda: audited.table, audit=audited.accounts
    )
    control.listen(str(audited.door))
    serving = threading.Thread(target=loop.run_forever)
    serving.start()
    yield audited
    loop.call_soon_threadsafe(loop.stop)
    serving.join()
    control.close()
    loop.close()
    audited.journal.close()


SEATS = """\
              counted  bet  on the stack  in front  difference
Seat 1 Hanna      100    0           100         0       right
Seat 2            100    0           105         0          +5
Seat 3            100    0             -         0  not sensed
Seat 4              0    0             -         0       empty
Seat 2's stack holds 5 too much: 105 lie there, and the table counts 100. First look at Seat 3: that stack is not sensed.
Seat 3 does not sense its stack.
The table counts 300 chips: 300 on stacks, 0 bet, 0 in pots, 0 of the house.
Seats that sense their stack sense 205; the table counts 200 there."""


def test_it_names_what_differs_and_who_does_not_sense_its_stack(table):
    """Clauses: F-5."""
    status, said = table.asks()
    assert (status, said.splitlines()[0]) == (1, "Table 1, after hand 0.")
    assert SEATS in said
    head = table.journal.head
    assert said.endswith(
        f"Journal, row 3, head {head.hash.hex()[:16]}: the chain holds, and its facts come to this "
        "table."
    )


def test_a_journal_says_the_same_of_the_table_as_it_ended(table):
    assert table.reads() == table.asks()
    assert [json.loads(of("--json")[1]) for of in (table.reads, table.asks)] == [
        json.loads(table.asks("--json")[1])
    ] * 2


def test_ruled_on_it_is_no_difference_any_more(table):
    """Clauses: F-5, F-6."""
    table.take(
        (events.FloorRuled(at_ms=0, ruling=SetStack(seat=2, stack=100, why="counted twice")),)
    )
    status, said = table.asks()
    assert status == 0
    assert "Seat 2's stack is sensed as 105 and counts as 100: the floor has ruled so." in said
    found = json.loads(table.asks("--json")[1])
    assert (found["is_right"], [seat["found"] for seat in found["seats"]]) == (
        True,
        ["right", "ruled", "unsensed", "empty"],
    )


def test_in_a_hand_nothing_is_compared(table):
    table.take((events.StackRead(at_ms=0, seat=2, chips=FIVES), events.StartAsked(at_ms=0)))
    status, said = table.asks()
    assert (status, said.splitlines()[0]) == (0, "Table 1, hand 1.")
    assert "A hand is played: stacks are compared when it is over, and its chips lie still." in said


def test_a_journal_that_comes_to_another_table_does_not_hold(table):
    other, _ = handle(table.table, (events.StackRead(at_ms=0, seat=2, chips=FIVES),))
    # what a fault of ours would do: not every fact is in the journal
    table.table = other
    status, said = table.asks()
    assert status == 1
    assert said.endswith(
        "it does not hold: The facts of the journal come to another table than the one that is "
        "played."
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["--journal", "{there}/none.db"],
            "There is no journal {there}/none.db. The table's configuration names it: [journal] "
            "path.",
        ),
        (
            ["--socket", "{there}/none"],
            "No table answers at {there}/none: No such file or directory. Start it with tablectl "
            "run --config table.toml, or name the control.sock of another with --socket or "
            "TABLECTL_SOCKET.",
        ),
        (
            ["--socket", "{there}/none", "--journal", "{there}/none.db"],
            "Name a running table or a journal, not both.",
        ),
        (
            ["--jornal", "x"],
            'There is no option "--jornal" of root audit. Did you mean "--journal"?',
        ),
    ],
)
def test_wrong_words_get_a_sentence(words, says, tmp_path):
    done = CliRunner().invoke(app, ["audit", *[word.format(there=tmp_path) for word in words]])
    assert (done.exit_code, done.output.strip()) == (2, says.format(there=tmp_path))
