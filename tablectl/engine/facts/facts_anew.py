"""What is otherwise from now on though no hand has done it: another configuration, and an area that has to be read again."""

from tablectl.engine.facts.fact import Fact


class TableConfigured(Fact, frozen=True, tag="table_configured"):
    """What of another configuration applies at once: names, clocks, and the seats the table has. None: as it was."""

    name: str | None
    names: dict[int, str | None]
    clocks: dict[str, float]
    places: tuple[int, ...] | None


class LevelDoubted(Fact, frozen=True, tag="level_doubted"):
    """Readings of a seat are missing: what its area holds is known when it has been read again."""

    seat: int


AnyFact = TableConfigured | LevelDoubted
