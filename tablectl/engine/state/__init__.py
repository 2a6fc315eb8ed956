"""state: what a table is, and what must always hold of it.

The Table and its parts are frozen values (table.py); audit.py checks after every event that chips
and cards add up. May import: games, rules, and the events that are deferred while play stands
still. Start with table.py.
"""
