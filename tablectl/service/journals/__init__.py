"""journals: the journal of a table as a file: opened or made, mirrored, checked, and left by one
run of the program to the next.

open_table.py opens it, and compares the table in it with the configured one; mirroring.py decides
between journal and mirror; old_rows.py and rollback_check.py look for damage while the table plays.
"""
