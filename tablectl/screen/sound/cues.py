"""Which sounds belong to what has just changed on the screen; pure, from two views as they are
shown.

A sound comes with its visible twin, as late as that: a card is heard when it has landed, a winner
when it is named.
"""

from collections.abc import Iterator

from tablectl.screen.presenter.bar_text import LAST_SECONDS, OF_A_SEAT
from tablectl.screen.presenter.moment import begins_level
from tablectl.screen.sound.sounds import CLASS_OF, Name
from tablectl.view import Seat, View

FLOOR_AGAIN_MS, FLOOR_TIMES = 20_000, 3
FLOOR_ASKS = ("halted", "reload", "deck", "held")


class SoundCues:
    """What was shown last, and how often the floor was called since it is needed."""

    def __init__(self) -> None:
        self._shown: View | None = None
        self._clock_s: int | None = None
        self._calls_left = 0
        self._calls_ms = 0

    def hear(self, shown: View | None, clock_s: int | None, at_ms: int) -> tuple[Name, ...]:
        """What sounds now that this is shown, with so many seconds on the clock: one sound a
        class.
        """
        before, self._shown = self._shown, shown
        was_s, self._clock_s = self._clock_s, clock_s
        if shown is None:
            self._calls_left = 0
            return ()
        found = (
            list(list_sounds(before, shown)) if before is not None and before is not shown else []
        )
        found += self._of_the_floor(before, shown, at_ms)
        if (
            clock_s is not None
            and clock_s != was_s
            and 0 < clock_s <= LAST_SECONDS
            and not shown.stands_still
        ):
            found.append("last_second" if clock_s == 1 else "last_seconds")
        classes = {CLASS_OF[name]: name for name in reversed(found)}
        return tuple(classes[letter] for letter in sorted(classes))

    def due_in_ms(self, at_ms: int) -> int | None:
        """When the floor is to be called again."""
        return max(0, self._calls_ms - at_ms) if self._calls_left else None

    def _of_the_floor(self, before: View | None, shown: View, at_ms: int) -> Iterator[Name]:
        if not needs_floor(shown):
            self._calls_left = 0
        elif before is not None and (
            not needs_floor(before) or set(shown.called) - set(before.called)
        ):
            self._calls_left, self._calls_ms = FLOOR_TIMES, at_ms
        if self._calls_left and at_ms >= self._calls_ms:
            self._calls_left, self._calls_ms = self._calls_left - 1, at_ms + FLOOR_AGAIN_MS
            yield "floor"


def needs_floor(model: View) -> bool:
    return (
        model.phase == "halted"
        or model.lock is not None
        or bool(model.called)
        or model.ask.kind in FLOOR_ASKS
    )


def list_sounds(before: View, after: View) -> Iterator[Name]:
    """All that sounds between two views, what matters most first."""
    # nobody plays: nothing sounds
    if not after.hand and not after.result and after.phase == "idle":
        return
    if any(notice.is_refusal and notice not in before.notices for notice in after.notices):
        yield "refused"
    if after.stands_still:
        return
    if after.result and not before.result and any(win.is_win for win in after.result):
        yield "winner"
    if any(
        seat.status == "all_in"
        and number in before.seats
        and before.seats[number].status != "all_in"
        for number, seat in after.seats.items()
    ):
        yield "all_in"
    if begins_level(before, after):
        yield "level"
    if _seats_to_act(after) and _seats_to_act(after) != _seats_to_act(before):
        yield "your_turn"
    yield from _on_the_table(before, after)


def _on_the_table(before: View, after: View) -> Iterator[Name]:
    if before.hand != after.hand:
        return
    pairs = [(before.seats.get(number, Seat()), seat) for number, seat in after.seats.items()]
    if len(after.board) > len(before.board) or any(
        len(seat.cards) > len(was.cards) for was, seat in pairs
    ):
        yield "card"
    if any(seat.bet > was.bet for was, seat in pairs):
        yield "chips"
    if any(_has_checked(seat) and not _has_checked(was) for was, seat in pairs):
        yield "check"


def _has_checked(seat: Seat) -> bool:
    return seat.last_action is not None and seat.last_action.code == "check"


def _seats_to_act(model: View) -> tuple[int, ...]:
    """The seat whose turn it is; it is not called again for another question of the same turn."""
    return model.ask.seats if model.ask.kind in OF_A_SEAT else ()
