"""A result as it is told: page after page, what each says of whom, and which cards made it; pure."""

from tablectl.screen.layout.arrangement import group
from tablectl.view import Slip, View
from tablectl.view.pages import Page, pages_of, times_ms


def pages(model: View) -> tuple[Page, ...]:
    is_dealer_up = model.dealer is not None and model.dealer.qualifies is not None
    return pages_of(model.result or (), is_against_the_house=group(model) == "house", is_dealer_up=is_dealer_up)


def told_ms(model: View) -> tuple[int, ...]:
    """How long each page is told."""
    return times_ms(pages(model))


def page_at(model: View, ms: int) -> tuple[int, bool]:
    """The page to show `ms` after the result came, and whether all pages have been shown; the last one stays."""
    ends = 0
    times = told_ms(model)
    for number, page_ms in enumerate(times):
        ends += page_ms
        if ms < ends:
            return number, False
    return max(0, len(times) - 1), True


def page_of(model: View, number: int) -> Page | None:
    told = pages(model)
    return told[min(number, len(told) - 1)] if told else None


def slip_of(model: View, seat: int) -> Slip | None:
    return next((slip for slip in model.slips if slip.seat == seat), None)


def used_cards(model: View, number: int) -> tuple[str, ...] | None:
    """The cards of the hand that is told; None: no card is set apart."""
    page = page_of(model, number)
    if page is None:
        return None
    cards = {card for win in page.wins if win.is_win for card in win.cards}
    if page.kind == "dealer" and model.dealer is not None:
        cards = set(model.dealer.best)
    return tuple(sorted(cards)) if cards else None


def deciding_card(model: View, number: int) -> str | None:
    """The card by which the hand that is told beats another one of its name."""
    page = page_of(model, number)
    return next((win.decides for win in page.wins if win.decides), None) if page is not None else None


def award(model: View, seat: int) -> int:
    """What a seat has won: of the pots, from the house above its own bets, or in points."""
    wins = [win for win in model.result or () if win.seat == seat]
    return sum(sum(line.paid for line in win.lines) if win.lines else win.won or max(0, win.points or 0) for win in wins)
