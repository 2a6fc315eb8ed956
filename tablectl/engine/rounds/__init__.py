"""rounds: the few kinds of round a street can hold.

betting.py, posting.py and showing.py are what hold'em plays; against the house antes.py, call_or_fold.py (both read chips by
staking.py) and paying.py.
"""
