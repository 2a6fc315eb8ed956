"""Cards that leave the shoe while only chips are awaited: they are not early, and take their places with the next street (L-19).

The betting of the street is complete, but for change that is due, an area that is not right, or the gap of the last motion.
Nothing is said of the cards meanwhile. A motion that turns out to be a raise, or leaves the call short, makes them early.
"""

from tablectl.engine.rounds.kinds import now
from tablectl.engine.state.table import Table
from tablectl.rules.early import reload_street


def are_kept(t: Table) -> bool:
    """Whether the loose cards wait for the next street; not where the stub is reshuffled before it."""
    following, streets = t.street + 1, t.game.streets
    if not 0 < following < len(streets) or any(reload_street(streets, out.street) == following for out in t.early):
        return False
    return t.phase == "between" or (t.phase == "showdown" and t.is_tabling) or now(t).awaits_chips_alone(t)
