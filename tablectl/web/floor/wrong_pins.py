"""Wrong PINs by connection: after some under a name the address that they come from waits for that
name, before the table makes the name wait for everybody.
"""

from collections.abc import Callable
from hashlib import blake2b

from tablectl.locale.translator import N_
from tablectl.web.guard import Refusal

FREE_TRIES = 3  # of an address under a name, in a row
FIRST_WAIT_S, LONGEST_WAIT_S = 60, 3_600  # doubled by each further one
MOST_KEPT = 4_096  # the one that was tried longest ago makes room


class WrongPins:
    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        # by address and name: how many in a row, and when the last; the newest last
        self._tries: dict[tuple[str, bytes], tuple[int, float]] = {}

    def check(self, address: str, name: str) -> None:
        """Raises Refusal while that address waits for that name."""
        if left_s := self._left_s(address, name):
            raise Refusal(
                403,
                "wait",
                N_("There were too many wrong tries under this name: wait {seconds:,} s."),
                seconds=left_s,
            )

    def count(self, address: str, name: str) -> None:
        """One more. Raises Refusal where the next has to wait."""
        key = _key(address, name)
        failures, _ = self._tries.pop(key, (0, 0.0))
        self._tries[key] = (failures + 1, self._now_s())
        if len(self._tries) > MOST_KEPT:
            del self._tries[next(iter(self._tries))]
        if left_s := self._left_s(address, name):
            raise Refusal(
                403,
                "wrong_pin",
                N_(
                    "The name or the PIN is wrong. The next try under this name may come in "
                    "{seconds:,} s."
                ),
                seconds=left_s,
            )

    def forget(self, address: str, name: str) -> None:
        self._tries.pop(_key(address, name), None)

    def _left_s(self, address: str, name: str) -> int:
        failures, at_s = self._tries.get(_key(address, name), (0, 0.0))
        beyond = failures - FREE_TRIES
        if beyond < 0:
            return 0
        wait_s = min(FIRST_WAIT_S << min(beyond, 16), LONGEST_WAIT_S)
        return max(0, -int((self._now_s() - at_s - wait_s) // 1))


def _key(address: str, name: str) -> tuple[str, bytes]:
    """A name is as long as somebody likes."""
    return address, blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
