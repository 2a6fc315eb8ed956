"""readings: what comes from seats and clocks, handed to whom it concerns.

keys.py, chips.py and timeouts.py ask rounds/kinds.py what is played now; devices.py knows who is
not heard, holds.py what play waits for until it is right. Start with keys.py.
"""
