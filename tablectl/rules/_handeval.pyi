"""The types of the compiled evaluator; its contract is native/handeval.h."""

from typing import Any

class _Library:
    HE_CARDS: int
    HE_FEWEST: int
    HE_MOST: int
    HE_BEST: int
    HE_CATEGORY_SHIFT: int
    HE_BAD_COUNT: int
    HE_BAD_CARD: int
    HE_CARD_TWICE: int
    def he_strength(self, cards: bytes, n: int) -> int: ...
    def he_strength_checked(self, cards: bytes, n: int) -> int: ...
    def he_category(self, strength: int) -> int: ...
    def he_best_five(self, cards: bytes, n: int, best: Any) -> int: ...

class _Foreign:
    def new(self, kind: str, init: int) -> Any: ...

lib: _Library
ffi: _Foreign
