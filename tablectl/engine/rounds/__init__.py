"""rounds: the few kinds of round a street can hold.

betting.py, posting.py and showing.py are played for pots, with keys in acts.py and chips in
unfinished_wager.py; against the house antes.py, call_or_fold.py (both read chips by staking.py) and
paying.py; for points flat_bets.py, shots.py and scoring.py. What a kind does in every situation is
one row of kinds.py. Start with kinds.py, then betting.py.
"""
