"""Clocks and devices."""

from tablectl.engine.state.why import Why
from tablectl.present.reasons.fields import Sentence
from tablectl.text import T

SENTENCES: dict[str, Sentence] = {
    Why.TIME_UP_CALL: T("{seat}: time is up. The raise is not complete: a call."),
    Why.TIME_UP_CHECK: T("{seat}: time is up. Check."),
    Why.TIME_UP_FOLD: T("{seat}: time is up. The hand is folded."),
    Why.TIME_UP_SHOW: T("{seat}: time is up. The hand is turned up."),
    Why.TIME_UP_PASS: T("{seat}: time is up. Pass."),
    Why.TIME_UP_MISS: T("{seat}: time is up. The shot is missed."),
    Why.SECONDS_LEFT: T("{seat} has {seconds} seconds left."),
    Why.SECONDS_LEFT_FOR_ALL: T("There are {seconds} seconds left."),
    Why.LAST_BETS: T("Last bets: there are {seconds} seconds left."),
    Why.SHOE_LOST: T("The shoe has no connection. Nothing is lost; play waits when a card is needed."),
    Why.SEAT_LOST: T("Seat {at} has no connection. Nothing is lost; play waits when it is {seat}'s turn."),
    Why.SEAT_FAULTY: T("The device of seat {at} reports what cannot be. Its reports do not count; the clock runs on."),
    Why.SHOE_BACK: T("The shoe is back."),
    Why.SEAT_BACK: T("Seat {at} is back."),
}
