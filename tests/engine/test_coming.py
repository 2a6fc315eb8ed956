"""Players come, go, sit out and go broke in any mix for thirty hands, compared with an oracle that
walks from seat to seat.

The oracle keeps its own account of who owes what, and finds button and blinds by walking round the
table one seat at a time: slow, and nothing of it is the engine's.
"""

from random import Random

import pytest

from tablectl.engine import events, floor
from tablectl.engine.engine import handle, open_table
from tablectl.engine.facts import ChipsAdded, PlayerLeft, PlayerSat, Refused
from tablectl.engine.rounds.betting import legal_bets
from tablectl.games.catalog import preset
from tablectl.rules.forced import Stakes
from tests.engine.playing import next_event, shuffled
from tests.happened import press, ruled

SEATS = 10
HANDS = 30
SMALL, BIG = 2, 4
CHOICES = ("post", "wait", "buy_button")
TEMPER = (0.4, 0.35, 0.4)  # wild enough for seats to go broke
CHANGES = 4  # of who is there, at most, between two hands
MIDWAY = 0.1  # somebody sits out or leaves before an act
VOID = 0.01  # the floor voids a hand before an act
PUT = 0.2  # the floor puts the button somewhere before a hand
UNDOES = 0.4  # and takes it back


class Person:
    """Somebody at the table, as the oracle sees them."""

    def __init__(self, owes=""):
        self.owes = owes  # new, passed, or nothing
        self.choice = ""
        self.is_out = False  # sits out
        self.is_going = False


class Oracle:
    def __init__(self, game, seats, button):
        self.is_canterbury = game == "canterbury"
        self.people = {seat: Person() for seat in seats}
        self.button, self.button_stays = button, True
        self.again: set[int] = set()  # who was in the hand that was void

    def round_from(self, seat):
        """All seats in the order one walks, the given one last."""
        return [(seat + step - 1) % SEATS + 1 for step in range(1, SEATS + 1)]

    def able(self, table):
        return {
            n
            for n, p in self.people.items()
            if not p.is_out and table.seat(n).stack + table.seat(n).bought > 0
        }

    def expects(self, table):
        """Button, small blind, big blind, who is dealt in, and what each posts, live and dead;
        None: no hand can be.
        """
        able = self.able(table)
        return self._of(able & self.again) or self._of(able)

    def _of(self, able):
        if len(able) < 2:
            return None
        settled = {n for n in able if not self.people[n].owes}
        anew = not settled
        settled = settled or able
        button = self.button
        if not (self.button_stays and button in settled):
            button = next(n for n in self.round_from(button) if n in settled)
        small = next(n for n in self.round_from(button) if n in settled)
        walked = []  # between button and small blind
        for n in self.round_from(button):
            if n == small:
                break
            walked.append(n)
        owing = able - settled
        posting = {n for n in owing if self.people[n].choice == "post"}
        if not self.is_canterbury:  # S-17
            posting -= {n for n in walked if n in posting and self.people[n].owes == "passed"}
        owed = {n: (BIG, SMALL if self.people[n].owes == "passed" else 0) for n in posting}
        buyer = next(
            (n for n in sorted(owing) if self.people[n].choice == "buy_button" and n in walked),
            None,
        )
        if buyer is not None:
            return button, None, buyer, settled | posting | {buyer}, owed | {buyer: (BIG, SMALL)}
        big = next(n for n in self.round_from(small) if n in able)
        if big == small:
            return None
        dealt = settled | posting | {big}
        if len(dealt) == 2:
            button, small, big = self._heads_up(dealt, owing, button)
        return (
            button,
            small,
            big,
            dealt,
            ({} if anew else owed) | {small: (SMALL, 0), big: (BIG, 0)},
        )

    def _heads_up(self, dealt, owing, button):
        other = next(n for n in dealt if n != button)
        if self.is_canterbury:
            return (button, button, other) if button not in owing else (other, other, button)
        return (button, other, button) if other not in owing else (other, button, other)

    def completed(self, button, big, dealt):
        for n in self.round_from(button):  # the blinds' way, to the big blind
            if n == big:
                break
            if n in self.people and n not in dealt and not self.people[n].owes:
                self.people[n].owes = "passed"
        for n in dealt:
            if self.people[n].owes:
                self.people[n].owes = self.people[n].choice = ""
        self.button, self.button_stays, self.again = button, False, set()

    def voided(self, button, dealt):
        self.button, self.button_stays, self.again = button, True, dealt

    def may_be_put(self, seat, table):
        """Whether the button may be at that seat: the next hand would have it there (H-8)."""
        if seat not in self.able(table):
            return False
        before = self.where_it_is
        self.where_it_is = seat, True
        expected = self.expects(table)
        self.where_it_is = before
        return expected is None or expected[0] == seat

    @property
    def where_it_is(self):
        return self.button, self.button_stays

    @where_it_is.setter
    def where_it_is(self, found):
        self.button, self.button_stays = found

    def gone(self, seat):
        """This person is gone: whoever sits down there next is somebody else."""
        del self.people[seat]
        self.again.discard(seat)


