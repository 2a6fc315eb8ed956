"""flying: what moves between two views, and how new views wait for it; the caller gives the time.

view_queue.py holds the views that come meanwhile, flights.py lists what flies between two views,
steps.py splits a view into steps, playback.py puts the three together, overlay.py draws what flies
over the finished picture. Start with playback.py. Absent on purpose: a clock, and pygame everywhere
but in overlay.py.
"""
