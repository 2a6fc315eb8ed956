"""rules: the rulebook as pure functions over small values, one room per chapter, each rule under
its clause.

Read RULEBOOK.md beside this file first; then the chapter you need: seating (who posts, who deals),
forced (blinds, levels), limits (what may be bet), amounts (the most of anything), wagers (what a
motion of chips means), pots, dealing, irregular, evaluate, showdown, payout (bets against the
house), shots (points for shots and for the hands they make), shotcards (the deck file). May import:
nothing else of tablectl. Absent on purpose: the Table, clocks, chance, ports. evaluate.py alone
calls C.
"""
