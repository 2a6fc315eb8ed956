"""A result as it is told: page after page, what each says of whom, and which cards made it; pure."""

from typing import NamedTuple

from tablectl.screen.layout.arrangement import group
from tablectl.view import Result, Slip, View

FIRST_MS, FURTHER_MS = 5_000, 3_000     # the first pot, each further page
UNSHOWN_MS = 4_000                      # where no hand was shown
SEAT_MS = 3_000                         # against the house: the dealer, each seat


class Page(NamedTuple):
    """`kind`: pots (who wins which), dealer (what the house holds), seat (a seat's bets against it), points."""

    kind: str
    wins: tuple[Result, ...] = ()
    pots: tuple[int, ...] = ()      # the numbers of the pots that were won
    pots_in_all: int = 0


def pages(model: View) -> tuple[Page, ...]:
    """What there is to tell after a hand, in order; empty while nothing is decided."""
    if not model.result:
        return ()
    kind = group(model)
    if kind == "house":
        shown = model.dealer is not None and model.dealer.qualifies is not None
        return ((Page("dealer"),) if shown else ()) + tuple(Page("seat", (win,)) for win in model.result)
    if kind == "rack":
        best = tuple(win for win in model.result if win.is_win)
        return (Page("points", best),) if best else ()
    return _pot_pages(model.result)


def _pot_pages(result: tuple[Result, ...]) -> tuple[Page, ...]:
    """Pots that the same players win with the same hand are told together."""
    won = tuple(win for win in result if win.won)
    numbers = sorted({win.pot for win in won})
    found: dict[object, list[int]] = {}
    for number in numbers:
        key = tuple((win.seat, win.cards, win.hand) for win in won if win.pot == number)
        found.setdefault(key, []).append(number)
    return tuple(Page("pots", tuple(win for win in won if win.pot in pots), tuple(pots), len(numbers))
                 for pots in found.values())


def told_ms(model: View) -> tuple[int, ...]:
    """How long each page is told."""
    told = pages(model)
    if not told or group(model) == "house":
        return (SEAT_MS,) * len(told)
    is_shown = any(win.hand for win in told[0].wins)
    return (FIRST_MS if is_shown else UNSHOWN_MS, *(FURTHER_MS for _ in told[1:]))


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


def award(model: View, seat: int) -> int:
    """What a seat has won: of the pots, from the house above its own bets, or in points."""
    wins = [win for win in model.result or () if win.seat == seat]
    return sum(sum(line.paid for line in win.lines) if win.lines else win.won or max(0, win.points or 0) for win in wins)
