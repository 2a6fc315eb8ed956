"""The floor makes any rulings, sensible or not, amid sensible play, and the table stays
consistent.
"""

from random import Random

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from tablectl.engine import events
from tablectl.engine.engine import handle, open_table
from tablectl.engine.facts import ANY_FACT, TableOpened, make_table
from tablectl.engine.floor import RULINGS
from tablectl.engine.halts.rulings import TAKEN_BACK
from tablectl.engine.play import clocks
from tablectl.engine.state.table import Table, Undo
from tablectl.games.catalog import preset
from tablectl.present.public import public_view
from tablectl.rules.forced import Stakes

from .happening import lets_go_on, next_event, ruled
from .playing import TEMPERS, shuffled

GAMES = ("tournament", "canterbury", "texas6plus", "casino")
SEATS = (1, 2, 3, 4)
ACTS = ("fold", "check", "call", "raise_to", "all_in", "ante", "bonus", "pass")
KEYS = ("report_joker", "undo", "sit_out", "sit_in", "muck", "post")
STEPS = 250  # of one table
# every so many events people look: that costs more than what happens
LOOKED_AT = 4
# tables at which a pot was given anew after a player who was out had bought chips
FOUND = (101_455, 101_509)
LEVELS = [
    {"small_blind": 5, "big_blind": 10, "hands": 2, "break_minutes": 5},
    {"small_blind": 10, "big_blind": 20, "minutes": 5, "break_minutes": 5},
    {"small_blind": 20, "big_blind": 40, "hands": 3},
    {"small_blind": 30, "big_blind": 60},
]
UNDOES = 0.3  # how often the floor takes a ruling back at once


_encoder = msgspec.msgpack.Encoder()
_facts = msgspec.msgpack.Decoder(tuple[ANY_FACT, ...])


class Storm(Struct):
    """One table, the deck that is dealt at it, and the same table after a restart: from nothing
    but the facts in a journal.
    """

    table: Table
    chance: Random
    recovered: Table
    deck: list[str] = []
    happened: int = 0

    def happens(self, event):
        """`handle` audits that chips add up and each card is in one place; here: the table waits
        for something, or is idle.
        """
        self.table, rows = handle(self.table, (event,))
        for fact in _facts.decode(_encoder.encode(rows[0].facts)):
            self.recovered = fact.apply_to(self.recovered)
        assert self.recovered == self.table
        assert not self.table.in_hand or not self.table.schedule.break_ends_ms
        places_follow_one_another(self.table)
        self.happened += 1
        if self.happened % LOOKED_AT == 0:
            view = public_view(self.table, 0)
            assert view.waiting_for != "nothing" or view.phase in ("idle", "seating")
            assert view.prompt

    def goes_on(self):
        t, chance = self.table, self.chance
        if t.irregularity is not None:
            self.rules(chance.choice(["confirm", "confirm", "resume"]))
        elif t.reload is not None:
            self.deck += t.reload.cards
            self.rules("reshuffled")
        elif t.standstill is not None:
            self.happens(lets_go_on(t))
        elif t.shoe.is_deck_foul and not t.in_hand:
            self.rules("deck_checked")
        elif t.in_hand:
            is_out = not self.deck
            self.happens(
                events.ShoeEmptied(at_ms=0)
                if is_out
                else next_event(t, self.deck, chance, TEMPERS[0], is_late=False)
            )
        elif broke := [n for n in SEATS if t.seat(n).stack + t.seat(n).bought == 0]:
            self.comes(broke[0])
        elif t.schedule.break_ends_ms:  # no time passes here
            self.happens(ruled("break", minutes=0))
        else:
            self.deck = shuffled(t, chance)
            self.happens(events.StartAsked(at_ms=0))

    def comes(self, seat):
        bought = events.ChipsBought if self.table.seat(seat).status == "out" else events.PlayerCame
        self.happens(bought(at_ms=0, seat=seat, chips=self.chance.randint(1, 100)))

    def rules(self, ruling):
        """A ruling with everything that any of them may name."""
        chance, t = self.chance, self.table
        seat = chance.choice([*SEATS, t.to_act or 1, t.to_act or 1])
        before = self.table
        to = chance.choice([None, 1, 2, 3]) if ruling == "level" else None
        self.happens(
            ruled(
                ruling,
                to=to,
                minutes=chance.randint(-9, 9) if to is None else None,
                seat=seat,
                act=chance.choice(ACTS),
                amount=chance.randint(0, 60),
                pot=chance.choice([0, 0, 1, 2]),
                stack=chance.randint(0, 60),
                cards=chance.randint(0, 3),
                card=chance.choice(t.game.deck.cards),
                chip=t.chips[0],
                seats=tuple(
                    chance.sample(SEATS, 2 if ruling == "misplaced" else chance.randint(1, 2))
                ),
            )
        )
        if (
            issubclass(RULINGS[ruling], TAKEN_BACK)
            and chance.random() < UNDOES
            and self.table.undo.ruling is not None
        ):
            was_ruled = self.table.undo.ruling is not before.undo.ruling
            self.happens(ruled("undo"))
            assert not was_ruled or as_it_stood(self.table) == as_it_stood(before)


