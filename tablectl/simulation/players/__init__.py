"""players: who is at a simulated table.

people.py moves cards, chips and keys. poker.py, gamblers.py and shooters.py decide by a seed, from
the public view and their own cards. faulty_players.py makes one fault in each hand. floor.py rules
as the rulebook prescribes; practice.py lets a person rule. Start with people.py.
"""
