"""People come, go, buy, sit out and in, have stacks corrected at every step of a hand: void, it
gives back what is theirs.

Chips are sensed, so that the blinds are asked for one by one and can be missed; the floor acts for
the players.
"""

from collections import Counter
from random import Random

import pytest
from msgspec import Struct
from msgspec.structs import replace

from tablectl.engine import events, facts as f, floor
from tablectl.engine.engine import handle, open_table
from tablectl.engine.play.areas import agrees_with_ledger
from tablectl.engine.play.clocks import next_deadline_ms
from tablectl.engine.state.table import Table
from tablectl.games.catalog import PRESETS
from tablectl.rules.forced import Stakes
from tablectl.service.books.books import load_shots
from tests.claims import tried
from tests.happened import press, ruled
from tests.tiers import tiered

from .accounts import Accounts
from .happening import comes, next_event
from .playing import TEMPERS

HANDS = 4
MISSED = 0.4  # how often what is owed is not posted in time
STEPS = 150  # of a hand; after so many the floor voids it
PLACES = (1, 2, 3, 4)
HAPPENS = 0.2  # how often somebody does something between two steps
# the same while blinds are asked for, when it is still open who is in the hand
POSTING = 0.4
OPTIONS = {"action_clock_s": 20, "rebuys": True, "late_entry_until_level": 9}


def a_table(chance, game):
    preset = PRESETS[game]
    seats = sorted(chance.sample(PLACES, chance.choice([2, 2, 3])))
    if not preset.has_blinds:
        is_house = preset.plays_for == "house"
        options = (
            {"decide": chance.choice(["in_turn", "together"])}
            if is_house
            else {"action_clock_s": 20}
        )
        stacks = {seat: chance.randint(5, 200) if is_house else 0 for seat in seats}
        return open_table(
            preset, stacks, options=options, places=PLACES, shots=None if is_house else load_shots()
        )[0]
    settled = (
        {"new_player": chance.choice(["choose", "post", "wait"])} if game != "tournament" else {}
    )
    forced = chance.choice([{}, {}, {}, {"button_ante": True}, {"button_moves": "dead"}])
    return open_table(
        preset,
        {seat: chance.randint(3, 120) for seat in seats},
        options={**OPTIONS, **settled, **forced},
        places=PLACES,
        stakes=Stakes(5, 10, chance.choice([0, 0, 2]), 10, 20),
        button=chance.choice(seats),
    )[0]


class Evening(Struct):
    """A table, and an account of whose its chips are."""

    table: Table
    accounts: Accounts
    chance: Random
    deck: list[str] = []
    now_ms: int = 0
    seen: Counter[str] = Counter()

    def happens(self, event):
        before = self.table
        self.table, (row,) = handle(before, (replace(event, at_ms=self.now_ms),))
        self.accounts.hears(before, row.facts, self.table)
        if self.accounts.hold_if_void(self.table, self.now_ms):
            self.seen["posting" if self.table.owes else self.table.phase] += 1

    def those_who_are_in_the_way_go(self):
        """So that there is room for somebody to come in the midst of the hand; two stay, who
        play.
        """
        stay = self.chance.sample(PLACES, self.chance.choice([2, 2, 3]))
        for seat in map(self.table.seat, PLACES):
            if seat.status != "empty" and seat.number not in stay:
                self.happens(events.PlayerWent(at_ms=0, seat=seat.number))
            elif seat.number in stay and not seat.stack + seat.bought and seat.points is None:
                self.happens(comes(seat, self.chance))
            elif seat.number in stay and seat.is_absent:
                self.happens(press(seat.number, "sit_in"))

    def somebody_does_something(self):
        chance, seat = self.chance, self.table.seat(self.chance.choice(PLACES))
        if seat.status == "empty":
            chips = chance.randint(1, 120) if self.table.score is None else 0
            self.happens(events.PlayerCame(at_ms=0, seat=seat.number, chips=chips))
            return
        self.happens(
            chance.choice(
                [
                    events.PlayerWent(at_ms=0, seat=seat.number),
                    events.ChipsBought(at_ms=0, seat=seat.number, chips=chance.randint(1, 50)),
                    ruled(
                        floor.SetStack(
                            seat=seat.number, stack=chance.randint(0, 150), why="counted"
                        )
                    ),
                    *[
                        press(seat.number, key)
                        for key in ("sit_out", "sit_in", "post", "buy_button")
                    ],
                ]
            )
        )

    def goes_on(self):
        t = self.table
        wrong = [
            s
            for s in t.seats
            if not agrees_with_ledger(t, s.number) or (s.area.sensed and not t.in_hand)
        ]
        if t.owes and self.chance.random() < MISSED:
            self.now_ms = max(self.now_ms, next_deadline_ms(t) or 0)
            self.happens(events.ClockRanOut(at_ms=0))
        elif t.owes:
            self.happens(ruled(floor.ActFor(seat=t.to_act, act="call", why="posts")))
        elif wrong and (t.hand is None or t.hand.is_collecting):
            lies = t.player(wrong[0].number).bet + wrong[0].area.to_pot if t.in_hand else 0
            chips = ((1, lies),) if lies else ()
            self.happens(
                events.ChipsRead(at_ms=0, seat=wrong[0].number, chips=chips, node_ms=self.now_ms)
            )
        elif not t.in_hand and t.phase == "idle":
            is_over = t.score is not None and t.score.is_over
            self.happens(ruled(floor.NewGame()) if is_over else events.StartAsked(at_ms=0))
        else:
            self.happens(
                self.by_the_floor(next_event(t, self.deck, self.chance, TEMPERS[0], is_late=False))
            )

    def by_the_floor(self, event):
        if not isinstance(event, events.KeyPressed) or event.key in ("undo", "muck", "sit_in"):
            return event
        return ruled(floor.ActFor(seat=event.seat, act=event.key, amount=event.amount, why="acts"))

    def one_hand(self):
        """Plays a hand, and may void it at any step."""
        self.those_who_are_in_the_way_go()
        self.deck = self.chance.sample(
            self.table.game.deck.all_cards, len(self.table.game.deck.all_cards)
        )
        ends_at = self.chance.choice([STEPS, self.chance.randint(0, 40)])
        was_played = False
        for step in range(STEPS):
            if self.chance.random() < (POSTING if self.table.owes else HAPPENS):
                self.somebody_does_something()
            if step >= ends_at and self.table.in_hand:
                self.happens(ruled(floor.Void(why="tested")))
            elif was_played and not self.table.in_hand:
                return
            else:
                self.goes_on()
            was_played = was_played or self.table.in_hand
        self.happens(ruled(floor.Void(why="got nowhere")))


