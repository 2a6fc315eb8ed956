"""views: what the table looks like from outside.

view.py is the shape, public.py fills it from a Table (and hides what lies face down), house.py and points.py fill what only
such games have, words.py has every sentence for people, shares.py counts each hand's equity for those who see all cards,
lamps.py gives each seat its colour and pattern. Pure. May import: engine, games, rules. Absent on purpose: ports, sockets, JSON.
"""
