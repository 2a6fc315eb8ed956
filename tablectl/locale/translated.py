"""A language of a gettext catalogue: the texts of its .po, compiled in memory, and its numbers,
lists and plurals by Babel.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from gettext import GNUTranslations, c2py
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from tablectl.locale import spanish
from tablectl.locale.translator import BadCatalogue, Translator

MOST_COUNTED = 1_000  # a plural is tried with each number to this one
# a conjunction as it sounds before a word
SOUNDS: dict[str, Callable[[str, str], str]] = {"es": spanish.adapt_conjunction}


class Translated(Translator):
    def __init__(self, code: str, texts: GNUTranslations, group: str, point: str) -> None:
        self.code, self.point = code, point
        self._texts = texts
        self._group = group
        self._before: Callable[[str, str], str] = SOUNDS.get(
            code, lambda conjunction, word: conjunction
        )

    def text(self, text: str, context: str = "") -> str:
        if not text:
            return text  # gettext keeps the catalogue's own head there
        return self._texts.pgettext(context, text) if context else self._texts.gettext(text)

    def plural_text(self, one: str, many: str, number: int) -> str:
        return self._texts.ngettext(one, many, number)

    def fill_in(self, template: str, fields: Mapping[str, object]) -> str:
        group = self._group
        return template.format_map(
            {
                name: Number(value, group) if type(value) is int else value
                for name, value in fields.items()
            }
        )

    def number(self, number: int) -> str:
        return f"{number:,}".replace(",", self._group)

    def join_with_and(self, parts: Sequence[str]) -> str:
        return self._join_parts(parts, self.of("a list", "and"))

    def join_choices(self, parts: Sequence[str]) -> str:
        return self._join_parts(parts, self.of("a list", "or"))

    join_with_or = join_choices

    def _join_parts(self, parts: Sequence[str], conjunction: str) -> str:
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
    """Raises BadCatalogue if it is no catalogue, or a translation has other fields."""
    try:
        with path.open("rb") as po:
            catalog = read_po(po, locale=code, abort_invalid=True)
        compiled = BytesIO()
        write_mo(compiled, catalog)
        compiled.seek(0)
        texts, symbols = GNUTranslations(compiled), Locale(code).number_symbols["latn"]
        forms = forms_by_number(catalog)
    except (
        OSError,
        ValueError,
        ArithmeticError,
        LookupError,
        UnknownLocaleError,
        PoFileError,
    ) as why:
        raise BadCatalogue(f"The catalogue {path} cannot be read: {why}.") from why
    for problem in wrong_fields(catalog, forms):
        raise BadCatalogue(f"The catalogue {path} translates {problem}.")
    return Translated(code, texts, symbols["group"], symbols["decimal"])


def forms_by_number(catalog: Catalog) -> Counter[int]:
    """How many of the numbers to 1,000 each plural form stands for. Raises ValueError,
    ArithmeticError where one has no form.
    """
    form_of = c2py(catalog.plural_expr)
    forms = Counter(form_of(number) for number in range(MOST_COUNTED + 1))
    if unknown := sorted(form for form in forms if not 0 <= form < catalog.num_plurals):
        raise ValueError(
            f"its Plural-Forms have {catalog.num_plurals} forms, and take form {unknown[0]}"
        )
    return forms


def wrong_fields(catalog: Catalog, forms: Mapping[int, int]) -> Iterator[str]:
    """Each text whose translation takes a field that the text does not have, or not as the text
    writes it, or leaves one out.

    A plural form may leave out what the English text for one does, where it stands for one number
    alone: that number.
    """
    for message in catalog:
        if not message.id or message.fuzzy:
            continue
        one, *more = texts_of(message.id)
        wanted = [fields_in(text) for text in (one, *more)]
        for form, text in enumerate(texts_of(message.string)):
            # not translated: English is used
            fields = fields_in(text) if text else wanted[-1]
            least = wanted[0] if more and forms.get(form, 0) <= 1 else wanted[-1]
            yield from (
                f'"{one}" with {field}, which that text does not have'
                for field in sorted(fields - wanted[0] - wanted[-1])
            )
            yield from (f'"{one}" without {field}' for field in sorted(least - fields))


def texts_of(one_or_more: object) -> tuple[str, ...]:
    return (
        tuple(map(str, one_or_more))
        if isinstance(one_or_more, list | tuple)
        else (str(one_or_more),)
    )


def fields_in(text: str) -> set[str]:
    """Each field as it is written, `{amount:,}`; "{...}" stands for broken braces."""
    try:
        return {
            f"{{{name}{f'!{conversion}' if conversion else ''}{f':{spec}' if spec else ''}}}"
            for _, name, spec, conversion in Formatter().parse(text)
            if name is not None
        }
    except ValueError:
        return {"{...}"}
