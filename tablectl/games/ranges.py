"""How far a setting may go: what lies outside is no game that anybody plays, and is refused with a sentence."""

from collections.abc import Iterator
from typing import Any

from tablectl.rules.forced import Level

DAY_S = 24 * 3_600
WEEK_MIN = 7 * 24 * 60
MOST_LEVELS = 200                # of a schedule
MOST_HANDS = 1_000_000           # of a level or a game
MOTION_MS = 60_000               # a motion of chips with longer gaps is several

RANGES: dict[str, tuple[int, int]] = {       # both included
    "cap": (0, 1_000), "action_clock_s": (0, DAY_S), "time_bank_s": (0, DAY_S), "bet_clock_s": (0, DAY_S),
    "decision_clock_s": (0, DAY_S), "motion_gap_ms": (0, MOTION_MS), "late_entry_until_level": (0, MOST_LEVELS),
    "hands": (0, MOST_HANDS),
}


def wrong_with_ranges(settings: Any) -> Iterator[str]:
    """A sentence for each setting that is too small or too large. How large an amount may be is checked where files are read."""
    for name, (least, most) in RANGES.items():
        value = getattr(settings, name)
        if value is not None and not least <= value <= most:
            yield f"{name} is {least} to {most:,}, not {value:g}."
    if settings.smallest_chip is not None and settings.smallest_chip < 1:
        yield f"smallest_chip is 1 or more, not {settings.smallest_chip}."
    if len(settings.levels) > MOST_LEVELS:
        yield f"A schedule has {MOST_LEVELS} levels at most, not {len(settings.levels):,}."
    for number, level in enumerate(settings.levels, 1):
        yield from (f"Level {number}: {why}" for why in wrong_with_level(level))


def wrong_with_level(level: Level) -> Iterator[str]:
    if level.small_blind > level.big_blind:
        yield f"the small blind, {level.small_blind:,}, is more than the big one, {level.big_blind:,}."
    if level.minutes is not None and not 0 < level.minutes <= WEEK_MIN:
        yield f"it lasts more than 0 and at most {WEEK_MIN:,} minutes, not {level.minutes:g}."
    if level.hands is not None and not 1 <= level.hands <= MOST_HANDS:
        yield f"it lasts 1 to {MOST_HANDS:,} hands, not {level.hands:,}."
    if not 0 <= level.break_minutes <= WEEK_MIN:
        yield f"its break lasts 0 to {WEEK_MIN:,} minutes, not {level.break_minutes:g}."
