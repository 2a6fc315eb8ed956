"""interview: the questions that lead from an unpacked box to a table.toml and the first hand.

    desk.py      the one place that asks, and the file that remembers what was answered
    game.py, reader.py, seats.py, screen.py, deck.py, units.py      the questions of a part each
    waiting.py   for a key at a number pad, and for a card on the reader
    first_hand.py   a hand at the table's own devices, for trying
    writing.py   the configuration made of the answers, checked, and put in its place
    course.py    the order of it all

Start with course.py. A part asks at the desk and returns nothing: what is known stands in the
desk's record. Absent on purpose: terminals and simulated tables, which cli/setup.py brings.
"""
