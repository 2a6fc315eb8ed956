"""What a view adds to what is wrong: how many cards are wanted, and where the other one of two equal cards lies."""

from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.table import Table
from tablectl.text import T, Text, plural


def added(t: Table, wrong: Irregularity) -> Text | None:
    """Of cards alone that lie face up, or that everybody may count."""
    if wrong.kind == "duplicate_card":
        return _other_one(t, wrong)
    if wrong.kind == "too_many_flop_cards":
        wanted = next(street.board for street in t.game.streets if street.board)
        is_counted_by_eye = wrong.why == "flop_counted"         # the shoe may have dealt no more than are wanted
        if not is_counted_by_eye:
            return T("{wanted} are wanted.", wanted=wanted)
        return T("{wanted} are wanted, and {dealt} left the shoe.", wanted=wanted, dealt=len(t.board) + len(t.loose))
    if wrong.why == "wrong_count":
        wanted = next(street.hole for street in t.game.streets if street.hole)
        return plural("One is wanted.", "{wanted} are wanted.", wanted, wanted=wanted)
    return None


def _other_one(t: Table, wrong: Irregularity) -> Text | None:
    """Where it lay before; None: face down, or already out of play."""
    card = wrong.up[0] if wrong.up else None
    if card is None:
        return None
    if card in t.board_up:
        return T("The other one lies on the board.")
    held = next((n for n, player in t.shown.players.items() if card in player.shown), None)
    return T("The other one lies before {seat}.", seat=held) if held is not None else None
