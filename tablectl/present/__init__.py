"""present: makes the view of a table, for the screen and everything else that shows it.

tablectl/view has the structs, public.py fills them from a Table (and hides what lies face down),
house.py and points.py fill what only such games have. asks/ has the question that is asked, and of
whom (keys.py: with which keys), rulings.py what the floor may rule, readout.py what it ruled. A
sentence is a text with values (tablectl/text), written where it is said; terms.py has what things
are called in it, and reasons/ the sentences of keys that journals have. odds.py counts each hand's
share of the pots, lamps.py gives each seat its colour and pattern. Pure. May import: engine, games,
rules, text, view. Absent on purpose: ports, JSON.
"""
