"""The floor's rulings on the level and the break (F-14) and on the button (H-8): what they do, in
words, and how those that are open are typed.
"""

from collections.abc import Iterator, Sequence

from tablectl.engine import facts as f, floor
from tablectl.engine.state.table import Table
from tablectl.present.asks.acting_for import WHY
from tablectl.present.reasons.fields import Sentence, say_fact
from tablectl.rules.forced import MINUTE_MS, Stakes
from tablectl.text import T, Text, Value


def level_rulings(t: Table) -> Iterator[tuple[floor.SetLevel, str]]:
    """The next level and the one before, and what is typed for them."""
    number = t.schedule.level + 1
    for to in (number + 1, number - 1):
        yield floor.SetLevel(to=to, why=WHY), f'level --to {to} --why "{WHY}"'


def level_effects(facts: Sequence[object]) -> list[Value]:
    """What such a ruling would do, by the facts of its trial; of any other ruling, nothing."""
    return [say_fact(WOULD, fact) for fact in facts if type(fact) in WOULD]


def _level_begins(text: Text) -> Sentence:
    def say_text(*, level: int, stakes: Stakes) -> Text:
        return text(level=level + 1, small=stakes.small_blind, big=stakes.big_blind)

    return say_text


def _level_moves(longer: Text, shorter: Text) -> Sentence:
    def say_text(*, by_ms: int) -> Text:
        return (longer if by_ms >= 0 else shorter)(minutes=_count_minutes(abs(by_ms)))

    return say_text


def _break_lasts(lasts: Text, over: Text) -> Sentence:
    def say_text(*, left_ms: int) -> Text:
        return lasts(minutes=_count_minutes(left_ms)) if left_ms else over

    return say_text


def _count_minutes(ms: int) -> float:
    return round(ms / MINUTE_MS, 1)


WOULD: dict[type, Sentence] = {
    f.LevelSet: _level_begins(T("Level {level} begins, blinds {small:,} / {big:,}.")),
    f.LevelLengthened: _level_moves(
        T("The level is {minutes:g} minutes longer."),
        T("The level is {minutes:g} minutes shorter."),
    ),
    f.BreakSet: _break_lasts(
        T("The break lasts {minutes:g} minutes from now: no hand begins before it ends."),
        T("The break is over."),
    ),
    f.ButtonPlaced: T("{seat} has the next hand's button."),
}
RULED: dict[type, Sentence] = {  # read out, once they are ruled
    f.LevelSet: _level_begins(T("Ruled: level {level} begins, blinds {small:,} / {big:,}.")),
    f.LevelLengthened: _level_moves(
        T("Ruled: the level is {minutes:g} minutes longer."),
        T("Ruled: the level is {minutes:g} minutes shorter."),
    ),
    f.BreakSet: _break_lasts(
        T("Ruled: the break lasts {minutes:g} minutes from now."), T("Ruled: the break is over.")
    ),
    f.ButtonPlaced: T("Ruled: {seat} has the next hand's button."),
}
