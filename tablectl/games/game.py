"""What a game is made of: the rows a preset fills in, and how an operator's settings are laid over
them.

A field that a game does not name means that the game has none of it.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tablectl.games.settings import READ_IN, BadSetting, PlaysFor, Settings
from tablectl.rules.bounds import Problem
from tablectl.rules.counting import CountingHand
from tablectl.rules.deck import STANDARD_52, Deck, ranked_deck, with_jokers
from tablectl.rules.fitting import find_misfits, means
from tablectl.rules.forced import BetSize, Level, SmallestFrom, on_the_button
from tablectl.rules.payout import BadPays, Pays, check_pays
from tablectl.structs import Frozen, Strict

# a file each in engine/rounds/
RoundName = Literal["betting", "ante_window", "call_or_fold", "flat_bets", "shots"]
Opens = Literal["left_of_button", "left_of_blinds"]
Contest = Literal["game", "tournament"]
Cards = Annotated[int, Meta(ge=0, le=54)]

ROUNDS_MAX = 4  # of one street
PLAYED_SO: dict[PlaysFor, str] = {
    "pots": "for pots",
    "house": "against the house",
    "points": "for points",
}


class Street(Strict, kw_only=True):
    """One deal plus its rounds."""

    name: Annotated[str, means("As it is called.", example="flop")]
    hole: Annotated[Cards, means("Cards to each player.")] = 0
    up: Annotated[Cards, means("Of those, the last so many lie face up.")] = 0
    house: Annotated[
        Cards,
        means("Cards to the house, as many as to each: the last one in each round of the deal."),
    ] = 0
    burn: Annotated[Cards, means("Cards put aside before the board's.", example=1)] = 0
    may_burn: Annotated[Cards, means("The same, where the setting burn is on.")] = 0
    board: Annotated[Cards, means("Cards to the board.", example=3)] = 0
    opens: Annotated[Opens, means("From whose left a round of betting begins.")] = "left_of_button"
    size: Annotated[BetSize, means("Fixed limit: which bet.")] = "small"
    rounds: Annotated[
        tuple[RoundName, ...],
        Meta(max_length=ROUNDS_MAX),
        means("What follows the deal, one after the other."),
    ] = ("betting",)


class Game(Frozen, kw_only=True):
    """A game. `settings` are its defaults; `fewest` and `most` the seats it is played with."""

    name: str
    title: str  # as the screen says it
    contest: Contest = "game"  # what its last hand decides, as in "wins the tournament"
    streets: tuple[Street, ...]
    deck: Deck = STANDARD_52
    fewest: int = 2
    most: int = 10
    smallest_chip_from: SmallestFrom = "chips"
    has_blinds: bool = True
    has_button: bool = True  # false: the deal begins at the lowest seat
    plays_for: PlaysFor = "pots"  # how a hand is settled
    hand: CountingHand = "best_of_all"  # which cards make the hand that counts; games for pots only
    has_places: bool = False  # who is out is placed, the last one left has won (T-18)
    settings: Settings = Settings()

    def hole_cards(self, streets: int | None = None) -> int:
        """How many cards a player holds after the first so many streets; None: after all."""
        return sum([row.hole for row in self.streets[:streets]])

    @property
    def has_shots(self) -> bool:
        """Whether its cards name shots: it is played with a deck file (M-11)."""
        return any("shots" in street.rounds for street in self.streets)


def as_played(game: Game, options: dict[str, object]) -> Game:
    """The game with an operator's options laid over its settings, and the deck that ranks hands as
    they say (S-3).

    Raises BadSetting.
    """
    settings = with_options(game, options)
    deck = ranked_deck(
        game.deck,
        flush_over_full_house=settings.flush_over_full_house,
        trips_over_straight=settings.trips_over_straight,
    )
    jokered = with_jokers(deck, settings.jokers) if deck else None
    if problems := [
        *_unread_settings(game, settings),
        *_deck_problems(game, options, settings, deck, jokered),
    ]:
        raise BadSetting(*problems)
    assert jokered
    streets = tuple(
        replace(row, burn=max(row.burn, row.may_burn)) if settings.burn else row
        for row in game.streets
    )
    return replace(game, settings=settings, deck=jokered, streets=streets)


def _option_problem(name: str, sentence: str) -> Problem:
    return Problem(("table", "options", name), sentence)


def _unread_settings(game: Game, settings: Settings) -> Iterator[Problem]:
    """What is set and nothing reads in this game."""
    off = Settings()
    for name, kinds in READ_IN.items():
        if game.plays_for not in kinds and getattr(settings, name) != getattr(off, name):
            read_in = " or ".join(PLAYED_SO[kind] for kind in kinds)
            yield _option_problem(
                name,
                f"{name} is a setting of games {read_in}; {game.name} is played "
                f"{PLAYED_SO[game.plays_for]}.",
            )


def _deck_problems(
    game: Game,
    options: Mapping[str, object],
    settings: Settings,
    deck: Deck | None,
    jokered: Deck | None,
) -> Iterator[Problem]:
    cards = len(game.deck.all_cards)
    if not deck:
        name = "flush_over_full_house" if settings.flush_over_full_house else "trips_over_straight"
        yield _option_problem(
            name,
            "flush_over_full_house and trips_over_straight are settings of a short deck; "
            f"{game.name} is played with {cards} cards.",
        )
    elif not jokered:
        yield _option_problem(
            "jokers", f"jokers is 2 only in a deck of 52; {game.name} is played with {cards} cards."
        )
    elif game.plays_for == "house":
        yield from _house_problems(options, settings, deck)


def _house_problems(
    options: Mapping[str, object], settings: Settings, deck: Deck
) -> Iterator[Problem]:
    """Why no house can play with these limits and pay tables (D-14)."""
    for bet, least, most in (
        ("ante", settings.ante_min, settings.ante_max),
        ("bonus", settings.bonus_min, settings.bonus_max),
    ):
        if least < 1:
            yield _option_problem(f"{bet}_min", f"{bet}_min is 1 or more, not {least}.")
        elif most < least:
            key = f"{bet}_max" if f"{bet}_max" in options else f"{bet}_min"
            yield _option_problem(
                key, f"{bet}_max is {bet}_min or more: {least} to {most} leaves no {bet}."
            )
    try:
        check_pays(Pays(settings.ante_table, settings.bonus_table, settings.qualify), deck)
    except BadPays as error:
        yield _option_problem(error.setting, str(error))


def with_options(game: Game, options: dict[str, object]) -> Settings:
    """The game's settings with an operator's options laid over them. Raises BadSetting."""
    try:
        settings = msgspec.convert({**msgspec.to_builtins(game.settings), **options}, Settings)
    except msgspec.ValidationError:
        raise BadSetting(*find_misfits(options, Settings, ("table", "options"))) from None
    if settings.button_ante:
        settings = replace(
            settings,
            levels=tuple(on_the_button(level, settings.button_ante) for level in settings.levels),
        )
    if problems := [*_conflicts(settings)]:
        raise BadSetting(*problems)
    return settings


def _conflicts(settings: Settings) -> Iterator[Problem]:
    if settings.button_ante and settings.button_moves != "forward":
        yield _option_problem(
            "button_moves", "With a blind on the button the button moves forward: it is never dead."
        )
    for place, level in enumerate(settings.levels):
        if why := _why_no_level(level):
            yield Problem(("table", "options", "levels", place), f"Level {place + 1}: {why}")


def _why_no_level(level: Level) -> str | None:
    if level.big_blind < 1:
        return f"{level.small_blind}/{level.big_blind} are no blinds."
    if level.small_blind > level.big_blind:
        return (
            f"the small blind, {level.small_blind:,}, is more than the big one, "
            f"{level.big_blind:,}."
        )
    return None
