"""words: what the screen writes of its own accord, its labels and the pages of a result, in each language that there is.

A language is a `Words` (catalogue.py): a label or a function for each thing that is written, made of the English ones by a
translator (translated.py, tablectl/locale). A view names its language, and
`Model.words` and `Canvas.words` are the catalogue of it: no other room of the screen has words of its own. The sentences that a
view brings with it are made by the table, in the same language (tablectl/views/words). Start with catalogue.py.
"""

from functools import cache

from tablectl.locale import LANGUAGES, BadCatalogue, translator
from tablectl.screen.words.catalogue import Words
from tablectl.screen.words.english import CATALOGUE
from tablectl.screen.words.translated import translated

ENGLISH: Words = CATALOGUE


@cache
def in_language(code: str) -> Words:
    """English where this screen does not know the language: a table may be newer than its screen, or a catalogue damaged."""
    if code == "en" or code not in LANGUAGES:
        return ENGLISH
    try:
        return translated(ENGLISH, translator(code))
    except BadCatalogue:
        return ENGLISH                  # the table's service, which cannot be started with it, says why
