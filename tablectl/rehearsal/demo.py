"""The demo: a whole table on simulated devices, played by simple players, hand after hand.

Cards, chips and keys go as bytes through ptys to a service in its own process with its own journal. With virtual time only the
waiting is skipped.
"""

import asyncio
import random
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablectl.engine.facts import AnyFact
from tablectl.games.game import Game, as_played, with_options
from tablectl.rehearsal.cast.gamblers import Gambler
from tablectl.rehearsal.cast.people import People
from tablectl.rehearsal.cast.players import Player
from tablectl.rehearsal.cast.practice import Practice, is_asked
from tablectl.rehearsal.cast.shooters import Shooter
from tablectl.rehearsal.stage.bare import BareStage, straight_through
from tablectl.rehearsal.stage.live import LiveStage, WindowClosed
from tablectl.rehearsal.stage.scratch import scratch
from tablectl.rehearsal.stage.stages import AnyStage
from tablectl.rehearsal.stage.virtual import Stage
from tablectl.rehearsal.troubles.clumsy import ClumsyPeople
from tablectl.rules.forced import Stakes
from tablectl.service.config import TableConfig, game_of
from tablectl.views.telling import told_ms
from tablectl.views.view import View

NAMES = ("Hanna", "Luca", "Brigitte", "Noor", "Viktor", "Amara", "Tomek", "Lena", "Omar", "Sofia")
BUY_IN = 1_000
CHIPS = (5, 25, 100, 500)
LIMIT_BUY_IN = 200
LIMIT_STAKES = Stakes(2, 4, 0, 4, 8)
LIMIT_CHIPS = (1, 5, 25, 100)
BLINDS = ((10, 20), (15, 30), (25, 50), (50, 100), (75, 150), (100, 200), (200, 400), (400, 800))
HANDS_A_LEVEL = 8
THINK_S = 1.2                           # for one decision: quick, but the screen can be followed
PLAYERS_MOSTLY = 6
MOST_HANDS = 1_000                      # a tournament of ten players ends long before
VOIDED = ("misdeal", "void")
EVENING_HANDS = 30                      # played of a game that has no winner
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PRACTICE_RATE = 0.06                    # of pulls and motions go wrong where a person rules: about one a hand
HOW_TO_PRACTISE = "In another terminal: export TABLECTL_SOCKET={socket}; then: tablectl rule status"
UNANSWERED_S = 60                       # table time without any change after which a hand has stalled


PLAYERS: dict[str, type[Player] | type[Gambler] | type[Shooter]] = {"pots": Player, "house": Gambler, "points": Shooter}


class HandPlayed(Struct, frozen=True, omit_defaults=True):
    """One hand of the demo, as its JSON line has it."""

    hand: int
    result: list[dict[str, Any]]
    stacks: dict[str, int]
    board: tuple[str, ...]
    names: dict[str, str] = {}
    dealer: dict[str, Any] | None = None            # its cards, its hand and whether it qualifies, where there is a house
    points: dict[str, int] = {}         # the totals of a game for points
    points_before: dict[str, int] = {}
    shots: dict[str, int] = {}          # the points made with shots
    void: str | None = None             # why it has no result: it is a misdeal, or void
    irregularities: tuple[str, ...] = ()            # what went wrong in it


class Stalled(RuntimeError):
    """A hand waits for something that will not come; the message is a sentence."""


class Wanted(Struct, frozen=True):
    """The options of the command."""

    preset: str = "tournament"
    players: int = PLAYERS_MOSTLY
    hands: int | None = None            # None: until the game is won, or EVENING_HANDS
    seed: int = 1
    screenshot: Path | None = None
    journal: Path | None = None
    table: TableConfig | None = None    # instead of a preset's; seats, stakes and chips that it does not name are the demo's
    irregularities: bool = False        # cards and chips go wrong, and the simulated floor rules
    person_rules: bool = False          # a person is the floor

    @property
    def game(self) -> Game:
        return game_of(self.table or TableConfig(preset=self.preset))

    @property
    def table_played(self) -> TableConfig:
        """The table to play at: the one described, with seats, stakes and chips of the demo's own where it names none."""
        if self.table is None or self.table.seats:
            return self.table or demo_table(self.game, self.players)
        own = demo_table(self.game, self.players, self.table.options)
        return replace(self.table, seats=own.seats, names=own.names, stakes=self.table.stakes or own.stakes,
                       chips=self.table.chips or own.chips, options=own.options)


