"""engine: what happened and what it means.

An *event* is what happened, in a card room's words (events.py); a *fact* what follows from it
(facts/). `handle` in engine.py decides; `apply_to` of a fact (facts/) is the only function that
changes a Table (state/table.py). The packages import only downwards: state, facts, play, between,
rounds, dealing, halts, readings. Tables, seats, events and facts are frozen values: a refusal
leaves the same table, and recovery is `apply_to` over the facts. May import: games, rules. Absent
on purpose: clocks, chance, ports, logging. Start with engine.py, then advance.py (the steps of a
hand that the table takes by itself) and rounds/betting.py.
"""
