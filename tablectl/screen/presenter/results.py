"""A result as it is shown: page after page, what each says of whom, and which cards made it;
pure.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from msgspec.structs import replace

from tablectl.screen.layout.arrangement import group
from tablectl.screen.presenter.moment import Moment
from tablectl.view import Result, Slip, View
from tablectl.view.pages import Page, pages_of, times_ms


def list_pages(model: View) -> tuple[Page, ...]:
    is_dealer_up = model.dealer is not None and model.dealer.qualifies is not None
    return pages_of(
        model.result or (), is_against_the_house=group(model) == "house", is_dealer_up=is_dealer_up
    )


def page_times_ms(model: View) -> tuple[int, ...]:
    """How long each page is shown."""
    return times_ms(list_pages(model))


def page_at_ms(model: View, ms: int) -> tuple[int, bool]:
    """The page to show `ms` after the result came, and whether all pages have been shown; the
    last one stays.
    """
    ends = tuple(accumulate(page_times_ms(model)))
    page = bisect_right(ends, ms)
    return (page, False) if page < len(ends) else (max(0, page - 1), True)


def current_page(model: View, moment: Moment) -> Page | None:
    pages = list_pages(model)
    return pages[min(moment.page, len(pages) - 1)] if pages else None


def find_slip(model: View, seat: int) -> Slip | None:
    return next((slip for slip in model.slips if slip.seat == seat), None)


def used_cards(model: View, moment: Moment) -> tuple[str, ...] | None:
    """The cards of the hand that is shown; None: no card is set apart."""
    page = current_page(model, moment)
    if page is None:
        return None
    cards = {card for win in page.wins if win.is_win for card in win.cards}
    if page.kind == "dealer" and model.dealer is not None:
        cards = set(model.dealer.best)
    return tuple(sorted(cards)) if cards else None


def deciding_cards(model: View, moment: Moment) -> frozenset[str]:
    """The cards by which the hands that are shown beat another one of their name: of each winner
    one.
    """
    page = current_page(model, moment)
    return frozenset(win.decides for win in page.wins if win.decides) if page else frozenset()


def seat_award(model: View, seat: int) -> int:
    """What a seat has won: of the pots, from the house above its own bets, or in points."""
    wins = [win for win in model.result or () if win.seat == seat]
    return sum(
        sum(line.paid for line in win.lines) if win.lines else win.won or max(0, win.points or 0)
        for win in wins
    )


# Shares as whole percents that make 100 together

WHOLE = 100


class Percent(NamedTuple):
    whole: int
    is_less: bool = False  # than one, and more than none


def percents(shares: Sequence[float]) -> tuple[Percent, ...]:
    """Rounded down; what is left goes to those that lost most by it."""
    floors = [int(share * WHOLE + 1e-6) for share in shares]
    left = round(sum(shares) * WHOLE) - sum(floors)
    losers = sorted(range(len(shares)), key=lambda i: floors[i] - shares[i] * WHOLE)
    for i in losers[:left]:
        floors[i] += 1
    return tuple(
        Percent(whole, whole == 0 and share > 0)
        for whole, share in zip(floors, shares, strict=True)
    )


# Against the house: the slips over the plates

State = Literal["waits", "now", "done"]


def are_out(model: View, moment: Moment) -> bool:
    """From the first seat that is paid, once the dealer's hand has been shown, until the next
    hand.
    """
    page = current_page(model, moment)
    return (
        bool(model.slips)
        and page is not None
        and page.kind == "seat"
        and model.phase == "idle"
        and not model.stands_still
    )


def slip_states(model: View, moment: Moment) -> tuple[tuple[Slip, State], ...]:
    """Each slip, in the order in which they are paid, and how it stands."""
    order = {win.seat: place for place, win in enumerate(model.result or ())}
    page = current_page(model, moment)
    here = order.get(page.wins[0].seat, 0) if page is not None and page.wins else 0
    found = []
    for slip in model.slips:
        place = order.get(slip.seat, 0)
        state: State = (
            "done" if moment.is_result_over or place < here else "now" if place == here else "waits"
        )
        found.append((slip, state))
    return tuple(found)


def clear_awards(model: View) -> View:
    """The same table with nobody's award on plate or spot: the slips tell it."""
    return replace(
        model, result=tuple(Result(win.seat, 0, (), None, 0) for win in model.result or ())
    )
