"""How Spanish writes its conjunctions before a word: "y" is "e" before its own sound, "o" is
"u".
"""

import re

SOUND_I = re.compile(r"h?[ií](?![aeo])", re.IGNORECASE)  # Inés, hijo; not hielo, ion
SOUND_O = re.compile(r"h?[oó]|8|11\b", re.IGNORECASE)  # Omar, ocho


def adapt_conjunction(conjunction: str, word: str) -> str:
    if conjunction == "y" and SOUND_I.match(word):
        return "e"
    return "u" if conjunction == "o" and SOUND_O.match(word) else conjunction
