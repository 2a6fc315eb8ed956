"""The sentences of a halt: what the rulebook prescribes; while the shoe is reloaded, why and how (L-22)."""

from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.table import Table
from tablectl.rules.cards import UNREADABLE
from tablectl.views.says import Saying, Says


def prescribed(t: Table) -> Saying | Irregularity:
    """What the floor does to end the halt."""
    if t.won is not None and t.in_hand:
        return _other_pots(t)
    if t.irregularity is not None:
        return t.irregularity
    return reload(t, t.reload.cards if t.reload is not None and t.reload.is_up else ())


def _other_pots(t: Table) -> Saying:
    """The floor gave one of several pots during a halt, so it gives the others, too (F-6)."""
    left = [Says.POT_LEFT(pot=index, amount=pot.amount) for index, pot in enumerate(t.pots) if pot.amount]
    return Says.REST_OF_THE_POTS(pots=tuple(left))


def reload_why(t: Table) -> Saying:
    """Why cards go back into the deck, in a sentence."""
    street = t.street_now.name if t.street_now else "board"
    if t.reload is not None and t.reload.kind == "premature_card":
        return Says.CAME_TOO_EARLY(street=street)
    if t.reload is not None and t.reload.kind == "too_many_flop_cards":
        return Says.HAD_TOO_MANY(street=street)
    return Says.CAME_TOGETHER()


def reload(t: Table, named: tuple[str, ...]) -> Saying:
    """How the shoe is reloaded (L-22). `named`: the cards that go back, if everyone may know them."""
    known = tuple(card for card in named if card != UNREADABLE)
    return Says.RESHUFFLE(cards=known, is_burned=t.reload is not None and t.reload.is_burned)
