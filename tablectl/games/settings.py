"""What an operator may set for a game: what each setting may be and means, and the clauses that
leave it to the house.

deploy/SETTINGS.md is made of these fields (`python -m tablectl.setup.pages`).
"""

from typing import Annotated, Literal

from msgspec import Meta

from tablectl.rules.amounts import Chip, Whole
from tablectl.rules.bounds import Problem
from tablectl.rules.fitting import means
from tablectl.rules.forced import MOST_HANDS, AnteFrom, Level
from tablectl.rules.limits import Betting, HeadsUpCap, MinRaise
from tablectl.rules.pots import OddChips
from tablectl.rules.seating import HeadsUpButton
from tablectl.structs import Strict

PlaysFor = Literal["pots", "house", "points"]
Cut = Literal["ask", "confirm", "off"]

MOST_RAISES = 1_000
MOST_LEVELS = 200  # of a schedule
MOTION_MS = 60_000  # a motion of chips with longer gaps is several
Seconds = Annotated[float, Meta(ge=0, le=24 * 3_600)]
SCHEDULE = (
    {"small_blind": 50, "big_blind": 100, "minutes": 20},
    {"small_blind": 100, "big_blind": 200},
)


class Settings(Strict, kw_only=True):
    """The defaults here switch everything off; a preset's own stand in its file."""

    betting: Annotated[
        Betting,
        means(
            "How much may be bet: up to the stack, up to the pot, or exactly the street's bet.",
            "S-4",
            "S-5",
            "S-6",
        ),
    ] = "no_limit"
    min_raise: Annotated[
        MinRaise,
        means(
            "A raise is at least to double the bet, or adds at least what the last bet or raise "
            "added.",
            "T-8",
        ),
    ] = "double"
    cap: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_RAISES)] | None,
        means("Fixed limit: how many raises follow the bet; none: there is no cap.", "L-4", "S-4"),
    ] = None
    heads_up_cap: Annotated[
        HeadsUpCap,
        means(
            "Fixed limit: when two players may raise on beyond the cap: two are left before it is "
            "reached, two began the round, never.",
            "L-4",
        ),
    ] = "never"
    pot_limit_counts_call: Annotated[
        bool, means("Pot limit: the raiser's call is in the pot that they may raise by.", "S-5")
    ] = False
    flush_over_full_house: Annotated[
        bool, means("Short deck: a flush beats a full house.", "S-3", example=True)
    ] = False
    trips_over_straight: Annotated[
        bool, means("Short deck: three of a kind beats a straight.", "S-3")
    ] = False
    odd_chips: Annotated[
        OddChips,
        means(
            "What cannot be split goes to the first winner left of the button, or one chip to each "
            "from there on.",
            "T-16",
        ),
    ] = "first"
    heads_up_button: Annotated[
        HeadsUpButton, means("With two players, which blind the button posts.", "S-10", "T-17")
    ] = "small"
    heads_up_adjust: Annotated[
        bool,
        means(
            "As a table becomes heads-up the button is placed so that nobody has the big blind "
            "twice in a row.",
            "T-17",
        ),
    ] = False
    button_moves: Annotated[
        Literal["forward", "dead"],
        means(
            "The button moves forward to the next player; dead: it may stand at an empty seat, so "
            "that nobody escapes a blind.",
            "L-8",
            example="dead",
        ),
    ] = "forward"
    new_player: Annotated[
        Literal["choose", "post", "wait"],
        means(
            "A newcomer has the choice, always posts the big blind, or always waits for it.",
            "L-30",
            "L-31",
            "S-16",
        ),
    ] = "choose"
    button_may_be_bought: Annotated[
        bool, means("A newcomer between button and small blind may buy the button.", "L-32")
    ] = False
    returns_behind_button: Annotated[
        bool,
        means(
            "Who missed the big blind has to miss small blind and button, too, before they may "
            "post.",
            "S-17",
        ),
    ] = False
    first_to_sit_has_button: Annotated[
        bool, means("Who sat down first has the first button, without a draw.", "S-7")
    ] = False
    draw_ties: Annotated[
        Literal["again", "first"],
        means(
            "Equal cards in the draw for the button: those tied draw again, or the first of them "
            "has it.",
            "T-1",
            "S-7",
        ),
    ] = "again"
    cut: Annotated[
        Cut,
        means(
            "Before each hand the table asks by name who shuffles and who cuts; confirm: the hand "
            "waits until that player has pressed CONFIRM; not in Casino, where nobody has the "
            "button.",
            "T-5",
            "T-17",
        ),
    ] = "off"
    table_all_in_hands: Annotated[
        bool,
        means(
            "Once no more can be bet, hands are turned up before the rest of the board comes.",
            "T-19",
        ),
    ] = False
    foreign_joker: Annotated[
        Literal["replace", "foul"],
        means(
            "A joker that is no card of the game is replaced, or fouls the deck.", "G-10", "L-13"
        ),
    ] = "replace"
    irregularities: Annotated[
        Literal["procedures", "void"],
        means(
            "What is done when cards go wrong: the rulebook's procedures, or each, confirmed, "
            "voids the hand.",
            "G-13",
            "D-12",
            example="void",
        ),
    ] = "procedures"
    last_one_shows: Annotated[
        bool,
        means("Where all others have mucked, the last hand must be shown to win.", "L-23", "T-15"),
    ] = False
    action_clock_s: Annotated[Seconds, means("Seconds to act on a wager; 0: no clock.", "G-7")] = 0
    time_bank_s: Annotated[
        Seconds,
        means("Seconds that a player may use up besides, once a tournament.", "G-7", example=60),
    ] = 0
    away_s: Annotated[
        int,
        Meta(ge=1, le=3_600),
        means("Seconds after which a phone that sleeps is shown as away; its clock runs.", "G-7"),
    ] = 30
    motion_gap_ms: Annotated[
        int,
        Meta(ge=0, le=MOTION_MS),
        means("Milliseconds without a chip that end a motion.", "L-9", "L-10", "L-11", "L-12"),
    ] = 700
    binding_declarations: Annotated[
        bool, means("A declared act may not be taken back once it was shown.", "L-9")
    ] = False
    levels: Annotated[
        tuple[Level, ...],
        Meta(max_length=MOST_LEVELS),
        means(
            "The schedule: small_blind, big_blind, ante, minutes or hands, break_minutes of each "
            "level.",
            "T-4",
            example=SCHEDULE,
        ),
    ] = ()
    ante: Annotated[Whole | None, means("In place of the ante of the stakes.", "T-4")] = None
    ante_from: Annotated[
        AnteFrom,
        means(
            "Each seat posts an ante, or the big blind posts one for the whole table.",
            "T-4",
            example="big_blind",
        ),
    ] = "each"
    button_ante: Annotated[
        bool | Whole,
        means(
            "One blind, on the button, is the only one: so much, or true: the big blind's amount.",
            "T-2",
            "T-4",
            example=True,
        ),
    ] = False
    smallest_chip: Annotated[
        Chip | None,
        means(
            "The smallest chip in play, where it is not to follow from the denominations.",
            "L-5",
            "T-16",
        ),
    ] = None
    late_entry_until_level: Annotated[
        int,
        Meta(ge=0, le=MOST_LEVELS),
        means("Players may enter up to this level, that one included; 0: none.", "F-10", example=4),
    ] = 0
    rebuys: Annotated[
        bool,
        means(
            "Tournament: chips may be bought between hands, as in the other games always.", "F-10"
        ),
    ] = False
    absent_are_dealt_in: Annotated[
        bool, means("Every seat with chips is dealt in and posts, present or not.", "T-17")
    ] = False
    posts_from_stack: Annotated[
        bool,
        means(
            "A blind not posted in time is taken from the stack; else the player sits out.", "F-8"
        ),
    ] = False
    chips_sensed: Annotated[
        bool,
        means(
            "Seats sense chips; false: all by keys and a wheel, the ledger is all there is, and "
            "chips that a seat senses all the same count for nothing.",
            "F-5",
            "M-1",
        ),
    ] = True
    bet_clock_s: Annotated[
        Seconds,
        means(
            "Casino, pool: seconds in which bets may be made; 0: until all have answered (pool: "
            "each within action_clock_s).",
            "D-1",
            "M-1",
            "G-7",
            example=30,
        ),
    ] = 0
    decision_clock_s: Annotated[
        Seconds, means("Casino: seconds to call or fold; 0: no clock.", "D-3", "G-7", example=30)
    ] = 0
    decide: Annotated[
        Literal["in_turn", "together"],
        means("Casino: players call or fold in turn, or all at once.", "D-3", example="together"),
    ] = "in_turn"
    ante_min: Annotated[Whole, means("Casino: the least ante.", "D-14")] = 0
    ante_max: Annotated[Whole, means("Casino: the largest ante.", "D-14")] = 0
    bonus_min: Annotated[Whole, means("Casino: the least bonus.", "D-14")] = 0
    bonus_max: Annotated[Whole, means("Casino: the largest bonus.", "D-14")] = 0
    bank: Annotated[
        Whole,
        means(
            "Casino: the chips that the house has when the table opens, and that cover every bet.",
            "D-14",
            example=100_000,
        ),
    ] = 0
    ante_table: Annotated[
        dict[str, int],
        means(
            "Casino: what a category pays on the ante, to 1.",
            "D-9",
            example={"royal_flush": 100, "straight_flush": 20, "straight": 1},
        ),
    ] = {}
    bonus_table: Annotated[
        dict[str, int], means("Casino: what a category pays on the bonus, to 1.", "D-10")
    ] = {}
    qualify: Annotated[
        str, means("Casino: the weakest hand with which the dealer plays.", "D-5", example="44")
    ] = ""
    burn: Annotated[
        bool, means("Cards are burned where a game leaves that to the card room.", "D-2", "D-4")
    ] = False
    jokers: Annotated[Literal[0, 2], means("Jokers that play.", "M-9")] = 0
    bet: Annotated[Whole, means("Pool: points of one bet.", "M-1")] = 0
    hands: Annotated[
        int,
        Meta(ge=0, le=MOST_HANDS),
        means(
            "Pool: hands of a game; 0: five, or as many as it takes where there is a target.",
            "M-8",
            example=5,
        ),
    ] = 0
    target: Annotated[
        Whole, means("Pool: the total that ends the game; 0: none.", "M-8", example=100)
    ] = 0
    points: Annotated[
        dict[str, int], means("Pool: a card's points in place of the deck file's.", "M-11")
    ] = {}


# the settings that nothing reads in a game played otherwise
READ_IN: dict[str, tuple[PlaysFor, ...]] = {
    **dict.fromkeys(
        (
            "decision_clock_s",
            "decide",
            "ante_min",
            "ante_max",
            "bonus_min",
            "bonus_max",
            "bank",
            "ante_table",
            "bonus_table",
            "qualify",
        ),
        ("house",),
    ),
    **dict.fromkeys(("bet", "hands", "target"), ("points",)),
    "bet_clock_s": ("house", "points"),
    # against the house nobody has the button, from which the seat that cuts is counted
    "cut": ("pots", "points"),
}


class BadSetting(ValueError):
    """A table that cannot be: its faults, by keys of the configuration; the message is the
    first sentence.
    """

    def __init__(self, *problems: Problem) -> None:
        super().__init__(problems[0].sentence)
        self.problems = problems
