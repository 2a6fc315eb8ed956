"""layout: where everything stands, in u (picture height / 1080), for each arrangement of a table;
pure.

arrangement.py chooses, ring.py, house.py and rack.py are the three, portrait.py the ring on an
upright display; places.py is what they share. Start with arrangement.py.
"""
