"""What is told to people is a text with values, of a catalogue that has all languages; of a
journal's keys each has one.
"""

import ast
import inspect
import re
import textwrap
from pathlib import Path
from string import Formatter

import pytest

from tablectl.cli.rule import COMMANDS
from tablectl.engine.facts import Noticed
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.hand import Void
from tablectl.engine.state.why import Why
from tablectl.games.catalog import PRESETS
from tablectl.present import reasons
from tablectl.present.hand_names import full_name
from tablectl.present.reasons import (
    irregularity_text,
    remedy_text,
    say_notice,
    table_names,
    void_cause,
)
from tablectl.present.reasons.fields import argument_names
from tablectl.rules import irregular
from tablectl.rules.evaluate import WORDS
from tablectl.text import T, Text, say
from tests.harvest import of_chance
from tests.house.parsing import nodes
from tests.present.test_prompts import with_names

ROOMS = Path(reasons.__file__).parents[2]
ROWS = [
    row
    for found in vars(irregular).values()
    for row in (found.values() if isinstance(found, dict) else [found])
    if isinstance(row, irregular.Row)
]
# cards that came early have no row; who did not post voids a hand
NOT_OF_A_ROW = {"left_too_early", "did_not_post"}
MADE_OF = {
    "Seat": "seat",
    "Other": "other",
    "Card": "card",
    "card_name": "card",
    "a_line": "line",
    "where": "place",
    "settings": "changes",
}
EVERYWHERE = {"seat", "back", "values"}  # every sentence may use these
SENTENCE = re.compile(r"[A-Z][^.]* [^.]*[a-z][.:]|[a-z]+ [a-z]+ .*[a-z]\.$")
STAY = {  # files with sentences, and why they stay
    "engine/engine.py": "a table that cannot be: BadSetting, for whoever wrote the configuration",
    "engine/floor_json.py": "a line of the floor's that is no ruling: an error of a command, in no "
    "journal",
    "engine/state/audit.py": "a fault of ours, raised: in a traceback",
    "engine/rounds/kinds.py": "a fault of ours",
    "rules/forced.py": "what a key of the configuration means",
    "rules/counting.py": "BadSetting, for whoever wrote the game",
    "rules/casino_odds.py": "BadPays, for whoever wrote the pay table",
    "rules/payout.py": "BadPays",
    "rules/shotcards.py": "BadShots, for whoever wrote the deck file",
    "rules/equity.py": "wrong use of a command",
    "rules/evaluate.py": "wrong use of a command",
    "rules/cards.py": "wrong use of a command",
}


def test_every_key_has_a_sentence_and_every_sentence_a_key():
    assert set(reasons.SENTENCES) == set(Why)
    assert set(reasons.irregularities.SENTENCES) == {row.why for row in ROWS} | NOT_OF_A_ROW
    assert set(reasons.steps.STEPS) == {row.way for row in ROWS} | {
        irregular.VOIDS,
        irregular.Remedy.EARLY,
    }
    assert not set(reasons.SENTENCES) & set(reasons.irregularities.SENTENCES)


def test_a_reason_has_a_code_of_its_own_or_that_of_the_case():
    without = {
        Why.ONE_CHIP_COUNTS,
        Why.MOTION_COUNTS,
        Why.NOT_THAT_CARD,
        Why.LAST_HAND_LIVES,
        Why.CANNOT_GO_ON,
    }
    assert {why for why in Why if not why.code} == without


def sources(*rooms):
    """The files of these rooms, and all that stands in each."""
    for room in rooms:
        for path in sorted((ROOMS / room).rglob("*.py")):
            yield str(path.relative_to(ROOMS)), nodes(path.read_text())


def values_given(key, *rooms):
    """Where a key of Why gets its values: the place, its name, their names; None: it is named
    without any.
    """
    for file, found in sources(*rooms):
        for node in found:
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == key
            ):
                yield f"{file}:{node.lineno}", node.attr, None
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == key
                and not any(keyword.arg is None for keyword in node.keywords)
            ):
                yield (
                    f"{file}:{node.lineno}",
                    node.func.attr,
                    {str(keyword.arg) for keyword in node.keywords},
                )
        yield from chosen_first(key, file, found)