class Evening:
    """One table and its oracle, through thirty hands."""

    def __init__(self, game, chance):
        self.chance = chance
        seats = sorted(chance.sample(range(1, SEATS + 1), chance.randint(3, 9)))
        button = chance.choice(seats)
        self.table, _ = open_table(
            preset(game),
            {seat: chance.randint(10, 120) for seat in seats},
            stakes=Stakes(SMALL, BIG, 0, BIG, 2 * BIG),
            button=button,
            options={"chips_sensed": False, "action_clock_s": 0},
            places=tuple(range(1, SEATS + 1)),
        )
        self.oracle = Oracle(game, seats, button)
        self.chips = self.table.total

    def does(self, event):
        """Handles the event. Returns whether it was accepted."""
        self.table, rows = handle(self.table, (event,))
        for fact in rows[0].facts:
            if isinstance(fact, PlayerSat):
                self.chips += fact.stack
            elif isinstance(fact, ChipsAdded):
                self.chips += fact.chips
            elif isinstance(fact, PlayerLeft):
                self.chips -= fact.stack
        return not any(isinstance(fact, Refused) for fact in rows[0].facts)

    def plays(self):
        for _ in range(HANDS):
            for _ in range(self.chance.randint(0, CHANGES)):
                self.somebody_does_something()
            if self.chance.random() < PUT:
                self.the_floor_puts_the_button()
            self.one_hand()
            assert sum(s.stack for s in self.table.seats) == self.table.total == self.chips

    def somebody_does_something(self):
        seat = self.chance.randint(1, SEATS)
        person = self.oracle.people.get(seat)
        if person is None:
            if self.chance.random() < 0.6:
                self.sits(seat)
        elif self.table.seat(seat).status == "out" and self.chance.random() < 0.7:
            assert self.does(
                events.ChipsBought(at_ms=0, seat=seat, chips=self.chance.randint(10, 80))
            )
        else:
            self.chooses(seat, person)

    def sits(self, seat):
        assert self.does(events.PlayerCame(at_ms=0, seat=seat, chips=self.chance.randint(5, 120)))
        self.oracle.people[seat] = Person("new" if self.table.hands else "")

    def chooses(self, seat, person):
        likely = (
            ("sit_in",) * 5
            if person.is_out
            else ("post", "buy_button") * 4
            if person.owes
            else ("sit_out",)
        )
        what = self.chance.choice((*likely, "leaves", "sit_out", "sit_in", *CHOICES))
        if what == "leaves":
            assert self.does(events.PlayerWent(at_ms=0, seat=seat))
            self.oracle.gone(seat)
            return
        was_taken = self.does(press(seat, what))
        if what in ("sit_out", "sit_in"):
            assert was_taken == (person.is_out == (what == "sit_in"))
            person.is_out = what == "sit_out"
            person.choice = "" if what == "sit_out" else person.choice
        elif was_taken:
            assert person.owes
            assert not person.is_out
            person.choice = what
        else:
            assert not person.owes or person.is_out or not self.is_good(seat, person, what)

    def is_good(self, seat, person, what):
        """Whether the choice would let the player into the next hand."""
        if self.table.seat(seat).stack + self.table.seat(seat).bought == 0:
            return False
        if what == "wait":
            return True
        before, person.choice = person.choice, what
        expected = self.oracle.expects(self.table)
        person.choice = before
        if what == "buy_button":
            return (
                self.oracle.is_canterbury
                and person.owes == "new"
                and expected is not None
                and expected[1:3] == (None, seat)
            )
        return expected is not None and seat in expected[3]

    def the_floor_puts_the_button(self):
        """And may take it back, also once somebody has come, gone or chosen since."""
        seat, before = self.chance.randint(1, SEATS), self.oracle.where_it_is
        may_be = self.oracle.may_be_put(seat, self.table)
        assert self.does(ruled(floor.PutButton(seat=seat, why="tested"))) == may_be
        if not may_be:
            return
        self.oracle.where_it_is = seat, True
        for _ in range(self.chance.choice([0, 0, 1, 2])):
            self.somebody_does_something()
        if self.chance.random() < UNDOES and self.does(ruled(floor.Undo())):
            self.oracle.where_it_is = before

    def one_hand(self):
        expected = self.oracle.expects(self.table)
        before = {s.number: s.stack + s.bought for s in self.table.seats}
        if not self.does(events.StartAsked(at_ms=0)):
            assert expected is None
            return
        assert expected is not None
        button, small, big, dealt, owed = expected
        t = self.table
        assert (t.button, t.shown.small, t.shown.big, set(t.dealt)) == (button, small, big, dealt)
        assert {
            s.number: before[s.number] - s.stack for s in t.seats if before[s.number] != s.stack
        } == {n: min(before[n], live + dead) for n, (live, dead) in owed.items()}
        bets = {n: player.bet for n, player in t.shown.players.items() if player.bet}
        assert bets == {n: min(before[n], live) for n, (live, _) in owed.items()}
        # a button that is no longer for sale: choose again
        for person in self.oracle.people.values():
            if person.choice == "buy_button" and not (
                small is None and self.oracle.people[big] is person
            ):
                person.choice = ""
        self.play_it(button, big, dealt)

    def play_it(self, button, big, dealt):
        deck = shuffled(self.table, self.chance)
        is_void = False
        while self.table.in_hand:
            if self.table.to_act is not None:
                self.midway()
                if is_void := self.table.in_hand and self.chance.random() < VOID:
                    assert self.does(ruled(floor.Void(why="tested")))
                    break
            if self.table.in_hand:
                self.goes_on(deck)
        if is_void:
            self.oracle.voided(button, dealt)
        else:
            self.oracle.completed(button, big, dealt)
        for n, person in list(self.oracle.people.items()):
            if person.is_going:
                self.oracle.gone(n)

    def goes_on(self, deck):
        event = next_event(self.table, deck, self.chance, TEMPER)
        if not self.does(event):  # more than the limit allows
            assert isinstance(event, events.KeyPressed)
            key = "call" if legal_bets(self.table).to_call else "check"
            assert self.does(press(event.seat, key))

    def midway(self):
        """Who sits out does so from the next hand; who leaves is folded when the turn comes
        (F-7).
        """
        seat = self.chance.randint(1, SEATS)
        person = self.oracle.people.get(seat)
        if person is None or self.chance.random() > MIDWAY or person.is_going:
            return
        if self.chance.random() < 0.5:
            if not person.is_out:
                assert self.does(press(seat, "sit_out"))
                person.is_out, person.choice = True, ""
        else:
            person.is_going = person.is_out = True
            assert self.does(events.PlayerWent(at_ms=0, seat=seat))


@pytest.mark.parametrize("seeds", [range(10), pytest.param(range(10, 110), marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", ["canterbury", "texas6plus"])
def test_button_and_blinds_go_where_the_clauses_say_whoever_comes_and_goes(game, seeds):
    """Clauses: L-8, L-30, L-31, L-32, L-33, L-35, S-8, S-10, S-16, S-17, S-18, F-4, F-7, F-9,
    G-1, G-4, H-8.
    """
    for seed in seeds:
        print("seed", seed)
        Evening(game, Random(seed)).plays()
