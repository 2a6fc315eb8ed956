"""The gate of phones: however phones crash and sleep, and web process and service are killed, each
press counts once or not at all, none that was acknowledged is lost, and no hand waits longer than
its clock.

The pages are those of phone_pages.py, which do what press.js does, and the web process is the real
application, in virtual time. What is played is compared with the same hands on a bare stage, which
has neither phones nor processes.
"""

from collections import Counter
from unittest.mock import patch

import pytest

from tablectl.service.phones import seats_socket
from tablectl.service.phones.seat_phones import SeatPhones
from tablectl.service.phones.seats_socket import Phones
from tablectl.simulation.players.people import Stalled
from tablectl.simulation.stage.virtual_time import StuckError
from tests.claims import tried

from .phone_faults import (
    BANK_S,
    CLOCK_S,
    FORGED,
    PHONE_FAULTS,
    REPLAYED,
    SERVICE,
    WEB,
    Evening,
    Rates,
    by_the_clock,
    on_bare_stage,
    on_phones,
)
from .playing import first_difference

PRESETS = ("tournament", "texas6plus", "canterbury", "casino", "pool")
SEED, QUICK_HANDS = 7, 10
# of all games 1,000: a hand of pool has seven times the presses of another
HANDS = {"tournament": 230, "texas6plus": 230, "canterbury": 230, "casino": 230, "pool": 80}
A_TABLE = 50  # hands of one table, if its game goes on so long
OFTEN = Rates(phones=0.3, web=0.1, service=0.1, intruder=0.1)
NOW_AND_THEN = Rates(phones=0.14, web=0.04, service=0.04, intruder=0.04)
# phones that stay away longer than any clock
LONG = Rates(phones=0.2, web=0.02, service=0.02, intruder=0.02, away_s=(1, 60))
AT_MOST_MS = {"casino": CLOCK_S * 1_000, "pool": CLOCK_S * 1_000}
CONTROLS = 12  # tables at most, until one of them shows what is broken


class Evenings:
    """What came of some tables of a game."""

    def __init__(self, name: str):
        self.name, self.seed = name, 0
        self.hands = self.presses = 0
        self.struck = Counter[str]()
        self.wrong: list[str] = []

    def add(self, hands: int, rates: Rates):
        """Another table, whose facts are compared with those of a bare stage."""
        self.seed += 1
        evening = on_phones(self.name, hands, self.seed, rates, self.seed)
        self.count(evening)
        wanted = on_bare_stage(self.name, hands, self.seed)
        if (differs := first_difference(wanted, evening.facts)) is not None:
            self.wrong.append(f"{self.name}, table {self.seed}, {differs}")

    def count(self, evening: Evening):
        self.hands += evening.hands
        self.presses += evening.presses
        self.struck += evening.struck
        self.wrong += [f"{self.name}, table {self.seed}: {what}" for what in evening.wrong]

    def of_phones(self) -> int:
        return sum(self.struck[what] for what in PHONE_FAULTS)

    def __str__(self):
        struck = ", ".join(f"{count:,} {what}" for what, count in sorted(self.struck.items()))
        return f"{self.name}: {self.hands:,} hands, {self.presses:,} presses; {struck}"


def holds(evenings: Evenings):
    print(evenings)
    assert evenings.wrong == []
    assert evenings.struck["forged, and taken"] == 0


