"""control: the socket at which the floor rules, and its answers.

requests.py has the forms of a line, control.py answers them, status.py reports how the table stands
and what may be ruled, prover.py checks operators; client.py is for other programs. A socket for
other people than the floor gets its module here.
"""
