"""How long a result stays on the screen before the next hand may begin, page by page (LOOK)."""

from collections.abc import Sequence

from tablectl.engine.state.table import Table
from tablectl.view import Result, View

LANDING_MS = 700                        # between the last card and the first page of the result
FIRST_MS, FURTHER_MS = 5_000, 3_000     # the first page, each further one
UNSHOWN_MS = 4_000                      # the only page, if no hand was shown
SUMMARY_MS = 2_000                      # at least, of the panel between hands
SEAT_MS = 3_000                         # each page against the house: the dealer's hand, then seat by seat


def until_next_hand_ms(t: Table, result: Sequence[Result]) -> int:
    """The least time from the end of a hand to the next: the result is told, and the summary after it can be read."""
    told = told_ms_at(t, result)
    return told + SUMMARY_MS if told and t.house is None and t.score is None else told


def told_ms(view: View) -> int:
    """The time of all pages and of the landing before them; 0 without a result."""
    is_dealer_up = view.dealer is not None and view.dealer.qualifies is not None
    return _told_ms(view.result or (), is_against_the_house=view.house is not None, is_dealer_up=is_dealer_up)


def told_ms_at(t: Table, result: Sequence[Result]) -> int:
    return _told_ms(result, is_against_the_house=t.house is not None, is_dealer_up=t.of_house.is_dealer_up)


def _told_ms(result: Sequence[Result], *, is_against_the_house: bool, is_dealer_up: bool) -> int:
    if not result:
        return 0
    if is_against_the_house:
        return LANDING_MS + SEAT_MS * (is_dealer_up + len(result))
    if any(win.points is not None for win in result):
        shown = [win for win in result if win.is_win]
        return LANDING_MS + (FIRST_MS if any(win.hand for win in shown) else UNSHOWN_MS if shown else 0)
    won = [win for win in result if win.won]
    numbers = dict.fromkeys(sorted(win.pot for win in won))
    pages = {tuple((win.seat, win.cards, win.hand) for win in won if win.pot == number): None for number in numbers}
    if not pages:
        return 0
    first = next(iter(pages))
    return LANDING_MS + (FIRST_MS if any(hand for _, _, hand in first) else UNSHOWN_MS) + FURTHER_MS * (len(pages) - 1)
