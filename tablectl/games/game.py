"""What a game is made of: the rows a preset fills in, and the settings an operator may override.

A field that a game does not name means that the game has none of it.
"""

from typing import Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablectl.games.ranges import wrong_with_ranges
from tablectl.rules.counting import CountingHand
from tablectl.rules.deck import STANDARD_52, Deck, ranked, with_jokers
from tablectl.rules.forced import AnteFrom, BetSize, Level, SmallestFrom, on_the_button
from tablectl.rules.limits import Betting, HeadsUpCap, MinRaise
from tablectl.rules.payout import BadPays, Pays, check_pays
from tablectl.rules.pots import OddChips
from tablectl.rules.seating import HeadsUpButton

RoundName = Literal["betting", "ante_window", "call_or_fold", "flat_bets", "shots"]        # a file each in engine/rounds/
Opens = Literal["left_of_button", "left_of_blinds"]           # from whose left a round of betting begins
PlaysFor = Literal["pots", "house", "points"]
Contest = Literal["game", "tournament"]


class Street(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One deal plus its rounds."""

    name: str
    hole: int = 0                       # cards to each player
    house: int = 0                      # cards to the house, as many as to each player: the last one in each round of the deal
    burn: int = 0                       # cards put aside before the board's
    may_burn: int = 0                   # the same, where the setting `burn` is on
    board: int = 0
    opens: Opens = "left_of_button"
    size: BetSize = "small"             # limit: of the bets
    rounds: tuple[RoundName, ...] = ("betting",)      # kinds of engine/rounds, one after the other once its cards are dealt


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an operator may set for a game. The defaults here switch everything off; a preset's own stand in its file."""

    betting: Betting = "no_limit"
    min_raise: MinRaise = "double"
    cap: int | None = None              # limit: raises after the bet (L-4); None: no cap
    heads_up_cap: HeadsUpCap = "never"
    pot_limit_counts_call: bool = False # S-5
    flush_over_full_house: bool = False # S-3: in short decks
    trips_over_straight: bool = False   # S-3: in short decks
    odd_chips: OddChips = "first"
    heads_up_button: HeadsUpButton = "small"
    heads_up_adjust: bool = False       # T-17
    button_moves: Literal["forward", "dead"] = "forward"                # L-8
    new_player: Literal["choose", "post", "wait"] = "choose"            # a newcomer's choice, or one for all (L-30, L-31)
    button_may_be_bought: bool = False  # L-32
    returns_behind_button: bool = False # S-17: whom the big blind passed has to miss small blind and button too
    first_to_sit_has_button: bool = False   # S-7
    draw_ties: Literal["again", "first"] = "again"      # the tied draw again for the button (T-1), or who was first has it (S-7)
    cut: Literal["ask", "confirm", "off"] = "off"       # T-5: whether who cuts is asked by name, and waited for
    table_all_in_hands: bool = False    # T-19
    foreign_joker: Literal["replace", "foul"] = "replace"               # G-10, L-13
    irregularities: Literal["procedures", "void"] = "procedures"        # L-13 to L-22; void: each voids the hand (G-13)
    last_one_shows: bool = False        # L-23: when all others have mucked, the last hand must be shown to win
    action_clock_s: float = 0           # 0: off (G-7)
    time_bank_s: float = 0
    motion_gap_ms: int = 700
    binding_declarations: bool = False
    levels: tuple[Level, ...] = ()
    ante: int | None = None             # overrides the stakes' ante
    ante_from: AnteFrom = "each"
    button_ante: bool | int = False     # one blind, on the button: so much, or true for the big blind's amount
    smallest_chip: int | None = None
    late_entry_until_level: int = 0     # F-10
    rebuys: bool = False                # F-10
    absent_are_dealt_in: bool = False   # T-17: every seat with chips is dealt in and posts, present or not
    posts_from_stack: bool = False      # F-8: a blind not posted in time is taken from the stack; else the seat sits out
    chips_sensed: bool = True           # false: seats have keys and a dial only, and the ledger is all there is
    bet_clock_s: float = 0              # how long bets are open to all; 0: until all have answered, flat bets action_clock_s
    decision_clock_s: float = 0         # to call or fold (D-3); 0: off
    decide: Literal["in_turn", "together"] = "in_turn"                  # D-3
    ante_min: int = 0                   # D-14, like the four that follow
    ante_max: int = 0
    bonus_min: int = 0
    bonus_max: int = 0
    bank: int = 0                       # what the house has when the table opens
    ante_table: dict[str, int] = {}     # category -> pays, to 1 (D-9)
    bonus_table: dict[str, int] = {}    # D-10
    qualify: str = ""                   # two ranks: the weakest hand that the dealer plays with (D-5)
    burn: bool = False                  # cards are burned where a game leaves that to the card room
    jokers: int = 0                     # that play: none or 2 (M-9)
    bet: int = 0                        # points of a flat bet (M-1)
    hands: int = 0                      # of a game for points; 0: five, or none where only a target is set (M-8)
    target: int = 0                     # the total that ends a game for points; 0: none
    points: dict[str, int] = {}         # card -> points, laid over the deck file's (M-11)


CHOICES: dict[str, tuple[str, ...]] = {                 # the settings that are one of a few words
    name: get_args(kind) for name, kind in get_type_hints(Settings).items() if get_origin(kind) is Literal
}


PLAYED_SO: dict[PlaysFor, str] = {"pots": "for pots", "house": "against the house", "points": "for points"}
READ_IN: dict[str, tuple[PlaysFor, ...]] = {            # the settings that nothing reads in a game played otherwise
    **dict.fromkeys((
        "decision_clock_s", "decide", "ante_min", "ante_max", "bonus_min", "bonus_max", "bank", "ante_table", "bonus_table",
        "qualify"), ("house",)),
    **dict.fromkeys(("bet", "hands", "target"), ("points",)),
    "bet_clock_s": ("house", "points"),
    "cut": ("pots", "points"),          # against the house nobody has the button, from which the seat that cuts is counted
}


class Game(Struct, frozen=True, kw_only=True):
    """A game. `settings` are its defaults; `fewest` and `most` the seats it is played with."""

    name: str
    title: str                          # as the screen says it
    contest: Contest = "game"           # what its last hand decides, as in "wins the tournament"
    streets: tuple[Street, ...]
    deck: Deck = STANDARD_52
    fewest: int = 2
    most: int = 10
    smallest_chip_from: SmallestFrom = "chips"
    has_blinds: bool = True
    has_button: bool = True             # false: the deal begins at the lowest seat
    plays_for: PlaysFor = "pots"        # how a hand is settled
    hand: CountingHand = "best_of_all"  # which cards make the hand that counts; games for pots only
    has_places: bool = False            # who is out is placed, the last one left has won (T-18)
    settings: Settings = Settings()

    @property
    def has_shots(self) -> bool:
        """Whether its cards name shots: it is played with a deck file (M-11)."""
        return any("shots" in street.rounds for street in self.streets)


class BadSetting(ValueError):
    """An option that is not one, or a value it cannot take; the message is a sentence."""


def as_played(game: Game, options: dict[str, object]) -> Game:
    """The game with an operator's options laid over its settings, and the deck that ranks hands as they say (S-3).

    Raises BadSetting with a sentence.
    """
    settings = with_options(game, options)
    _check_read(game, settings)
    deck = ranked(
        game.deck, flush_over_full_house=settings.flush_over_full_house, trips_over_straight=settings.trips_over_straight)
    if deck is None:
        raise BadSetting(
            "flush_over_full_house and trips_over_straight are settings of a short deck; "
            f"{game.name} is played with {len(game.deck.all_cards)} cards.")
    if (jokered := with_jokers(deck, settings.jokers)) is None:
        raise BadSetting(
            f"jokers is 0 or 2, and 2 only in a deck of 52; {game.name} is played with {len(game.deck.all_cards)} cards, "
            f"jokers is {settings.jokers}.")
    if game.plays_for == "house":
        _check_house(settings, deck)
    streets = tuple(replace(row, burn=max(row.burn, row.may_burn)) if settings.burn else row for row in game.streets)
    return replace(game, settings=settings, deck=jokered, streets=streets)


def _check_read(game: Game, settings: Settings) -> None:
    """Raises BadSetting with a sentence where something is set that nothing reads in this game."""
    off = Settings()
    for name, kinds in READ_IN.items():
        if game.plays_for not in kinds and getattr(settings, name) != getattr(off, name):
            read_in = " or ".join(PLAYED_SO[kind] for kind in kinds)
            raise BadSetting(f"{name} is a setting of games {read_in}; {game.name} is played {PLAYED_SO[game.plays_for]}.")


def _check_house(settings: Settings, deck: Deck) -> None:
    """Raises BadSetting with a sentence unless a house can play with these limits and pay tables (D-14)."""
    for bet, least, most in (("ante", settings.ante_min, settings.ante_max), ("bonus", settings.bonus_min, settings.bonus_max)):
        if least < 1:
            raise BadSetting(f"{bet}_min is 1 or more, not {least}.")
        if most < least:
            raise BadSetting(f"{bet}_max is {bet}_min or more: {least} to {most} leaves no {bet}.")
    if settings.bank < 0:
        raise BadSetting(f"The bank holds 0 or more, not {settings.bank}.")
    try:
        check_pays(Pays(settings.ante_table, settings.bonus_table, settings.qualify), deck)
    except BadPays as wrong:
        raise BadSetting(str(wrong)) from None


def with_options(game: Game, options: dict[str, object]) -> Settings:
    """The game's settings with an operator's options laid over them. Raises BadSetting with a sentence."""
    known = Settings.__struct_fields__
    for name in options:
        if name not in known:
            raise BadSetting(f'There is no option "{name}" in {game.name}.')
    for name, allowed in CHOICES.items():
        if isinstance(value := options.get(name), str) and value not in allowed:
            raise BadSetting(f'{name} is one of {", ".join(allowed)}, not "{value}".')
    try:
        settings = msgspec.convert({**msgspec.to_builtins(game.settings), **options}, Settings)
    except msgspec.ValidationError as wrong:
        raise BadSetting(f"The options of {game.name} do not fit: {wrong}.") from None
    if settings.button_ante and settings.button_moves != "forward":
        raise BadSetting("With a blind on the button the button moves forward: it is never dead.")
    if settings.button_ante:
        settings = replace(settings, levels=tuple([on_the_button(level, settings.button_ante) for level in settings.levels]))
    for name in ("bet", "hands", "target"):
        if getattr(settings, name) < 0:
            raise BadSetting(f"{name} is 0 or more, not {getattr(settings, name)}.")
    for level in settings.levels:
        if level.small_blind < 0 or level.big_blind < 1 or level.ante < 0:
            raise BadSetting(f"A level of {level.small_blind}/{level.big_blind} is no level.")
    if why := next(wrong_with_ranges(settings), None):
        raise BadSetting(why)
    return settings
