"""What the table says of what has happened, case by case: the files of `told/`.

A case begins with its sentence and its table, if that is not the one of the case before.
On each line `then` happens (words as tests/happened.py has them, or rulings), after the line that is `named` as `after` says, or after the line before; `start_in_s`
shows a timer. Then the view has what `view` says; `es` in Spanish, `audit` for
those who see all cards. `refused` are the reasons for what was refused, and `said` is what is read out.
"""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tablectl.engine.facts import Refused
from tablectl.locale import get_translator
from tablectl.present.public import audit_view, public_view
from tablectl.present.readout import list_notices
from tablectl.present.reasons import say_notice
from tablectl.simulation.scenario.expectations import as_json, find_differences
from tablectl.text import unnamed
from tests.happened import opened, steps

HERE = Path(__file__).parent / "told"


FILES = [
    [json.loads(line) for line in path.read_text().splitlines()] for path in sorted(HERE.glob("*"))
]
SENTENCES = [line["case"] for lines in FILES for line in lines if "case" in line]


def name_case(said):
    """Of its sentence: `a-flop-is-shown`, up to the first full stop or colon."""
    return "-".join(re.findall(r"\w+", re.split("[.:]", said)[0].lower()))


def cases():
    for lines in FILES:
        begins, table = [at for at, line in enumerate(lines) if "case" in line], {}
        for at, end in pairwise([*begins, len(lines)]):
            table = lines[at].get("table", table)
            yield pytest.param(table, lines[at + 1 : end], id=name_case(lines[at]["case"]))


@pytest.mark.parametrize(("table", "lines"), [*cases()])
def test_what_a_table_says_is_what_its_case_says(table, lines):
    table = opened(table)
    named = {None: table, "the start": table}
    for line in lines:
        table, refused, told = named[line.get("after")], [], []
        for before, after, rows in steps(table, *line.get("then", ())):
            table = after
            refused += [fact.why for row in rows for fact in row.facts if isinstance(fact, Refused)]
            told += [say_notice(one, unnamed) for one in list_notices(before, rows)]
        assert [*wrong_with(line, table)] == [], line
        assert line.get("refused", refused) == refused
        assert {*line.get("said", ())} <= {*told}
        named |= {None: table, line.get("named"): table}


def wrong_with(line, table):
    given = {"now_ms": line.get("now_ms", 0), "next_hand_in_s": line.get("start_in_s")}
    for key, language in (("view", "en"), ("es", "es")):
        if key in line:
            view = public_view(
                table, language=get_translator(language), pages=table.places, **given
            )
            yield from find_differences(line[key], as_json(view))
    if "audit" in line:
        yield from find_differences(line["audit"], as_json(audit_view(table, given["now_ms"])))
