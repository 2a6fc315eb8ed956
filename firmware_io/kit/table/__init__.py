"""table: a whole simulated table that stands by itself, for tests of a table or a controller
of their own.

sim_table.py has a shoe and seats on ptys with stable names, verbs.py what may be done to them in
words, serving.py the socket that takes the words; standing.py runs them in a thread, for tests that
wait, and starts a table that plays with them.
"""
