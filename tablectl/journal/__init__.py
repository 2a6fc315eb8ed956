"""journal: every event and fact of a table, in one SQLite file that survives a power cut at any
moment.

A *reading* is one message of a device: its events and facts are one transaction, stored with its
*edge* (node, epoch, number). A *row* is one event with its facts; a reading without an event has a
row, too. The *chain* is each row's hash over the row and the hash before it. The *head* is the last
row's number and hash; a copy of it shows later whether rows at the end were cut
off.

Face-down cards are stored here and nowhere else: the file has mode 0600, and no error message holds
a value of a fact. Start with store.py, then chain.py. May import: engine, sqlite3, hashlib. Absent
on purpose: clocks (the caller passes wall time), retries, repairs, and any decision what damage
means for play.
"""
