"""views: what the table looks like from outside.

tablectl/view is the shape, public.py fills it from a Table (and hides what lies face down), house.py and points.py fill what only
such games have, ask.py says what is asked of whom (keys.py: with which keys), rulings.py what the floor may rule, readout.py what
it ruled. A sentence is a text with values (tablectl/text), written where it is said; terms.py has what things are called in it,
and reasons/ the sentences of keys that journals have. shares.py counts each hand's equity for those who see all cards, lamps.py
gives each seat its colour and pattern. Pure. May import: engine, games, rules, text, view. Absent on purpose: ports, JSON.
"""
