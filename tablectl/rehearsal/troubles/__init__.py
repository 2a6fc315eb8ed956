"""troubles: what goes wrong at a rehearsed table, at a rate and by a seed, and whether the table said so.

cards.py and chips.py are rows: a name, the notices that have to come, how it is done. scene.py is the moment for one of chips.py,
troubled.py what rows ask of people, clumsy.py draws them and counts. Start with clumsy.py.
"""
