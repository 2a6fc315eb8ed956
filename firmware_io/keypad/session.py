"""What presses on a number pad mean: keys of a seat with what was dialled. Pure; time is handed in,
in ms.

What is dialled is the total, as everywhere on the wire. An act takes what is dialled with it:
nothing of it is left for the next. Three things that a tired player does are not taken for an act:
Enter or CHECK / CALL long after the last digit, an act's key twice in a moment, and CHECK / CALL
with an amount dialled.
"""

from collections.abc import Mapping

from firmware_io.keypad.layout import BACK, CALL_FLOOR, CHECK_CALL, ENTER, LAYOUT, POINT
from firmware_io.messages import Key, KeyPressed, is_key

DIGITS_MOST = 9  # 999,999,999: an amount is at most 10^9
# digits are cleared so long after the last one: as long as a usual action clock
FORGOTTEN_MS = 30_000
TWO_MEANINGS = {ENTER, POINT, CHECK_CALL}  # do one thing with an amount dialled and another without
DOUBLE_MS = 400  # two taps of one finger on one key come within 300


class KeypadSession:
    """One pad. `amount_key`: what Enter means with an amount dialled, of the keys that take one:
    raise, ante, bonus.

    `layout`: the word of each code; a code without one does nothing.
    """

    def __init__(self, layout: Mapping[int, str] = LAYOUT, amount_key: Key = "raise") -> None:
        self.amount_key = amount_key
        self._layout = layout
        self._digits = ""
        self._digit_ms = 0  # of the last one
        self._last: tuple[str, int] | None = None  # the last word that was no digit, and when

    @property
    def dialled_amount(self) -> int:
        """The amount that is dialled; 0: none."""
        return int(self._digits or 0)

    def clear_digits(self) -> None:
        """Clear what is dialled: a turn is over, or presses were lost."""
        self._digits = ""

    def press_key(self, code: int, at_ms: int) -> KeyPressed | None:
        """A key of the pad went down. Returns the seat's key; None: there is none, but what is
        dialled may have changed.
        """
        word = self._layout.get(code)
        if word is None:
            return None
        is_forgotten = bool(self._digits) and at_ms - self._digit_ms > FORGOTTEN_MS
        if is_forgotten:
            self.clear_digits()
        if word.isdigit():
            self._add_digit(word, at_ms)
            return None
        is_double = (
            self._last is not None and self._last[0] == word and at_ms - self._last[1] < DOUBLE_MS
        )
        self._last = (word, at_ms)
        if word == BACK:
            self._digits = self._digits[:-1]
            return None
        return (
            None
            if is_double or (is_forgotten and word in TWO_MEANINGS)
            else self._interpret_word(word)
        )

    def _add_digit(self, digit: str, at_ms: int) -> None:
        if len(self._digits) < DIGITS_MOST and (self._digits or digit != "0"):
            self._digits += digit
        self._digit_ms, self._last = at_ms, None

    def _interpret_word(self, word: str) -> KeyPressed | None:
        amount = self.dialled_amount
        if word == CALL_FLOOR:
            return KeyPressed("call_floor")
        if word == CHECK_CALL and amount:
            return None
        self.clear_digits()
        if word == ENTER:
            return KeyPressed(self.amount_key, amount) if amount else KeyPressed("confirm")
        if word == POINT:
            return None if amount else KeyPressed("undo")
        return KeyPressed(word) if is_key(word) else None
