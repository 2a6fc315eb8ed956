"""Cards that leave the shoe while only chips are awaited: they are not early, and take their places with the next street (L-19).

All betting is done; chips are still to be taken back or put right, or the last motion has not ended. No notice is given of the
cards. If that motion turns out to be a raise, or a short call, the cards are early after all.
"""

from tablectl.engine.rounds.kinds import kind_of_round
from tablectl.engine.state.table import Table
from tablectl.rules.early import reload_street


def are_kept(t: Table) -> bool:
    """Whether the loose cards wait for the next street. They do not if the stub will be reshuffled before it."""
    following, streets = t.street + 1, t.game.streets
    if not 0 < following < len(streets) or any(reload_street(streets, out.street) == following for out in t.early):
        return False
    return t.phase == "between" or (t.phase == "showdown" and t.shown.is_tabling) or kind_of_round(t).awaits_chips_alone(t)
