"""What holds at any table that plays for points, whatever happens at it: keys, cards, clocks,
rulings, undoing in any order.
"""

from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule
from msgspec.structs import replace

from tablectl.engine import events, facts as f, floor
from tablectl.engine.engine import open_table
from tablectl.engine.facts import (
    HandBegan,
    HandVoided,
    PlayerLeft,
    PlayerSat,
    Ruled,
    RulingTakenBack,
    TableOpened,
    make_table,
)
from tablectl.engine.floor import RULINGS
from tablectl.engine.floor_json import BadRuling
from tablectl.engine.play.wanted import next_place
from tablectl.games.catalog import preset
from tablectl.rules.cards import JOKER
from tablectl.rules.shots import BEST_HAND
from tablectl.service.books.books import load_shots

from .happening import lets_go_on, ruled
from .test_properties import MOST_SEATS, AnyTable, chances, play, seats, soak

KEYS = (
    "bet",
    "pass",
    "check",
    "made",
    "missed",
    "undo",
    "undo",
    "fold",
    "sit_out",
    "sit_in",
    "report_joker",
    "confirm",
    "muck",
)
Totals = dict[int, int]


class AnyPointsTable(AnyTable):
    """A table of the game for points. Totals are kept by a ledger of the test's own, from what
    the facts say was scored.
    """

    @initialize(
        totals=st.lists(st.integers(-5, 60), min_size=2, max_size=MOST_SEATS),
        jokers=st.sampled_from([0, 2, 2]),
        has_button=st.booleans(),
        clock_s=st.sampled_from([0, 3]),
        hands=st.sampled_from([0, 1, 2]),
        goal=st.sampled_from([0, 40]),
    )
    def opens(self, totals, jokers, has_button, clock_s, hands, goal):
        options = {"jokers": jokers, "action_clock_s": clock_s, "hands": hands, "target": goal}
        self.table, row = open_table(
            preset("pool"),
            dict(enumerate(totals, 1)),
            options=options,
            button=1 if has_button else None,
            places=tuple(range(1, MOST_SEATS + 1)),
            shots=load_shots(),
        )
        self.now_ms = self.total = 0
        self.deck, self.notices = [], []
        self.ledger = Ledger(dict(enumerate(totals, 1)))
        first = self.stored(row.facts)[0]
        assert isinstance(first, TableOpened)
        self.recovered = make_table(first)

    def happens(self, event):
        before = self.table
        super().happens(event)
        for fact in self.facts:
            self.ledger.hears(fact, set(before.dealt))

    # The sensible next thing

    def sensible(self, chance):
        t = self.table
        if t.irregularity is not None:
            self.happens(
                ruled(
                    chance.choice(["confirm", "resume", "void", "card"]),
                    at_ms=self.now_ms,
                    card=chance.choice(t.game.deck.all_cards),
                )
            )
        elif t.standstill is not None:
            self.happens(replace(lets_go_on(t), at_ms=self.now_ms))
        elif t.shoe.is_deck_foul and not t.in_hand:
            self.happens(events.FloorRuled(at_ms=self.now_ms, ruling=floor.DeckChecked()))
        elif next_place(t) is not None:
            self.deals(chance)
        elif t.asks_all:
            self.presses(chance.choice(t.dealt), chance.choice(["bet", "pass"]))
        elif t.to_act is not None:
            self.presses(t.to_act, chance.choice(["made", "missed", "missed"]))
        elif wrong := [s for s in t.seats if s.in_front]:
            self.puts_right(wrong[0])
        elif t.score is not None and t.score.is_over:
            self.happens(events.FloorRuled(at_ms=self.now_ms, ruling=floor.NewGame()))
        elif gone := [s for s in t.seats[:MOST_SEATS] if s.status == "empty"]:
            self.happens(
                events.PlayerCame(
                    at_ms=self.now_ms, seat=gone[0].number, chips=chance.randint(-5, 60)
                )
            )
        elif out := [s for s in t.seats if s.is_absent]:
            self.presses(out[0].number, "sit_in")
        else:
            self.happens(events.StartAsked(at_ms=self.now_ms))

    def deals(self, chance):
        if self.table.phase == "seating" or not self.table.seen:
            cards = self.table.game.deck.all_cards
            self.deck = chance.sample(cards, len(cards))
        self.happens(
            events.CardOff(
                at_ms=self.now_ms,
                cards=(self.deck.pop(),) if self.deck else ("cut",),
                pull=self.table.shoe.pulls + 1,
            )
        )

    def presses(self, seat, key):
        self.happens(events.KeyPressed(at_ms=self.now_ms, seat=seat, key=key))

    @rule(chance=chances)
    def a_hand_is_played(self, chance):
        self.goes_on(chance, 90)

    @rule(chance=chances, shots=st.integers(0, 3))
    def a_hand_is_scored_and_its_last_shot_taken_back(self, chance, shots):
        for _ in range(200):
            if self.table.phase == "idle" and self.table.won is not None:
                break
            self.sensible(chance)
        for _ in range(shots):
            self.happens(events.FloorRuled(at_ms=self.now_ms, ruling=floor.Undo()))
            self.happens(events.FloorRuled(at_ms=self.now_ms, ruling=floor.ShotMissed()))
        self.happens(events.FloorRuled(at_ms=self.now_ms, ruling=floor.Undo()))

    @rule(seat=seats, key=st.sampled_from(KEYS), times=st.integers(1, 3))
    def a_key_of_this_game_is_pressed(self, seat, key, times):
        for _ in range(times):
            self.presses(seat, key)

    @rule(
        ruling=st.sampled_from(
            ("undo", "undo", "made", "missed", "new_game", "close_bets", *RULINGS)
        ),
        seat=seats,
        act=st.sampled_from(KEYS),
        points=st.integers(-9, 60),
    )
    def the_referee_rules(self, ruling, seat, act, points):
        # a combination that is no ruling is left out
        with suppress(BadRuling):
            self.happens(ruled(ruling, at_ms=self.now_ms, seat=seat, act=act, stack=points))

    # What holds

    @invariant()
    def the_points_are_those_scored(self):
        t = self.table
        assert {s.number: s.points for s in t.seats if s.status != "empty"} == self.ledger.totals

    @invariant()
    def every_card_is_in_one_place(self):
        """With as many jokers as are out, those that lie under another card too."""
        t = self.table
        if t.in_hand and t.score is not None:
            held = [card for player in t.shown.players.values() for card in player.cards]
            cards = Counter([*t.board, *t.shown.deal.aside, *t.loose, *held])
            cards[JOKER] += len(t.of_points.covered)
            held = {
                card: number
                for card, number in cards.items()
                if number and (card in t.game.deck.cards or card == JOKER)
            }
            assert held.pop(JOKER, 0) <= max(t.game.deck.jokers, 0) or not t.game.deck.jokers
            assert set(held.values()) <= {1}
            assert len(held) == (t.seen & (1 << len(t.game.deck.cards)) - 1).bit_count()
            assert set(t.of_points.covered) <= set(range(len(t.board)))

    def the_table_waits_for_something(self, view):
        assert view.waiting_for != "nothing" or view.phase in ("idle", "seating")
        assert (
            view.paused
            or view.hold
            or view.lock
            or (view.to_act is None) == (view.waiting_for != "shots")
        )
        assert (
            view.paused
            or view.hold
            or view.lock
            or (view.shot is None) == (view.waiting_for != "shots")
        )
        asked = {n for n, seat in view.seats.items() if seat.to_answer}
        assert bool(asked) == (view.waiting_for == "bets")
        assert (view.pot_total, {(seat.stack, seat.bet) for seat in view.seats.values()}) == (
            0,
            {(0, 0)},
        )
        assert view.prompt

    @invariant()
    def bets_are_flat_and_tries_at_most_three(self):
        t = self.table
        for seat in t.seats:
            assert t.player(seat.number).wagered in (0, 5, 10, 15)
            assert t.player(seat.number).wagered_here in (0, 5)
        assert t.score is None or len(t.of_points.tries) <= 3 * 6 * len(t.dealt)


