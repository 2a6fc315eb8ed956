"""A language of a gettext catalogue: the texts of its .po, compiled in memory, and its numbers, lists and plurals by Babel."""

from collections.abc import Callable, Mapping, Sequence
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tablectl.locale import spanish
from tablectl.locale.translator import Translator

EUPHONY: Final[dict[str, Callable[[str, str], str]]] = {"es": spanish.before}      # a conjunction as it sounds before a word


def as_it_is(conjunction: str, _: str) -> str:
    return conjunction


class Translated(Translator):
    def __init__(self, code: str, texts: GNUTranslations, group: str, point: str) -> None:
        self.code, self.point = code, point
        self._texts = texts
        self._group = group
        self._before = EUPHONY.get(code, as_it_is)

    def text(self, text: str, context: str = "") -> str:
        if not text:
            return text                 # gettext keeps the catalogue's own head there
        return self._texts.pgettext(context, text) if context else self._texts.gettext(text)

    def plural_text(self, one: str, many: str, number: int) -> str:
        return self._texts.ngettext(one, many, number)

    def filled(self, template: str, fields: Mapping[str, object]) -> str:
        group = self._group
        return template.format_map({
            name: Number(value, group) if type(value) is int else value for name, value in fields.items()})

    def number(self, number: int) -> str:
        return f"{number:,}".replace(",", self._group)

    def listed(self, parts: Sequence[str]) -> str:
        return self._joined(parts, self.of("a list", "and"))

    def either(self, parts: Sequence[str]) -> str:
        return self._joined(parts, self.of("a list", "or"))

    one_of = either

    def _joined(self, parts: Sequence[str], conjunction: str) -> str:
        *others, last = parts
        return f"{', '.join(others)} {self._before(conjunction, last)} {last}" if others else last

    def ordinal(self, number: int) -> str:
        return self.of("a place", "{number}th", number=number)


class Number(int):
    """A number whose format `,` is the language's."""

    def __new__(cls, value: int, group: str) -> "Number":
        number = super().__new__(cls, value)
        number._group = group
        return number

    _group: str

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace(",", self._group)


def read_language(code: str, path: Path) -> Translated:
    """Raises babel.messages.pofile.PoFileError where the catalogue cannot be read."""
    with path.open("rb") as po:
        catalog = read_po(po, locale=code, abort_invalid=True)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    symbols = Locale(code).number_symbols["latn"]
    return Translated(code, GNUTranslations(compiled), symbols["group"], symbols["decimal"])
