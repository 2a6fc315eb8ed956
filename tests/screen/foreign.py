"""Views that no table sends: recorded ones in which leaves are odd of their own type, lists
long, and keys gone or new.
"""

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

RECORDED = [
    json.loads(path.read_bytes())
    for path in sorted((Path(__file__).parent / "views").glob("*.json"))
]
# of what is odd in a view: of one that is odd all over little is seen
RATES = (0, 0.005, 0.02, 0.05, 0.15)
NAMES = (
    "",
    " ",
    "محمد بن عبد الله",
    "山田太郎之助兵衛",
    "👩‍👩‍👧‍👦🎉🃏",
    "e\u0301" * 20,
    "\u202eevil\u202c",
    "\u200b",
    "A" * 60,
    "ﷺ",
    "\x00x",
    "a\nb\tc",
    '"}',
    "\U0001d56c",
    "नमस्ते",
    "x" * 200,
)
WORDS = (
    *NAMES,
    "x",
    "no_such_code",
    "fold",
    "raise",
    "tournament",
    "casino",
    "pool",
    "canterbury",
    "halted",
    "idle",
    "betting",
    "floor",
    "out",
    "folded",
    "all_in",
    "As",
    "Td",
    "??",
    "Jk",
    "joker",
    "foreign",
    "1s",
    "2c",
    "pay",
    "take",
    "over",
    "come",
    "en",
    "es",
    "../..",
)
WHOLE = (
    0,
    1,
    -1,
    -5,
    3,
    7,
    99,
    100,
    1_000,
    12_345,
    10**6,
    10**9,
    -(10**9),
    10**12,
    -(10**15),
    10**15,
)
HUGE = (2**53, 10**18, -(10**18), 10**40, 10**4_000)
# of numbers that are odd: the view is refused, and nothing else in it is tried
HUGE_RATE = 0.02
SHARES = (0.0, 1.0, 0.5, 1e-9, 1 / 3, 1e9, -1.0, 1e300, -1e300)
LENGTHS = (0, 2, 6, 100, 2_000)
SEAT_KEYS = ("x", "", "0", "-1", "1.5", "11", "12", "٣", "007", "9" * 5_000)


def some_views(chance: Random, count: int) -> list[bytes]:
    """Of one table, as if one came after the other."""
    recorded = chance.choice(RECORDED)
    return [_foreign(recorded, chance) for _ in range(count)]


def _foreign(recorded: dict[str, Any], chance: Random) -> bytes:
    view = _odd(copy.deepcopy(recorded), chance, chance.choice(RATES))
    if view.get("seats") and chance.random() < 0.5:
        _odd_seats(view, chance)
    if chance.random() < 0.1:
        view["of_a_newer_table"] = chance.choice(({}, [1], None, "x"))
    return json.dumps(view, ensure_ascii=chance.random() < 0.5).encode()


# Changes


def _odd(value, chance: Random, rate: float) -> Any:
    """The value, or in its place and in all it holds something of the same type."""
    is_odd = chance.random() < rate
    match value:
        case dict():
            return {
                key: _odd(one, chance, rate)
                for key, one in value.items()
                if chance.random() >= rate / 2
            }
        case list():
            odd = [_odd(one, chance, rate) for one in value]
            return (
                odd[:-1]
                if is_odd and chance.random() < 0.5
                else odd * chance.choice(LENGTHS)
                if is_odd
                else odd
            )
        case bool():
            return value != is_odd
        case int() | float() | str() if is_odd:
            return chance.choice(
                SHARES
                if isinstance(value, float)
                else WORDS
                if isinstance(value, str)
                else HUGE
                if chance.random() < HUGE_RATE
                else WHOLE
            )
        case _:
            return value


def _odd_seats(view: dict[str, Any], chance: Random):
    seats = view["seats"]
    for seat in seats.values():
        if chance.random() < 0.3:
            seat["name"] = chance.choice(NAMES)
        if chance.random() < 0.2:
            seat["stack"] = chance.choice(WHOLE)
    one = next(iter(seats.values()))
    if chance.random() < 0.3:
        view["seats"] = {
            str(number): copy.deepcopy(one)
            for number in range(1, chance.choice((2, 10, 12, 60)) + 1)
        }
    if chance.random() < 0.1:
        view["seats"][chance.choice(SEAT_KEYS)] = one
    if chance.random() < 0.2:
        view["preset"] = chance.choice(("casino", "pool", "tournament", "canterbury", "new"))
