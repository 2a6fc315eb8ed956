"""The last rulings stand in `rule status` as they were read out, also after a restart: of the
facts alone.
"""

import pytest

from tablectl.engine.engine import handle
from tablectl.engine.facts import Ruled
from tablectl.games.catalog import PRESETS
from tablectl.journal.record import Record
from tablectl.present.news import CODE
from tablectl.present.readout import list_notices
from tablectl.present.reasons import say_notice, table_names
from tablectl.service.control.status import list_news
from tests.harvest import of_chance
from tests.present.test_prompts import with_names
from tests.present.test_readout import rulings
from tests.tiers import tiered


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_each_ruling_stands_there_as_it_was_read_out(name):
    """Clauses: F-6, G-12. What halted the table came in the row before, where it was halted at
    all.
    """
    heard = 0
    for table, _, _ in list(of_chance(name, "news", hands=3))[::6]:
        before = with_names(table)
        for event in rulings(before):
            halted, rows = handle(before, (event,))
            confirmed = [
                one
                for one in rulings(halted)
                if halted.case is not None and one.ruling.name in ("confirm", "resume")
            ]
            for following in confirmed[:2]:
                after, more = handle(halted, (following,))
                records = [
                    Record(n, 0, 0, None, row.event, row.facts)
                    for n, row in enumerate((*rows, *more), 1)
                ]
                aloud = [
                    say_notice(one, table_names(after))
                    for one in list_notices(halted, more)
                    if one.code == CODE
                ]
                if (
                    before.case is None
                    and aloud
                    and any(isinstance(fact, Ruled) for fact in more[0].facts)
                ):
                    stands = [
                        one["text"]
                        for one in list_news(table_names(after), records)
                        if one["kind"] == "ruling"
                    ][-1]
                    assert stands == f"{aloud[0].removesuffix('.')} (a test)."
                    heard += 1
    assert heard > (0 if name == "pool" else 5)


@pytest.mark.parametrize("name", PRESETS)
def test_no_ruling_stands_there_by_a_name_that_nobody_types(name):
    """Clauses: F-6. What a panel says is told by its command: deck-checked, not deck_checked."""
    for table, _, _ in list(of_chance(name, "typed", hands=2))[::6]:
        for event in rulings(table):
            after, rows = handle(table, (event,))
            records = [Record(n, 0, 0, None, row.event, row.facts) for n, row in enumerate(rows, 1)]
            told = list_news(table_names(after), records)
            assert [
                one["text"] for one in told if one["kind"] == "ruling" and "_" in one["text"]
            ] == []
