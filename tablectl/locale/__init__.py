"""locale: the languages of the table, each a translation of the English texts that stand in the
source.

    translator.py   `Translator`: English itself, and what every other language answers
    translated.py   a language that is read from its catalogue, `<code>/LC_MESSAGES/tablectl.po`, by
        Babel

`tr("{seat} calls {amount:,}.", seat=..., amount=...)`: the English text is the msgid. The sentences
of views and the labels of the screen are made with a translator and know no language; nothing but
another language needs Babel or a catalogue. CONTRIBUTING.md says how to add one.
"""

from functools import cache
from pathlib import Path

from tablectl.locale.translator import ENGLISH, BadCatalogue, Translator

DIRECTORY = Path(__file__).parent
LANGUAGES = (
    ENGLISH.code,
    *sorted(path.parts[-3] for path in DIRECTORY.glob("*/LC_MESSAGES/tablectl.po")),
)


@cache
def get_translator(code: str) -> Translator:
    """Raises KeyError where there is no such language, BadCatalogue where its catalogue cannot
    be used.
    """
    if code == ENGLISH.code:
        return ENGLISH
    if code not in LANGUAGES:
        raise KeyError(code)
    # Babel takes its time, and English does without
    from tablectl.locale.translated import read_language

    return read_language(code, DIRECTORY / code / "LC_MESSAGES" / "tablectl.po")


__all__ = ["ENGLISH", "LANGUAGES", "BadCatalogue", "Translator", "translator"]
