"""What a view adds to what is wrong: how many cards are wanted, and where the other one of two equal cards lies."""

from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.table import Table
from tablectl.views.says import Saying, Says


def added(t: Table, wrong: Irregularity) -> Saying | None:
    """Of cards alone that lie face up, or that everybody may count."""
    if wrong.kind == "duplicate_card":
        return _other_one(t, wrong)
    if wrong.kind == "too_many_flop_cards":
        wanted = next(street.board for street in t.game.streets if street.board)
        is_counted_by_eye = wrong.why == "flop_counted"         # the shoe may have dealt no more than are wanted
        return Says.FLOP_WANTED(wanted=wanted, dealt=len(t.board) + len(t.loose) if is_counted_by_eye else None)
    if wrong.why == "wrong_count":
        return Says.HOLE_CARDS_WANTED(wanted=next(street.hole for street in t.game.streets if street.hole))
    return None


def _other_one(t: Table, wrong: Irregularity) -> Saying | None:
    """Where it lay before; None: face down, or already out of play."""
    card = wrong.up[0] if wrong.up else None
    if card is None:
        return None
    if card in t.board_up:
        return Says.OTHER_ON_THE_BOARD()
    held = next((n for n, player in t.shown.players.items() if card in player.shown), None)
    return Says.OTHER_BEFORE(seat=held) if held is not None else None
