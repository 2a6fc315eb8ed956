"""cast: who is at a rehearsed table, and what each can see of it.

people.py are hands and eyes: an act done properly, and what is done unasked. players.py, gamblers.py and shooters.py decide, by a
seed, from the public view and their own cards. floor.py rules; practice.py lets whoever watches rule. Start with people.py.
"""