def demo_table(game: Game, players: int, options: dict[str, object] | None = None) -> TableConfig:
    """A table for a demo: names, equal stacks; a tournament has a schedule that ends it within an hour of table time."""
    seats = spread(players, game.most)
    names = {str(n): NAMES[i] for i, n in enumerate(seats)}
    options = options or {}
    if game.plays_for == "points":
        return TableConfig(preset=game.name, name="Table 1", seats={str(n): 0 for n in seats}, names=names, options=options)
    if with_options(game, options).betting == "fixed_limit":
        return TableConfig(
            preset=game.name, name="Table 1", seats={str(n): LIMIT_BUY_IN for n in seats}, names=names, stakes=LIMIT_STAKES,
            chips=LIMIT_CHIPS, options=options)
    if game.has_places:
        levels = [{"small_blind": small, "big_blind": big, "ante": 0, "hands": HANDS_A_LEVEL} for small, big in BLINDS]
        options = {"levels": levels, **options}
    return TableConfig(
        preset=game.name, name="Table 1", seats={str(n): BUY_IN for n in seats}, names=names, stakes=Stakes(*BLINDS[0]),
        chips=CHIPS, options=options)


def spread(players: int, most: int) -> tuple[int, ...]:
    """Which seats so many players take at a table."""
    return tuple(range(1, min(players, most) + 1))


def shuffled(game: Game, seed: str) -> list[str]:
    cards = list(game.deck.all_cards)
    random.Random(seed).shuffle(cards)
    return cards


def play_fast(wanted: Wanted, on_hand: Callable[[HandPlayed], None]) -> View:
    """Plays the demo in virtual time and returns the last view. `on_hand` is called with each hand."""
    table = wanted.table_played
    game = as_played(wanted.game, table.options)
    with scratch() as directory:
        stage = Stage(table, directory, map(int, table.seats), game.deck, screens=int(wanted.screenshot is not None),
                      journal=wanted.journal)
        demo = Demo(stage, game, wanted, on_hand)
        try:
            stage.loop.run_until_complete(demo.run())
            return stage.view
        finally:
            stage.close()
            demo.keep_picture()


def play_bare(
    wanted: Wanted, on_hand: Callable[[HandPlayed], None], on_fact: Callable[[AnyFact], None] = lambda fact: None,
) -> View:
    """Plays the same hands in one process, without ptys and screen, and returns the last view.

    `on_fact` is called with each fact. It can keep a journal, but no picture.
    """
    table = wanted.table_played
    game = as_played(wanted.game, table.options)
    stage = BareStage(table, game.deck, on_fact, journal=wanted.journal)
    try:
        straight_through(Demo(stage, game, wanted, on_hand).run())
        return stage.view
    finally:
        stage.close()


def play_live(
    wanted: Wanted, on_hand: Callable[[HandPlayed], None], screen: str | None, tell: Callable[[str], None],
) -> View:
    """Plays in real time with a window. `screen` as in LiveStage; empty: SDL chooses the driver.

    `tell` is called with sentences: how to rule at this table, and each restart of the service. SIGTERM, a closed terminal and a
    closed window end it as Ctrl-C does, and leave no service behind, even if a shell started it in the background with SIGINT
    ignored. Raises ServiceGone, KeyboardInterrupt.
    """
    table = wanted.table_played
    game = as_played(wanted.game, table.options)

    async def play() -> View:
        ends_by_signal()
        stage = LiveStage(game, table, directory, screen=screen, journal=wanted.journal, tell=tell)
        demo = Demo(stage, game, wanted, on_hand, THINK_S)
        try:
            await stage.open()
            tell(f"To rule at this table: tablectl rule RULING --socket {stage.config.control.socket}")
            demo.tell_person(tell)
            await demo.play()
            return stage.view
        except WindowClosed:
            tell("The window is closed: the demo ends.")
            return stage.view
        finally:
            stage.close()
            demo.keep_picture()

    with scratch() as directory:
        try:
            return asyncio.run(play())
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None


