"""The words that the floor's page asks for are there, and no others."""

import re
from pathlib import Path

import tablectl.web
from tablectl.engine.floor_json import USES
from tablectl.web.floor.words import RULINGS, WORDS, floor_words

SCRIPTS = Path(tablectl.web.__file__).parent / "pages/static/floor"


def source():
    return "".join(path.read_text() for path in SCRIPTS.glob("*.js"))


def test_every_word_that_the_page_asks_for_is_there():
    asked = set(re.findall(r'say\(\s*"(\w+)"', source()))
    assert len(asked) > 50
    assert asked <= floor_words("en").keys()


def test_every_ruling_has_its_name():
    assert {f"ruling_{name}" for name in USES} <= RULINGS.keys()


def test_no_word_is_there_for_nothing():
    named = source()
    made = (
        "field_",
        "here_",
        "place_",
        "reason_",
        "ruling_",
        "state_",
    )  # their keys are put together
    assert not [
        key for key in WORDS if not key.startswith(made) and not re.search(rf'"{key}"', named)
    ]


def test_the_table_s_language_is_the_page_s():
    assert floor_words("es")["nothing_wrong"] == "Todo en orden."
