"""Each language says all that English says: every text is translated, with the same fields, and no other is left over."""

import re
from pathlib import Path
from string import Formatter

import pytest

from tablectl.locale import LANGUAGES, BadCatalogue, translator
from tablectl.locale.translated import read_language
from tablectl.screen.words import in_language
from tests.extract import Text, catalogue_of, is_translated, known_in, read, texts

OTHERS = [code for code in LANGUAGES if code != "en"]
TEXTS = {text for text in texts() if is_translated(text)}


def fields_in(text: str) -> set[tuple[str, str]]:
    """Each field with how it is written: `amount`, `,`."""
    return {(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_translated_and_none_is_left_over(code: str) -> None:
    known = known_in(read(catalogue_of(code)))
    assert len(TEXTS) > 900
    assert {text.one for text in TEXTS - known.keys()} == set()
    assert {text.one for text in known.keys() - TEXTS} == set()
    assert [text.one for text, strings in known.items() if not all(strings)] == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_takes_the_fields_of_its_text_and_no_other(code: str) -> None:
    """The text for one may leave its number out."""
    def is_wrong(text: Text, strings: tuple[str, ...]) -> bool:
        asked = fields_in(text.one) | fields_in(text.many)
        return any(fields_in(string) - asked for string in strings) or fields_in(strings[-1]) != fields_in(text.many or text.one)

    assert [text.one for text, strings in known_in(read(catalogue_of(code))).items() if is_wrong(text, strings)] == []


@pytest.mark.parametrize("code", OTHERS)
def test_no_translation_is_in_doubt_or_obsolete(code: str) -> None:
    catalog = read(catalogue_of(code))
    assert [message.id for message in catalog if message.fuzzy and message.id] == []
    assert list(catalog.obsolete) == []


def test_spanish_writes_numbers_and_lists_in_its_own_way() -> None:
    tr = translator("es")
    assert tr("call {amount:,}", amount=1_250_000) == "iguala 1.250.000"
    assert tr.listed(["Hanna", "Luca", "Inés"]) == "Hanna, Luca e Inés"
    assert tr.either(["pasa", "apuesta al menos 200"]) == "pasa o apuesta al menos 200"
    assert (tr.listed(["7", "hielo"]), tr.either(["7", "8"])) == ("7 y hielo", "7 u 8")
    assert tr.plural("1 hand", "{hands} hands", 1, hands=1) == "1 mano"
    assert tr.ordinal(3) == "3.º"


def test_a_language_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        translator("xx")


@pytest.mark.parametrize(("text", "said"), [
    ("{Seat}: pasa.", "Asiento 3: pasa."), ("{Seat} pasa.", "El asiento 3 pasa."), ("Le toca a {Seat}.", "Le toca al asiento 3."),
    ("A {seat} no le toca.", "Al asiento 3 no le toca."), ("La mano de {seat}.", "La mano del asiento 3."),
    ("Botón: {Seat}.", "Botón: el asiento 3."), ("Hecho. {Seat}: muestra.", "Hecho. Asiento 3: muestra."),
])
def test_spanish_gives_a_seat_its_article_and_speaks_to_it_without(text: str, said: str) -> None:
    assert translator("es").filled(text, {"seat": "el asiento 3", "Seat": "El asiento 3"}) == said
    assert translator("es").filled(text, {"seat": "El Niño", "Seat": "El Niño"}) == text.format(seat="El Niño", Seat="El Niño")


def test_a_key_and_what_was_done_with_it_are_two_words() -> None:
    words = in_language("es")
    done = words.actions["call"]("1.200")
    assert (words.keys["call"], done, words.actions_short["call"]) == ("IGUALAR", "IGUALA 1.200", "IGUALA")
    assert (words.seat_lost_short, words.actions_short["lost"]) == ("SIN RED", "PIERDE")


HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'


def test_what_is_not_translated_yet_is_said_in_english(tmp_path: Path) -> None:
    (tmp_path / "new.po").write_text(f'{HEAD}msgid "FOLD"\nmsgstr "NO IR"\n\nmsgid "SHOW"\nmsgstr ""\n')
    tr = read_language("es", tmp_path / "new.po")
    assert [tr(text) for text in ("FOLD", "SHOW", "MUCK")] == ["NO IR", "SHOW", "MUCK"]


@pytest.mark.parametrize(("text", "why"), [
    ('msgid "FOLD"\nmsgst', "cannot be read"),
    (f'{HEAD}msgid "call {{amount:,}}"\nmsgstr "iguala {{importe:,}}"\n', 'translates "call {amount:,}" with {importe}'),
    (f'{HEAD}msgid "call {{amount:,}}"\nmsgstr "iguala {{amount"\n', 'translates "call {amount:,}" with {...}'),
])
def test_a_catalogue_that_cannot_be_used_is_a_sentence(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "bad.po").write_text(text)
    with pytest.raises(BadCatalogue, match=re.escape(why)) as told:
        read_language("es", tmp_path / "bad.po")
    assert str(told.value).startswith(f"The catalogue {tmp_path / 'bad.po'} ")
