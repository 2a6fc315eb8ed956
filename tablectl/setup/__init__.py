"""setup: everything between a box of parts and the first hand: a configuration is written and
checked, what hangs there is asked.

Start with example.py (a configuration to begin with) and checking.py (all that is wrong with one,
by key and line); delivered.py has what systemd and udev are given; doctor/ asks ports, pins, disk
and clock what is there and how well it does. Absent on purpose: playing. What a running table has
is asked of it, never opened beside it.
"""
