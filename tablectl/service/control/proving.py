"""Who clears a lock proves that they are an operator, by name and PIN. Wrong tries make everybody wait."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import cache
from pathlib import Path
from typing import Final

from tablectl.service.books.operatorfile import BadOperators, Operator, Operators, load_operators
from tablectl.service.control.lines import BadLine

FREE_TRIES: Final = 3                   # in a row, before the first wait
FIRST_WAIT_S: Final = 60                # doubled by each further wrong try
LONGEST_WAIT_S: Final = 3_600           # at this pace a PIN of six digits takes 57 years on average


@cache
def _nobody() -> Operator:
    """Tried for a name that nobody has, so that it takes as long as for one that somebody has."""
    return Operators().with_one("nobody", "000000").known[0]


class Prover:
    """`path`: of the file of operators; empty: the table has none. `tell` logs each wrong try. `now_s`: any clock.

    `beside`: one thread, for a try takes up to 0.2 s, in which a stop may be pressed; None, as in virtual time: whoever asks
    waits for it.
    """

    def __init__(
        self, path: str, now_s: Callable[[], float], tell: Callable[[str], None], beside: Executor | None = None,
    ) -> None:
        self._path, self._now_s, self._tell, self._beside = path, now_s, tell, beside
        self._wrong = 0                 # tries in a row
        self._next_try_s = float("-inf")

    def begin(self, name: str, pin: str) -> Future[None]:
        """`prove`, one try after the other; the future holds what that raises."""
        if self._beside is not None:
            return self._beside.submit(self.prove, name, pin)
        proof = Future[None]()
        try:
            self.prove(name, pin)
        except BadLine as wrong:
            proof.set_exception(wrong)
        else:
            proof.set_result(None)
        return proof

    def prove(self, name: str, pin: str) -> None:
        """Raises BadLine with a sentence unless that operator has that PIN."""
        if not self._path:
            raise BadLine("The table has no operators: [control] of its configuration names no file of them.", "no_operator")
        if (left_s := self._next_try_s - self._now_s()) > 0:
            raise BadLine(f"There were too many wrong tries: wait {left_s:.0f} s.", "wait")
        try:
            operators = load_operators(Path(self._path))
        except BadOperators as wrong:
            raise BadLine(str(wrong), "no_operator") from None
        if not operators.known:
            raise BadLine("The table knows no operator yet: tablectl operator add NAME makes one.", "no_operator")
        operator = operators.named(name)
        if not (operator or _nobody()).knows(pin) or operator is None:
            raise BadLine(self._refused(), "wrong_pin")
        self._wrong = 0

    def _refused(self) -> str:
        self._wrong += 1
        self._tell(f"Somebody gave a wrong PIN, or a wrong name, as an operator: try {self._wrong}.")
        beyond = self._wrong - FREE_TRIES
        if beyond < 0:
            return "The name or the PIN is wrong."
        wait_s = min(FIRST_WAIT_S << min(beyond, 16), LONGEST_WAIT_S)
        self._next_try_s = self._now_s() + wait_s
        return f"The name or the PIN is wrong. The next try may come in {wait_s:,} s."
