"""troubles: irregularities at a rehearsed table, at a rate and by a seed; each must lead to a notice.

cards.py and chips.py have a row for each trouble: its name, the notices that must follow, and how to make it happen. scene.py
describes a turn for the rows of chips.py, troubled.py is what rows need of people, clumsy.py draws rows and counts. Start there.
"""
