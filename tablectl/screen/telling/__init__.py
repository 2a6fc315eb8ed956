"""telling: what the screen says: to whom, in which words, and for how long; pure.

words.py has all the words, so that a second language has one place; asking.py says what the bar asks, results.py how a hand
ended, notices.py what has just happened, looks.py how a seat stands, moment.py what time makes of it.
Start with asking.py. Absent on purpose: pixels.
"""
