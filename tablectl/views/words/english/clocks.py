"""Clocks and devices."""

from tablectl.engine.state.why import Why
from tablectl.views.words.template import Sentence

SENTENCES: dict[str, Sentence] = {
    Why.TIME_UP_CALL: "{Seat}: time is up. The raise is not complete: a call.",
    Why.TIME_UP_CHECK: "{Seat}: time is up. Check.",
    Why.TIME_UP_FOLD: "{Seat}: time is up. The hand is folded.",
    Why.TIME_UP_SHOW: "{Seat}: time is up. The hand is turned up.",
    Why.TIME_UP_PASS: "{Seat}: time is up. Pass.",
    Why.TIME_UP_MISS: "{Seat}: time is up. The shot is missed.",
    Why.SECONDS_LEFT: "{Seat} has {seconds} seconds left.",
    Why.SECONDS_LEFT_FOR_ALL: "There are {seconds} seconds left.",
    Why.LAST_BETS: "Last bets: there are {seconds} seconds left.",
    Why.SHOE_LOST: "The shoe has no connection. Nothing is lost; play waits when a card is needed.",
    Why.SEAT_LOST: "Seat {at} has no connection. Nothing is lost; play waits when it is {seat}'s turn.",
    Why.SEAT_FAULTY: "The device of seat {at} reports what cannot be. Its reports do not count; the clock runs on.",
    Why.SHOE_BACK: "The shoe is back.",
    Why.SEAT_BACK: "Seat {at} is back.",
}