class Ledger:
    """Each seat's total, by what was scored: tries since the hand began, their taking back,
    voids, corrections.
    """

    def __init__(self, totals):
        self.totals = totals
        self._began = dict(totals)
        self._before_try = dict(totals)
        self._before_ruling = (dict(totals), dict(totals), dict(totals))

    def hears(self, fact, dealt):
        if isinstance(fact, Ruled) and fact.may_be_taken_back:
            self._before_ruling = (dict(self.totals), dict(self._began), dict(self._before_try))
        elif isinstance(fact, RulingTakenBack):
            self.totals, self._began, self._before_try = self._before_ruling
        elif isinstance(fact, HandBegan):
            self._began = dict(self.totals)
        elif isinstance(fact, f.ShotTried):
            self._before_try = dict(self.totals)
            self.totals[fact.seat] += fact.points
        elif isinstance(fact, f.HandScored):
            best = max(won.points or 0 for won in fact.won)
            assert best >= BEST_HAND or all(won.hand is None for won in fact.won)
            for won in fact.won:
                self.totals[won.seat] += won.points or 0
        elif isinstance(fact, f.ShotTakenBack):
            others = {n: total for n, total in self.totals.items() if n not in dealt}
            self.totals = {**{n: self._before_try[n] for n in dealt}, **others}
        elif isinstance(fact, HandVoided):
            self.totals |= {n: self._began[n] for n in dealt if n in self.totals}
        elif isinstance(fact, f.PointsSet):
            more = fact.points - self.totals[fact.seat]
            for totals in (self.totals, self._began, self._before_try):
                totals[fact.seat] = totals.get(fact.seat, 0) + more
        elif isinstance(fact, f.GameBegan):
            self.totals = dict.fromkeys(self.totals, 0)
        elif isinstance(fact, PlayerSat):
            self.totals[fact.seat] = self._before_ruling[0][fact.seat] = fact.points or 0
        elif isinstance(fact, PlayerLeft):
            del self.totals[fact.seat]
            self._before_ruling[0].pop(fact.seat, None)


@pytest.mark.slow
def test_whatever_happens_at_many_tables_for_points_they_stay_such():
    """Clauses: G-2, G-4, G-12, M-1, M-3, M-4, M-7, M-10, M-12."""
    play(AnyPointsTable, tables=100, steps=80)


@pytest.mark.soak
def test_whatever_happens_for_points_at_tables_nobody_has_seen_they_stay_such(soaking):
    """Clauses: G-2, G-4, G-12, M-1, M-3, M-4, M-7, M-10, M-12."""
    soak(AnyPointsTable, soaking)
