"""state: what a table is, and what must always hold of it.

The Table and its parts are frozen values (table.py); audit.py says what adds up after every event. May import: games, rules, and
the events that a paused table keeps. Start with table.py.
"""
