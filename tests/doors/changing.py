"""Documents made wrong, key by key: a value of another type, one at its edge, a key too many, a key
gone.

What a person types into a file is a tree of tables, lists and plain values; these changes go
through all of it by chance, from a seed. Texts are changed byte by byte besides, since a file need
not be a tree at all.
"""

import json
import math
from copy import deepcopy
from random import Random
from typing import Any

NUMBERS = (
    0,
    1,
    -1,
    2,
    7,
    10,
    11,
    52,
    99,
    255,
    256,
    65_535,
    65_536,
    10**9,
    10**9 + 1,
    -(10**9),
    -(10**9) - 1,
    2**31 - 1,
    2**31,
    2**32,
    2**53,
    2**63 - 1,
    2**63,
    2**64 - 1,
    2**64,
    -(2**63),
    -(2**63) - 1,
    10**40,
    -(10**40),
    10**400,
    10**4000,
    0.0,
    -0.0,
    0.5,
    -0.5,
    1e-300,
    1e9,
    1e18,
    1e300,
    -1e300,
    math.inf,
    -math.inf,
    math.nan,
)
TEXTS = (
    "",
    " ",
    "\x00",
    "a\x00b",
    "\n",
    "\x1b[2J",
    "\u202e",
    "é" * 60,
    "x" * 200,
    "x" * 100_000,
    "0",
    "00",
    "1",
    "01",
    "-1",
    "\u0663",
    "\u00b2",
    "1.5",
    "11",
    "100",
    "9" * 21,
    "As",
    "??",
    "None",
    "{}",
    "{0}",
    "%s",
    "[bold]",
    "/",
    ".",
    "..",
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/proc/self/mem",
    "/dev/none/f",
    "~",
    "$HOME",
    "../../../../etc/passwd",
    "0x0",
    "1x1",
    "99999999x99999999",
    "1920x1080x2",
    "axb",
    "dummy",
    "sim",
    "node",
)
TREES = (
    [],
    [[]],
    [None],
    [0],
    [1, 1],
    [-1],
    [10**30],
    [1.5],
    ["1"],
    [True],
    list(range(200)),
    [{}],
    [[[[]]]],
    {},
    {"": 0},
    {"1": 1},
    {"0": 1},
    {"01": 1},
    {"-1": 1},
    {"11": 5},
    {"x": {}},
    {"1": {"1": {"1": 1}}},
)
EDGES = (None, True, False, *NUMBERS, *TEXTS, *TREES)
BYTES = (
    b"",
    b"\x00",
    b"\xff\xfe",
    b"9" * 30,
    b"9" * 5_000,
    b"[" * 3_000,
    b"{" * 3_000,
    b'{"a":' * 3_000,
    b"nan",
    b"inf",
    b"-",
    b"1e999",
    b'"',
    b"\n",
    b"\\u0000",
    b"\\ud800",
    b"1979-05-27",
)

# of the changes go deeper; the others replace the value that is here
DEEPER = 0.92
ALIKE = 0.5


class Changes:
    """Changes by chance, the same for the same seed."""

    def __init__(self, seed: int):
        self.chance = Random(seed)

    def tree(self, document, most: int = 3) -> Any:
        """The document with one to `most` changes somewhere in it."""
        changed = deepcopy(document)
        for _ in range(self.chance.randint(1, most)):
            changed = self._somewhere(changed)
        return changed

    def text(self, text: bytes, most: int = 4) -> bytes:
        """The text with bytes struck out, doubled, turned over or put in."""
        for _ in range(self.chance.randint(1, most)):
            at, to = sorted(self.chance.randint(0, len(text)) for _ in range(2))
            to = min(to, at + self.chance.choice((1, 2, 8, 64)))
            some = self.chance.choice(
                (text[at:to] * 2, bytes([self.chance.randrange(256)]), *BYTES)
            )
            text = text[:at] + some + text[to:]
        return text

    def toml(self, document) -> str:
        """The tree as TOML, in inline tables; what JSON cannot say, TOML can: inf, nan, numbers
        without end.
        """
        return "".join(
            f"{key(name)} = {toml(value)}\n"
            for name, value in document.items()
            if value is not None
        )

    def edge(self, instead_of=None) -> Any:
        """Every second time of the same type as what stands there: such a document is refused
        late, or not at all.
        """
        alike = [edge for edge in EDGES if type(edge) is type(instead_of)]
        return deepcopy(
            self.chance.choice(alike if alike and self.chance.random() < ALIKE else EDGES)
        )

    def _somewhere(self, at) -> Any:
        """Mostly deeper, where there is something deeper."""
        if isinstance(at, dict) and at and self.chance.random() < DEEPER:
            key = self.chance.choice(list(at))
            match self.chance.randrange(12):
                case 0:
                    del at[key]
                case 1:
                    at[str(self.edge())[:50]] = at.pop(key)
                case _:
                    at[key] = self._somewhere(at[key])
            return at
        if isinstance(at, list) and at and self.chance.random() < DEEPER:
            place = self.chance.randrange(len(at))
            match self.chance.randrange(6):
                case 0:
                    del at[place]
                case 1:
                    at.insert(place, at[place])
                case _:
                    at[place] = self._somewhere(at[place])
            return at
        return self.edge(at)


def toml(value) -> str:
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return (
                "{"
                + ", ".join(
                    f"{key(name)} = {toml(inner)}"
                    for name, inner in value.items()
                    if inner is not None
                )
                + "}"
            )
        case list() | tuple():
            return "[" + ", ".join(toml(inner) for inner in value if inner is not None) + "]"
        case str():
            return json.dumps(value, ensure_ascii=True)
    return str(value)


def key(name: str) -> str:
    return json.dumps(name)
