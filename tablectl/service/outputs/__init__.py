"""outputs: what the table shows: screens get the public view, lamps and buzzers what follows from
it.

signals.py decides which lamp, buzzer, beacon and gate; the others drive them.
"""
