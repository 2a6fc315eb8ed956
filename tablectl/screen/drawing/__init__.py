"""drawing: what a picture is made with: colours, type, cards, chips and felt on a canvas measured
in u.

canvas.py is what all parts draw on; picture_cache.py holds what was drawn once. Start with
canvas.py. Absent on purpose: the view.
"""