def test_hands_on_phones_that_crash_and_sleep_are_those_of_a_bare_stage():
    """Clauses: G-7."""
    evenings = Evenings("tournament")
    evenings.add(QUICK_HANDS, OFTEN)
    holds(evenings)
    tried(evenings.struck.total(), "disturbances")
    assert min(evenings.struck[what] for what in (*PHONE_FAULTS, WEB, SERVICE)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_a_thousand_hands_of_all_games_on_phones_are_those_of_a_bare_stage(name):
    """Clauses: G-7. With 1,000 faults of phones, 200 of the web process and of the service."""
    evenings = Evenings(name)
    while evenings.hands < HANDS[name]:
        evenings.add(min(A_TABLE, HANDS[name] - evenings.hands), NOW_AND_THEN)
    holds(evenings)
    tried(evenings.hands, "hands")
    tried(evenings.struck.total(), "disturbances")
    assert evenings.of_phones() >= 200
    assert evenings.struck[WEB] >= 40
    assert evenings.struck[SERVICE] >= 40
    assert min(evenings.struck[what] for what in (*PHONE_FAULTS, REPLAYED, FORGED)) > 5


@pytest.mark.soak
def test_hands_on_phones_that_nobody_has_seen_are_those_of_a_bare_stage(soaking):
    """Clauses: G-7."""
    for seed in soaking:
        evenings = Evenings(PRESETS[seed % len(PRESETS)])
        evenings.seed = seed
        evenings.add(A_TABLE, OFTEN)
        holds(evenings)
        tried(evenings.struck.total(), "disturbances")


# No hand waits longer than its clock


def longest_of(name: str, seed: int, hands: int) -> Evening:
    evening = by_the_clock(name, hands, seed, LONG)
    assert evening.wrong == []
    return evening


def at_most_ms(name: str) -> int:
    return AT_MOST_MS.get(name, (CLOCK_S + BANK_S) * 1_000)


def test_a_hand_goes_on_by_its_clock_whoever_s_phone_is_away():
    """Clauses: G-7."""
    evening = longest_of("tournament", 1, QUICK_HANDS)
    assert CLOCK_S * 1_000 <= evening.longest_ms <= at_most_ms("tournament")


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_no_hand_of_any_game_waits_longer_than_its_clock(name):
    """Clauses: G-7."""
    for seed in (1, 2):
        evening = longest_of(name, seed, QUICK_HANDS)
        print(f"{name}: {evening.turns} turns, the longest of {evening.longest_ms:,} ms")
        tried(evening.turns, "turns")
        assert CLOCK_S * 1_000 <= evening.longest_ms <= at_most_ms(name)


@pytest.mark.soak
def test_no_hand_that_nobody_has_seen_waits_longer_than_its_clock(soaking):
    """Clauses: G-7."""
    for seed in soaking:
        name = PRESETS[seed % len(PRESETS)]
        evening = longest_of(name, seed, 10)
        tried(evening.turns, "turns")
        assert evening.longest_ms <= at_most_ms(name)


# What would be broken


def shown_wrong(rates: Rates) -> str | None:
    """The first thing that is wrong at some table; None: nothing at any."""
    for seed in range(1, CONTROLS):
        evenings = Evenings("tournament")
        evenings.seed = seed
        try:
            evenings.add(QUICK_HANDS, rates)
        except (Stalled, StuckError, RuntimeError) as broke:
            return str(broke)
        if evenings.wrong:
            return evenings.wrong[0]
    return None


def test_control_a_table_that_looks_at_no_number_takes_a_press_twice():
    with patch.object(Phones, "_last_number", lambda self, press: press.number - 1):
        wrong = shown_wrong(OFTEN)
    print(f"With numbers ignored: {wrong}")
    assert wrong is not None


def test_control_a_table_that_checks_no_mac_plays_what_somebody_else_has_sent():
    with patch.object(seats_socket, "is_signed", lambda text, key, mac: True):
        wrong = shown_wrong(OFTEN)
    print(f"With the MAC ignored: {wrong}")
    assert wrong is not None


def test_control_a_table_that_takes_a_sleeping_phone_for_lost_waits_for_it(monkeypatch):
    """Its clock stands then, as with any device that is not heard."""

    def is_lost(self, seat):
        self.seats[seat].set_phone(has_phone=False)

    monkeypatch.setattr(SeatPhones, "_is_away", is_lost)
    longest_ms = by_the_clock("tournament", QUICK_HANDS, 1, LONG).longest_ms
    print(f"With a clock that stands: {longest_ms:,} ms")
    assert longest_ms > at_most_ms("tournament")
