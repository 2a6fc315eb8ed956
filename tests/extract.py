"""Takes the texts that are translated out of the source, and brings each language's catalogue up to date with them.

    .venv/bin/python -m tests.extract            says what lacks, and what is there no more
    .venv/bin/python -m tests.extract --write    writes it into the catalogues; a text that is new stands there untranslated

A text of tablectl/text is a constant in a call of `T` or `plural`, which Babel's own extractor finds. A label of the screen is a
constant in a call of a translator (`tr(...)`, `tr.plural(one, many, ...)`, `tr.of(context, text)`), in a table of `Texts`, or
in a row of house.py.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from tablectl import locale
from tablectl.screen.words.actions import DONE
from tablectl.screen.words.house import BET

ROOT = Path(locale.__file__).parents[1]
WRITTEN = [path for room in ("rehearsal", "service", "text", "present") for path in sorted((ROOT / room).rglob("*.py"))]
KEYWORDS = {"T": None, "plural": (1, 2)}         # of tablectl/text, as Babel's own extractor wants them
SOURCES = sorted((ROOT / "screen").rglob("*.py"))
CALLS = ("tr", "marked", "text")
TABLES = {"Texts": "", "Sentence": "", "TextsOfDone": DONE, "TextsOfBets": BET}     # in the type of a table, and their context
ROW = "Row"                                  # whose fields are texts
CONTEXTS = (("a list", "and"), ("a list", "or"), ("a place", "{number}th"))      # translated.py's own


class Text(NamedTuple):
    """A msgid: one text, or two by a number; `context` where it has one."""

    one: str
    many: str = ""
    context: str = ""


def texts() -> dict[Text, list[str]]:
    """All texts, and the files that each stands in."""
    found = {Text(text, context=context): ["tablectl/locale/translated.py"] for context, text in CONTEXTS}
    for path in (*WRITTEN, *SOURCES):
        for text in texts_written(path) if path in WRITTEN else texts_in(ast.parse(path.read_text())):
            files = found.setdefault(text, [])
            if (file := str(path.relative_to(ROOT.parent))) not in files:
                files.append(file)
    singular = {text.one for text in found if text.many}
    return {text: files for text, files in found.items() if text.one.strip() and (text.many or text.one not in singular)}


def texts_written(path: Path) -> Iterator[Text]:
    """The texts of `T("...")` and `plural("...", "...", ...)`."""
    with path.open("rb") as source:
        for _, message, *_ in extract("python", source, KEYWORDS):
            yield Text(*message) if isinstance(message, tuple) else Text(message)


def texts_in(tree: ast.Module) -> Iterator[Text]:
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and node.value is not None and (context := of_table(node.annotation)) is not None:
            yield from (Text(text, context=context) for text in constants(node.value))
        elif isinstance(node, ast.Call):
            yield from texts_of_call(node)


def of_table(annotation: ast.expr) -> str | None:
    """The context of its texts; None: it is no table of texts."""
    return next((TABLES[node.id] for node in ast.walk(annotation) if isinstance(node, ast.Name) and node.id in TABLES), None)


def texts_of_call(call: ast.Call) -> Iterator[Text]:
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    if name == "plural":
        many = [arg.value for arg in call.args[:2] if isinstance(arg, ast.Constant)]
        yield from [Text(many[0], many[1])] if len(many) == 2 else []
    elif name in CALLS:
        yield from (Text(arg.value) for arg in call.args[:1] if isinstance(arg, ast.Constant) and isinstance(arg.value, str))
    elif name == "of" and len(call.args) == 2:
        context, text = call.args
        if isinstance(context, ast.Constant) and isinstance(text, ast.Constant):
            yield Text(text.value, context=context.value)
    elif name == ROW:
        yield from (Text(text) for keyword in call.keywords for text in constants(keyword.value))


def constants(value: ast.expr) -> Iterator[str]:
    """The texts of a table: of what its keys lead to, of a tuple, of a call none."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.Dict):
        for part in value.values:
            yield from constants(part)
    elif isinstance(value, ast.Tuple):
        for part in value.elts:
            yield from constants(part)
    elif isinstance(value, ast.IfExp):
        yield from constants(value.body)
        yield from constants(value.orelse)


def catalogue_of(code: str) -> Path:
    return locale.DIRECTORY / code / "LC_MESSAGES" / "tablectl.po"


def read(path: Path) -> Catalog:
    with path.open("rb") as po:
        return read_po(po, locale=path.parts[-3], abort_invalid=True)


def known_in(catalog: Catalog) -> dict[Text, tuple[str, ...]]:
    """Each msgid with its translations."""
    return {text_of(message): tuple(message.string) if isinstance(message.string, tuple | list) else (message.string,)
            for message in catalog if message.id}


def text_of(message: Message) -> Text:
    one, many = message.id if isinstance(message.id, tuple | list) else (message.id, "")
    return Text(one, many, message.context or "")


def brought_up_to_date(catalog: Catalog) -> Catalog:
    """The same translations, for what stands in the source and in its order."""
    known = known_in(catalog)
    fresh = Catalog(
        locale=catalog.locale, header_comment=catalog.header_comment, project="tablectl", version=catalog.version,
        msgid_bugs_address=catalog.msgid_bugs_address, last_translator=catalog.last_translator,
        language_team=catalog.language_team, charset="utf-8", fuzzy=False, creation_date=catalog.creation_date,
        revision_date=catalog.revision_date)
    fresh.mime_headers = [("Plural-Forms", catalog.plural_forms)]         # the catalogue's own, and not those of the locale
    for text, files in texts().items():
        strings = known.get(text, ())
        fresh.add((text.one, text.many) if text.many else text.one,
                  (strings or ("",) * fresh.num_plurals) if text.many else "".join(strings[:1]),
                  locations=[(file, 0) for file in files], context=text.context or None)
    return fresh


def main():
    for code in locale.LANGUAGES[1:]:
        path = catalogue_of(code)
        known, wanted = known_in(read(path)), set(texts())
        lacks = sorted(text.one for text in wanted if not all(known.get(text, ("",))))
        print(f"{code}: {len(wanted)} texts, {len(lacks)} not translated, {len(known.keys() - wanted)} no longer in the source.")
        for text in lacks:
            print(f"  {text}")
        if "--write" in sys.argv:
            fresh = brought_up_to_date(read(path))
            with path.open("wb") as po:
                write_po(po, fresh, width=120, include_lineno=False)


if __name__ == "__main__":
    main()
