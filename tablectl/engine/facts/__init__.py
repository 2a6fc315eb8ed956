"""facts: what is decided, one small fact after the other, and how each changes a table.

A fact needs no rule to be applied, so recovery depends on none. apply.py is the only place a Table changes; its parts, apply_*,
stand beside the facts of the same subject. Start with facts.py.
"""
