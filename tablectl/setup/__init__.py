"""setup: everything between a box of parts and the first hand: questions are asked, a configuration
is written and checked, and the parts are examined.

Start with interview/ (the questions), example.py (a configuration to begin with) and checking.py
(all faults of one, by key and line); delivered.py has what systemd and udev are given; doctor/
examines ports, pins, disk and clock. Absent on purpose: playing. What a running table has it
answers for, never opened beside it.
"""
