"""engine: what happened and what it means.

An *event* is what a floor person would say happened (events.py); a *fact* is what it meant (facts/). `handle` in engine.py
decides, `apply` in facts/__init__.py is the only place a Table (state/table.py) changes. The wings stand on one another: state,
facts, play, between, rounds, dealing, halts; the files beside them read what comes in and hand it to a wing. Tables, seats,
events and facts are frozen values: a refusal gives the same table back, recovery is `apply` over the facts. May import: games,
rules. Absent on purpose: clocks, chance, ports, logging. Start with engine.py, then advance.py (what a table does by itself, in
the order of a hand) and rounds/betting.py.
"""
