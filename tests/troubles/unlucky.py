"""Unlucky people: they act as FaultyPlayers do, but troubles of every row happen at a rate, by a
seed.

people = UnluckyPeople(stage, seed=1)
people.load(names)           # the deck of a hand, some cards spoilt
people.struck                # what has gone wrong so far, by kind
people.unnamed               # of that, what the table said nothing about: a sentence each
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from firmware_io.readers.ids import simulated_tag
from tablectl.simulation.players.floor import Floor
from tablectl.simulation.players.people import People
from tablectl.simulation.stage.live import AnyStage
from tablectl.simulation.stage.sim_deck import DeckCard
from tablectl.simulation.stage.socket_ends import Notice
from tablectl.view import View
from tests.troubles.cards import (
    ANY_CARD,
    CARD_TROUBLES,
    CODES_OF,
    EARLY,
    KEPT,
    PULL_TROUBLES,
    CardTrouble,
    PullTrouble,
    unasked,
)
from tests.troubles.chips import CHIP_TROUBLES
from tests.troubles.scene import Scene
from tests.troubles.troubled import TroubledPeople

RATE = 0.02  # of the pulls, and of the motions, go wrong
# in the draw all lie face up
OF_THE_DRAW = tuple(row for row in CARD_TROUBLES if row.name != "boxed card")
AND_A_CARD = 0.05  # of the halts: another card leaves the shoe meanwhile
# turns after it is due, at most, in which an unasked card comes
LATEST = 4


class Due(Struct):
    """A trouble that will happen when so many cards have left the shoe, and so many turns later."""

    trouble: PullTrouble
    cards: int
    turns: int
    # the number of acts from which on it may happen; None: the cards have not left yet
    at: int | None = None

    def is_now(self, cards: int, acts: int) -> bool:
        if self.at is None and cards >= self.cards:
            self.at = acts + self.turns
        return self.at is not None and acts >= self.at


class UnluckyPeople(TroubledPeople):
    """See the module. `on_halt` is called with every halted table before the floor rules."""

    def __init__(
        self,
        stage: AnyStage,
        seed: int,
        rate: float = RATE,
        on_halt: Callable[[View], None] = lambda view: None,
        floor: type[Floor] = Floor,
        are_kept: Callable[[], bool] = lambda: False,
    ):
        super().__init__(stage, seed, on_halt, floor, are_kept)
        self.unnamed: list[str] = []
        self.pulls = self.motions = 0
        self._rate = rate
        self._street: str | None = None
        self._names: Sequence[str] = ()
        self._due: list[Due] = []
        self._heard = 0
        self._is_short = False  # cards are missing from the deck: the shoe will run empty
        self._matter: object = None  # the halt for which `_and_a_card` has decided already
        self._is_busy = False  # a trouble is happening: no other one begins

    # The deck

    def load(self, names: Sequence[str], *, is_draw: bool = False):
        """Loads a deck with spoilt cards, and draws after which cards something will happen at
        the shoe.
        """
        self.acts_in_hand = self.acts_on_street = 0
        self._due = []
        self._names = names
        spoiled = []
        pack = []
        for slip in map(DeckCard, names):
            trouble = self._drawn(OF_THE_DRAW if is_draw else (*CARD_TROUBLES, *PULL_TROUBLES))
            if isinstance(trouble, PullTrouble):
                self._due.append(
                    Due(trouble, len(pack), self.chance.choice((0, 0, *range(1, LATEST))))
                )
            spoiled = (
                trouble.spoil(slip, pack, self.chance)
                if isinstance(trouble, CardTrouble)
                else [slip]
            )
            pack += spoiled
            if not spoiled:
                break
        self._is_short = not spoiled
        self.sim_deck.load(pack)
        self._heard = len(self.stage.notices)
        self.stage.shoe.deals_by_itself = not self._due

    def _drawn(self, rows: Sequence[CardTrouble | PullTrouble]) -> CardTrouble | PullTrouble | None:
        """At the rate a row, preferably one that has happened seldom; else None."""
        if self.chance.random() >= self._rate:
            return None
        return self.chance.choices(rows, [1 / (1 + self.struck[row.name]) for row in rows])[0]

    # What happens without an act

    async def _settle_step(self) -> bool:
        self._look_at_cards()
        view = self.stage.view
        if view.street != self._street:
            self._street, self.acts_on_street = view.street, 0
        if (
            await self._next_trouble(view)
            or await self._and_a_card(view)
            or await self.correct_chips(view)
        ):
            return True
        if await self.floor.rule_case(view):
            return True
        if view.phase == "seating" and view.waiting_for == "card" and not self.stage.shoe.cards:
            drawn = {slip.face for slip in self.sim_deck.out}
            self.sim_deck.load([DeckCard(name) for name in self._names if name not in drawn])
            await self.stage.rest()
            return True
        if view.waiting_for == "card" and not self.stage.shoe.deals_by_itself:
            self.stage.shoe.pull()
            await self.stage.rest()
            return self.stage.view != view
        return await People._settle_step(self)  # what FaultyPlayers add is done above

    def _look_at_cards(self):
        """Checks that each spoilt card that has left the shoe has led to one of its notices."""
        news = self.sim_deck.take_new_cards()
        self.pulls += len(news)
        for above, slip in zip((None, *news), news, strict=False):
            if slip.fault:
                # its twin may have gone back
                may_be_alone = self.sim_deck.is_reshuffled or not self.stage.view.hand
                is_known = (
                    slip.fault != "duplicate card" or not may_be_alone
                ) and not self.are_kept()
                is_alone = not slip.clings and (above is None or not above.clings)
                codes = (*CODES_OF[slip.fault], *EARLY) if is_alone else ANY_CARD
                self._counts(slip.fault, codes if is_known else (), self._heard)
        is_exhausted = any(
            said.code == "deck_exhausted" for said in self.stage.notices[self._heard :]
        )
        if self._is_short and is_exhausted and not self.stage.shoe.cards:
            self._is_short = False
            self.struck["shoe empty"] += 1
        self._heard = len(self.stage.notices)

    def _counts(self, name: str, codes: Sequence[str], since: int):
        said = [s.code for s in self.stage.notices[since:]]
        self.struck[name] += 1
        if codes and name != KEPT and not set(codes) & set(said):
            self.unnamed.append(f"hand {self.stage.view.hand}: {name}, and the table said {said}.")

    async def _next_trouble(self, view: View) -> bool:
        """Lets one of the due troubles happen, if one is possible now."""
        is_over = view.phase == "idle"
        due = [
            d
            for d in self._due
            if d.is_now(len(self.sim_deck.out), self.acts_in_hand) or (is_over and d.at is not None)
        ]
        for trouble in due:
            since = len(self.stage.notices)
            if (name := await trouble.trouble.does(self, view)) is not None:
                self._due.remove(trouble)
                self._counts(name, trouble.trouble.codes, since)
                break
        else:
            if is_over:
                self._due = [d for d in self._due if d not in due]
            due = []
        self.stage.shoe.deals_by_itself = not self._due
        return bool(due)

    async def _and_a_card(self, view: View) -> bool:
        """Now and then a card leaves the shoe while the table is halted already."""
        if view.irregularity == self._matter:
            return False
        self._matter = view.irregularity
        if view.irregularity is None or self.chance.random() >= AND_A_CARD:
            return False
        since = len(self.stage.notices)
        if (name := await unasked(self, view)) is None:
            return False
        self._counts(name, ANY_CARD, since)
        return True

    async def before_hand(self):
        """Now and then somebody puts chips in front already (F-5)."""
        able = [
            int(n)
            for n, seat in self.stage.view.seats.items()
            if seat.status == "in" and seat.stack
        ]
        if able and self.chance.random() < self._rate:
            sim, since = self.stage.seats[self.chance.choice(able)], len(self.stage.notices)
            sim.put(sim.chips("stack")[-1:])
            await self.stage.rest()
            await self.stage.say({"start": True})
            self._counts("chips in front between hands", ("stack_differs", "deck_unchecked"), since)
            await self.settle()
        await super().before_hand()

    # Acts

    async def act(self, seat: int, act: str, amount: int | None = None) -> Notice | None:
        if self._is_busy:
            return await self.act_normally(seat, act, amount)
        self.motions += 1
        if self.chance.random() < self._rate and await self._goes_wrong(seat):
            return None
        return await self.act_normally(seat, act, amount)

    async def _goes_wrong(self, seat: int) -> bool:
        """Lets a trouble happen, seldom ones first; False: none is possible now."""
        weights = {row: self.chance.random() / (1 + self.struck[row.name]) for row in CHIP_TROUBLES}
        before = self.stage.view
        for row in sorted(CHIP_TROUBLES, key=weights.__getitem__, reverse=True):
            since = len(self.stage.notices)
            self._is_busy = True
            done = await row.does(Scene(self, before, seat))
            self._is_busy = False
            if done:
                self._counts(row.name, row.codes, since)
            if (
                done
                or len(self.stage.notices) > since
                or self.stage.view.to_act != seat
                or self.stage.view.hand != before.hand
            ):
                self.acts_in_hand += 1
                self.acts_on_street += 1
                return True
        return False

    async def _show_or_muck(self, view: View, seat: int):
        """At the showdown: one card only, or another's, or one falls out of the shoe (L-23,
        F-2).
        """
        cards = view.seats[str(seat)].cards
        others = [s.cards for n, s in view.seats.items() if int(n) != seat and s.cards]
        if self.chance.random() < self._rate and set(self.stage.seats[seat].up) <= {
            simulated_tag(card) for card in cards
        }:
            since, what = len(self.stage.notices), self.chance.choice(("one", "another's", "falls"))
            if what == "another's" and others:
                await self.shows(seat, self.chance.choice(others))
                self._counts("cards dealt elsewhere shown", ("card_elsewhere",), since)
            elif what == "falls" and (name := await unasked(self, view)) is not None:
                self._counts(name, ANY_CARD, since)
            else:
                await self.shows(seat, cards[:1])
                self._counts("one card shown", (), since)
            return
        await super()._show_or_muck(view, seat)
