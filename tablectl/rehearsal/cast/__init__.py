"""cast: who is at a rehearsed table, and what each can see of it.

people.py moves cards, chips and keys. players.py, gamblers.py and shooters.py decide, by a seed,
from the public view and their own cards. clumsy.py lets a case go wrong in each hand; floor.py
rules as the rulebook prescribes, practice.py lets a person rule. Start with people.py.
"""
