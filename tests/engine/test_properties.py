"""Properties of any table, whatever happens at it: any event may come at any time, sensible or
not.
"""

import re
from contextlib import suppress
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, seed, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from tablectl.engine import events, floor
from tablectl.engine.engine import handle, open_table
from tablectl.engine.facts import (
    ANY_FACT,
    ChipsAdded,
    ColouredUp,
    Noticed,
    PlayerLeft,
    PlayerSat,
    Refused,
    Ruled,
    RulingTakenBack,
    StackSet,
    TableOpened,
    make_table,
)
from tablectl.engine.floor import RULINGS
from tablectl.engine.floor_json import BadRuling
from tablectl.engine.play.areas import excess_in_front
from tablectl.engine.play.clocks import next_deadline_ms
from tablectl.engine.play.wanted import next_place
from tablectl.engine.rounds.betting import legal_bets
from tablectl.engine.source import PINS, SHOE, seat_source
from tablectl.engine.state.table import Table
from tablectl.games.catalog import preset
from tablectl.present.hands import is_up
from tablectl.present.public import audit_view, public_view
from tablectl.present.reasons import say_notice
from tablectl.rules.cards import CARDS, CODE, UNREADABLE
from tablectl.rules.forced import Stakes
from tablectl.rules.wagers import chip_value, sorted_chips
from tests.tiers import tiered

from .happening import HOLDS, LOCKS, lets_go_on, ruled

GAMES = ("tournament", "canterbury", "texas6plus")
OF_THREE_LIMITS = ("texas6plus",)
CHIPS = (1, 5, 25)
KEYS = (
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "all_in",
    "confirm",
    "undo",
    "show",
    "muck",
    "sit_out",
    "sit_in",
    "post",
    "wait",
    "buy_button",
    "report_joker",
)
ODD_CARDS = ("joker", "cut", "foreign", UNREADABLE, "Jk")
MOST_SEATS = 4  # few seats, so that several things happen to the same one

TWO_LETTERS = re.compile(r"\b\w\w\b")  # as a card is named

seats = st.integers(1, MOST_SEATS)
amounts = st.one_of(st.just(0), st.integers(1, 60))
chances = st.integers(0, 2**32).map(Random)

_encoder = msgspec.msgpack.Encoder()
_facts = msgspec.msgpack.Decoder(tuple[ANY_FACT, ...])


