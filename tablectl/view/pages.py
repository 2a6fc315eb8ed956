"""The pages of a result, one after the other, and for how long (LOOK).

The screen shows them, and the next hand waits for them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tablectl.view import Result

FIRST_MS, FURTHER_MS = 5_000, 3_000  # the first pot, each further page
UNSHOWN_MS = 4_000  # where no hand was shown
SEAT_MS = 3_000  # against the house: the dealer, each seat


class Page(NamedTuple):
    """`kind`: pots (who wins which), dealer (what the house holds), seat (a seat's bets against
    it), points.
    """

    kind: str
    wins: tuple[Result, ...] = ()
    pots: tuple[int, ...] = ()  # the numbers of the pots that were won
    pots_in_all: int = 0


def pages_of(
    result: Sequence[Result], *, is_against_the_house: bool, is_dealer_up: bool
) -> tuple[Page, ...]:
    """The pages after a hand, in order; none while nothing is decided."""
    if is_against_the_house and result:
        return ((Page("dealer"),) if is_dealer_up else ()) + tuple(
            Page("seat", (win,)) for win in result
        )
    if any(win.points is not None for win in result):
        best = tuple(win for win in result if win.is_win)
        return (Page("points", best),) if best else ()
    return _pot_pages(result)


def _pot_pages(result: Sequence[Result]) -> tuple[Page, ...]:
    """Pots that the same players win with the same hand share a page."""
    won = tuple(win for win in result if win.won)
    numbers = sorted({win.pot for win in won})
    found: dict[object, list[int]] = {}
    for number in numbers:
        key = tuple((win.seat, win.cards, win.hand) for win in won if win.pot == number)
        found.setdefault(key, []).append(number)
    return tuple(
        Page("pots", tuple(win for win in won if win.pot in pots), tuple(pots), len(numbers))
        for pots in found.values()
    )


def times_ms(pages: Sequence[Page]) -> tuple[int, ...]:
    """How long each page is shown."""
    if not pages or pages[0].kind in ("dealer", "seat"):
        return (SEAT_MS,) * len(pages)
    is_shown = any(win.hand for win in pages[0].wins)
    return (FIRST_MS if is_shown else UNSHOWN_MS, *(FURTHER_MS for _ in pages[1:]))
