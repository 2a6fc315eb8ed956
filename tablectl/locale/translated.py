"""A language of a gettext catalogue: the texts of its .po, compiled in memory, and its numbers, lists and plurals by Babel."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from tablectl.locale import spanish
from tablectl.locale.translator import BadCatalogue, Translator


class Sounds(NamedTuple):
    """What a language does where words meet, which no catalogue says."""

    before: Callable[[str, str], str] = lambda conjunction, word: conjunction      # a conjunction as it sounds before a word
    joined_up: Callable[[str], str] = lambda text: text                             # a text, once its fields are filled in


SOUNDS: Final = {"es": Sounds(spanish.before, spanish.joined_up)}


class Translated(Translator):
    def __init__(self, code: str, texts: GNUTranslations, group: str, point: str) -> None:
        self.code, self.point = code, point
        self._texts = texts
        self._group = group
        self._sounds = SOUNDS.get(code, Sounds())

    def text(self, text: str, context: str = "") -> str:
        if not text:
            return text                 # gettext keeps the catalogue's own head there
        return self._texts.pgettext(context, text) if context else self._texts.gettext(text)

    def plural_text(self, one: str, many: str, number: int) -> str:
        return self._texts.ngettext(one, many, number)

    def filled(self, template: str, fields: Mapping[str, object]) -> str:
        group = self._group
        return self._sounds.joined_up(template.format_map({
            name: Number(value, group) if type(value) is int else value for name, value in fields.items()}))

    def number(self, number: int) -> str:
        return f"{number:,}".replace(",", self._group)

    def listed(self, parts: Sequence[str]) -> str:
        return self._joined(parts, self.of("a list", "and"))

    def either(self, parts: Sequence[str]) -> str:
        return self._joined(parts, self.of("a list", "or"))

    one_of = either

    def _joined(self, parts: Sequence[str], conjunction: str) -> str:
        *others, last = parts
        return f"{', '.join(others)} {self._sounds.before(conjunction, last)} {last}" if others else last

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
    """Raises BadCatalogue where the file is none, or a translation takes a field that its text does not have."""
    try:
        with path.open("rb") as po:
            catalog = read_po(po, locale=code, abort_invalid=True)
    except (OSError, ValueError, PoFileError) as why:
        raise BadCatalogue(f"The catalogue {path} cannot be read: {why}.") from why
    for text, field in fields_too_many(catalog):
        raise BadCatalogue(f'The catalogue {path} translates "{text}" with {{{field}}}, which that text does not have.')
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    symbols = Locale(code).number_symbols["latn"]
    return Translated(code, GNUTranslations(compiled), symbols["group"], symbols["decimal"])


def fields_too_many(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """Each text that cannot be filled in as it is translated, and a field that is too many; "..." stands for broken braces."""
    for message in catalog:
        if not message.id or "{" not in "".join(each := texts_of(message.string)):
            continue
        known = {field for text in texts_of(message.id) for field in fields_in(text)}
        yield from ((texts_of(message.id)[0], field) for text in each for field in fields_in(text) - known)


def texts_of(one_or_more: object) -> tuple[str, ...]:
    return tuple(map(str, one_or_more)) if isinstance(one_or_more, list | tuple) else (str(one_or_more),)


def fields_in(text: str) -> set[str]:
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return {"..."}