def evenings(game, seeds):
    """Plays so many tables; how often a hand could be void, by where it was then."""
    seen = Counter()
    for seed in seeds:
        chance = Random(f"{game} {seed}")
        table = a_table(chance, game)
        evening = Evening(table, Accounts.of(table), chance, seen=seen)
        for _ in range(HANDS):
            evening.one_hand()
    tried(seen.total(), "voids")
    return seen


WHERE = {
    "tournament": {"posting", "betting", "dealing", "showdown"},
    "canterbury": {"posting", "betting", "dealing", "showdown"},
    "texas6plus": {"posting", "betting", "dealing", "showdown"},
    "casino": {"betting", "dealing", "deciding", "idle"},
    "pool": {"betting", "dealing", "shots"},
}


@pytest.mark.parametrize("game", tiered(sorted(PRESETS), ["canterbury", "pool"]))
def test_a_void_hand_gives_everyone_back_what_is_theirs_whoever_comes_and_goes(game):
    """Clauses: G-1, G-4, F-4, F-7, F-8, F-9, F-10, D-12."""
    assert WHERE[game] - set(evenings(game, range(12))) == set()


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(PRESETS))
def test_at_many_tables_a_void_hand_gives_everyone_back_what_is_theirs(game):
    """Clauses: G-1, G-4, F-4, F-7, F-8, F-9, F-10, D-12."""
    assert WHERE[game] - set(evenings(game, range(12, 162))) == set()


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(PRESETS))
def test_as_long_as_there_is_time_a_void_hand_gives_everyone_back_what_is_theirs(game, soaking):
    assert sum(evenings(game, range(seed, seed + 1)).total() for seed in soaking) > 0


@pytest.mark.parametrize("game", sorted({*PRESETS} - {"pool"}))  # where there are no chips
def test_control_a_chip_that_goes_back_to_somebody_else_is_found(game, monkeypatch):
    """The sum stays the same, so that the table itself has nothing to find."""
    whole = f.HandVoided.apply_to

    def wrongly(fact, t):
        after = whole(fact, t)
        rich = next((seat for seat in after.seats if seat.stack), None)
        poor = next(
            (seat for seat in after.seats if seat is not rich and seat.status != "empty"), None
        )
        if rich is None or poor is None:
            return after
        moved = {rich.number: rich.stack - 1, poor.number: poor.stack + 1}
        return replace(
            after,
            seats=tuple(
                replace(seat, stack=moved.get(seat.number, seat.stack)) for seat in after.seats
            ),
        )

    monkeypatch.setattr(f.HandVoided, "apply_to", wrongly)
    with pytest.raises(AssertionError):
        evenings(game, range(12))
