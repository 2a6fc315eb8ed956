"""The words of the pages that no view has, in the language of the table.

A page finds each by its key. What stands in {braces} there is filled in by the page. The sentences
of play, the words on keys and the names are the view's: they are not here.
"""

from functools import cache

from tablectl.locale import ENGLISH, LANGUAGES, BadCatalogue, Translator, get_translator
from tablectl.locale.translator import N_, Texts
from tablectl.web.seat_words import seat_words
from tablectl.web.watch_words import watch_words

WORDS: Texts = {
    # every page
    "lost": N_("The table does not answer."),
    "back": N_("BACK"),
    # a press
    "on_its_way": N_("{key} is on its way."),
    "did_not_count": N_("{key} did not count."),
}


@cache
def in_language(code: str) -> Translator:
    """English where there is no such language here: the table may be newer than its pages."""
    try:
        return get_translator(code) if code in LANGUAGES else ENGLISH
    except BadCatalogue:
        return ENGLISH


def page_words(language: str) -> dict[str, str]:
    """Each by its key, its fields unfilled."""
    tr = in_language(language)
    own = {key: tr.text(text) for key, text in WORDS.items()}
    return own | watch_words(tr) | seat_words(tr)
