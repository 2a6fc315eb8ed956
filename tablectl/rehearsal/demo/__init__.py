"""demo: a whole table on simulated devices, played by simple players, hand after hand.

    ways.py       the two ways to play it: in virtual time, in real time with a window
    playing.py    the hands, one after the other
    wanted.py     what was asked for, and the table that is played at
    played.py     what is left of a hand: its JSON, and whether it is worth a picture

Start with playing.py. Cards, chips and keys go as bytes to the service with its own journal: in
real time through ptys to another process, in virtual time through memory, where the waiting is
skipped.
"""
