"""What an event costs, counted in calls of Python functions, so that a busy machine changes
nothing.
"""

import gc
from random import Random

from tablectl.engine import engine
from tests.bench.bench_engine import called, of_engine
from tests.bench.played import first_table, played

MOST = 40  # an event; 39.9 of them with Python 3.11, fewer with later ones
HANDS, SEED = 50, 7


def test_an_event_costs_few_calls(monkeypatch):
    table, chance = first_table(), Random(SEED)
    happened = [[(event,) for event in played(table, chance).events] for _ in range(HANDS)]
    events = sum(map(len, happened))
    assert 10 < (calls := calls_of(table, happened)) / events <= MOST
    advance = engine.advance
    # the control: one call more an event
    monkeypatch.setattr(engine, "advance", lambda play: advance(play))
    assert calls_of(table, happened) == calls + events


def calls_of(table, happened):
    # what other tests have left is finalized now, and not while calls are counted
    gc.collect()
    return sum(called(of_engine(table, hand)) for hand in happened)
