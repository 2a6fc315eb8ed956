"""drawing: what a picture is made with: colours, type, cards, chips and felt on a canvas measured
in u.

canvas.py is what all parts draw on; below it are shapes.py, text.py, art.py, boxes.py and felt.py,
and picture_cache.py holds what was drawn once. Start with canvas.py. Absent on purpose: the view.
"""
