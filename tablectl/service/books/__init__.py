"""books: the files that a table has beside its journal, each written whole or not at all.

books.py has the decks, the tagged chips and the shots of pool, and refuses what is damaged;
operators.py the operators, link_keys.py the keys of nodes. files.py bounds what is read.
"""
