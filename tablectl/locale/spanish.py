"""What Spanish does to its small words: "y" is "e" before its own sound, "o" is "u"; "a el asiento 3" is "al asiento 3".

A player without a name is "el asiento 3" wherever a sentence has it. Who is spoken to has no article: "Asiento 3: paga."
"""

import re

SOUND_I = re.compile(r"h?[ií](?![aeo])", re.IGNORECASE)        # Inés, hijo; not hielo, ion
SOUND_O = re.compile(r"h?[oó]|8|11\b", re.IGNORECASE)            # Omar, ocho
WITHIN = re.compile(r"(?<=[\w,;:»)] )El (?=asiento \d)")
ADDRESSED = re.compile(r"(^|[.!?] )El asiento (?=\d+:)")
CONTRACTED = re.compile(r"\b([Aa]|[Dd]e) (?:el asiento|Asiento) (?=\d)")


def before(conjunction: str, word: str) -> str:
    if conjunction == "y" and SOUND_I.match(word):
        return "e"
    return "u" if conjunction == "o" and SOUND_O.match(word) else conjunction


def joined_up(text: str) -> str:
    """A text whose fields are filled in, as it is said."""
    if "siento " not in text:
        return text
    text = WITHIN.sub("el ", ADDRESSED.sub(r"\1Asiento ", text))
    return CONTRACTED.sub(r"\1l asiento ", text)
