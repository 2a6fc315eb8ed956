"""flying: what moves between two views, and how views wait for it; in a time that whoever calls
gives.

waiting.py holds the views that come meanwhile, flights.py says what flies between two views,
steps.py in what order a view is told, course.py puts the three together, overlay.py draws what
flies over the finished picture. Start with course.py. Absent on purpose: a clock, and pygame
everywhere but in overlay.py.
"""
