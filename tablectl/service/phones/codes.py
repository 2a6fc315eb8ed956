"""The codes of the seats that want a phone: whoever reads one has the seat."""

import secrets
from collections.abc import Callable, Iterable

from tablectl.service.phones.presses import KEY_BYTES
from tablectl.structs import Frozen

DIGITS = 4
# wrong digits, from whatever phone, after which all codes are new
MOST_WRONG = 5
FIRST_WAIT_MS = 10_000  # that long no digits are taken then; twice as long each time
LONGEST_WAIT_MS = 320_000
QUIET_MS = 600_000  # so long after a wait the next one is the first again


class Code(Frozen):
    """What a phone has to know to get a seat: the key, by QR code, or four digits, for which it
    gets a key that is shown nowhere.
    """

    seat: int
    key: bytes
    digits: str
    until_ms: int
    key_for_digits: bytes = b""


class Codes:
    """The codes of the seats that have no phone. Each opens its seat once, for `life_ms`.

    `new_key`: random bytes; the digits are made of others than the key.
    """

    def __init__(
        self,
        life_ms: int,
        *,
        has_digits: bool = True,
        new_key: Callable[[], bytes] = lambda: secrets.token_bytes(KEY_BYTES),
    ) -> None:
        self._life_ms, self._has_digits, self._new_key = life_ms, has_digits, new_key
        self._codes: dict[int, Code] = {}
        self._wrong = 0
        self._digits_from_ms, self._wait_ms = 0, FIRST_WAIT_MS

    def offer_codes(self, seats: Iterable[int], now_ms: int) -> dict[int, Code]:
        """The codes of these seats now; those of others end."""
        wanted = set(seats)
        self._codes = {
            seat: code
            for seat, code in self._codes.items()
            if seat in wanted and code.until_ms > now_ms
        }
        for seat in sorted(wanted - self._codes.keys()):
            self._codes[seat] = self._new_code(seat, now_ms)
        return self._codes

    def _new_code(self, seat: int, now_ms: int) -> Code:
        taken = {code.digits for code in self._codes.values()}
        while True:
            key, chance = self._new_key(), self._new_key()
            digits = f"{int.from_bytes(chance, 'big') % 10**DIGITS:0{DIGITS}}"
            if digits not in taken:
                until_ms = now_ms + self._life_ms
                return Code(
                    seat, key, digits if self._has_digits else "", until_ms, self._new_key()
                )

    def seat_of_digits(self, digits: str, now_ms: int) -> Code | None:
        """The code with these digits. After MOST_WRONG wrong ones all codes are new, and none is
        taken for a while, which grows.
        """
        if not self.may_type(now_ms):
            return None
        for code in self._codes.values():
            if secrets.compare_digest(code.digits, digits) and code.until_ms > now_ms:
                self._wrong = 0
                return code
        self._wrong += 1
        if self._wrong >= MOST_WRONG:
            self._shut(now_ms)
        return None

    def _shut(self, now_ms: int) -> None:
        """Right digits in between shorten no wait: whoever guesses may have a seat, too."""
        if now_ms >= self._digits_from_ms + QUIET_MS:
            self._wait_ms = FIRST_WAIT_MS
        self._wrong, self._digits_from_ms = 0, now_ms + self._wait_ms
        self._wait_ms = min(2 * self._wait_ms, LONGEST_WAIT_MS)
        self._codes.clear()

    def may_type(self, now_ms: int) -> bool:
        return self._has_digits and now_ms >= self._digits_from_ms

    def wait_s(self, now_ms: int) -> int:
        """Until digits are taken again."""
        return max(0, -(-(self._digits_from_ms - now_ms) // 1_000))

    def spend(self, seat: int) -> None:
        self._codes.pop(seat, None)