def ends_by_signal() -> None:
    """The task that runs is cancelled by the first of ENDS; asyncio's own SIGINT does nothing where a shell had it ignored."""
    task = asyncio.current_task()
    assert task is not None
    for number in ENDS:
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)


class Demo:
    """One demo on its stage. `think_s`: how long a player thinks; 0 in virtual time."""

    def __init__(
        self, stage: AnyStage, game: Game, wanted: Wanted, on_hand: Callable[[HandPlayed], None], think_s: float = 0
    ) -> None:
        self.stage = stage
        self._table = stage.config.table
        self.game = game
        self.wanted = wanted
        self.people = self._people()
        self.players = {n: PLAYERS[game.plays_for](n, wanted.seed, game) for n in stage.seats}
        self._on_hand = on_hand
        self._think_s = think_s
        self._picture: bytes = b""
        self._best = -1
        self._struck: Counter[str] = Counter()
        self._points_before: dict[str, int] = {}
        self._said = 0                  # how many notices there were when the hand began

    def _people(self) -> People:
        if self.wanted.person_rules:
            return ClumsyPeople(self.stage, self.wanted.seed, PRACTICE_RATE, self._look, Practice)
        if self.wanted.irregularities:
            return ClumsyPeople(self.stage, self.wanted.seed, on_halt=self._look)
        return People(self.stage)

    def tell_person(self, tell: Callable[[str], None]) -> None:
        """If a person rules, tells them of a new case."""
        if isinstance(self.people, ClumsyPeople) and isinstance(self.people.floor, Practice):
            self.people.floor.tell = tell
            tell(HOW_TO_PRACTISE.format(socket=self.stage.config.control.socket))

    async def run(self) -> None:
        await self.stage.open()
        await self.play()

    async def play(self) -> None:
        """Plays the hands. The stage is open."""
        if self.game.has_button:
            await self._start("draw")
            await self._play_hand()
        most = self.wanted.hands or (MOST_HANDS if self.game.has_places else EVENING_HANDS)
        for number in range(1, most + 1):
            if any(seat.place == 1 for seat in self.stage.view.seats.values()):
                return
            await self._buy_again()
            self._points_before, self._said = points_of(self.stage.view), len(self.stage.notices)
            await self._start(str(number))
            await self._play_hand()
            self._on_hand(self._played())
            await self._let_it_be_told()

    async def _start(self, what: str) -> None:
        """Loads a shuffled deck and starts a hand."""
        self.stage.props.clear_cards()
        self.people.load(shuffled(self.game, f"{self.wanted.seed} {what}"), is_draw=what == "draw")
        await self.people.before_hand()
        await self.stage.rest()
        await self.people.starts()
        await self.people.settle()

    async def _buy_again(self) -> None:
        """In a game without places, players without chips buy in again."""
        if self.game.has_places:
            return
        for number, seat in self.stage.view.seats.items():
            if seat.status == "out":
                await self.stage.say({"seat": int(number), "buys": self._table.seats[number]})

    async def _play_hand(self) -> None:
        while not is_over(self.stage.view):
            seat = asked(self.stage.view)
            if seat is None:
                await self._patience()
                continue
            view = self.stage.view
            if self._think_s:
                await asyncio.sleep(self._think_s)
            decision = self.players[seat].decide(view, view.seats[str(seat)].cards)
            refusal = await self.people.act(seat, decision.act, decision.amount)
            if refusal is not None and not self.wanted.person_rules:       # a person may have ruled while the player was thinking
                raise RuntimeError(refusal.text)
            await self.people.settle()
            self._look(self.stage.view)

    async def _patience(self) -> None:
        """Waits while nobody can act. Raises Stalled after UNANSWERED_S."""
        before = at_rest(self.stage.view)
        waited = 0
        while waited < UNANSWERED_S:
            waited += not (self.wanted.person_rules and is_asked(self.stage.view))
            await self.people.waits(1_000)
            await self.people.settle()
            if at_rest(self.stage.view) != before:
                return
        view = self.stage.view
        raise Stalled(f"Hand {view.hand} stands still on the {view.street} and waits for {view.waiting_for}: {view.prompt}")

    async def _let_it_be_told(self) -> None:
        """With a window, waits until the screen has shown the whole result."""
        if self._think_s:
            await asyncio.sleep(told_ms(self.stage.view) / 1_000)

    def _played(self) -> HandPlayed:
        view, people = self.stage.view, self.people
        results: list[dict[str, Any]] = msgspec.to_builtins(view.result or ())
        said = self.stage.notices[self._said:]
        void = next((one.text for one in reversed(said) if one.code in VOIDED and not one.is_refusal), None)
        went_wrong = tuple((people.struck - self._struck).elements()) if isinstance(people, ClumsyPeople) else ()
        self._struck = people.struck.copy() if isinstance(people, ClumsyPeople) else self._struck
        return HandPlayed(
            view.hand, list(results), {n: seat.stack for n, seat in view.seats.items()}, view.board,
            {n: seat.name for n, seat in view.seats.items() if seat.name}, msgspec.to_builtins(view.dealer),
            points_of(view), self._points_before, points_by_shots(view), None if view.result else void, went_wrong)

    def _look(self, view: View) -> None:
        """Keeps the view for the picture: the best so far by `worth_a_picture`."""
        worth = worth_a_picture(view) if self.wanted.screenshot is not None else 0
        if worth and worth >= self._best:
            self._best, self._picture = worth, self.stage.public_json

    def keep_picture(self) -> None:
        """Writes the picture that was kept."""
        if self.wanted.screenshot is not None and self._picture:
            from tablectl.screen.window import screenshot  # imported here: without a picture pygame is not needed

            screenshot(self._picture, self.wanted.screenshot)


