"""The floor rules whatever it likes, sensible or not, in the midst of sensible play: the table stays one."""

from random import Random

import pytest
from msgspec import Struct

from tablectl.engine import events
from tablectl.engine.engine import handle, open_table
from tablectl.engine.rulings import RULINGS
from tablectl.engine.table import Table
from tablectl.games.catalog import preset
from tablectl.rules.forced import Stakes

from .playing import TEMPERS, next_event, shuffled

GAMES = ("tournament", "canterbury", "texas6plus")
SEATS = (1, 2, 3, 4)
ACTS = ("fold", "check", "call", "raise_to", "all_in")
KEYS = ("report_joker", "undo", "sit_out", "sit_in", "muck", "post")
STEPS = 250                             # of one table


class Storm(Struct):
    """One table, and the deck that is dealt at it."""

    table: Table
    chance: Random
    deck: list[str] = []

    def happens(self, event: events.AnyEvent) -> None:
        """Audited in `handle`: chips add up, each card is in one place."""
        self.table, _ = handle(self.table, (event,))

    def goes_on(self) -> None:
        t, chance = self.table, self.chance
        if t.irregularity is not None:
            self.rules(chance.choice(["confirm", "confirm", "resume"]))
        elif t.reload is not None:
            self.deck += t.reload.cards
            self.rules("reshuffled")
        elif t.is_deck_foul and not t.in_hand:
            self.rules("deck_checked")
        elif t.in_hand:
            self.happens(next_event(t, self.deck, chance, TEMPERS[0]) if self.deck else events.ShoeEmptied(at_ms=0))
        elif broke := [n for n in SEATS if t.seat(n).stack + t.seat(n).bought == 0]:
            self.comes(broke[0])
        else:
            self.deck = shuffled(t, chance)
            self.happens(events.StartAsked(at_ms=0))

    def comes(self, seat: int) -> None:
        bought = events.ChipsBought if self.table.seat(seat).status == "out" else events.PlayerCame
        self.happens(bought(at_ms=0, seat=seat, chips=self.chance.randint(1, 100)))

    def rules(self, ruling: str) -> None:
        """A ruling with everything that any of them may name."""
        chance, t = self.chance, self.table
        seat = chance.choice([*SEATS, t.to_act or 1, t.to_act or 1])
        self.happens(events.FloorRuled(
            at_ms=0, ruling=ruling, seat=seat, act=chance.choice(ACTS), amount=chance.randint(0, 60), why="seen by all",
            pot=chance.choice([0, 0, 1, 2]), stack=chance.randint(0, 60), cards=chance.randint(0, 3),
            seats=tuple(chance.sample(SEATS, chance.randint(1, 2)))))


def rulings_come(seed: int) -> int:
    """Plays one table; how many hands it came to."""
    chance = Random(seed)
    table, _ = open_table(
        preset(chance.choice(GAMES)), {seat: chance.randint(1, 120) for seat in SEATS[:chance.randint(2, 4)]},
        stakes=Stakes(5, 10, chance.choice([0, 0, 1, 3]), 10, 20), button=1, chips=(1, 5, 25), places=SEATS, options={
            "chips_sensed": False, "action_clock_s": 0, "rebuys": True, "late_entry_until_level": 9, "button_moves": "forward",
            "table_all_in_hands": chance.random() < 0.5, "irregularities": chance.choice(["procedures", "procedures", "void"])})
    storm = Storm(table, chance)
    for _ in range(STEPS):
        what = chance.random()
        if what < 0.8:
            storm.goes_on()
        elif what < 0.93:
            storm.rules(chance.choice(["award", "award", *RULINGS]))
        elif what < 0.96:
            storm.happens(events.PlayerWent(at_ms=0, seat=chance.choice(SEATS)))
        else:
            storm.happens(events.KeyPressed(at_ms=0, seat=chance.choice(SEATS), key=chance.choice(KEYS)))
    return storm.table.hand


def test_whatever_the_floor_rules_the_table_stays_one() -> None:
    """Clauses: G-1, G-2, F-5, F-6."""
    assert sum(rulings_come(seed) for seed in range(250)) > 500


@pytest.mark.slow
def test_whatever_the_floor_rules_at_many_tables_they_stay_such() -> None:
    """Clauses: G-1, G-2, F-5, F-6."""
    assert sum(rulings_come(seed) for seed in range(250, 10_000)) > 20_000
