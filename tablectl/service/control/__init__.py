"""control: the socket at which the floor rules, and its answers.

requests.py has the forms of a line, control.py answers them, status.py says what is wrong and what
may be ruled; asking.py is for other programs.
"""
