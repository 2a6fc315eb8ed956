"""The floor's rulings on the level and the break (F-14): what they do, in words, and how those that are open are typed."""

from collections.abc import Iterator, Sequence

from tablectl.engine import facts as f, floor
from tablectl.engine.state.table import Table
from tablectl.present.asks.acting_for import WHY
from tablectl.rules.forced import MINUTE_MS, Stakes
from tablectl.text import T, Text


def to_levels(t: Table) -> Iterator[tuple[floor.SetLevel, str]]:
    """The next level and the one before, and what is typed for them."""
    number = t.schedule.level + 1
    for to in (number + 1, number - 1):
        yield floor.SetLevel(to=to, why=WHY), f'level --to {to} --why "{WHY}"'


def effect(facts: Sequence[object]) -> list[Text]:
    """What such a ruling would do, by the facts of its trial; of any other ruling, nothing."""
    return [said for fact in facts if (said := _of_level(fact) or _of_break(fact)) is not None]


def _of_level(fact: object) -> Text | None:
    if isinstance(fact, f.LevelSet):
        return T(
            "Level {level} begins, blinds {small:,} / {big:,}.",
            level=fact.level + 1,
            small=fact.stakes.small_blind,
            big=fact.stakes.big_blind,
        )
    if not isinstance(fact, f.LevelLengthened):
        return None
    more = T("The level is {minutes:g} minutes longer.") if fact.by_ms >= 0 else T("The level is {minutes:g} minutes shorter.")
    return more(minutes=_minutes(abs(fact.by_ms)))


def _of_break(fact: object) -> Text | None:
    if not isinstance(fact, f.BreakSet):
        return None
    return (
        T("The break lasts {minutes:g} minutes from now: no hand begins before it ends.", minutes=_minutes(fact.left_ms))
        if fact.left_ms
        else T("The break is over.")
    )


# Read out, once they are ruled

def level_set(*, level: int, stakes: Stakes) -> Text:
    return T("Ruled: level {level} begins, blinds {small:,} / {big:,}.",
             level=level + 1, small=stakes.small_blind, big=stakes.big_blind)


def level_lengthened(*, by_ms: int) -> Text:
    more = T("Ruled: the level is {minutes:g} minutes longer.") if by_ms >= 0 else (
        T("Ruled: the level is {minutes:g} minutes shorter."))
    return more(minutes=_minutes(abs(by_ms)))


def break_set(*, left_ms: int) -> Text:
    if not left_ms:
        return T("Ruled: the break is over.")
    return T("Ruled: the break lasts {minutes:g} minutes from now.", minutes=_minutes(left_ms))


def _minutes(ms: int) -> float:
    return round(ms / MINUTE_MS, 1)
