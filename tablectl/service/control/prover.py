"""Who clears a lock, or replaces a node, proves that they are an operator, by name and PIN. Wrong
tries make that name wait.

Tries are counted by name, in groups into which names fall by a hash: so a name that nobody has is
counted as one that somebody has, and looks like it, and a flood of names that are made up
takes no more room than these groups. Two operators in one group wait for each other: that is one
pair in a thousand.

What is tried on the floor's page is counted by itself, for it comes from a network: whoever tries
names there makes nobody wait who stands at the Pi. The page itself makes a connection wait before
the name does here.

The journal keeps the counts: a group's first wrong try is a row before it is answered, and then one
a minute at most. What a restart finds less than a minute old may have been followed by tries that
have no row yet: then all free tries count as made.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from tablectl.engine import events
from tablectl.journal.snapshot import WrongPins
from tablectl.service import logger
from tablectl.service.books.operators import BadOperators, Operator, load_operators
from tablectl.service.control.requests import BadLine
from tablectl.text import T, Text

FIRST_WAIT_S = 60  # doubled by each further wrong try
LONGEST_WAIT_S = 3_600  # at this pace a PIN of six digits takes 57 years on average
GROUPS = 1_024  # of each way
ROW_EVERY_MS = 60_000  # of a group
# of all groups of a way, in so long: then a name's first try is not looked at
MOST_ROWS = 10
NO_FILE = T("The table has no operators: [control] of its configuration names no file of them.")
# tried for a name that nobody has: it takes as long as another
NOBODY = Operator("", "00" * 16, "")


class Way(NamedTuple):
    """By which a PIN gets here: each counts by itself."""

    first_group: int
    free_tries: int  # in a row, before the first wait


TERMINAL, PAGE = Way(0, 3), Way(GROUPS, 10)


class Tries(Struct):
    """Of a group of names. Times of the table."""

    failures: int  # in a row
    at_ms: int  # the last
    row_ms: int  # the last row
    in_row: int  # how many that row tells
    who: str | None = None  # the last, if there is an operator of that name


def name_group(name: str, way: Way = TERMINAL) -> int:
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return way.first_group + int.from_bytes(digest, "big") % GROUPS


def _way_of(group: int) -> Way:
    return TERMINAL if group < PAGE.first_group else PAGE


def _wait_s(failures: int, free_tries: int) -> int:
    """How long nothing may be tried after so many wrong ones in a row."""
    beyond = failures - free_tries
    return 0 if beyond < 0 else min(FIRST_WAIT_S << min(beyond, 16), LONGEST_WAIT_S)


def _next_ms(group: int, tries: Tries) -> int:
    return tries.at_ms + 1_000 * _wait_s(tries.failures, _way_of(group).free_tries)


class Prover:
    """`path`: of the file of operators; empty: the table has none. `record` takes an event.

    `before`: what the journal says of tries so far. `beside`: one thread, for a try takes up to 0.2
    s, in which a stop may be pressed; None, as in virtual time: the caller waits for it.
    """

    def __init__(
        self,
        path: str,
        loop: asyncio.AbstractEventLoop,
        now_ms: Callable[[], int],
        record: Callable[[events.PinsTried], object],
        before: Mapping[int, WrongPins],
        beside: Executor | None = None,
    ) -> None:
        self._path, self._loop, self._now_ms = path, loop, now_ms
        self._record, self._beside = record, beside
        began_ms = now_ms()
        self._tries = {
            group: _tries_found(group, failures, began_ms) for group, failures in before.items()
        }
        # tries by group that are being looked at
        self._now_tried = Counter[int]()
        # when the last rows were written
        self._rows_ms = {way: deque[int](maxlen=MOST_ROWS) for way in (TERMINAL, PAGE)}
        self._later: asyncio.TimerHandle | None = None

    def begin_proof(self, name: str, pin: str, way: Way = TERMINAL) -> Future[bool]:
        """Whether that is the operator's PIN; the caller hands it to `judge`. Raises BadLine
        where that is not looked at now.
        """
        group = name_group(name, way)
        self._refuse_early(group)
        operator = self._find_operator(name)
        self._now_tried[group] += 1
        if self._beside is not None:
            return self._beside.submit(_is_pin, operator, pin)
        proof = Future[bool]()
        proof.set_result(_is_pin(operator, pin))
        return proof

    def judge_proof(self, name: str, way: Way = TERMINAL, *, is_right: bool) -> None:
        """Counts the try. Raises BadLine with a sentence if it was wrong."""
        group, now = name_group(name, way), self._now_ms()
        self._now_tried -= Counter([group])
        tries = self._tries.get(group)
        if is_right:
            if tries is not None:
                del self._tries[group]
                self._record(events.PinsTried(at_ms=now, group=group, wrong=0, who=name))
            return
        if tries is None:
            tries = self._tries[group] = Tries(0, now, now - ROW_EVERY_MS, 0)
        tries.failures, tries.at_ms, tries.who = (
            tries.failures + 1,
            now,
            self._known_name(name),
        )
        logger.warning(
            f"Somebody gave a wrong PIN, or a wrong name, as an operator: try {tries.failures} "
            "under "
            "this name."
        )
        self._write_due_rows()
        left_s = (_next_ms(group, tries) - now) // 1_000
        raise BadLine(
            T(
                "The name or the PIN is wrong. The next try under this name may come in "
                "{seconds:,} s.",
                seconds=left_s,
            )
            if left_s
            else T("The name or the PIN is wrong."),
            "wrong_pin",
        )

    def require_operator(self, name: str) -> None:
        """Raises BadLine where nobody of that name is an operator, or is none any more."""
        if self._find_operator(name) is None:
            raise BadLine(T("{name} is no operator of this table.", name=name), "no_operator")

    def list_operators(self) -> tuple[str, ...]:
        """Their names; none where the file cannot be used."""
        with suppress(BadOperators):
            if self._path:
                return tuple(one.name for one in load_operators(Path(self._path)).known)
        return ()

    def close(self) -> None:
        if self._later is not None:
            self._later.cancel()

    def _find_operator(self, name: str) -> Operator | None:
        """Raises BadLine where nobody can prove to be one."""
        if not self._path:
            raise BadLine(NO_FILE, "no_operator")
        try:
            operators = load_operators(Path(self._path))
        except BadOperators as error:
            raise BadLine(str(error), "no_operator") from None
        if not operators.known:
            raise BadLine(
                T(
                    "The table knows no operator yet: tablectl operator add NAME --config "
                    "table.toml"
                ),
                "no_operator",
            )
        return operators.find_operator(name)

    def _refuse_early(self, group: int) -> None:
        now, tries, now_tried = self._now_ms(), self._tries.get(group), self._now_tried[group]
        way = _way_of(group)
        if tries is not None and (left_ms := _next_ms(group, tries) - now) > 0:
            raise BadLine(
                T(
                    "There were too many wrong tries under this name: wait {seconds:,} s.",
                    seconds=-(-left_ms // 1_000),
                ),
                "wait",
            )
        if now_tried and now_tried >= way.free_tries - (0 if tries is None else tries.failures):
            raise BadLine(T("A PIN of this name is being looked at: wait."), "wait")
        fresh = [at_ms for at_ms in self._rows_ms[way] if now - at_ms < ROW_EVERY_MS]
        looked_at = sum(_way_of(other) is way for other in +self._now_tried)
        is_row_due = tries is None or now - tries.row_ms >= ROW_EVERY_MS
        if is_row_due and len(fresh) + looked_at >= MOST_ROWS:
            left_ms = fresh[0] + ROW_EVERY_MS - now if fresh else 1_000
            left_s = -(-left_ms // 1_000)
            raise BadLine(
                T("Too many names were tried: wait {seconds:,} s.", seconds=left_s), "wait"
            )

    def _write_due_rows(self) -> None:
        """A row for each group whose wrong tries have none yet, and whose last row is a minute
        old; the others' come then.
        """
        now = self._now_ms()
        for group, tries in self._tries.items():
            if tries.failures != tries.in_row and now - tries.row_ms >= ROW_EVERY_MS:
                tries.row_ms, tries.in_row = now, tries.failures
                self._rows_ms[_way_of(group)].append(now)
                self._record(
                    events.PinsTried(at_ms=now, group=group, wrong=tries.failures, who=tries.who)
                )
        self.close()
        due_ms = min(
            (
                tries.row_ms + ROW_EVERY_MS
                for tries in self._tries.values()
                if tries.failures != tries.in_row
            ),
            default=None,
        )
        self._later = (
            None
            if due_ms is None
            else self._loop.call_later((due_ms - now) / 1_000, self._write_due_rows)
        )

    def _known_name(self, name: str) -> str | None:
        """The journal names operators alone: somebody else's name may be a PIN that was typed
        into the wrong field.
        """
        try:
            return None if self._find_operator(name) is None else name
        except BadLine:  # the file was changed meanwhile
            return None


def _tries_found(group: int, found: WrongPins, began_ms: int) -> Tries:
    """What the journal says of a group. More may have come before its next row was due."""
    if began_ms - found.at_ms >= ROW_EVERY_MS:
        return Tries(found.wrong, found.at_ms, found.at_ms, found.wrong)
    failures = max(found.wrong, _way_of(group).free_tries)
    return Tries(failures, began_ms, found.at_ms, failures)


def _is_pin(operator: Operator | None, pin: str) -> bool:
    return (operator or NOBODY).knows_pin(pin) and operator is not None


class NoOperator:
    """Of a table that nobody can prove anything to, whatever the PIN; `code` and `sentence` say
    why.
    """

    def __init__(self, sentence: Text | str = NO_FILE, code: str = "no_operator") -> None:
        self._sentence, self._code = sentence, code

    def begin_proof(self, name: str, pin: str, way: Way = TERMINAL) -> Future[bool]:
        """Raises BadLine."""
        raise BadLine(self._sentence, self._code)

    def judge_proof(self, name: str, way: Way = TERMINAL, *, is_right: bool) -> None:
        """Nothing is ever looked at."""

    def require_operator(self, name: str) -> None:
        """Raises BadLine."""
        raise BadLine(self._sentence, self._code)

    def close(self) -> None:
        pass
