"""history: hand histories of other programs, read from their files and replayed.

A *hand* here is one recorded deal (PHH, the poker hand history format). *Replaying* it means giving
the engine the same events and comparing the final stacks with the recorded ones. Cards that were
not recorded (burns, unseen holdings) are made up, and listed as such.

phh.py reads files into frozen values, without the engine; replay.py plays them. Start with phh.py.
May import: rules, games, engine. Absent on purpose: clocks, chance, journals, and any check of an
act: the engine does that.
"""
