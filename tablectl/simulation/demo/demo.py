"""A demo's hands, one after the other: a shuffled deck, players who decide, and who buys in
again.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tablectl.games.game import Game
from tablectl.present.result_timing import SUMMARY_MS, result_ms
from tablectl.simulation.demo.hand_summary import (
    HandPlayed,
    points_by_shots,
    points_of,
    worth_a_picture,
)
from tablectl.simulation.demo.options import EVENING_HANDS, MOST_HANDS, DemoOptions
from tablectl.simulation.players.faulty_players import FaultyPlayers
from tablectl.simulation.players.gamblers import Gambler
from tablectl.simulation.players.people import People, Stalled, is_between_hands
from tablectl.simulation.players.poker import Player
from tablectl.simulation.players.practice import PagePractice, Practice, is_asked
from tablectl.simulation.players.shooters import Shooter
from tablectl.simulation.stage.live import AnyStage
from tablectl.view import View
from tablectl.view.codes import SeatCode

VOIDED = ("misdeal", "void")
# with a window: who has the button, shuffles and cuts can be read before the first hand
DRAWN_S = 5.0
LOOK_MS = 100
# before the first card so long is waited for the phones of guests
PAIRING_S = 180
# so long before the table would begin another hand the demo is over
ENDS_BEFORE_S = 2
# acts in a row: more than a clock, a ruling or a slow table explains
MOST_REFUSED = 20
# table time without any change after which a hand has stalled
UNANSWERED_S = 60
PLAYERS: dict[str, type[Player] | type[Gambler] | type[Shooter]] = {
    "pots": Player,
    "house": Gambler,
    "points": Shooter,
}


def shuffle_deck(game: Game, seed: str) -> list[str]:
    cards = list(game.deck.all_cards)
    random.Random(seed).shuffle(cards)
    return cards


class Host:
    """Looks after the people who play on their phones; this one says nothing."""

    def show_codes(self, codes: tuple[SeatCode, ...]) -> None:
        """Of the seats that want a phone, whenever they change."""

    def show_cards(self, seat: int, cards: tuple[str, ...]) -> None:
        """Those that the guest at the seat holds, as if the corners were lifted."""

    def begin_waiting(self, seats: Sequence[int], at_most_s: int) -> None:
        """The first card waits for the phones of these seats."""

    def end_waiting(self, without: Sequence[int]) -> None:
        """It is dealt now; these seats have no phone yet."""


class Demo:
    """One demo on its stage. `think_s`: how long a player thinks; 0 in virtual time. `host`: of
    the people who play on their phones.
    """

    def __init__(
        self,
        stage: AnyStage,
        game: Game,
        wanted: DemoOptions,
        on_hand: Callable[[HandPlayed], None],
        think_s: float = 0,
        host: Host | None = None,
    ) -> None:
        self.stage = stage
        self._host = host or Host()
        self._lifted = 0  # the hand whose cards the guests have seen
        self._table = stage.config.table
        self.game = game
        self.wanted = wanted
        self.people = self._make_people()
        self.people.shows_after_s = think_s
        self.players = {n: PLAYERS[game.plays_for](n, wanted.seed, game) for n in stage.seats}
        self._on_hand = on_hand
        self._think_s = think_s
        self._picture: bytes = b""
        self._pictured = 0  # its hand
        self._best = -1
        self._struck: Counter[str] = Counter()
        self._points_before: dict[str, int] = {}
        self._refused = 0  # acts in a row
        # else nothing comes between
        self._most_refused = MOST_REFUSED if think_s or wanted.person_rules else 1
        self._said = 0  # the number of notices when the hand began

    def _make_people(self) -> People:
        if self.wanted.person_rules:
            floor = Practice if self.wanted.floor is None else PagePractice
            return FaultyPlayers(self.stage, self.wanted.seed, self._keep_best_view, floor)
        if self.wanted.irregularities:
            return FaultyPlayers(self.stage, self.wanted.seed, self._keep_best_view)
        return People(self.stage)

    async def run(self) -> None:
        await self.stage.open()
        await self.play()

    async def play(self) -> None:
        """Plays the hands. The stage is open."""
        await self._wait_for_phones()
        if self.game.has_button:
            await self._start_hand("draw")
            await self._play_hand()
            if self._think_s:
                await asyncio.sleep(DRAWN_S)
        most = self.wanted.hands or (MOST_HANDS if self.game.has_places else EVENING_HANDS)
        for number in range(1, most + 1):
            if any(seat.place == 1 for seat in self.stage.view.seats.values()):
                break
            await self._rebuy_players()
            self._points_before, self._said = points_of(self.stage.view), len(self.stage.notices)
            await self._start_hand(str(number))
            await self._play_hand()
            self._on_hand(self._summarize_hand())
        await self._wait_for_result()

    async def _wait_for_phones(self) -> None:
        """Before the first card, until each guest has a phone, and at most PAIRING_S. The table is
        paused meanwhile, else its countdown would begin a hand.
        """
        if not (seats := self._seats_without_phone()):
            return
        self._host.begin_waiting(seats, PAIRING_S)
        await self.stage.say({"floor": "pause"})
        ends_s = self.stage.loop.time() + PAIRING_S
        while self._seats_without_phone() and self.stage.loop.time() < ends_s:
            await self.stage.wait(LOOK_MS)
        self._host.end_waiting(self._seats_without_phone())
        await self.stage.say({"floor": "go_on"})

    def _seats_without_phone(self) -> list[int]:
        seats = self.stage.view.seats
        return [n for n in self.stage.guests if seats[str(n)].phone is None]

    async def _start_hand(self, what: str) -> None:
        """Loads a shuffled deck and starts a hand, unless the table has counted down and started
        it.
        """
        self.stage.sim_devices.clear_cards()
        self.people.load(
            shuffle_deck(self.game, f"{self.wanted.seed} {what}"), is_draw=what == "draw"
        )
        await self.people.before_hand()
        await self.stage.rest()
        if not await self._wait_for_countdown():
            try:
                await self.people.start_hand()
            # the table's sentence: too few have chips to play with, say
            except RuntimeError as why:
                if is_between_hands(self.stage.view):
                    raise Stalled(str(why)) from None
        await self.people.settle()

    async def _wait_for_countdown(self) -> bool:
        """With a window, after a hand: waits while the table counts down to the next. Whether it
        has started that by itself.
        """
        hand = self.stage.view.hand if self._think_s else 0
        if not hand:
            return False
        if self.stage.view.next_hand_in_s is None:
            await self._wait_for_result()
        while self.stage.view.hand == hand and self.stage.view.next_hand_in_s is not None:
            await self.stage.wait(LOOK_MS)
        return self.stage.view.hand != hand

    async def _rebuy_players(self) -> None:
        """In a game without places, players without chips buy in again."""
        if self.game.has_places:
            return
        for number, seat in self.stage.view.seats.items():
            if seat.status == "out":
                await self.stage.say({"seat": int(number), "buys": self._table.seats[number]})

    async def _play_hand(self) -> None:
        """The seats that have to act think, all at the same time, and then each of them that
        still has to act does.
        """
        while not is_between_hands(self.stage.view):
            self._show_guests_cards()
            if not self._deciding_seats():
                await self._wait_for_change()
                continue
            if self._think_s:
                await asyncio.sleep(self._think_s)
                await self.stage.rest()
                # a clock may have ended meanwhile, and the hand with it
                await self.people.settle()
            for seat in self._deciding_seats():
                await self._play_turn(seat)

    def _deciding_seats(self) -> list[int]:
        """Those of simulated players; guests decide by themselves."""
        return [n for n in deciding_seats(self.stage.view) if n not in self.stage.guests]

    def _show_guests_cards(self) -> None:
        """Once a hand, as soon as they are dealt."""
        view = self.stage.view
        if view.hand == self._lifted or view.waiting_for == "card":
            return
        self._lifted = view.hand
        for number in self.stage.guests:
            if cards := view.seats[str(number)].cards:
                self._host.show_cards(number, cards)

    async def _play_turn(self, seat: int) -> None:
        """One act of a player who still has to act. Refused, as by a clock that has ended, they
        look again; see MOST_REFUSED.
        """
        view = self.stage.view
        if seat not in self._deciding_seats():
            return
        decision = self.players[seat].decide(view, view.seats[str(seat)].cards)
        refusal = await self.people.act(seat, decision.act, decision.amount)
        self._refused = 0 if refusal is None else self._refused + 1
        if refusal is not None and self._refused >= self._most_refused:
            raise Stalled(f"Hand {view.hand} stands still: {refusal.text}")
        await self.people.settle()
        self._keep_best_view(self.stage.view)

    async def _wait_for_change(self) -> None:
        """Waits while nobody can act. Raises Stalled after UNANSWERED_S."""
        before = without_clocks(self.stage.view)
        waited = 0
        while waited < UNANSWERED_S:
            is_patient = self.wanted.person_rules and is_asked(self.stage.view)
            waited += not (is_patient or self.stage.guests)
            await self.people.let_time_pass(1_000)
            await self.people.settle()
            if without_clocks(self.stage.view) != before:
                return
        view = self.stage.view
        raise Stalled(
            f"Hand {view.hand} stands still on the {view.street} and waits for {view.waiting_for}: "
            f"{view.prompt}"
        )

    async def _wait_for_result(self) -> None:
        """With a window, waits until the screen has shown the whole result, and the summary
        after it; no next hand begins.
        """
        if self._think_s:
            shown_s, left_s = (
                (result_ms(self.stage.view) + SUMMARY_MS) / 1_000,
                self.stage.view.next_hand_in_s,
            )
            await asyncio.sleep(
                shown_s if left_s is None else min(shown_s, max(0, left_s - ENDS_BEFORE_S))
            )

    def _summarize_hand(self) -> HandPlayed:
        view, people = self.stage.view, self.people
        results: list[dict[str, Any]] = msgspec.to_builtins(view.result or ())
        notices = self.stage.notices[self._said :]
        void = next(
            (one.text for one in reversed(notices) if one.code in VOIDED and not one.is_refusal),
            None,
        )
        went_wrong = (
            tuple((people.struck - self._struck).elements())
            if isinstance(people, FaultyPlayers)
            else ()
        )
        self._struck = people.struck.copy() if isinstance(people, FaultyPlayers) else self._struck
        return HandPlayed(
            view.hand,
            list(results),
            {n: seat.stack for n, seat in view.seats.items()},
            view.board,
            {n: seat.name for n, seat in view.seats.items() if seat.name},
            msgspec.to_builtins(view.dealer),
            points_of(view),
            self._points_before,
            points_by_shots(view),
            None if view.result else void,
            went_wrong,
        )

    def _keep_best_view(self, view: View) -> None:
        """Keeps the view for the picture: the best so far by `worth_a_picture`."""
        worth = worth_a_picture(view) if self.wanted.screenshot is not None else 0
        if worth and worth >= self._best:
            self._best, self._picture, self._pictured = worth, self.stage.public_json, view.hand

    def keep_picture(self) -> int | None:
        """Writes the best picture, and returns its hand; None: there was nothing to
        show.
        """
        if self.wanted.screenshot is not None and self._picture:
            # imported here: without a picture pygame is not needed
            from tablectl.screen.options import parse_style
            from tablectl.screen.window import screenshot

            screenshot(self._picture, self.wanted.screenshot, style=parse_style(self.wanted.screen))
            return self._pictured
        return None


def deciding_seats(view: View) -> list[int]:
    """The seats whose players decide next: the seat to act, or all that act at once, from
    the lowest.
    """
    if view.to_act is not None:
        return [view.to_act]
    return sorted(int(number) for number, seat in view.seats.items() if seat.to_answer)


def without_clocks(view: View) -> View:
    """The view without the fields that change with time alone: equal views mean that nothing
    happened.
    """
    return replace(
        view,
        clock_left_ms=None,
        deadline_ms=None,
        notices=(),
        notice=None,
        level=None,
    )
