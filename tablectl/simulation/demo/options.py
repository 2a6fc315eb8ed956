"""The options of a demo, and the table that follows: its players, stacks and stakes."""

from pathlib import Path

from msgspec.structs import replace

from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.sessions import Sessions
from tablectl.games.game import Game, with_options
from tablectl.locale import get_translator
from tablectl.rules.forced import Stakes
from tablectl.service.config.loading import game_of
from tablectl.service.config.values import TableConfig
from tablectl.simulation.stage.floor_access import FloorAccess
from tablectl.structs import Frozen
from tablectl.text import T, player_names, say

NAMES = ("Hanna", "Luca", "Brigitte", "Noor", "Viktor", "Amara", "Tomek", "Lena", "Omar", "Sofia")
BUY_IN = 1_000
CHIPS = (5, 25, 100, 500)
LIMIT_BUY_IN = 200
LIMIT_STAKES = Stakes(2, 4, 0, 4, 8)
LIMIT_CHIPS = (1, 5, 25, 100)
BLINDS = ((10, 20), (15, 30), (25, 50), (50, 100), (75, 150), (100, 200), (200, 400), (400, 800))
HANDS_A_LEVEL = 8
PLAYERS_MOSTLY = 6
MOST_HANDS = 1_000  # a tournament of ten players ends long before
EVENING_HANDS = 30  # played of a game that has no winner


class DemoOptions(Frozen):
    """The options of the command."""

    preset: str = "tournament"
    players: int = PLAYERS_MOSTLY
    hands: int | None = None  # None: until the game is won, or EVENING_HANDS
    seed: int = 1
    screenshot: Path | None = None
    journal: Path | None = None
    # instead of a preset's; seats, stakes and chips that it does not name are the demo's
    table: TableConfig | None = None
    irregularities: bool = False  # irregularities happen, and the simulated floor rules
    person_rules: bool = False  # a person is the floor
    sessions: Sessions = NodeSession  # who speaks for the nodes
    screen: tuple[str, ...] = ()  # options of the screen's process: how it is set up
    language: str | None = None  # None: the table's
    guests: int = 0  # so many of the first seats are played by people on their phones
    listen: str = ""  # where their pages are served; empty: nowhere
    floor: FloorAccess | None = None  # who rules on the floor's page; None: there is none

    @property
    def game(self) -> Game:
        return game_of(self.table or TableConfig(preset=self.preset))

    @property
    def table_played(self) -> TableConfig:
        """The table to play at, in the language that is wanted."""
        table = self._table_with_people()
        if self.guests:  # phones sense no chips, so no seat does
            table = replace(table, options={**table.options, "chips_sensed": False})
        if self.language is None:
            return table
        name = (
            say(T("Table 1"), player_names(get_translator(self.language)))
            if self.table is None
            else table.name
        )
        return replace(table, language=self.language, name=name)

    def _table_with_people(self) -> TableConfig:
        """The one described, with seats, stakes and chips of the demo's own where it names none."""
        if self.table is None or self.table.seats:
            return self.table or demo_table(self.game, self.players)
        own = demo_table(self.game, self.players, self.table.options)
        return replace(
            self.table,
            seats=own.seats,
            names=own.names,
            stakes=self.table.stakes or own.stakes,
            chips=self.table.chips or _chips_for(self.table.stakes, own.chips),
            options=own.options,
        )


def _chips_for(stakes: Stakes | None, own: tuple[int, ...]) -> tuple[int, ...]:
    """The demo's chips, or the small ones where blinds that a table names are made of those
    alone.
    """
    named = (
        ()
        if stakes is None
        else (stakes.small_blind, stakes.big_blind, stakes.ante, stakes.small_bet, stakes.big_bet)
    )
    return LIMIT_CHIPS if any(amount % min(own) for amount in named) else own


def demo_table(game: Game, players: int, options: dict[str, object] | None = None) -> TableConfig:
    """A table for a demo: names, equal stacks; a tournament has a schedule that ends it within
    an hour of table time.
    """
    seats = range(1, min(players, game.most) + 1)
    names = {str(n): NAMES[i] for i, n in enumerate(seats)}
    own = dict(options or {})

    def table_with(stack: int, stakes: Stakes | None, chips: tuple[int, ...]) -> TableConfig:
        return TableConfig(
            preset=game.name,
            name="Table 1",
            seats={str(n): stack for n in seats},
            names=names,
            stakes=stakes,
            chips=chips,
            options=own,
        )

    if game.plays_for == "points":
        return table_with(0, None, ())
    if with_options(game, own).betting == "fixed_limit":
        return table_with(LIMIT_BUY_IN, LIMIT_STAKES, LIMIT_CHIPS)
    if game.has_places:
        levels = [
            {"small_blind": small, "big_blind": big, "ante": 0, "hands": HANDS_A_LEVEL}
            for small, big in BLINDS
        ]
        own = {"levels": levels, **own}
    return table_with(BUY_IN, Stakes(*BLINDS[0]), CHIPS)
