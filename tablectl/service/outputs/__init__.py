"""outputs: what the table shows: screens get the public view, lamps and buzzers what follows from
it.

signals.py decides which lamp, buzzer, beacon and gate, buzzers.py and lights.py drive them.
screens.py serves the socket of views; a socket that shows something else gets its module here.
"""
