"""library: cards, hands, equity and a table for programs that import tablectl; LIBRARY.md is its
page.

cards.py has cards and made hands, ranges.py sets of hole cards, odds.py equity, table.py a hand
played by the engine. May import: rules, games, engine, present, text. Absent on purpose: ports,
processes, pictures. Start with table.py.
"""
