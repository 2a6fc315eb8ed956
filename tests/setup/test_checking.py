"""`tablectl config check`: all that is wrong with a configuration is told at once, each in a
sentence with its line.
"""

import sys
from pathlib import Path

import pytest

from tablectl import locale
from tablectl.cli import main
from tablectl.service.config.loading import AS_TOML, BadConfig, load_config
from tablectl.setup.checking import check_config

SAMPLE = Path(__file__).resolve().parents[2] / "deploy" / "table.toml"

MUCH_WRONG = """
[table]
preset = "canterbury"
nmae = "x"
chips = [1, 2.5]
stakes = { big_blind = 4 }
seats = { 1 = 100, 2 = 100, x = 4 }
[table.options]
action_clock_s = -3
colour = 3
[shoe]
driver = "pn523"
[[seat]]
number = 1
driver = "keypad"
port = 5
[[seat]]
number = 2
node = 300
[lamps]
brightness = 3
[sceen]
"""
TOLD = [
    '4: [table] has no key "nmae". Did you mean "name"?',
    "5: [table] chips holds a number, and each in it is a whole number.",
    '7: [table.seats] has the key "x", which is not a seat number, 1 to 10.',
    "9: [table.options] action_clock_s is 0 to 86,400, not -3.",
    '10: [table.options] has no key "colour".',
    '12: [shoe] driver: There is no "pn523"; there is node, pepper, ',
    "15: seat 1 has the driver keypad, which senses no chips: ",
    "16: [[seat]] port is a text in quotes, not a whole number.",
    "19: [[seat]] node is 1 to 254, not 300.",
    "21: [lamps] brightness is 0 to 1, not 3.",
    '22: The file has no key "sceen". Did you mean "screen"?',
]


