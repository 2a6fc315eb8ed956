"""What a buzzer sounds, as values: when it begins and ends, in ms from its start. Pure; who drives
the buzzer asks by the clock.

    is_on(YOUR_TURN, t_ms)              whether it sounds now
    next_at_ms(YOUR_TURN, t_ms)         when that changes next, None: never again

Few and short, because a table of ten hears all of them: a turn is signalled by two blips, of which
even the first is heard over chips; the last seconds tick once a second, as the lamp blinks.
"""

Beeps = tuple[tuple[int, int], ...]  # (begins_ms, ends_ms), in order, without overlap

LAST_SECONDS_MS = 5_000  # of the action clock, in which the lamp blinks too
TICK_MS = 60

SILENT: Beeps = ()
YOUR_TURN: Beeps = ((0, 90), (180, 270))
LAST_SECONDS: Beeps = tuple(
    (second_ms, second_ms + TICK_MS) for second_ms in range(0, LAST_SECONDS_MS, 1_000)
)


def is_on(beeps: Beeps, t_ms: int) -> bool:
    return any(begins_ms <= t_ms < ends_ms for begins_ms, ends_ms in beeps)


def next_at_ms(beeps: Beeps, t_ms: int) -> int | None:
    return next((moment for beep in beeps for moment in beep if moment > t_ms), None)
