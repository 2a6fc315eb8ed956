"""Which searches are made: a setting, how many disturbances, from where; and the tier that each
belongs to.
"""

from msgspec import Struct

from tablectl.engine.state.table import Table

from . import checks, comings, disturbances, moves, stacks
from .drivers import Arrival, idle, sensible
from .moves import Move
from .offers import what_is_told_is_so
from .relations import RELATIONS
from .relative import relative
from .search import Check, Moves, Search, Searched, StepCheck
from .starts import led_to
from .world import SETTINGS, opened

WHATEVER = Moves(moves.free, disturbances.disturbances)
HELD = Moves(moves.free, disturbances.play_is_held)
COMINGS = Moves(comings.free, comings.disturbances, comings.in_short)
STACKS = Moves(stacks.free, stacks.disturbances)


class Run(Struct, frozen=True, order=True):
    setting: str
    budget: int = 0
    start: str = ""
    is_held: bool = False  # play is held, and nothing else goes wrong

    def __str__(self) -> str:
        place = f" from the {self.start}" if self.start else ""
        return f"{self.setting}{place}, {self.budget} {'held' if self.is_held else 'disturbed'}"


def search(run: Run, seconds: float | None = None, stops_at: str | None = None) -> Searched:
    """Every state of the run, or what can be visited in these seconds, or until such a fault is
    found.
    """
    table, prefix = started(run)
    hands = SETTINGS[run.setting].hands - bool(run.start)
    return Search(moves_of(run), checks_of(run), step_checks_of(run)).run(
        table, hands, run.budget, prefix=prefix, seconds=seconds, stops_at=stops_at
    )


def counted(run: Run) -> Searched:
    """Its states, and nothing asked of them."""
    table, prefix = started(run)
    return Search(moves_of(run)).run(
        table, SETTINGS[run.setting].hands - bool(run.start), run.budget, prefix=prefix
    )


def started(run: Run) -> tuple[Table, tuple[Move, ...]]:
    table = opened(SETTINGS[run.setting])
    return led_to(table, run.start) if run.start else (relative(table, 0), ())


def moves_of(run: Run) -> Moves:
    if run.is_held:
        return HELD
    if "stacks" in run.setting:
        return STACKS
    return COMINGS if "comings" in run.setting else WHATEVER


def checks_of(run: Run) -> list[Check]:
    """The checks of a run. Without an action clock a hand in which nobody acts has no end: then
    `idle` is left out.
    """
    setting = SETTINGS[run.setting]
    found = [*checks.STATE_CHECKS, what_is_told_is_so, *RELATIONS, Arrival(sensible)]
    if "stacks" in run.setting:
        found += stacks.STATE_CHECKS
    return [*found, Arrival(idle)] if setting.options.get("action_clock_s") != 0 else found


def step_checks_of(run: Run) -> tuple[StepCheck, ...]:
    return (
        (*checks.STEP_CHECKS, *stacks.STEP_CHECKS)
        if "stacks" in run.setting
        else checks.STEP_CHECKS
    )


# The tiers

POOL = ("pool-2", "pool-2-jokers")  # from the beginning there are too many states
LARGE = (*POOL, "canterbury-3")
OF_ITS_OWN = ("sensed", "comings", "stacks")
ALWAYS = [
    name for name in SETTINGS if name not in LARGE and not any(kind in name for kind in OF_ITS_OWN)
]

QUICK = [
    *map(Run, ALWAYS),
    Run("pool-2", 0, "shots"),
    Run("casino-1", 1),
    Run("tournament-2", 1, "river", is_held=True),
    Run("casino-1", 1, is_held=True),
    Run("tournament-2-stacks", 0, "rest"),
]

# One disturbance everywhere, two and three where they are most likely to matter.
SLOW = [
    Run("canterbury-3"),
    *(Run(name, 1) for name in ("tournament-2", "tournament-3-antes", "canterbury-2-short")),
    *(Run(name, 1, "rest") for name in ("tournament-2-again", "tournament-2-cut")),
    *(Run(name, 1, "showdown") for name in ("tournament-3", "canterbury-3", "texas6plus-2")),
    *(
        Run(name, 1, "river")
        for name in ("tournament-2-big-blind-ante", "texas6plus-2-pot", "texas6plus-2-fixed")
    ),
    Run("canterbury-2", 1, "runout"),
    Run("casino-2", 1, "flop"),
    Run("casino-2-together", 1, "flop"),
    Run("pool-2-jokers", 0, "shots"),
    Run("tournament-2-sensed"),
    Run("tournament-2", 2, "rest"),
    Run("texas6plus-2", 2, "rest"),
    Run("texas6plus-comings", 2),
    Run("tournament-comings", 3),
    Run("canterbury-comings-bought", 2),
    Run("tournament-2", 2, is_held=True),
    Run("tournament-3", 1, "showdown", is_held=True),
    *(Run(name, 1, is_held=True) for name in ("canterbury-2", "casino-2")),
    Run("pool-2", 1, "shots", is_held=True),
    Run("tournament-2-stacks", 1),
    Run("tournament-2-stacks", 2, "rest"),
    Run("canterbury-2-stacks", 1, "rest"),
]

SOAK = [
    *(Run(name, 1) for name in SETTINGS if "sensed" in name),
    *(Run(name, 1) for name in POOL),
    *(
        Run(name, 1)
        for name in (
            "canterbury-2",
            "canterbury-2-again",
            "texas6plus-2",
            "casino-2",
            "casino-2-together",
        )
    ),
    *(
        Run(name, 2)
        for name in (
            "tournament-2",
            "tournament-3",
            "canterbury-3",
            "texas6plus-3-button-ante",
            "casino-1",
        )
    ),
    *(Run(name, 3) for name in SETTINGS if "comings" in name),
    Run("tournament-2", 2, "runout"),
    *(Run(f"{name}-2-stacks", 3, "rest") for name in ("tournament", "canterbury")),
    Run("canterbury-2-stacks", 2),
]
