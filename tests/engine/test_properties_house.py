"""What holds at any table against the house, whatever happens at it: the machine of
test_properties.py with other people.
"""

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from tablectl.engine import events
from tablectl.engine.engine import open_table
from tablectl.engine.facts import TableOpened, make_table
from tablectl.engine.play.wanted import next_place
from tablectl.engine.rounds import antes, call_or_fold
from tablectl.games.catalog import preset
from tablectl.rules.payout import Bets, call_amount
from tablectl.rules.wagers import chip_value
from tests.rules.payouts import largest_payout

from .happening import ruled
from .test_properties import CHIPS, MOST_SEATS, AnyTable, amounts, chances, play, seats, soak

KEYS = ("ante", "bonus", "check", "pass", "call", "fold", "undo", "confirm")
ROUNDS = ("ante_window", "call_or_fold")


class HouseTable(AnyTable):
    """Bets for all at once, a decision in turn or together, a dealer who is no seat."""

    is_sensed = True

    @initialize(
        stacks=st.lists(st.integers(1, 120), min_size=1, max_size=MOST_SEATS),
        bank=st.sampled_from([0, 900, 5_000, 100_000]),
        decide=st.sampled_from(["in_turn", "together"]),
        burn=st.booleans(),
        clock_s=st.sampled_from([0, 3, 30]),
        irregularities=st.sampled_from(["void", "void", "procedures"]),
        bonus_min=st.sampled_from([1, 3]),
    )
    def opens(self, stacks, bank, decide, burn, clock_s, irregularities, bonus_min):
        options = {
            "chips_sensed": self.is_sensed,
            "decide": decide,
            "bank": bank,
            "burn": burn,
            "bet_clock_s": clock_s,
            "decision_clock_s": clock_s,
            "irregularities": irregularities,
            "bonus_min": bonus_min,
        }
        self.table, row = open_table(
            preset("casino"),
            dict(enumerate(stacks, 1)),
            options=options,
            chips=CHIPS,
            places=tuple(range(1, MOST_SEATS + 1)),
        )
        self.now_ms = 0
        self.total = sum(stacks) + bank
        self.deck, self.notices = [], []
        first = self.stored(row.facts)[0]
        assert isinstance(first, TableOpened)
        self.recovered = make_table(first)

    # What people do who know the game

    def sensible(self, chance):
        t = self.table
        is_held = t.is_stopped or (t.shoe.is_deck_foul and not t.in_hand)
        asked = [] if is_held else self.asked(t)
        wrong = [
            s
            for s in t.seats
            if s.in_front != t.player(s.number).bet
            or not s.is_connected
            or not s.area.is_level_known
        ]
        if asked and next_place(t) is None:
            self.bets(t, t.seat(chance.choice(asked)), chance)
        elif t.hand is not None and t.hand.is_collecting and wrong and not is_held:
            self.puts_right(wrong[0])
        else:
            super().sensible(chance)

    @staticmethod
    def asked(t):
        if t.kind == "ante_window":
            return [n for n in t.dealt if antes.is_waited_for(t, n)]
        return [n for n in t.undecided if t.asks_all or n == t.to_act]

    def bets(self, t, seat, chance):
        """A key, and its chips; or the chips alone, and time."""
        if not seat.is_connected or not seat.area.is_level_known:
            self.puts_right(seat)
            return
        key, amount = self.wanted(t, seat, chance)
        if key in ("check", "fold") or chance.random() < 0.6:
            self.happens(
                events.KeyPressed(at_ms=self.now_ms, seat=seat.number, key=key, amount=amount)
            )
        if self.is_sensed and key not in ("check", "fold"):
            self.lies(
                seat,
                chip_value(seat.area.sensed) + amount - getattr(t.player(seat.number).bets, key),
            )
            self.now_ms += 800
            self.the_clock_runs_out_at(self.now_ms)

    def wanted(self, t, seat, chance):
        if t.kind == "call_or_fold":
            can = call_or_fold.can_call(t, seat.number) and chance.random() < 0.7
            return ("call", call_amount(t.player(seat.number).bets.ante)) if can else ("fold", 0)
        line = "bonus" if t.player(seat.number).bets.ante else "ante"
        own = t.playable(seat.number) + getattr(t.player(seat.number).bets, line)
        least, most = (
            antes.bet_limits(t, line)[0],
            min(antes.largest_bet(t, line, seat.number), own),
        )
        return (
            (line, chance.randint(least, most))
            if most >= least and chance.random() < 0.7
            else ("check", 0)
        )

    def the_clock_runs_out_at(self, now_ms):
        self.happens(events.ClockRanOut(at_ms=now_ms))

    # What happens besides

    @rule(seat=seats, key=st.sampled_from(KEYS), amount=amounts)
    def a_key_of_this_game_is_pressed(self, seat, key, amount):
        self.happens(events.KeyPressed(at_ms=self.now_ms, seat=seat, key=key, amount=amount))

    @rule(seat=seats, act=st.sampled_from(KEYS), amount=amounts)
    def the_floor_acts_for_a_seat(self, seat, act, amount):
        self.happens(ruled("act", at_ms=self.now_ms, seat=seat, act=act, amount=amount))

    @rule(ruling=st.sampled_from(["close_bets", "dealer_exposed", "void", "confirm", "resume"]))
    def the_floor_rules_on_the_house(self, ruling):
        self.happens(ruled(ruling, at_ms=self.now_ms))

    @rule(chance=chances)
    def a_hand_is_begun_and_bet_on(self, chance):
        self.happens(events.StartAsked(at_ms=self.now_ms))
        for _ in range(2 * MOST_SEATS):
            if self.table.kind == "ante_window":
                self.sensible(chance)

    # What holds

    @invariant()
    def what_is_bet_stands_on_its_lines(self):
        for p in self.table.shown.players.values():
            assert p.bet == p.bets.ante + p.bets.bonus + p.bets.call

    @invariant()
    def the_bank_covers_what_is_bet(self):
        t = self.table
        assert (
            sum(largest_payout(p.bets, t.pays) for p in t.shown.players.values() if p.bets.ante)
            <= t.bank
        )

    def the_table_waits_for_something(self, view):
        t = self.table
        assert view.waiting_for != "nothing" or view.phase == "idle"
        assert view.waiting_for != "action" or view.to_act is not None or t.undecided
        assert (view.to_act is None) or view.phase == "deciding"
        assert view.prompt
        self.nobody_is_told_of_the_dealer_s_cards_before_the_river(view)

    def nobody_is_told_of_the_dealer_s_cards_before_the_river(self, view):
        t = self.table
        if t.of_house.dealer.is_shown:
            assert len(t.board) == 5
            assert (
                t.won is not None
                or (t.hand is not None and t.hand.is_collecting)
                or t.irregularity is not None
            )
        else:
            assert set(view.dealer.cards) <= {"??"}

    @invariant()
    def nothing_is_begun_but_while_bets_are_asked_for(self):
        t = self.table
        begun = [
            n for n, p in t.shown.players.items() if p.begun is not None and t.kind not in ROUNDS
        ]
        assert begun == [], (
            t.phase,
            t.kind,
            t.dealt,
            t.irregularity,
            t.shown.rounds_begun,
            [t.seat(n) for n in begun],
            t.hands,
        )
        assert [n for n, p in t.shown.players.items() if p.bets != Bets() and not t.in_hand] == []


class HouseTableOfKeys(HouseTable):
    is_sensed = False


@pytest.mark.slow
@pytest.mark.parametrize("machine", [HouseTable, HouseTableOfKeys])
def test_whatever_happens_at_many_tables_against_the_house_they_stay_such(machine):
    """Clauses: G-1, G-2, G-12, D-14."""
    play(machine, tables=150, steps=80)


@pytest.mark.soak
@pytest.mark.parametrize("machine", [HouseTable, HouseTableOfKeys])
def test_whatever_happens_against_the_house_at_tables_nobody_has_seen_they_stay_such(
    machine, soaking
):
    """Clauses: G-1, G-2, G-12, D-14."""
    soak(machine, soaking)
