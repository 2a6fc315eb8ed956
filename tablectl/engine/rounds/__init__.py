"""rounds: the few kinds of round a street can hold.

betting.py, posting.py and showing.py are played for pots; against the house antes.py, call_or_fold.py (both read chips by
staking.py) and paying.py; for points flat_bets.py, shots.py and scoring.py. Which of them a word in a game's rows means is said
one floor up: advance.py, keys.py, chips.py, timeouts.py, corrections.py. Start with betting.py.
"""
