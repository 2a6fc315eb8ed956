"""control: the socket at which the floor rules, and its answers.

control.py reads the orders, status.py says what is wrong and what may be ruled.
"""
