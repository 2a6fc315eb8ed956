"""words: what the screen writes of its own accord, its labels and the pages of a result, in each language that there is.

A language is a `Words` (catalogue.py): a label or a function for each thing that is written. A view names its language, and
`Model.words` and `Canvas.words` are the catalogue of it: no other room of the screen has words of its own. The sentences that a
view brings with it are made by the table, in the same language (tablectl/views/words). Start with catalogue.py.
"""

from typing import Final

from tablectl.screen.words.catalogue import Words
from tablectl.screen.words.english import CATALOGUE as ENGLISH

LANGUAGES: Final[dict[str, Words]] = {"en": ENGLISH}


def in_language(code: str) -> Words:
    """English where this screen has not learnt the language yet: a table may be newer than its screen."""
    return LANGUAGES.get(code, ENGLISH)