def chosen_first(key, file, found):
    """The same of keys that are chosen before they are called: by a condition, out of a table,
    under a name.
    """
    named = [
        (target.id, node.value)
        for node in found
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    ]

    def choices(node):
        if isinstance(node, ast.IfExp):
            return choices(node.body) | choices(node.orelse)
        if isinstance(node, ast.Dict):
            return {name for value in node.values for name in choices(value)}
        if isinstance(node, ast.Subscript):
            return choices(node.value)
        if isinstance(node, ast.Name):
            return {
                one
                for name, value in named
                if name == node.id and not isinstance(value, ast.Name)
                for one in choices(value)
            }
        is_key = isinstance(node, ast.Attribute) and ast.unparse(node.value) == key
        return {node.attr} if is_key else set()

    for node in found:
        if (
            isinstance(node, ast.Call)
            and not isinstance(node.func, ast.Attribute)
            and not any(keyword.arg is None for keyword in node.keywords)
        ):
            for name in choices(node.func):
                values = {str(keyword.arg) for keyword in node.keywords}
                yield f"{file}:{node.lineno}", name, values


def fields_of(sentence):
    """Those of a text; the arguments of a function, and what its texts leave to the values."""
    if not isinstance(sentence, Text):
        return (*argument_names(sentence), *left_open(sentence))
    return tuple(
        name
        for text in (sentence.text, sentence.many)
        for _, name, _, _ in Formatter().parse(text)
        if name is not None
    )


def left_open(function):
    """The fields of its texts that the function itself does not fill."""
    calls = [
        node
        for node in nodes(textwrap.dedent(inspect.getsource(function)))
        if isinstance(node, ast.Call)
    ]
    filled = {keyword.arg for call in calls for keyword in call.keywords}
    texts = [
        part.value
        for call in calls
        if is_call(call, "T", "plural")
        for part in call.args
        if isinstance(part, ast.Constant)
    ]
    return {field for text in texts for field in fields_of(T(text))} - filled


def taken_by(sentence):
    return {MADE_OF.get(field, field) for field in fields_of(sentence)} - EVERYWHERE


def test_each_reason_is_given_what_its_sentence_is_made_of():
    given = list(values_given("Why", "engine", "rules", "service"))
    wrong = [
        f"{at}: {name} takes {takes}, is given {values}"
        for at, name, values in given
        if values is not None and values != (takes := taken_by(reasons.SENTENCES[Why[name]]))
    ]
    assert wrong == []
    assert {name for _, name, _ in given} == {why.name for why in Why}, "a key that nothing names"


def test_control_a_reason_that_is_chosen_first_and_called_later_is_seen():
    """By a condition, out of a table, under a name."""
    given = {name: values for _, name, values in values_given("Why", "engine") if values}
    assert (given["HOLD_RIGHT"], given["JOKER_ASIDE"], given["AT_MOST"]) == (
        {"hold"},
        {"card"},
        {"verb", "most", "total"},
    )


NAMES_A_PLAYER = {"Seat", "seat", "Seats", "seats", "Other", "other", "at"}
TO_ALL_OR_THE_FLOOR = {
    "ACT_NEEDS_AMOUNT",
    "NOBODY_ANTED",
    "NOBODY_IN_TURN",
    "NOTHING_RULED",
    "NO_MORE_BETS",
    "NO_SHOT_TO_TAKE_BACK",
    "NO_SUCH_ACT",
    "PAYS_VOID",
}


def test_what_a_seat_is_told_in_a_round_names_a_player():
    """It stands in the strip, too, which is read by all: "does nothing now" would be anybody's."""
    told = {name for at, name, _ in values_given("Why", "engine") if "rounds/" in at}
    nobody = {
        name for name in told if not NAMES_A_PLAYER & {*fields_of(reasons.SENTENCES[Why[name]])}
    }
    assert nobody == TO_ALL_OR_THE_FLOOR


def texts_written(*rooms):
    """Where a text stands in the source: the place, and the call of `T` or `plural` that makes
    it.
    """
    for file, found in sources(*rooms):
        for node in found:
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("T", "plural")
            ):
                yield f"{file}:{node.lineno}", node


def test_a_text_is_a_constant_and_is_given_the_values_of_its_fields():
    """One without values may be filled later, where it has been chosen: a walk finds what lacks."""
    wrong = []
    calls = list(texts_written("present", "service", "simulation"))
    for at, call in calls:
        texts = [
            part.value
            for part in call.args[: 1 if call.func.id == "T" else 2]
            if isinstance(part, ast.Constant)
        ]
        given = {keyword.arg for keyword in call.keywords}
        if len(texts) != (1 if call.func.id == "T" else 2):
            wrong.append(f"{at}: no constant")
        elif given - (fields := {field for text in texts for field in fields_of(T(text))}) or (
            # there the values fill them
            call.keywords and given != fields and not at.startswith("present/reasons/")
        ):
            wrong.append(f"{at}: {texts[0]} is given {given}")
    assert wrong == []
    assert len(calls) > 700


