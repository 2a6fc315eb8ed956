"""Which searches are made: a setting, how many disturbances, from where; and the tier that each belongs to."""

from msgspec import Struct

from tablectl.engine.table import Table

from . import comings, disturbances, moves
from .checks import STATE_CHECKS, STEP_CHECKS
from .drivers import Arrival, idle, sensible
from .moves import Move
from .offers import OFFERED
from .relations import RELATIONS
from .relative import relative
from .search import Check, Moves, Search, Searched
from .starts import led_to
from .world import SETTINGS, opened

WHATEVER = Moves(moves.free, disturbances.disturbances)
COMINGS = Moves(comings.free, comings.disturbances, comings.in_short)


class Run(Struct, frozen=True, order=True):
    setting: str
    budget: int = 0
    start: str = ""

    def __str__(self) -> str:
        place = f" from the {self.start}" if self.start else ""
        return f"{self.setting}{place}, {self.budget} disturbed"


def search(run: Run, seconds: float | None = None, stops_at: str | None = None) -> Searched:
    """Every state of the run, or what can be visited in these seconds, or until such a fault is found."""
    table, prefix = started(run)
    hands = SETTINGS[run.setting].hands - bool(run.start)
    return Search(moves_of(run), checks_of(run), STEP_CHECKS).run(
        table, hands, run.budget, prefix=prefix, seconds=seconds, stops_at=stops_at)


def started(run: Run) -> tuple[Table, tuple[Move, ...]]:
    table = opened(SETTINGS[run.setting])
    return led_to(table, run.start) if run.start else (relative(table, 0), ())


def moves_of(run: Run) -> Moves:
    return COMINGS if "comings" in run.setting else WHATEVER


def checks_of(run: Run) -> list[Check]:
    """Nobody waits for a clock that a table does not have."""
    setting = SETTINGS[run.setting]
    checks: list[Check] = [*STATE_CHECKS, *OFFERED, *RELATIONS, Arrival(sensible)]
    return [*checks, Arrival(idle)] if setting.options.get("action_clock_s") != 0 else checks


# The tiers

POOL = ("pool-2", "pool-2-jokers")      # from the beginning they are too many
ALWAYS = [name for name in SETTINGS if "sensed" not in name and "comings" not in name and name not in POOL]

QUICK: list[Run] = [*map(Run, ALWAYS), Run("pool-2", 0, "shots"), Run("casino-1", 1)]
SLOW: list[Run] = []
SOAK: list[Run] = []
