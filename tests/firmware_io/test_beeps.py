"""Beeps: what a buzzer sounds and when it changes, told by the clock alone."""

import pytest

from firmware_io.beeps import LAST_SECONDS, SILENT, YOUR_TURN, is_on, next_at_ms


def changes(beeps):
    """Every moment at which somebody who follows `next_at_ms` finds it changed."""
    moment = 0
    found = []
    while moment is not None:
        found.append((moment, is_on(beeps, moment)))
        moment = next_at_ms(beeps, moment)
    return found


def test_a_turn_is_two_blips():
    assert changes(YOUR_TURN) == [(0, True), (90, False), (180, True), (270, False)]


def test_the_last_seconds_tick_once_a_second():
    assert [at_ms for at_ms, is_sounding in changes(LAST_SECONDS) if is_sounding] == [0, 1_000, 2_000, 3_000, 4_000]


def test_silence_never_changes():
    assert changes(SILENT) == [(0, False)]


@pytest.mark.parametrize("beeps", [YOUR_TURN, LAST_SECONDS])
def test_who_asks_only_when_told_to_misses_nothing(beeps):
    asked = dict(changes(beeps))
    heard, now = [], False
    for t_ms in range(6_000):
        now = asked.get(t_ms, now)
        heard.append(now)
    assert heard == [is_on(beeps, t_ms) for t_ms in range(6_000)]
