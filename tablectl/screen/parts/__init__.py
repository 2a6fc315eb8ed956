"""parts: the pieces of the picture, each with its box, what it shows and how it is painted.

part.py says what a part is. Of every table: strip.py, bar.py, plates.py with tabs.py; in the middle
centre.py, halt.py, clock.py and summary.py; house.py and rack.py are the other two arrangements;
wall.py is the room's clock. Start with part.py, then plates.py.
"""
