"""sounding: what is to be heard beside what is to be seen; every sound has a visible twin, and the
table plays without them.

heard.py decides from two views what has just sounded, recipes.py makes the waves, player.py lays
them on a device, if there is one. What is said, spoken.py decides from the same two views, and
voice.py has it made. Start with heard.py. Absent on purpose: recorded sounds.
"""