def in_chips(amount):
    """The amount in the largest chips that make it."""
    counts = []
    for chip in reversed(CHIPS):
        counts.append((chip, amount // chip))
        amount %= chip
    return sorted_chips(counts)


class AnyTable(RuleBasedStateMachine):
    """A table that a game has opened, where anything may happen. `goes_on` is the sensible next
    thing: hands are played out.
    """

    is_sensed = True

    table: Table
    now_ms: int
    # chips at the table, or points: as a game of its own begins
    total: int
    # chips that the floor's last ruling brought to the table
    ruled_in: int
    deck: list[str]
    notices: list[str]
    recovered: Table  # by its facts alone
    looked: tuple[Table | None, int] = (None, 0)  # what was looked at last, and when

    @staticmethod
    def stored(facts):
        """The facts as a journal gives them back."""
        return _facts.decode(_encoder.encode(facts))

    def happens(self, event):
        """The event, handled; handled again it means the same; from its stored facts alone the
        same table comes back.
        """
        before = self.table
        self.table, rows = handle(before, (event,))
        assert handle(before, (event,)) == (self.table, rows)
        (row,) = rows
        self.facts = row.facts
        for fact in self.stored(row.facts):
            self.recovered = fact.apply_to(self.recovered)
        self.notices = [
            say_notice(said) for said in row.facts if isinstance(said, Noticed | Refused)
        ]
        for said in row.facts:
            if isinstance(said, Ruled) and said.may_be_taken_back:
                self.ruled_in = 0
            if isinstance(said, PlayerSat):
                self.total += said.stack
            elif isinstance(said, ChipsAdded):
                self.total += said.chips
            elif isinstance(said, PlayerLeft):
                self.total -= said.stack
            elif isinstance(said, StackSet):
                self.ruled_in = said.stack - before.seat(said.seat).stack
                self.total += self.ruled_in
            elif isinstance(said, ColouredUp):
                self.ruled_in = sum(
                    stack - before.seat(number).stack for number, stack in said.stacks.items()
                )
                self.total += self.ruled_in
            elif isinstance(said, RulingTakenBack):
                self.total -= self.ruled_in
        if row.facts and all(isinstance(said, Refused) for said in row.facts):
            assert self.table is before

    # What happens

    @rule(ms=st.sampled_from([1, 50, 699, 701, 3_000, 40_000]))
    def time_passes(self, ms):
        self.now_ms += ms

    @rule()
    def the_clock_runs_out(self):
        if (deadline_ms := next_deadline_ms(self.table)) is not None:
            self.now_ms = max(self.now_ms, deadline_ms)
        self.happens(events.ClockRanOut(at_ms=self.now_ms))

    @rule(chance=chances, steps=st.integers(1, 30))
    def goes_on(self, chance, steps):
        for _ in range(steps):
            self.now_ms += chance.choice([0, 100, 800])
            self.sensible(chance)

    def sensible(self, chance):
        t = self.table
        if t.irregularity is not None:
            self.happens(ruled(chance.choice(["confirm", "resume", "void"]), at_ms=self.now_ms))
        elif t.reload is not None:
            self.deck = chance.sample(
                [*self.deck, *t.reload.cards], len(self.deck) + len(t.reload.cards)
            )
            self.happens(events.FloorRuled(at_ms=self.now_ms, ruling=floor.Reshuffled()))
        elif t.standstill is not None:
            self.happens(replace(lets_go_on(t), at_ms=self.now_ms))
        elif t.shoe.is_deck_foul and not t.in_hand:
            self.happens(events.FloorRuled(at_ms=self.now_ms, ruling=floor.DeckChecked()))
        elif next_place(t) is not None:
            self.deals(chance)
        elif t.to_act is not None:
            self.answers(t, t.seat(t.to_act), chance)
        elif wrong := [
            s
            for s in t.seats
            if excess_in_front(t, s.number) or not s.is_connected or not s.area.is_level_known
        ]:
            self.puts_right(wrong[0])
        elif broke := [s for s in t.seats[:MOST_SEATS] if s.stack + s.bought == 0]:
            self.comes(broke[0], chance)
        else:
            self.happens(events.StartAsked(at_ms=self.now_ms))

    def deals(self, chance):
        held = {card for p in self.table.shown.players.values() for card in p.cards}
        if self.table.phase == "seating" or not (held | set(self.table.shown.deal.burns)):
            self.deck = chance.sample(self.table.game.deck.cards, len(self.table.game.deck.cards))
        self.happens(
            events.CardOff(
                at_ms=self.now_ms,
                cards=(self.deck.pop(),) if self.deck else ("cut",),
                pull=self.table.shoe.pulls + 1,
            )
        )

    def answers(self, t, seat, chance):
        if t.phase == "showdown":
            self.happens(
                events.HoleCardsSeen(
                    at_ms=self.now_ms, seat=seat.number, cards=t.player(seat.number).cards
                )
            )
        elif t.owes:
            owed = t.owes[0].covered_by(seat.stack).total
            self.lies(seat, chip_value(seat.area.sensed) + owed)
        elif t.wager is not None:
            total = (
                t.wager.complete_to
                or t.wager.amount
                or min(t.round.bet, t.player(seat.number).bet + seat.stack)
            )
            self.lies(seat, seat.area.to_pot + total)
            self.happens(
                events.KeyPressed(
                    at_ms=self.now_ms, seat=seat.number, key=chance.choice(["confirm", "undo"])
                )
            )
        else:
            may = legal_bets(t)
            key = chance.choice(may.acts)
            amount = chance.choice([may.raise_min, may.raise_max]) if key in ("bet", "raise") else 0
            self.happens(
                events.KeyPressed(at_ms=self.now_ms, seat=seat.number, key=key, amount=amount or 0)
            )
            if self.is_sensed and key in ("call", "bet", "raise"):
                total = amount or min(t.round.bet, t.player(seat.number).bet + seat.stack)
                self.lies(seat, chip_value(seat.area.sensed) + total - t.player(seat.number).bet)

    def puts_right(self, seat):
        if not seat.is_connected:
            self.happens(events.DeviceBack(at_ms=self.now_ms, source=seat_source(seat.number)))
        self.lies(seat, self.table.player(seat.number).bet + seat.area.to_pot)

    def comes(self, seat, chance):
        bought = events.ChipsBought if seat.status == "out" else events.PlayerCame
        self.happens(bought(at_ms=self.now_ms, seat=seat.number, chips=chance.randint(1, 100)))

    def lies(self, seat, amount):
        self.happens(
            events.ChipsRead(
                at_ms=self.now_ms, seat=seat.number, chips=in_chips(amount), node_ms=self.now_ms
            )
        )

    @rule()
    def a_start_is_asked(self):
        self.happens(events.StartAsked(at_ms=self.now_ms))

    @rule(
        card=st.one_of(st.sampled_from(sorted(CODE)), st.sampled_from(ODD_CARDS)),
        is_face_up=st.booleans(),
        is_asked=st.booleans(),
        second=st.one_of(st.none(), st.sampled_from(sorted(CODE))),
    )
    def any_card_comes(self, card, is_face_up, is_asked, second):
        self.happens(
            events.CardOff(
                at_ms=self.now_ms,
                cards=(card,) if second is None else (card, second),
                is_face_up=is_face_up,
                pull=self.table.shoe.pulls + 1 if is_asked else 0,
            )
        )

    @rule()
    def the_shoe_is_empty(self):
        self.happens(events.ShoeEmptied(at_ms=self.now_ms))

    @rule(seat=st.integers(0, 11), key=st.sampled_from((*KEYS, "nonsense")), amount=amounts)
    def any_key_is_pressed(self, seat, key, amount):
        self.happens(events.KeyPressed(at_ms=self.now_ms, seat=seat, key=key, amount=amount))

    @rule(key=st.sampled_from(KEYS), amount=amounts)
    def the_seat_to_act_presses(self, key, amount):
        self.happens(
            events.KeyPressed(
                at_ms=self.now_ms, seat=self.table.to_act or 1, key=key, amount=amount
            )
        )

    @rule(seat=seats, amount=st.integers(0, 130), gap_ms=st.sampled_from([0, 10, 900]))
    def chips_come_to_lie(self, seat, amount, gap_ms):
        self.now_ms += gap_ms
        self.lies(self.table.seat(seat), amount)

    @rule(
        more=st.lists(st.sampled_from([-5, -1, 1, 5, 5, 25]), min_size=1, max_size=4),
        gap_ms=st.sampled_from([10, 500, 900]),
    )
    def the_seat_to_act_moves_chips(self, more, gap_ms):
        for chip in more:
            seat = self.table.seat(self.table.to_act or 1)
            self.now_ms += gap_ms
            self.lies(seat, max(0, chip_value(seat.area.sensed) + chip))

    @rule(seat=seats)
    def an_area_is_put_right(self, seat):
        self.puts_right(self.table.seat(seat))

    @rule(
        seat=seats,
        cards=st.lists(st.sampled_from(sorted(CODE)), max_size=2),
        which=st.sampled_from(["own", "first", "any"]),
    )
    def cards_are_seen(self, seat, cards, which):
        own = self.table.player(seat).cards
        seen = {"own": own, "first": own[:1], "any": tuple(cards)}[which]
        self.happens(events.HoleCardsSeen(at_ms=self.now_ms, seat=seat, cards=seen))

    @rule(
        ruling=st.sampled_from(list(RULINGS)),
        seat=st.one_of(st.none(), seats),
        card=st.one_of(st.none(), st.sampled_from(sorted(CODE))),
        why=st.sampled_from([None, "seen by all"]),
        amount=amounts,
        act=st.sampled_from(["fold", "check", "call", "raise_to", "all_in", "nonsense"]),
        others=st.lists(st.integers(0, 11), max_size=3),
    )
    def the_floor_rules(self, ruling, seat, card, why, amount, act, others):
        # a combination that is no ruling is left out
        with suppress(BadRuling):
            self.happens(
                ruled(
                    ruling,
                    at_ms=self.now_ms,
                    seat=seat,
                    card=card,
                    why=why,
                    amount=amount,
                    act=act,
                    stack=amount,
                    pot=amount % 3,
                    cards=amount % 4,
                    chip=CHIPS[amount % 3],
                    seats=tuple(others),
                    to=amount % 4 or None,
                    minutes=None if amount % 4 and ruling == "level" else amount % 7 - 3,
                )
            )

    @rule(
        ruling=st.sampled_from(("exposed", "wrong_count", "joker", "act", "dead", "award")),
        seat=seats,
        act=st.sampled_from(KEYS),
    )
    def the_floor_rules_on_a_seat(self, ruling, seat, act):
        if ruling == "act":
            seat = self.table.to_act or seat
        self.happens(ruled(ruling, at_ms=self.now_ms, seat=seat, act=act, pot=0, seats=(seat,)))

    @rule(card=st.sampled_from(sorted(CODE)), more=st.integers(1, 4))
    def cards_leave_unasked(self, card, more):
        start = CODE[card]
        for code in range(start, min(start + more, len(CODE))):
            self.happens(events.CardOff(at_ms=self.now_ms, cards=(CARDS[code],)))

    @rule(seat=st.one_of(st.none(), seats), is_lost=st.booleans())
    def a_device_is_lost_or_back(self, seat, is_lost):
        event = events.DeviceLost if is_lost else events.DeviceBack
        self.happens(event(at_ms=self.now_ms, source=SHOE if seat is None else seat_source(seat)))

    @rule(kind=st.sampled_from(HOLDS), source=st.sampled_from([SHOE, PINS]), begins=st.booleans())
    def a_hold_begins_or_ends(self, kind, source, begins):
        event = events.HoldBegan if begins else events.HoldEnded
        self.happens(event(at_ms=self.now_ms, kind=kind, source=source))

    @rule(kind=st.sampled_from(LOCKS))
    def a_lock_is_cleared(self, kind):
        self.happens(events.LockCleared(at_ms=self.now_ms, kind=kind, who="Ann"))

    @rule()
    def the_shoe_is_reloaded(self):
        self.happens(events.ShoeReloaded(at_ms=self.now_ms))

    @rule(seat=seats, chips=st.integers(-1, 100), does=st.sampled_from(["comes", "goes", "buys"]))
    def a_player(self, seat, chips, does):
        happened = {
            "comes": events.PlayerCame(at_ms=self.now_ms, seat=seat, chips=chips),
            "goes": events.PlayerWent(at_ms=self.now_ms, seat=seat),
            "buys": events.ChipsBought(at_ms=self.now_ms, seat=seat, chips=chips),
        }
        self.happens(happened[does])

    # What holds

    @invariant()
    def the_chips_add_up(self):
        t = self.table
        assert (
            sum(s.stack + t.player(s.number).bet for s in t.seats) + t.of_pots.middle + t.bank
            == self.total
            == t.total
        )
        assert all(s.stack >= 0 and t.player(s.number).bet >= 0 for s in t.seats)

    @invariant()
    def every_card_is_in_one_place(self):
        t = self.table
        if t.in_hand:
            held = [card for player in t.shown.players.values() for card in player.cards]
            cards = [*t.board, *t.shown.deal.burns, *t.shown.deal.aside, *t.loose, *held]
            cards += [*(out.card for out in t.early), *(t.reload.cards if t.reload else [])]
            cards += [t.shown.deal.first_burn] if t.shown.deal.first_burn else []
            cards += t.of_house.dealer.cards
            faces = [card for card in cards if card in CODE]
            assert len(faces) == len(set(faces))
            assert sum(1 << CODE[card] for card in faces) == t.seen

    @invariant()
    def what_is_told_is_right(self):
        """Where nothing has happened since the last look, and no time has passed, only what was
        refused is new.
        """
        told = " ".join(self.notices)
        if self.looked[0] is not self.table or self.looked[1] != self.now_ms:
            self.looked = self.table, self.now_ms
            view = public_view(self.table, self.now_ms)
            self.the_table_waits_for_something(view)
            self.equity_adds_up_and_is_public_only_while_all_hands_lie_up(view)
            told += msgspec.json.encode(view).decode()
        self.nobody_is_told_of_a_card_that_lies_face_down(told)

    def the_table_waits_for_something(self, view):
        assert view.waiting_for != "nothing" or view.phase in ("idle", "seating")
        assert (
            view.paused
            or view.hold
            or view.lock
            or (view.to_act is None) == (view.waiting_for != "action")
        )
        assert view.to_act is None or view.phase in ("betting", "showdown")
        assert view.prompt

    def nobody_is_told_of_a_card_that_lies_face_down(self, told):
        t = self.table
        up = {
            card for wrong in (t.irregularity, *t.further) if wrong is not None for card in wrong.up
        }
        players = t.shown.players.values()
        up |= {
            *t.board,
            *(card for p in players for card in p.up_cards),
            *(t.reload.cards if t.reload else ()),
        }
        dealer = t.of_house.dealer
        of_dealer = () if dealer.is_shown else dealer.cards
        down = {card for p in players for card in p.cards} | {
            *t.shown.deal.burns,
            *t.loose,
            *of_dealer,
        }
        assert (down - up) & CODE.keys() & {*TWO_LETTERS.findall(told)} == set()

    def equity_adds_up_and_is_public_only_while_all_hands_lie_up(self, view):
        counted = [
            s.equity
            for s in audit_view(self.table, self.now_ms).seats.values()
            if s.equity is not None
        ]
        assert not counted or abs(sum(counted) - 1) < MOST_SEATS * 1e-6
        shown = [s.equity for s in view.seats.values() if s.equity is not None]
        assert not shown or all(is_up(player, self.table.game) for player in self.table.claiming)
        assert not shown or abs(sum(shown) - 1) < MOST_SEATS * 1e-6

    @invariant()
    def recovery_gives_the_same_table(self):
        assert self.recovered == self.table


class PotsTable(AnyTable):
    """A table of the three games that are played for pots."""

    @initialize(
        stacks=st.lists(st.integers(1, 120), min_size=2, max_size=MOST_SEATS),
        ante=st.sampled_from([0, 1, 3]),
        min_raise=st.sampled_from(["double", "increment"]),
        has_button=st.booleans(),
        tables=st.booleans(),
        clock_s=st.sampled_from([0, 3, 30]),
        bank_s=st.sampled_from([0, 2]),
        game=st.sampled_from(GAMES),
        irregularities=st.sampled_from(["procedures", "procedures", "void"]),
        betting=st.sampled_from(["no_limit", "pot_limit", "fixed_limit"]),
        forced=st.sampled_from(
            [{}, {}, {"ante_from": "big_blind"}, {"button_ante": True}, {"button_ante": 7}]
        ),
    )
    def opens(
        self,
        stacks,
        ante,
        min_raise,
        has_button,
        tables,
        clock_s,
        bank_s,
        game,
        irregularities,
        betting,
        forced,
    ):
        options = {
            "chips_sensed": self.is_sensed,
            "min_raise": min_raise,
            "table_all_in_hands": tables,
            "rebuys": True,
            "action_clock_s": clock_s,
            "time_bank_s": bank_s,
            "irregularities": irregularities,
            "late_entry_until_level": 9,
            **({"betting": betting} if game in OF_THREE_LIMITS else {}),
            **forced,
        }
        self.table, row = open_table(
            preset(game),
            dict(enumerate(stacks, 1)),
            stakes=Stakes(5, 10, ante, 10, 20),
            options=options,
            chips=CHIPS,
            button=1 if has_button else None,
            places=tuple(range(1, MOST_SEATS + 1)),
        )
        self.now_ms = 0
        self.total = sum(stacks)
        self.ruled_in = 0
        self.deck, self.notices = [], []
        first = self.stored(row.facts)[0]
        assert isinstance(first, TableOpened)
        self.recovered = make_table(first)


class TableOfKeys(PotsTable):
    is_sensed = False


def play(machine, tables, steps, *, by_seed=None):
    """Always the same tables, or those of a seed."""
    if by_seed is not None:
        machine = seed(by_seed)(type(machine.__name__, (machine,), {}))
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=tables,
            stateful_step_count=steps,
            derandomize=by_seed is None,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def soak(machine, seeds):
    for by_seed in seeds:
        play(machine, tables=25, steps=80, by_seed=by_seed)


@pytest.mark.parametrize("machine", tiered([PotsTable, TableOfKeys], [PotsTable]))
def test_whatever_happens_at_a_table_it_stays_one(machine):
    """Clauses: G-1, G-2, G-8, G-12."""
    play(machine, tables=10, steps=50)


@pytest.mark.slow
@pytest.mark.parametrize("machine", [PotsTable, TableOfKeys])
def test_whatever_happens_at_many_tables_for_long_they_stay_such(machine):
    """Clauses: G-1, G-2, G-8, G-12."""
    play(machine, tables=150, steps=80)


@pytest.mark.soak
@pytest.mark.parametrize("machine", [PotsTable, TableOfKeys])
def test_whatever_happens_at_tables_nobody_has_seen_they_stay_such(machine, soaking):
    """Clauses: G-1, G-2, G-8, G-12."""
    soak(machine, soaking)