def test_no_sentence_for_people_is_anything_but_a_text():
    found = {}
    for file, every in sources("engine", "rules", "present"):
        ours = {
            id(part)
            for node in every
            if isinstance(node, (ast.Expr, ast.Assert)) or is_call(node, "TypeVar", "T", "plural")
            for part in ast.walk(node)
            if isinstance(part, ast.Constant)
        }  # docstrings, what an assertion says to us
        for node in every:
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in ours
                and (
                    SENTENCE.search(node.value)
                    or (file.startswith("present/") and is_prose(node.value))
                )
            ):
                found.setdefault(file, []).append(f"{node.lineno}: {node.value}")
    assert {file: texts for file, texts in found.items() if file not in STAY} == {}
    assert set(STAY) <= set(found), "a file that has none any more"


def is_call(node, *functions):
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions
    )


def is_prose(text):
    """Two words, or one with a capital: a code is one word in small letters, a command begins
    with `tablectl` or has options.
    """
    is_typed = text.startswith(("tablectl ", "rule ", " ")) or " --" in text
    return not is_typed and bool(re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}|\b[A-Z][a-z]+", text))


@pytest.mark.parametrize("preset", PRESETS)
def test_whatever_a_table_tells_is_a_sentence(preset):
    told = []
    for seed in range(8):
        for table, _, facts in of_chance(preset, f"words {seed}", hands=3):
            names = table_names(with_names(table))
            told += [say_notice(fact, names) for fact in facts]
            for wrong in (table.irregularity, *table.further):
                told += (
                    [say(irregularity_text(wrong), names), say(remedy_text(wrong), names)]
                    if wrong is not None
                    else []
                )
            told += (
                [say(void_cause(table.shown.void), names)]
                if table.shown.void is not None and table.shown.void.why
                else []
            )
    assert told
    assert [
        text
        for text in told
        if not re.fullmatch(r"[A-Z0-9♠♥♦♣].*[.!]", text) or re.search(r"[{}]|None", text)
    ] == []


def test_why_a_hand_is_void_is_told_in_the_floor_s_own_words():
    assert void_cause(Void("void", "the lights went out")) == "the lights went out"


def test_a_key_of_a_newer_program_is_told_by_its_code():
    assert (
        say_notice(Noticed(code="device_lost", why="a_device_that_is_not_thought_of_yet", seat=2))
        == "device lost"
    )


def test_a_ruling_is_called_as_it_is_typed():
    """Clauses: F-6, G-10. Wherever a sentence says what the floor rules: deck-checked, not
    deck_checked.
    """
    texts = [path.read_text() for path in (ROOMS / "present").rglob("*.py")]
    said = {name for text in texts for name in re.findall(r"\brules? ([a-z]+[a-z_-]*)", text)} & {
        one.ruling for one in COMMANDS
    }
    typed = {name for text in texts for name in re.findall(r"\brule ([a-z]+-[a-z-]*)", text)}
    assert said <= {one.name for one in COMMANDS}
    assert "deck-checked" in typed <= {one.name for one in COMMANDS}


def test_chips_that_lie_wrong_are_told_by_what_is_moved():
    """Clauses: F-5. "Put 2 in" to somebody who has 1 of 2 in front asks for 3."""

    def told(lies):
        return say(
            remedy_text(
                Irregularity(
                    kind="stack_differs",
                    why="stack_differs",
                    way="put_right",
                    clause="F-5",
                    remedy="put_right",
                    seat=1,
                    values={"seat": 1, "lies": lies, "bet": 2},
                )
            )
        )

    assert told(1) == "Seat 1: put 1 more in your bet area. Then the floor confirms."
    assert told(5) == "Seat 1: take 3 back. Then the floor confirms."


def test_hands_are_called_in_english_what_the_rules_call_them():
    faces = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "ch"]
    played = [faces[start : start + 5] for start in range(0, 22, 3)]
    assert [
        (category, cards)
        for category in WORDS
        for cards in played
        if say(full_name(category, cards)) != WORDS[category](cards)
    ] == []
