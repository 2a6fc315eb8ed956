"""halts: what stops a hand, and what the floor does about it.

Reports of what only eyes can see, rulings, the remedies that `confirm` carries out, and corrections. Start with rulings.py.
"""