@pytest.fixture
def said(monkeypatch, capsys, tmp_path):
    """Exit status, stdout and stderr of `tablectl config ..` in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def of(*words):
        monkeypatch.setattr(sys, "argv", ["tablectl", "config", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return of


def wrong(text, folder):
    file = folder / "table.toml"
    file.write_text(text)
    return [(problem.line, problem.sentence) for problem in check_config(file).problems]


def test_all_that_is_wrong_is_told_with_its_line_and_exit_2(said):
    Path("table.toml").write_text(MUCH_WRONG)
    code, out, err = said("check", "table.toml")
    lines = [line.removeprefix("table.toml:") for line in err.splitlines()]
    assert (code, out, len(lines)) == (2, "", len(TOLD))
    assert [
        (line, told) for line, told in zip(lines, TOLD, strict=True) if not line.startswith(told)
    ] == []


def test_of_a_sound_configuration_that_is_said(said):
    code, out, err = said("check", str(SAMPLE))
    assert (code, err) == (0, "")
    assert out.startswith("Nothing is wrong with ")


def test_for_programs_it_is_one_object(said):
    Path("table.toml").write_text("[lamps]\nbrightness = 3\n[table]\npreset = 'pool'\n")
    code, out, err = said("check", "table.toml", "--json")
    assert (code, err) == (2, "")
    assert out.rstrip() == (
        '{"problems":[{"sentence":"[lamps] brightness is 0 to 1, not 3.",'
        '"line":2,"key":"lamps.brightness"}]}'
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "[table\n",
            [(1, f"Expected ']' at the end of a table declaration, at column 7. {AS_TOML}")],
        ),
        (
            "\ufeff[table]\nstakes.big_blind = 4\npreset = pool\n",
            [(3, f"Invalid value, at column 10. {AS_TOML}")],
        ),
        (
            "a\0=\0",
            [
                (
                    1,
                    "Expected '=' after a key in a key/value pair, at column 2. Save it anew as "
                    "text in UTF-8.",
                )
            ],
        ),
        ("[[seat]]\nport = 'x'\n", [(1, "[[seat]] has no number, and needs one.")]),
        (
            "seat = [3]\ntable = 3\n",
            [
                (1, "[seat] holds a whole number, and each in it is a table."),
                (2, "[table] is a table, not a whole number."),
            ],
        ),
        (
            "[table]\nstakes = { big_blnid = 4 }\n",
            [(2, '[table.stakes] has no key "big_blnid". Did you mean "big_blind"?')],
        ),
        (
            '[table.game]\nname = "x"\nstreets = [{ name = "preflop", hole = 2, opens '
            '= "left" }]\n',
            [
                (
                    3,
                    '[[table.game.streets]] opens: There is no "left"; there is left_of_blinds, '
                    "left_of_button.",
                )
            ],
        ),
        (
            '[table.game]\nname = "x"\nstreets = [{ name = "preflop", hole = 2, baord = 3 }]\n',
            [(3, '[[table.game.streets]] has no key "baord". Did you mean "board"?')],
        ),
        (
            "[table]\n",
            [(1, "tournament needs stakes: stakes = { small_blind = 5, big_blind = 10 }.")],
        ),
        (
            "[table]\npreset = 'whist'\n",
            [
                (
                    2,
                    'There is no preset "whist"; there is canterbury, casino, pool, texas6plus, '
                    "tournament.",
                )
            ],
        ),
        (
            "[table]\nbutton = 9999999999\n",
            [(2, "table.button is at most 1,000,000,000, not 9,999,999,999.")],
        ),
    ],
)
def test_what_is_wrong_is_named(text, found, tmp_path):
    assert wrong(text, tmp_path) == found


def test_options_that_are_wrong_alone_and_right_together_are_right(tmp_path):
    text = '[table]\npreset = "casino"\n[table.options]\n'
    assert [line for line, _ in wrong(text + "ante_min = 200\n", tmp_path)] == [4]
    assert wrong(text + "ante_min = 200\nante_max = 500\n", tmp_path) == []


def test_options_that_do_not_go_together_are_told_together(tmp_path):
    text = (
        '[table]\npreset = "texas6plus"\nstakes.big_blind = 4\n[table.options]\nbutton_ante = '
        'true\nbutton_moves = "dead"\n'
    )
    assert wrong(text, tmp_path) == [
        (6, "With a blind on the button the button moves forward: it is never dead.")
    ]


def test_a_damaged_deck_book_is_wrong(tmp_path):
    (tmp_path / "decks.json").write_text("{}")
    text = (
        "[table]\nseats = { 1 = 4, 2 = 4 }\nstakes = { big_blind = 4 }\n[shoe]\ndriver = "
        '"pn532"\ndeck_book = "decks.json"\n'
    )
    ((line, sentence),) = wrong(text, tmp_path)
    assert (line, sentence.partition(" is not")[0]) == (
        6,
        f"The deck book {tmp_path / 'decks.json'}",
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x = 1",
        "[table]\nname = ''",
        MUCH_WRONG,
        "[[seat]]\nnumber = 11",
        "[screen]\nsize = 'x'",
    ],
)
def test_what_the_table_would_not_load_is_wrong_here_and_nothing_else_is(text, tmp_path):
    """What only the game refuses is found when the journal is opened, by `load` not yet."""
    (tmp_path / "table.toml").write_text(text)
    try:
        load_config(tmp_path / "table.toml")
    except BadConfig as why:
        told = str(why).partition(": ")[2]
        assert wrong(text, tmp_path) != []
        assert (
            "Object" in told
            or "Expected" in told
            or told in [sentence for _, sentence in wrong(text, tmp_path)]
        )
    else:
        assert all(
            "stakes" in sentence or "seat" in sentence for _, sentence in wrong(text, tmp_path)
        )


@pytest.mark.parametrize(
    ("was", "broken", "why"),
    [
        ("charset=utf-8", "charset=klingon", "unknown encoding: klingon"),
        ("plural=(n != 1)", "plural=(n %0)", "integer modulo by zero"),
        (
            'msgstr "iguala {amount:,}"',
            'msgstr "iguala {amount:Q}"',
            'translates "call {amount:,}" with {amount:Q}',
        ),
    ],
)
def test_a_language_that_cannot_be_said_is_told_with_exit_2(
    was, broken, why, said, tmp_path, monkeypatch
):
    catalogue = (locale.DIRECTORY / "es" / "LC_MESSAGES" / "tablectl.po").read_text()
    assert was in catalogue
    (tmp_path / "es" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "es" / "LC_MESSAGES" / "tablectl.po").write_text(catalogue.replace(was, broken))
    (file := tmp_path / "table.toml").write_text('[table]\nlanguage = "es"\n')
    monkeypatch.setattr(locale, "DIRECTORY", tmp_path)
    locale.get_translator.cache_clear()
    code, out, err = said("check", str(file))
    locale.get_translator.cache_clear()
    assert code == 2
    assert str(tmp_path) in out + err
    assert why in out + err
