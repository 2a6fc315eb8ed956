"""sim: the far end of the same wire, for testing any controller without hardware. Knows no poker:
it obeys verbs.

A simulated node speaks with the session a real node has, through a real pty (cables.py) or through
memory (memory.py), holds physical objects (cards in a shoe, chips in an area: finite) and takes the
time they take. Start with node.py, then shoe.py and seat.py, whose things know no wire
(shoe_model.py, seat_model.py); sessions.py says who may speak for a node; faults.py is a bad wire.
May import the rest of firmware_io. Absent on purpose: tablectl, threads, chance without a seed, any
time but the loop's.
"""
