"""journal: what the table remembers, in one SQLite file that a pulled plug at any moment leaves whole.

A *reading* is all that one message of a device meant: one transaction, with the *edge* (node, epoch, number) it came
with. A *row* is one event with its facts, or no event for a reading that meant nothing. The *chain* is each row's hash
over the row and the hash before it; the *head* is the last row's number and hash, and whoever keeps a head elsewhere
can see a cut tail.

Face-down cards stand in here and nowhere else: the file is its owner's alone, and no message of this room holds a value
of a fact. Start with store.py, then chain.py. May import: engine, sqlite3, hashlib. Absent on purpose: clocks (wall
time is told), retries, repairs, and anything that decides what damage means for play.
"""
