"""Tables as the pictures of the pages have them, played step by step by the engine; a page is shown
their views.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from tablectl.locale import get_translator
from tablectl.present.public import public_view
from tests.happened import opened, played

MARK = "KT"
NAMES = {"1": "Hanna", "2": "Luca", "3": "Brigitte", "4": "Noor", "5": "Viktor", "6": "Amara"}
STACKS = {"1": 15_425, "2": 10_075, "3": 21_900, "4": 15_525, "5": 12_775, "6": 14_650}
SIX: dict[str, Any] = {
    "preset": "tournament",
    "seats": STACKS,
    "names": NAMES,
    "stakes": {"small_blind": 100, "big_blind": 200},
    "button": 3,
    "chips": [25, 100, 500, 1_000],
    "options": {"chips_sensed": False, "action_clock_s": 30},
}
MORE = {"7": "Mateo", "8": "Yuki", "9": "Ines", "10": "Otto"}
TEN = {
    **SIX,
    "seats": {**STACKS, "7": 8_025, "8": 30_100, "9": 2_925, "10": 11_700},
    "names": {**NAMES, **MORE},
    "button": 7,
}
ELENA = {"1": "Arthur", "2": "Mabel", "4": "Elena", "6": "Fitz"}
HOUSE: dict[str, Any] = {
    "preset": "casino",
    "seats": {"1": 500, "2": 500, "4": 500, "6": 500},
    "names": ELENA,
    "chips": [5, 25, 100],
    "options": {"chips_sensed": False, "action_clock_s": 20},
}
RACK: dict[str, Any] = {
    "preset": "pool",
    "seats": {"1": 0, "2": 0, "3": 0, "4": 0},
    "names": {"1": "Mike", "2": "Jeanette", "3": "Efren", "4": "Allison"},
    "options": {"chips_sensed": False},
}

# six are dealt, seat 4 first; then the flop is bet 1,000 by all four who are in
TO_THE_TURN = (
    "start",
    "cards Kc 7h 2c 9h Qd 3d 8h 9d 4c Jd Js 5d",
    "6 fold",
    "1 raise 725",
    "2 call",
    "3 fold",
    "4 call",
    "5 call",
    "cards 2h Ac Td 6h",
    "4 check",
    "5 bet 1000",
    "1 call",
    "2 call",
    "4 call",
    "cards 3h Jc",
)
TO_LUCA = (*TO_THE_TURN, "4 check", "5 bet 1200", "1 call")
TO_SHOWDOWN = (*TO_LUCA, "2 call", "4 fold", "cards 4s 2s", "5 check", "1 check", "2 check")
TO_WIN = (*TO_THE_TURN, "4 check", "5 check", "1 check", "2 bet 1200", "4 fold", "5 fold", "1 fold")
TEN_TO_LUCA = (
    "start",
    "cards Kc 7h 2c 9h Qd 3d 8h 9d 4c Jd Js 5d Kd Kh 2d 7c 8c 9c 3c 5c",
    "10 fold",
    "1 raise 725",
    "2 call",
    "3 fold",
    "4 call",
    "5 call",
    "6 fold",
    "7 fold",
    "8 fold",
    "9 call",
    "cards 2h Ac Td 6h",
    "9 check",
    "1 bet 1000",
    "2 call",
    "4 call",
    "5 call",
    "9 call",
    "cards 3h Jc",
    "9 all_in",
    "1 call",
)
SPLIT: dict[str, Any] = {
    **SIX,
    "seats": {"1": 2_000, "2": 1_465, "3": 1_410},
    "names": {"1": "Walter", "2": "Rosemarie", "3": "Edith"},
    "button": 1,
    "stakes": {"small_blind": 5, "big_blind": 10},
    "chips": [5, 25, 100],
}
# two aces and a nine each, a king beside them: Walter has less
TO_SPLIT = (
    "start",
    "cards As Ah Qs 7s 7h Jh",
    "1 raise 500",
    "2 call",
    "3 call",
    "cards 2c Ad 9d 9c",
    "2 check",
    "3 check",
    "1 bet 495",
    "2 call",
    "3 call",
    "cards 2h Kh",
    "2 check",
    "3 check",
    "1 check",
    "cards 2s 4s",
    "2 check",
    "3 check",
    "1 check",
    "2 lays As 7s",
    "2 show",
    "3 lays Ah 7h",
    "3 show",
    "1 muck",
)
# both sense their chips, and Rosemarie has folded with 10 in front of her
SENSED: dict[str, Any] = {
    **SPLIT,
    "seats": {"1": 100, "2": 100},
    "names": {"1": "Walter", "2": "Rosemarie"},
    "options": {"chips_sensed": True, "action_clock_s": 0},
}
TO_GIVE = (
    "start",
    "1 has 1x5",
    "2 has 2x5",
    "cards 2c 3c 4c 5c",
    "1 has 6x5",
    "1 confirm",
    "2 fold",
)
TO_BONUS = ("start", "1 ante 10", "2 pass", "6 ante 10", "4 ante 25")
DEALT = (*TO_BONUS, "4 bonus 5", "1 pass", "6 pass", "cards 2c 3c 4d 5c 6d 7d 8s 9s Qh Jh 4c")
TO_ELENA = (*DEALT, "1 call")
TO_PAY = (*TO_ELENA, "4 call", "6 fold", "cards 3h Ks")
TO_BETS = ("start", "cards 3c 9d 5d 4d", "start", "cards 2c 3s 4h 5h 6c 7d 8c 8d")
ALL_PASS = ("1 pass", "2 pass", "3 pass", "4 pass")
TO_SHOT = (
    *TO_BETS,
    "3 bet",
    "1 pass",
    "2 pass",
    "4 bet",
    "cards 9h Jd 5s",
    *ALL_PASS,
    "cards Ks 7c Ac",
    *ALL_PASS,
    "3 made",
    "3 missed",
)


def view_of(
    table: Mapping[str, Any], *then: Any, language: str = "en", now_ms: int = 6_000, **laid: Any
) -> dict[str, Any]:
    """The view after all that has happened, as a page gets it: every seat has a phone. `laid` over
    it.
    """
    after = played(opened(dict(table)), *then)
    view = public_view(after, now_ms, language=get_translator(language), pages=after.places)
    found = msgspec.to_builtins(view)
    for number, seat in found["seats"].items():
        seat["phone"] = {"mark": MARK, "typed": False, "asked": False, "is_new": False}
        seat.update(laid.get("seats", {}).get(number, {}))
    return {**found, **{key: value for key, value in laid.items() if key != "seats"}}
