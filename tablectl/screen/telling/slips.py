"""Against the house: the slips over the plates while the dealer pays seat after seat; which one is being paid, which are done."""

from typing import Literal

from msgspec.structs import replace

from tablectl.screen.telling.moment import Moment
from tablectl.screen.telling.results import page_of
from tablectl.view import Result, Slip, View

State = Literal["waits", "now", "done"]


def are_out(model: View, moment: Moment) -> bool:
    """From the first seat that is paid, once the dealer's hand has been told, until the next hand."""
    page = page_of(model, moment.page)
    return bool(model.slips) and page is not None and page.kind == "seat" and model.phase == "idle" and not model.stands_still


def states(model: View, moment: Moment) -> tuple[tuple[Slip, State], ...]:
    """Each slip, in the order in which they are paid, and how it stands."""
    order = {win.seat: place for place, win in enumerate(model.result or ())}
    page = page_of(model, moment.page)
    here = order.get(page.wins[0].seat, 0) if page is not None and page.wins else 0
    found = []
    for slip in model.slips:
        place = order.get(slip.seat, 0)
        state: State = "done" if moment.is_told or place < here else "now" if place == here else "waits"
        found.append((slip, state))
    return tuple(found)


def as_paid(model: View) -> View:
    """The same table with nobody's award on plate or spot: the slips tell it."""
    return replace(model, result=tuple(Result(win.seat, 0, (), None, 0) for win in model.result or ()))
