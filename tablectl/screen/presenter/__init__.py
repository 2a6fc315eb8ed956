"""presenter: what the screen shows of a view, in which words, and for how long; pure.

bar_text.py writes the bar, results.py cuts a result into pages, notices.py holds what has just
happened, seat_state.py reads a seat, moment.py what the passing of time changes. The words
themselves are in the room below, words/. Start with bar_text.py. Absent on purpose: pixels.
"""
