"""What Spanish does to its conjunctions: "y" is "e" before a word that begins with its sound, "o" is "u"."""

import re
from typing import Final

SOUND_I: Final = re.compile(r"h?[ií](?![aeo])", re.IGNORECASE)        # Inés, hijo; not hielo, ion
SOUND_O: Final = re.compile(r"h?[oó]|8|11\b", re.IGNORECASE)            # Omar, ocho


def before(conjunction: str, word: str) -> str:
    if conjunction == "y" and SOUND_I.match(word):
        return "e"
    return "u" if conjunction == "o" and SOUND_O.match(word) else conjunction
