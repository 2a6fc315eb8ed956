"""words: the language that the screen writes in, and the texts that are made of values.

A label is written where it is drawn, `tr("POT")`: the English text is the msgid, and `tr` the
translator of the language that the view names (`view_language`, `Canvas.tr`). A text with values,
or one that several parts draw, is a function here; where there is one for each code, a table of
`Texts` stands beside its use, each text in `N_`. The table itself makes the sentences of a view, in
the same language (tablectl/present). No other room of the screen imports tablectl.locale.
"""

from functools import cache

from tablectl.locale import ENGLISH, LANGUAGES, BadCatalogue, Translator, get_translator
from tablectl.locale.translator import N_, Texts, capitalize_first, texts
from tablectl.view import View


@cache
def in_language(code: str) -> Translator:
    """English where this screen does not know the language: a table may be newer than its
    screen, or a catalogue damaged.
    """
    if code not in LANGUAGES:
        return ENGLISH
    try:
        return get_translator(code)
    except BadCatalogue:
        # the table's service, which cannot be capitalize_first with it, says why
        return ENGLISH


def view_language(view: View) -> Translator:
    return in_language(view.language)


__all__ = [
    "ENGLISH",
    "N_",
    "Texts",
    "Translator",
    "capitalize_first",
    "in_language",
    "texts",
    "view_language",
]
