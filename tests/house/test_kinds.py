"""Kinds of thing have types: whatever the code compares them with, or gives them as, is one of
their values.

mypy sees a misspelt one in an equality, an argument and an index. Tuples behind `in`, and changes
by `replace`, are read here.
"""

import ast
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from firmware_io import messages
from tablectl.engine.events import Key
from tablectl.engine.source import Source
from tablectl.engine.state.hand import DeclaredAct, VoidKind
from tablectl.engine.state.seat import Choice, Debt, Status
from tablectl.engine.state.table import Phase
from tablectl.games.game import RoundName
from tablectl.games.settings import PlaysFor
from tablectl.present.asks.ask import KINDS as ASKS
from tablectl.rules.dealing import PlaceKind
from tablectl.rules.early import EarlyKind
from tablectl.rules.irregular import IrregularityKind
from tablectl.rules.seating import Coming
from tablectl.rules.wagers import Completion
from tests.settings import CHOICES

from .parsing import nodes

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("rules", "engine", "intake", "present")  # below tablectl/


def values(*types):
    """All values of a Literal type, or of a union of them."""
    return {
        value
        for kind in types
        for part in (get_args(kind) or (kind,))
        for value in ({part} if isinstance(part, str) else values(part))
    }


TYPED = {  # by the name of the field
    "status": values(Status),
    "phase": values(Phase, "halted"),
    "place": values(PlaceKind),
    "debt": values(Debt),
    "choice": values(Choice),
    "declared": values(DeclaredAct),
    "asked": values(Completion, ""),
    "comes": values(Coming),
    "plays_for": values(PlaysFor),
    "remedy": set(),  # of these only members are compared
    "key": values(Key),
    **{name: {*allowed} for name, allowed in CHOICES.items()},
    "kind": values(PlaceKind, EarlyKind, IrregularityKind, RoundName, VoidKind, *ASKS)
    | values(Source.__annotations__["kind"]),
}


def written(node):
    """The strings in an expression that a kind is compared with, or given as."""
    match node:
        case ast.Constant(value=str(text)):
            yield node.lineno, text
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            for part in parts:
                yield from written(part)
        case ast.IfExp(body=one, orelse=other):
            yield from written(one)
            yield from written(other)


def strange(source):
    """Strings that are no value of the field that they are compared with or given to."""
    found = []
    for node in nodes(source):
        match node:
            case ast.Compare(left=ast.Attribute(attr=name), comparators=others) if name in TYPED:
                found += [(line, name, text) for other in others for line, text in written(other)]
            case ast.keyword(arg=str(name), value=given) if name in TYPED:
                found += [(line, name, text) for line, text in written(given)]
    return [
        f"{line}: {name} {text}" for line, name, text in sorted(found) if text not in TYPED[name]
    ]


def test_every_kind_that_is_named_is_one():
    files = [path for room in ROOMS for path in sorted((ROOT / "tablectl" / room).rglob("*.py"))]
    assert [
        f"{path.relative_to(ROOT)}:{wrong}" for path in files for wrong in strange(path.read_text())
    ] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('seat.status in ("in", "al_in")', ["1: status al_in"]),
        ('t.phase != "beting"', ["1: phase beting"]),
        ('with_seat(t, 3, status="fuol")', ["1: status fuol"]),
        ('replace(s, debt="" if paid else "mised")', ["1: debt mised"]),
        ('event.key in ("call", "riase")', ["1: key riase"]),
        ('settings.betting == "pot-limit"', ["1: betting pot-limit"]),
        ('wrong.remedy == "void"', ["1: remedy void"]),
        ('place.kind in ("hole", "house")', []),
    ],
)
def test_a_misspelt_kind_is_found(source, found):
    assert strange(source) == found


def test_a_key_of_the_wire_is_a_key_of_the_engine():
    assert get_args(Key) == messages.KEYS


MISSPELT = """
from tablectl.engine.events import KeyPressed
from tablectl.engine.state.table import Table
from tablectl.engine.state.seat import Seat
from tablectl.rules.dealing import Place
from tablectl.rules.irregular import Remedy, Row


def wrong(t: Table, seat: Seat) -> tuple[object, ...]:
    return (
        seat.status == "al_in",
        t.phase != "beting",
        Place("hoel", 3),
        Row("unknown_crad", "G-10", "unknown_card", "fouled", Remedy.VOID),
        Row("unknown_card", "G-10", "unknown_card", "fouled", Remedy.VIOD),
        KeyPressed(at_ms=0, seat=3, key="riase"),
        t.settings.betting == "pot-limit",
    )
"""


@pytest.mark.slow
def test_a_misspelt_kind_does_not_pass_mypy(tmp_path):
    snippet = tmp_path / "misspelt.py"
    snippet.write_text(MISSPELT)
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(snippet)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    lines = [
        line.partition("misspelt.py:")[2].partition(":")[0]
        for line in run.stdout.splitlines()
        if ": error:" in line
    ]
    assert lines == ["11", "12", "13", "14", "15", "16", "17"], run.stdout