def asked(view: View) -> int | None:
    """The seat whose player decides next: the seat to act, or the lowest of those that are asked at once."""
    together = sorted(int(number) for number, seat in view.seats.items() if seat.to_answer)
    return view.to_act if view.to_act is not None or not together else together[0]


def points_of(view: View) -> dict[str, int]:
    """The totals of a game for points."""
    return {number: seat.points for number, seat in view.seats.items() if seat.points is not None}


def points_by_shots(view: View) -> dict[str, int]:
    """By seat: the points made with shots in the last hand."""
    return {number: sum(made or 0 for made in seat.shots.values()) for number, seat in view.seats.items() if seat.shots}


def worth_a_picture(view: View) -> int:
    """More is better, 0 is nothing: a halted table, rather one with cards in question; a result with hands shown, the more of
    them and of the board; last shots."""
    if view.irregularity is not None:
        return 1_000 + 10 * bool(view.irregularity.cards) + len(view.board) + len(view.pots)
    if view.shot is not None:
        return sum(len(seat.shots or ()) for seat in view.seats.values())
    if not view.result or view.board_shots:
        return 0
    return 10 * sum(won.hand is not None for won in view.result) + len(view.board) + len(view.pots)


def is_over(view: View) -> bool:
    return view.phase in ("idle", "seating") and view.waiting_for == "nothing"


def at_rest(view: View) -> View:
    """The view without the fields that change with time alone: equal views mean that nothing happened."""
    return replace(
        view, clock_left_ms=None, deadline_ms=None, notices=(), notice=None, notice_seat=None, notice_code=None, level=None)
