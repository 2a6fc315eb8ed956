"""Who is asked at once with other seats, and has not answered: bets against the house, calls and folds together, flat bets."""

from tablectl.engine.questions import has_anted_or_passed, to_bet_points
from tablectl.engine.state.table import Table


def to_answer(t: Table) -> tuple[int, ...]:
    """Their numbers, ascending."""
    if not t.asks_all or t.is_stopped:
        return ()
    if t.house is None:
        return tuple(sorted([player.number for player in to_bet_points(t)]))
    return tuple(sorted(t.undecided or [number for number in t.dealt if not has_anted_or_passed(t, number)]))
