"""halts: irregularities that stop a hand, and what the floor does about them.

Reports (what only people can see), rulings, the remedies that `confirm` carries out, and
corrections. Start with rulings.py.
"""
