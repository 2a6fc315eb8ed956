"""history: hands in other people's words, read from their files and played again.

A *hand* here is one recorded deal (PHH, the poker hand history format); *replaying* it is telling the engine the same
events and comparing the stacks it ends with to those recorded. What is made up (burns, holdings nobody recorded) is
said to be.

phh.py reads files into frozen values and knows no engine; replay.py plays them. Start with phh.py. May import: rules,
games, engine. Absent on purpose: clocks, chance, journals, and any judgement of an act: that is the engine's.
"""
