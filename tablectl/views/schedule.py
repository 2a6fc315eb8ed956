"""The floor's rulings on the level and the break (F-14): what they do, in words, and how those that are open are typed."""

from collections.abc import Iterator, Sequence

from tablectl.engine import facts as f, floor
from tablectl.engine.state.table import Table
from tablectl.rules.forced import MINUTE_MS
from tablectl.views.acting_for import WHY
from tablectl.views.says import Saying, Says


def to_levels(t: Table) -> Iterator[tuple[floor.SetLevel, str]]:
    """The next level and the one before, and what is typed for them."""
    number = t.schedule.level + 1
    for to in (number + 1, number - 1):
        yield floor.SetLevel(to=to, why=WHY), f'level --to {to} --why "{WHY}"'


def effect(facts: Sequence[object]) -> list[Saying]:
    """What such a ruling would do, by the facts of its trial; of any other ruling, nothing."""
    return [said for fact in facts if (said := _of_level(fact) or _of_break(fact)) is not None]


def _of_level(fact: object) -> Saying | None:
    if isinstance(fact, f.LevelSet):
        return Says.LEVEL_WOULD_BE(level=fact.level + 1, small=fact.stakes.small_blind, big=fact.stakes.big_blind)
    return Says.LEVEL_WOULD_LAST(more=_minutes(fact.by_ms)) if isinstance(fact, f.LevelLengthened) else None


def _of_break(fact: object) -> Saying | None:
    if not isinstance(fact, f.BreakSet):
        return None
    return Says.BREAK_WOULD_LAST(minutes=_minutes(fact.left_ms)) if fact.left_ms else Says.BREAK_WOULD_END()


# Read out, once they are ruled

def level_set(fact: f.LevelSet, facts: Sequence[object]) -> Saying:
    return Says.RULED_LEVEL(level=fact.level + 1, small=fact.stakes.small_blind, big=fact.stakes.big_blind)


def level_lengthened(fact: f.LevelLengthened, facts: Sequence[object]) -> Saying:
    return Says.RULED_LENGTH(more=_minutes(fact.by_ms))


def break_set(fact: f.BreakSet, facts: Sequence[object]) -> Saying:
    return Says.RULED_BREAK(minutes=_minutes(fact.left_ms)) if fact.left_ms else Says.RULED_BREAK_OVER()


def _minutes(ms: int) -> float:
    return round(ms / MINUTE_MS, 1)
