"""Takes the texts that are translated out of the source, and brings each language's catalogue up to
date with them.

    .venv/bin/python -m tests.extract            says what lacks, and what is there no more
    .venv/bin/python -m tests.extract --write    writes it into the catalogues; a text that is new
        stands there untranslated

Babel's own extractor finds them: a text is a constant in a call of one of KEYWORDS.
"""

import sys
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from tablectl import locale

ROOT = Path(locale.__file__).parents[1]
ROOMS = (
    "intake",
    "locale",
    "present",
    "rules",
    "screen",
    "service",
    "setup/interview",
    "simulation",
    "text",
    "web",
)
SOURCES = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
SOURCES.append(ROOT.parent / "firmware_io/finder.py")
OF_CONTEXT = ((1, "c"), 2)
KEYWORDS = {
    # sentences: tablectl/text
    "T": None,
    "plural": (1, 2),
    "Unused": None,  # of firmware_io, which knows no language
    # labels, and lists: tablectl/locale
    "tr": None,
    "text": None,
    "of": OF_CONTEXT,
    "N_": None,
    "NC_": OF_CONTEXT,
}
TABLES = {"texts": None}  # of lines, each a code and a text: tablectl/locale


class Text(NamedTuple):
    """A msgid: one text, or two by a number; `context` where it has one."""

    one: str
    many: str = ""
    context: str = ""


def texts() -> dict[Text, list[str]]:
    """All texts, and the files that each stands in."""
    found = {}
    for path in SOURCES:
        for text in texts_in(path.read_bytes()):
            files = found.setdefault(text, [])
            if (file := str(path.relative_to(ROOT.parent))) not in files:
                files.append(file)
    singular = {text.one for text in found if text.many}
    return {
        text: files
        for text, files in found.items()
        if text.one.strip() and (text.many or text.one not in singular)
    }


def texts_in(source: bytes) -> list[Text]:
    found = []
    for _, message, _, context in extract("python", BytesIO(source), KEYWORDS):
        one, many = message if isinstance(message, tuple) else (message, "")
        found.append(Text(one, many, context or ""))
    for _, table, _, _ in extract("python", BytesIO(source), TABLES):
        found += [Text(line.split(maxsplit=1)[1]) for line in table.splitlines() if line]
    return found


def catalogue_of(code: str) -> Path:
    return locale.DIRECTORY / code / "LC_MESSAGES" / "tablectl.po"


def read(path: Path) -> Catalog:
    with path.open("rb") as po:
        return read_po(po, locale=path.parts[-3], abort_invalid=True)


def known_in(catalog: Catalog) -> dict[Text, tuple[str, ...]]:
    """Each msgid with its translations."""
    return {
        text_of(message): tuple(message.string)
        if isinstance(message.string, tuple | list)
        else (message.string,)
        for message in catalog
        if message.id
    }


def text_of(message: Message) -> Text:
    one, many = message.id if isinstance(message.id, tuple | list) else (message.id, "")
    return Text(one, many, message.context or "")


def brought_up_to_date(catalog: Catalog) -> Catalog:
    """The same translations, for what stands in the source and in its order."""
    known = known_in(catalog)
    fresh = Catalog(
        locale=catalog.locale,
        header_comment=catalog.header_comment,
        project="tablectl",
        version=catalog.version,
        msgid_bugs_address=catalog.msgid_bugs_address,
        last_translator=catalog.last_translator,
        language_team=catalog.language_team,
        charset="utf-8",
        fuzzy=False,
        creation_date=catalog.creation_date,
        revision_date=catalog.revision_date,
    )
    # the catalogue's own, and not those of the locale
    fresh.mime_headers = [("Plural-Forms", catalog.plural_forms)]
    for text, files in texts().items():
        strings = known.get(text, ())
        fresh.add(
            (text.one, text.many) if text.many else text.one,
            (strings or ("",) * fresh.num_plurals) if text.many else "".join(strings[:1]),
            locations=[(file, 0) for file in files],
            context=text.context or None,
        )
    return fresh


def main():
    for code in locale.LANGUAGES[1:]:
        path = catalogue_of(code)
        known, wanted = known_in(read(path)), set(texts())
        lacks = sorted(text.one for text in wanted if not all(known.get(text, ("",))))
        print(
            f"{code}: {len(wanted)} texts, {len(lacks)} not translated, "
            f"{len(known.keys() - wanted)} no longer in the source."
        )
        for text in lacks:
            print(f"  {text}")
        if "--write" in sys.argv:
            fresh = brought_up_to_date(read(path))
            with path.open("wb") as po:
                write_po(po, fresh, width=120, include_lineno=False)


if __name__ == "__main__":
    main()
