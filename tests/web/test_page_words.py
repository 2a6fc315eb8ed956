"""Pages ask for words by their keys: each that is asked for is there, and none is there for nothing."""

import re
from pathlib import Path

import tablectl
from tablectl.engine.floor_json import USES
from tablectl.web.floor import act_words
from tablectl.web.floor.words import RULINGS, floor_words
from tablectl.web.words import page_words

ROOT = Path(tablectl.__file__).parent
STATIC = ROOT / "web/pages/static"
ASKS = re.compile(r"\b(say|sayCount|sayParts|canSay)\(([^(),{`]*)")
CHOICES = re.compile(r'(?:^\s*|[?:]\s*)"(\w+)"')  # of `isOn ? "on" : "off"`
PUT_TOGETHER = re.compile(r"`(\w*)\$\{[^}`]*\}(\w*)`")
LITERAL = re.compile(r"[\"'](\w+)[\"']")


def scripts(of_floor):
    """By name: those of the floor's page, or those of all the others."""
    found = [path for path in STATIC.rglob("*.js") if ("floor" in path.parts) == of_floor]
    return {str(path.relative_to(STATIC)): path.read_text() for path in found}


def sources(*rooms):
    return "".join(path.read_text() for room in rooms for path in (ROOT / room).rglob("*.py"))


def asked_in(script):
    for call, what in ASKS.findall(script):
        for key in CHOICES.findall(what):
            yield from [f"{key}_one", f"{key}_many"] if call == "sayCount" else [key]


def missing(scripts, words):
    """What a script asks for that is not there."""
    return [
        f"{name}: {key}"
        for name, script in scripts.items()
        for key in asked_in(script)
        if key not in words
    ]


def unused(words, script, named):
    """What no script asks for; `named`: what the table calls its kinds, of which keys are made."""
    literals = {*LITERAL.findall(script), *STREETS}
    used = literals | {*asked_in(script)}
    parts = literals | named
    made = {(before, after) for before, after in PUT_TOGETHER.findall(script) if before or after}

    def is_made(key):
        return any(
            re.fullmatch(f"{before}(.+){after}", key)
            and key.removeprefix(before).removesuffix(after) in parts
            for before, after in made
        )

    return [key for key in words if key not in used and not is_made(key)]


STREETS = ("preflop", "flop", "turn", "river")  # the view's: a page asks for what it names
PAGES, FLOOR = scripts(of_floor=False), scripts(of_floor=True)
ALL = "".join([*PAGES.values(), *FLOOR.values()])
NAMED = {*LITERAL.findall(sources("engine", "present", "view", "rules", "text"))}
NAMED |= {word for line in sources("engine", "text").splitlines() for word in line.split()[:1]}


def test_every_word_that_a_page_asks_for_is_there():
    assert sum(len([*asked_in(script)]) for script in PAGES.values()) > 100
    assert missing(PAGES, page_words("en")) == []
    assert missing(FLOOR, floor_words("en")) == []


def test_no_word_is_there_for_nothing():
    assert unused(floor_words("en"), ALL, NAMED) == []


def test_control_what_is_missing_or_unused_is_found():
    words = {**floor_words("en"), "nobody_says_it": "X", "place_nowhere": "X"}
    assert unused(words, ALL, NAMED) == ["nobody_says_it", "place_nowhere"]
    assert missing({"a.js": 'say("there_is_none")'}, words) == ["a.js: there_is_none"]
    assert missing({"a.js": 'sayCount("there_is_none", 1)'}, words) != []
    assert missing({"a.js": 'say(isOn ? "on" : "of")'}, words) == ["a.js: of"]


def test_a_hand_is_told_with_every_word_that_there_is_for_it():
    telling = {*LITERAL.findall((ROOT / "web/floor/hands.py").read_text() + sources("story"))}
    made = {f"by_{by}" for by in ("clock", "floor")} | {
        f"{end}_case" for end in ("void", "misdeal")
    }
    assert [key for key in act_words.TEXTS if key not in telling | made] == []


def test_every_ruling_has_its_name():
    assert {f"ruling_{name}" for name in USES} <= RULINGS.keys()


def test_the_table_s_language_is_the_page_s():
    assert floor_words("es")["nothing_wrong"] == "Todo en orden."
