"""telling: what the screen says: to whom, in which words, and for how long; pure.

asking.py says what the bar asks, results.py how a hand ended, notices.py what has just happened,
looks.py how a seat stands, moment.py what the passing of time changes. The words themselves are in
the room below, words/. Start with asking.py. Absent on purpose: pixels.
"""
