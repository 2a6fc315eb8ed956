"""The type of a question: the modules of this package make it, the view sends it as `ask`, its
sentence as `prompt`.
"""

from tablectl.engine.questions import has_anted_or_passed, seats_to_answer
from tablectl.engine.state.table import Table
from tablectl.structs import Light
from tablectl.text import T, Value

KINDS = (
    "halted",
    "reload",
    "held",
    "shoe",
    "lost",
    "break",
    "paused",
    # of a seat at its turn
    "post",
    "act",
    "motion",
    "awaited",
    "complete",
    "show",
    "muck",
    "decide",
    "shot",
    # of all at once
    "bets",
    "decide_all",
    "flat_bets",
    "take_back",
    "deal",
    "draw",
    # between hands
    "void",
    "come",
    "move",
    "stacks",
    "over",
    "deck",
    "cut",
    "button",
    "players",
    "ready",
    "next",
    # that are enrolled
    "chips",
)


class Ask(Light):
    """`seats`: whom it is about. `command`: what the floor types, where it has to. No
    headline: the keys say it.
    """

    kind: str
    headline: Value  # None: there is none
    sentence: Value
    seats: tuple[int, ...] = ()
    command: str = ""


SHOE_LOST = Ask(
    "shoe", T("The shoe has no connection"), T("Check its plug. Play goes on by itself.")
)


def to_answer(t: Table) -> tuple[int, ...]:
    """The seats that must still answer at once, ascending: bets, calls and folds
    together, flat bets.
    """
    if not t.asks_all or t.is_stopped:
        return ()
    if t.game.plays_for != "house":
        return tuple(sorted([player.number for player in seats_to_answer(t)]))
    return tuple(
        sorted(t.undecided or [number for number in t.dealt if not has_anted_or_passed(t, number)])
    )
