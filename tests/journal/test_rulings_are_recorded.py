"""Every ruling, correction and void stands in the journal: who ruled, why, and the table before and after.

These are the rulings of a tournament; tests/engine/test_rulings.py has the floor's corrections (F-6).
"""


import pytest

from tablectl.engine import facts as f
from tablectl.engine.facts import opened
from tablectl.journal.store import Journal
from tablectl.rehearsal.scenario.runner import run_script
from tablectl.rehearsal.scenario.script import read_script

TABLE = (
    '{"table": {"preset": "tournament", "seats": {"1": 1000, "4": 1000, "6": 1000}, "button": 6,'
    ' "stakes": {"small_blind": 25, "big_blind": 50}, "chips": [5, 25, 100, 500]}}\n'
)


def played(steps, directory):
    """The journal of these steps."""
    file = directory / "ruled.jsonl"
    file.write_text(TABLE + steps)
    assert run_script(read_script(file), keep=directory) == []
    with Journal.open(directory / "ruled.db") as journal:
        return list(journal.rows())


def before_and_after(rows, ruling):
    """The table before the row of a ruling, what is written of it, and the table after that row."""
    table = None
    for row in rows:
        before = table
        for fact in row.facts:
            table = opened(fact) if isinstance(fact, f.TableOpened) else fact.apply(table)
        ruled = next((fact for fact in row.facts if isinstance(fact, f.Ruled) and fact.ruling == ruling), None)
        if ruled is not None:
            return before, ruled, table
    raise AssertionError(f"no {ruling} is written")


def stacks(table):
    return [table.seat(number).stack for number in (1, 4, 6)]


def test_a_void_is_written_with_its_ruler_its_cause_and_both_tables(tmp_path):
    """Clauses: G-12, G-4."""
    rows = played(
        '{"start": true}\n{"seat": 6, "act": "raise_to", "amount": 200}\n{"floor": "void", "why": "the lights went out"}\n',
        tmp_path)
    before, ruled, after = before_and_after(rows, "void")
    assert (ruled.ruling, ruled.who, ruled.why, ruled.seat) == ("void", "floor", "the lights went out", None)
    assert stacks(before) == [975, 950, 800]
    assert stacks(after) == [1000, 1000, 1000]
    row = next(row for row in rows if ruled in row.facts)
    assert f.HandVoided(kind="void", cause="the lights went out") in row.facts


def test_a_misdeal_stays_in_the_history_as_one(tmp_path):
    """Clauses: G-12, G-4."""
    rows = played('{"start": true}\n{"floor": "misdeal", "why": "three cards for seat 4"}\n', tmp_path)
    before, ruled, after = before_and_after(rows, "misdeal")
    assert (ruled.who, ruled.why) == ("floor", "three cards for seat 4")
    assert (before.in_hand, after.in_hand) == (True, False)
    assert f.HandVoided(kind="misdeal", cause="three cards for seat 4") in [fact for row in rows for fact in row.facts]


def test_what_was_confirmed_is_the_cause_of_the_void_and_the_check_of_the_deck_is_written(tmp_path):
    """Clauses: G-12, G-10."""
    rows = played(
        '{"deck": ["Ah", "foreign"]}\n{"start": true}\n{"floor": "confirm"}\n'
        '{"floor": "deck_checked", "why": "one card taken out"}\n',
        tmp_path)
    before, _, after = before_and_after(rows, "confirm")
    assert (before.irregularity.kind, after.irregularity, after.shoe.is_deck_foul) == ("unknown_card", None, True)
    voided = [fact for row in rows for fact in row.facts if isinstance(fact, f.HandVoided)]
    assert voided == [f.HandVoided(kind="void", why=before.irregularity.why, values=before.irregularity.values)]
    before, checked, after = before_and_after(rows, "deck_checked")
    assert (checked.why, before.shoe.is_deck_foul, after.shoe.is_deck_foul) == ("one card taken out", True, False)


def test_a_card_named_by_the_floor_is_written_with_its_name(tmp_path):
    """Clauses: G-12, G-10."""
    to_the_flop = '{"deck": ["Ah", "Kh", "Qh", "Ad", "Kd", "Qd", "2c", "??"]}\n{"start": true}\n' + "".join(
        f'{{"seat": {seat}, "act": "{act}"}}\n' for seat, act in ((6, "call"), (1, "call"), (4, "check")))
    rows = played(to_the_flop + '{"floor": "card", "card": "9c"}\n', tmp_path)
    before, ruled, after = before_and_after(rows, "card")
    assert (ruled.card, before.board, after.board[:1]) == ("9c", (), ("9c",))


@pytest.mark.parametrize("ruling", ["void", "misdeal", "confirm", "resume", "deck_checked"])
def test_a_ruling_that_was_refused_is_written_as_refused_and_changes_nothing(ruling, tmp_path):
    """Clauses: G-12."""
    rows = played(f'{{"floor": "{ruling}"}}\n{{"expect_refused": true}}\n', tmp_path)
    facts = [fact for row in rows for fact in row.facts]
    assert [fact for fact in facts if isinstance(fact, f.Ruled)] == []
    assert len([fact for fact in facts if isinstance(fact, f.Refused)]) == 1
