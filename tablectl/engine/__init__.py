"""engine: what happened and what it means.

An *event* is what a floor person would say happened (events.py); a *fact* is what it meant (facts.py). `handle` in engine.py
decides, `apply` in apply.py is the only place a Table (table.py) changes; its parts, apply_*.py, stand beside the facts of the
same subject. Tables, seats, events and facts are frozen values: a refusal gives the same table back, recovery is `apply` over
the facts. May import: games, rules. Absent on purpose: clocks, chance, ports, logging. Start with engine.py, then
advance.py (what a table does by itself, in the order of a hand) and rounds/betting.py.
"""
