"""How long a result stays on the screen before the next hand may begin, page by page (LOOK)."""

from collections.abc import Sequence

from tablectl.engine.state.table import Table
from tablectl.view import Result, View
from tablectl.view.pages import Page, pages_of, times_ms

LANDING_MS = 700  # between the last card and the first page of the result
SUMMARY_MS = 2_000  # at least, of the panel between hands
# the cards of a draw come back, the deck is shuffled, cut and loaded (T-1)
SHUFFLE_MS = 15_000


def until_next_hand_ms(t: Table, result: Sequence[Result]) -> int:
    """The least time from the end of a hand to the next: for the result, and the summary after it.

    After a draw for the button it is the time to shuffle: the screen says who does it.
    """
    if t.phase == "seating":
        return SHUFFLE_MS
    shown_ms = table_result_ms(t, result)
    return (
        shown_ms + SUMMARY_MS
        if shown_ms and t.game.plays_for != "house" and t.score is None
        else shown_ms
    )


def result_ms(view: View) -> int:
    """The time of all pages and of the landing before them; 0 without a result."""
    is_dealer_up = view.dealer is not None and view.dealer.qualifies is not None
    return _with_landing(
        pages_of(
            view.result or (),
            is_against_the_house=view.house is not None,
            is_dealer_up=is_dealer_up,
        )
    )


def table_result_ms(t: Table, result: Sequence[Result]) -> int:
    return _with_landing(
        pages_of(
            result,
            is_against_the_house=t.game.plays_for == "house",
            is_dealer_up=t.of_house.dealer.is_shown,
        )
    )


def _with_landing(pages: Sequence[Page]) -> int:
    return LANDING_MS + sum(times_ms(pages)) if pages else 0
