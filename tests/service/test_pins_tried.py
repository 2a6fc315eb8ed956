"""PINs that somebody tries: counted by name, over restarts, with few rows, and telling nothing
of names or of PINs.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest

from tablectl.engine.engine import handle
from tablectl.engine.events import PinsTried
from tablectl.engine.facts import TableOpened
from tablectl.journal.replay import recovered_after, recovered_at_opening
from tablectl.service.books import operators as operatorfile
from tablectl.service.books.operators import change_operators
from tablectl.service.control.prover import (
    FIRST_WAIT_S,
    GROUPS,
    LONGEST_WAIT_S,
    MOST_ROWS,
    PAGE,
    ROW_EVERY_MS,
    TERMINAL,
    Prover,
    name_group,
)
from tablectl.service.control.requests import BadLine
from tests.happened import heads_up
from tests.logged import Logged

from .staged import Moved, begin, on_a_table, rows_of

FREE_TRIES = TERMINAL.free_tries
ANN, EVE, BOB, PIN, ITS, WRONG = "Ann", "Eve", "Bob", "271828", "111111", "314159"


class Tried:
    """A table of which Ann and Eve are operators, Bob is none; it records what it should in
    `rows`.
    """

    def __init__(self, folder):
        self.file = folder / "operators"
        change_operators(
            self.file, lambda known: known.with_operator(ANN, PIN).with_operator(EVE, ITS)
        )
        self.loop = Moved()
        self.rows, self.said = list[PinsTried](), Logged()
        self.prover = self.started()

    def now_ms(self):
        return round(self.loop.now_s * 1_000)

    def started(self, beside=None):
        """One that knows of the one before what its rows say."""
        table, opening = heads_up()
        opened = opening.facts[0]
        assert isinstance(opened, TableOpened)
        now = recovered_at_opening(opened)
        for event in self.rows:
            table, (row,) = handle(table, (event,))
            now = recovered_after(now, table, event.at_ms, None, row.facts)
        return Prover(str(self.file), self.loop, self.now_ms, self.rows.append, now.pins, beside)

    def restarts(self):
        """As after a pulled plug: it says nothing of what it knows."""
        self.prover.close()
        self.prover = self.started()

    def tries(self, pin, name=ANN, way=TERMINAL):
        """The code of the answer; empty: it is they."""
        try:
            proof = self.prover.begin_proof(name, pin, way)
            self.prover.judge_proof(name, way, is_right=proof.result())
        except BadLine as wrong:
            return wrong.code
        return ""

    def waits(self, s):
        self.loop.now_s += s
        self.loop.run_until_complete(asyncio.sleep(0))


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.setattr(operatorfile, "COST", 2)  # nobody is kept waiting here
    table = Tried(tmp_path)
    yield table
    table.prover.close()
    table.loop.close()


def test_wrong_tries_are_counted_by_name_and_no_other_name_s_right_one_sets_them_to_nought(table):
    assert [table.tries(PIN), table.tries(WRONG), table.tries(PIN)] == ["", "wrong_pin", ""]
    codes = [(table.tries(WRONG), table.tries(ITS, EVE)) for _ in range(FREE_TRIES)]
    assert codes == [("wrong_pin", "")] * FREE_TRIES
    assert [table.tries(PIN), table.tries(WRONG, EVE), table.tries(ITS, EVE)] == [
        "wait",
        "wrong_pin",
        "",
    ]


def test_each_further_wrong_try_makes_its_name_wait_longer(table):
    assert [table.tries(WRONG) for _ in range(FREE_TRIES)] == ["wrong_pin"] * FREE_TRIES
    waits = [min(FIRST_WAIT_S << n, LONGEST_WAIT_S) for n in range(10)]
    for s in waits:
        table.waits(s - 1)
        assert table.tries(WRONG) == "wait"
        table.waits(1)
        assert table.tries(WRONG) == "wrong_pin"
    table.waits(LONGEST_WAIT_S)
    assert table.tries(PIN) == ""
    assert len(table.said) == FREE_TRIES + len(waits)
    assert not any(secret in line for line in table.said for secret in (PIN, WRONG, ANN))


def test_a_name_that_nobody_has_cannot_be_told_from_one_that_somebody_has(table):
    told = []
    for name in (ANN, BOB):
        of_this = []
        for _ in range(3 * FREE_TRIES):
            with pytest.raises(BadLine) as wrong:
                table.prover.judge_proof(
                    name, is_right=table.prover.begin_proof(name, WRONG).result()
                )
            of_this.append((str(wrong.value), wrong.value.code))
            table.waits(40)
        told.append(of_this)
        table.restarts()
        told[-1].append(table.tries(WRONG, name))
    assert told[0] == told[1]
    assert told[0][-1] == "wait"
    assert {row.who for row in table.rows} == {ANN, None}


@pytest.mark.parametrize(
    ("made", "after_s"), [*product(range(1, FREE_TRIES + 1), (0.0, 59.0, 130.0))]
)
def test_a_restart_gives_nobody_a_try_that_they_have_had(table, made, after_s):
    """Within a minute of a row there may have been more than it says; then they are told, and
    counted as they were.
    """
    assert [table.tries(WRONG) for _ in range(made)] == ["wrong_pin"] * made
    for part_s in (after_s / 2, after_s / 2):  # what had no row gets it after a minute
        table.waits(part_s)
    table.restarts()
    more = [table.tries(WRONG) for _ in range(FREE_TRIES)].count("wrong_pin")
    if after_s < ROW_EVERY_MS / 1_000:
        assert more == 0
    else:
        assert more == max(FREE_TRIES - made, 1)  # the wait of a minute is over
    table.waits(LONGEST_WAIT_S)
    assert table.tries(PIN) == ""


def test_there_is_one_row_a_minute_and_name_at_most_and_in_the_end_it_tells_them_all(table):
    chance, made = Random("tries"), dict.fromkeys((ANN, EVE, BOB), 0)
    for _ in range(2_000):
        name = chance.choice(list(made))
        made[name] += table.tries(WRONG, name) == "wrong_pin"
        table.waits(chance.choice((0, 0, 1, 70)))
    table.waits(ROW_EVERY_MS / 1_000)
    for name, count in made.items():
        rows = [row for row in table.rows if row.group == name_group(name)]
        assert all(later.at_ms - row.at_ms >= ROW_EVERY_MS for row, later in pairwise(rows))
        assert (rows[-1].wrong, rows[-1].who) == (count, None if name == BOB else name)
    assert len({name_group(name) for name in made}) == len(made)


def test_a_flood_of_names_fills_neither_memory_nor_journal(table):
    """Whoever is known waits a minute at most for it, and is not told apart."""
    codes = [table.tries(WRONG, f"name {n}") for n in range(5_000)]
    assert (len(table.rows), codes.count("wrong_pin") <= FREE_TRIES * MOST_ROWS, {*codes}) == (
        MOST_ROWS,
        True,
        {"wrong_pin", "wait"},
    )
    assert [table.tries(PIN), table.tries(WRONG, "somebody")] == ["wait"] * 2
    minutes = 60
    for minute in range(minutes):
        for n in range(200):
            table.tries(WRONG, f"name {minute}.{n}")
        table.waits(60)
    assert len(table.rows) <= (minutes + 1) * MOST_ROWS
    assert len(table.prover._tries) <= GROUPS
    assert all(row.who is None for row in table.rows)
    table.waits(60)
    assert table.tries(PIN) == ""


def test_what_is_tried_over_the_network_makes_nobody_wait_at_a_terminal(table):
    """Nor does it after a restart, nor where many names are tried; nor the other way round."""
    assert [table.tries(WRONG, way=PAGE) for _ in range(PAGE.free_tries)] == [
        "wrong_pin"
    ] * PAGE.free_tries
    assert [table.tries(PIN, way=PAGE), table.tries(PIN)] == ["wait", ""]
    for n in range(500):
        table.tries(WRONG, f"name {n}", PAGE)
    assert [table.tries(ITS, EVE, PAGE), table.tries(WRONG), table.tries(PIN)] == [
        "wait",
        "wrong_pin",
        "",
    ]
    table.restarts()
    assert [table.tries(PIN, way=PAGE), table.tries(PIN)] == ["wait", ""]
    assert [table.tries(WRONG) for _ in range(FREE_TRIES)] == ["wrong_pin"] * FREE_TRIES
    table.waits(FIRST_WAIT_S - 1)
    assert table.tries(PIN) == "wait"
    table.waits(LONGEST_WAIT_S)
    assert [table.tries(PIN, way=PAGE), table.tries(PIN)] == ["", ""]


def test_each_further_wrong_try_on_the_page_makes_its_name_wait_longer(table):
    for _ in range(PAGE.free_tries):
        assert table.tries(WRONG, way=PAGE) == "wrong_pin"
    for s in (FIRST_WAIT_S, 2 * FIRST_WAIT_S):
        table.waits(s - 1)
        assert table.tries(PIN, way=PAGE) == "wait"
        table.waits(1)
        assert table.tries(WRONG, way=PAGE) == "wrong_pin"


def test_tries_that_are_made_at_once_are_no_more_than_one_after_the_other(table):
    with ThreadPoolExecutor(max_workers=1) as beside:
        prover = table.started(beside)
        proofs, refused = [], 0
        for _ in range(16):
            try:
                proofs.append(prover.begin_proof(ANN, WRONG))
            except BadLine:
                refused += 1
        assert (len(proofs), refused) == (FREE_TRIES, 16 - FREE_TRIES)
        for proof in proofs:
            with pytest.raises(BadLine):
                prover.judge_proof(ANN, is_right=proof.result())
        prover.close()


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602])
def test_a_file_of_operators_that_others_may_read_or_write_proves_nothing(table, mode):
    assert table.tries(PIN) == ""
    table.file.chmod(mode)
    assert table.tries(PIN) == "no_operator"
    table.file.chmod(0o600)
    assert table.tries(PIN) == ""


LINES = [
    {"clears": "logic_door"},
    {"clears": "link"},
    {"replaces": "seat", "seat": 2, "why": "it is another"},
    {"replaces": "shoe", "why": "it is another"},
    {"replaces": "seat", "seat": 9, "why": "it is another"},
]


def test_where_no_pin_could_do_anything_none_is_told_from_another(tmp_path):
    journal = tmp_path / "table.db"

    async def story(stage, people):
        change_operators(
            Path(stage.config.control.operators), lambda known: known.with_operator(ANN, PIN)
        )
        await begin(stage, people)
        for line in LINES:
            answers = [
                await stage.say({**line, "operator": name, "pin": pin})
                for name in (ANN, BOB)
                for pin in (WRONG, WRONG, WRONG, WRONG, PIN)
            ]
            assert answers == [answers[0]] * len(answers)
            assert not answers[0]["ok"]

    on_a_table(story, journal=journal)
    assert not [row for row in rows_of(journal) if isinstance(row.event, PinsTried)]