def places_follow_one_another(t):
    """Between hands each player who is out has one place more than are still in or have a better
    one (T-18).
    """
    if not t.game.has_places or t.in_hand:
        return
    out = [
        *[s.place for s in t.seats if s.status == "out" and s.place is not None],
        *[one.place for one in t.gone],
    ]
    still = sum(s.status not in ("empty", "out") for s in t.seats)
    assert sorted(out) == sorted(still + 1 + sum(other < place for other in out) for place in out)


def as_it_stood(t):
    """The table without what an undo does not restore: the count of halts, whether a clock runs,
    and what may be taken back.
    """
    clock = t.clock and replace(t.clock, deadline_ms=None, left_ms=clocks.left_ms(t, 0))
    return replace(
        t,
        halts=0,
        undo=Undo(t.undo.act, t.undo.seat),
        clock=clock,
        schedule=replace(t.schedule, stopped_ms=None),
    )


def rulings_come(seed):
    """Plays one table; how many hands it came to."""
    chance = Random(seed)
    game = preset(chance.choice(GAMES))
    options = {
        "chips_sensed": False,
        "irregularities": chance.choice(["procedures", "procedures", "void"]),
    }
    if game.has_blinds:
        options |= {
            "action_clock_s": 0,
            "rebuys": True,
            "late_entry_until_level": 9,
            "button_moves": "forward",
            "table_all_in_hands": chance.random() < 0.5,
        }
        if game.name == "texas6plus":
            options["betting"] = chance.choice(["no_limit", "pot_limit", "fixed_limit"])
        if game.name == "tournament":
            options["levels"] = LEVELS
        stakes = {"stakes": Stakes(5, 10, chance.choice([0, 0, 1, 3]), 10, 20), "button": 1}
    else:
        options |= {
            "bet_clock_s": 0,
            "decide": chance.choice(["in_turn", "together"]),
            "bank": chance.choice([900, 50_000]),
        }
        stakes = {}
    table, row = open_table(
        game,
        {seat: chance.randint(1, 120) for seat in SEATS[: chance.randint(2, 4)]},
        chips=(1, 5, 25),
        places=SEATS,
        options=options,
        **stakes,
    )
    (first,) = _facts.decode(_encoder.encode(row.facts))
    assert isinstance(first, TableOpened)
    storm = Storm(table, chance, make_table(first))
    for _ in range(STEPS):
        what = chance.random()
        if what < 0.8:
            storm.goes_on()
        elif what < 0.93:
            storm.rules(chance.choice(["award", "award", *RULINGS]))
        elif what < 0.96:
            storm.happens(events.PlayerWent(at_ms=0, seat=chance.choice(SEATS)))
        else:
            storm.happens(
                events.KeyPressed(at_ms=0, seat=chance.choice(SEATS), key=chance.choice(KEYS))
            )
    return storm.table.hands


@pytest.mark.slow
def test_whatever_the_floor_rules_at_many_tables_they_stay_such():
    """Clauses: G-1, G-2, F-5, F-6."""
    assert sum(rulings_come(seed) for seed in (*range(400), *FOUND)) > 800


@pytest.mark.soak
def test_whatever_the_floor_rules_at_tables_nobody_has_seen_they_stay_such(soaking):
    """Clauses: G-1, G-2, F-5, F-6."""
    for seed in soaking:
        rulings_come(seed)
