"""sound: what is heard; every sound has a visible twin, and the table plays without them.

cues.py lists the sounds of a new view, sounds.py has their waves, player.py plays them on a device,
if there is one. speech.py makes sentences of the same two views, and voice.py has them spoken.
Start with cues.py.
"""
