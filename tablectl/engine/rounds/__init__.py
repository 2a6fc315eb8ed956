"""rounds: the few kinds of round a street can hold.

betting.py is the one that hold'em plays; what other games need (ante window, call or fold, flat bets, shots) gets a file each.
"""
