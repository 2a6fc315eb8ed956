"""Each language says all that English says: every text is translated, with the same fields, and
no other is left over.
"""

import random
import re
from functools import cache
from string import Formatter

import pytest

from tablectl.locale import LANGUAGES, BadCatalogue, get_translator
from tablectl.locale.translated import read_language
from tablectl.present.grouping import player_amount
from tablectl.screen.words.actions import done, done_short
from tablectl.text import Player, T, join_choices, player_names, say
from tests.extract import catalogue_of, known_in, read, texts

OTHERS = [code for code in LANGUAGES if code != "en"]


@cache
def written():
    return set(texts())


def fields_in(text):
    """Each field with how it is written: `amount`, `,`."""
    return {(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_translated_and_none_is_left_over(code):
    known = known_in(read(catalogue_of(code)))
    assert len(written()) > 900
    assert {text.one for text in written() - known.keys()} == set()
    assert {text.one for text in known.keys() - written()} == set()
    assert [text.one for text, strings in known.items() if not all(strings)] == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_takes_the_fields_of_its_text_and_no_other(code):
    """The text for one may leave its number out."""

    def is_wrong(text, strings):
        asked = fields_in(text.one) | fields_in(text.many)
        return any(fields_in(string) - asked for string in strings) or fields_in(
            strings[-1]
        ) != fields_in(text.many or text.one)

    assert [
        text.one
        for text, strings in known_in(read(catalogue_of(code))).items()
        if is_wrong(text, strings)
    ] == []


@pytest.mark.parametrize("code", OTHERS)
def test_no_translation_is_in_doubt_or_obsolete(code):
    catalog = read(catalogue_of(code))
    assert [message.id for message in catalog if message.fuzzy and message.id] == []
    assert list(catalog.obsolete) == []


def test_spanish_writes_numbers_and_lists_in_its_own_way():
    tr = get_translator("es")
    assert tr("call {amount:,}", amount=1_250_000) == "iguala 1.250.000"
    assert tr.join_with_and(["Hanna", "Luca", "Inés"]) == "Hanna, Luca e Inés"
    assert tr.join_choices(["pasa", "apuesta al menos 200"]) == "pasa o apuesta al menos 200"
    assert (tr.join_with_and(["7", "hielo"]), tr.join_choices(["7", "8"])) == ("7 y hielo", "7 u 8")
    assert tr.plural("1 hand", "{hands} hands", 1, hands=1) == "1 mano"
    assert tr.ordinal(3) == "3.º"


def test_a_language_that_is_not_there_is_an_error():
    with pytest.raises(KeyError):
        get_translator("xx")


def test_a_seat_is_a_name_in_spanish():
    """So it needs no article, and nothing is contracted with one."""
    spanish = player_names(get_translator("es"))
    choices = join_choices([T("call {amount:,}", amount=20), T("fold")])
    assert (
        say(T("{seat}: {choices}.", seat=Player(3), choices=choices), spanish)
        == "Asiento 3: iguala 20 o no vayas."
    )
    assert say(player_amount(3, 1_000), spanish) == "Asiento 3 (1.000)"
    assert (
        say(player_amount(3, 1_000), player_names(get_translator("es"), "", "", "Noor"))
        == "Noor 1.000"
    )


def test_a_key_and_what_was_done_with_it_are_two_words():
    tr = get_translator("es")
    assert (tr("CALL"), done(tr, "call", "1.200"), done_short(tr, "call")) == (
        "IGUALAR",
        "IGUALA 1.200",
        "IGUALA",
    )
    assert (tr.of("a device", "LOST"), done_short(tr, "lost")) == ("SIN RED", "PIERDE")


HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
PLURAL = HEAD.rstrip()[:-3] + '\\n"\n"Plural-Forms: nplurals=2; '
CALLS = "{Seat} calls {amount:,}."


def of_calls(translation):
    return f'{HEAD}msgid "{CALLS}"\nmsgstr "{translation}"\n'


def of_chips(one, many, plural="n != 1"):
    return (
        f'{PLURAL}plural=({plural});\\n"\n\nmsgid "a chip"\nmsgid_plural "{{chips}} chips"\n'
        f'msgstr[0] "{one}"\nmsgstr[1] "{many}"\n'
    )


def test_what_is_not_translated_yet_is_said_in_english(tmp_path):
    (tmp_path / "new.po").write_text(
        f'{HEAD}msgid "FOLD"\nmsgstr "NO IR"\n\nmsgid "SHOW"\nmsgstr ""\n'
    )
    tr = read_language("es", tmp_path / "new.po")
    assert [tr(text) for text in ("FOLD", "SHOW", "MUCK")] == ["NO IR", "SHOW", "MUCK"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('msgid "FOLD"\nmsgst', "cannot be read"),
        (
            f'{HEAD}msgid "call {{amount:,}}"\nmsgstr "iguala {{importe:,}}"\n',
            'translates "call {amount:,}" with {importe:,}',
        ),
        (
            f'{HEAD}msgid "call {{amount:,}}"\nmsgstr "iguala {{amount"\n',
            'translates "call {amount:,}" with {...}',
        ),
        (HEAD.replace("utf-8", "klingon"), "cannot be read: unknown encoding: klingon"),
        (f'{PLURAL}plural=n%0;\\n"\n', "cannot be read: integer modulo by zero"),
        (f'{PLURAL}plural=(n !=;\\n"\n', "cannot be read: unexpected end of plural form"),
        (
            f'{PLURAL}plural=n%3;\\n"\n',
            "cannot be read: its Plural-Forms have 2 forms, and take form 2",
        ),
        (of_calls("{Seat:,} iguala {amount:,}."), f'translates "{CALLS}" with {{Seat:,}}, which'),
        (of_calls("{Seat} iguala {amount:Q}."), f'translates "{CALLS}" with {{amount:Q}}, which'),
        (of_calls("{Seat!x} iguala {amount:,}."), f'translates "{CALLS}" with {{Seat!x}}, which'),
        (
            of_calls("{Seat} iguala {amount:{w}}."),
            f'translates "{CALLS}" with {{amount:{{w}}}}, which',
        ),
        (of_calls("{} iguala {amount:,}."), f'translates "{CALLS}" with {{}}, which'),
        (of_calls("Iguala {amount:,}."), f'translates "{CALLS}" without {{Seat}}.'),
        (of_chips("una ficha", "fichas"), 'translates "a chip" without {chips}.'),
        (of_chips("una ficha", "{chips:,} fichas"), 'translates "a chip" with {chips:,}, which'),
        # form 0 is that of 0, too
        (of_chips("una ficha", "{chips} fichas", "n > 1"), 'translates "a chip" without {chips}.'),
    ],
)
def test_a_catalogue_that_cannot_be_used_is_a_sentence(text, why, tmp_path):
    (tmp_path / "bad.po").write_text(text)
    with pytest.raises(BadCatalogue, match=re.escape(why)) as told:
        read_language("es", tmp_path / "bad.po")
    assert str(told.value).startswith(f"The catalogue {tmp_path / 'bad.po'} ")


@pytest.mark.parametrize(
    "text",
    [
        of_chips("una ficha", "{chips} fichas"),
        of_chips("{chips} ficha", "{chips} fichas", "n > 1"),
        of_chips("", "{chips} fichas"),
        of_calls(""),
        of_calls("A {amount:,} va {Seat}."),
        of_calls("{Seat:,}.").replace("msgid", "#, fuzzy\nmsgid"),
    ],
)
def test_control_what_can_be_said_is_no_fault(text, tmp_path):
    (tmp_path / "good.po").write_text(text)
    tr = read_language("es", tmp_path / "good.po")
    assert all(tr.plural("a chip", "{chips} chips", number, chips=number) for number in range(100))


@pytest.mark.parametrize("code", ["xx", "C", "pt-BR"])
def test_a_language_that_nobody_knows_the_numbers_of_is_a_sentence(code, tmp_path):
    (tmp_path / "bad.po").write_text(HEAD)
    with pytest.raises(BadCatalogue, match=r"^The catalogue "):
        read_language(code, tmp_path / "bad.po")


SEED, TRIED = 60, 120
BROKEN = (
    b"",
    b"{",
    b"}",
    b"{x}",
    b"!x",
    b":,",
    b":Q",
    b'"',
    b"\n",
    b"\xff",
    b"%0",
    b"%9",
    b"(",
    b";",
    b"klingon",
    b"\0",
)


class Word(str):
    """What a field of no number is filled with: a name, which no format of numbers fits."""


@pytest.mark.slow
def test_a_damaged_catalogue_is_a_sentence_or_can_be_said(tmp_path):
    """Whatever is broken, nothing but BadCatalogue is raised, and then never in a sentence."""
    chance, file, told = random.Random(SEED), tmp_path / "bad.po", 0
    good = "".join(
        re.findall(r"\A.*?\n\n|#: .*?\n\n", catalogue_of("es").read_text(), re.DOTALL)[:60]
    ).encode()
    for _ in range(TRIED):
        bad = bytearray(good)
        for _ in range(chance.randint(1, 3)):
            at = chance.choice([at for at, byte in enumerate(bad) if byte in b'{}"=;:%()'])
            bad[at : at + chance.randint(0, 2)] = chance.choice(BROKEN)
        file.write_bytes(bad)
        try:
            tr = read_language("es", file)
        except BadCatalogue:
            told += 1
            continue
        for text in written():
            fields = {
                name: 7 if spec else Word("siete")
                for name, spec in fields_in(text.one) | fields_in(text.many)
            }
            if text.many:
                assert all(
                    tr.plural(text.one, text.many, number, **fields) for number in (0, 1, 2, 5)
                )
            else:
                assert tr.of(text.context, text.one, **fields)
    assert TRIED / 4 < told < TRIED
