"""books: the files that a table keeps beside its journal, each written whole or not at all.

Which tag is which card, what a tagged chip is worth, and the shots of pool; bookfile.py refuses
what is damaged, reading.py bounds what is read.
"""
