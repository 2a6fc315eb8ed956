"""Irregularities with cards, and what the rulebook prescribes for it: one row each (L-13 to
L-22, G-2, G-4, G-10, F-2).

A row names the irregularity, the way on, and the remedy that `confirm` carries out. What a remedy
allows meanwhile stands in ALLOWS; the remedies themselves are the engine's, their words
present/reasons'. Cards that leave the shoe before their time: early.py.
"""

from enum import StrEnum
from typing import Literal

from msgspec.structs import replace

from tablectl.structs import Frozen

VOIDS = "voids"  # the way on in a game that knows no other from it (G-13)

# As notices call it
IrregularityKind = Literal[
    "unknown_card",
    "foreign_joker",
    "duplicate_card",
    "not_in_stub",
    "unreadable_card",
    "deck_exhausted",
    "wrong_card_count",
    "too_many_flop_cards",
    "premature_card",
    "card_elsewhere",
    "exposed_card",
    "boxed_card",
    "stack_differs",
    "event_failed",
    "edges_missing",
]


class Remedy(StrEnum):
    """What `confirm` does."""

    VOID = "void"  # every chip goes back, the hand does not count
    MISDEAL = "misdeal"  # the same, for a faulty deal
    # an unread card is done without; better, it is presented or named first
    PRESENT = "present"
    TAKE_OUT = "take_out"  # the card is out of play, the next one takes its place
    TURN_UP = "turn_up"  # the cards that the shoe dealt are turned up
    PUT_RIGHT = "put_right"  # play goes on once the chips in front agree with the ledger
    AS_KNOWN = "as_known"  # the same, where readings of the seat are missing
    PUT_ASIDE = "put_aside"  # what failed is not decided again; the hand is void
    PLAY_ON = "play_on"
    SWAP = "swap"  # an exposed hole card is replaced, and is the first burn
    REPLACE = "replace"  # a joker among the hole cards is replaced
    DEAD = "dead"  # that hand is dead
    STAND = "stand"  # the first cards of the flop stand
    EXCHANGE = "exchange"  # two hands that lie exchanged are played as they lie
    REDEAL = "redeal"  # the street is taken back and dealt again
    # cards that came before their time wait for it, or are out of play
    EARLY = "early"
    RESHUFFLE = "reshuffle"  # the cards go back into the stub

    @property
    def allows(self) -> "Allows":
        return ALLOWS.get(self, NOTHING_MORE)


class Allows(Frozen, kw_only=True):
    """What may happen while the table is halted for a remedy, and how the halt may end beside
    `confirm`.
    """

    # by `resume`, though nobody reported it: nothing has to be done first
    is_dropped: bool = False
    # it voids no hand even in a game where everything else does (G-13)
    is_never_void: bool = False
    # the card in question may be presented to the reader, or named by the floor (G-10)
    card_is_named: bool = False
    # cards that leave the shoe meanwhile are of the same case (L-18, L-22)
    more_cards_join: bool = False
    # `confirm` waits until the chips in front of its seat agree with the ledger (F-5)
    chips_are_put_right: bool = False
    kills_a_hand: bool = False  # one seat's: never the last one that could win


NOTHING_MORE = Allows()
ALLOWS = {
    Remedy.PRESENT: Allows(is_dropped=True, is_never_void=True, card_is_named=True),
    Remedy.PUT_RIGHT: Allows(is_dropped=True, is_never_void=True, chips_are_put_right=True),
    Remedy.AS_KNOWN: Allows(is_never_void=True, chips_are_put_right=True),
    Remedy.PUT_ASIDE: Allows(is_dropped=True, is_never_void=True),
    Remedy.EARLY: Allows(is_dropped=True, more_cards_join=True),
    Remedy.REDEAL: Allows(more_cards_join=True),
    Remedy.DEAD: Allows(kills_a_hand=True),
}


class Row(Frozen):
    """`remedy`: what `confirm` does. `is_report`: a person reported it, and the floor may drop it
    with `resume`.
    """

    kind: IrregularityKind
    clause: str
    why: str  # the irregularity: a key of the catalogue of sentences
    way: str  # what is prescribed: likewise
    remedy: Remedy
    # the hand is void, and none starts until the floor has checked the deck (G-10)
    fouls_deck: bool = False
    # the others play on; the deck is checked after the hand (G-10)
    checks_deck: bool = False
    is_report: bool = False
    # the card is named only where the other one with its face is seen (G-2)
    hides_its_twin: bool = False


# What the shoe or a seat's reader shows

ROWS: dict[IrregularityKind, Row] = {
    row.kind: row
    for row in (
        Row("unknown_card", "G-10", "unknown_card", "fouled", Remedy.VOID, fouls_deck=True),
        Row("foreign_joker", "G-10", "foreign_joker", "fouled", Remedy.VOID, fouls_deck=True),
        Row(
            "duplicate_card",
            "G-2",
            "duplicate_card",
            "fouled",
            Remedy.VOID,
            fouls_deck=True,
            hides_its_twin=True,
        ),
        Row("not_in_stub", "L-22", "not_in_stub", "take_out", Remedy.TAKE_OUT),
        Row("unreadable_card", "G-10", "unreadable_card", "present", Remedy.PRESENT),
        Row("deck_exhausted", "T-5", "deck_exhausted", "cannot_be_dealt", Remedy.VOID),
        Row("wrong_card_count", "L-17", "came_together", "misdeal", Remedy.MISDEAL),
        Row("too_many_flop_cards", "L-18", "too_many_flop_cards", "redeal", Remedy.REDEAL),
        Row("premature_card", "L-22", "left_between_hands", "back_into_deck", Remedy.PLAY_ON),
        Row("card_elsewhere", "F-2", "card_elsewhere", "turn_up", Remedy.TURN_UP),
        Row("stack_differs", "F-5", "stack_differs", "put_right", Remedy.PUT_RIGHT),
    )
}

# What the table could not take in: a fault of its own, or readings that never came

EVENT_FAILED = Row("event_failed", "G-4", "event_failed", "void_or_correct", Remedy.PUT_ASIDE)
EVENT_FAILED_BETWEEN = Row("event_failed", "G-4", "event_failed", "done_again", Remedy.PLAY_ON)
EDGES_MISSING_SHOE = Row(
    "edges_missing", "G-2", "edges_missing_shoe", "where_no_card_is_missing", Remedy.PLAY_ON
)
EDGES_MISSING_SEAT = Row("edges_missing", "F-5", "edges_missing_seat", "as_known", Remedy.AS_KNOWN)

# In the draw for the button no hand is played: nothing is void, and the draw goes on (T-1)

IN_THE_DRAW: dict[IrregularityKind, Row] = {
    **{
        kind: replace(row, way="aside_in_the_draw", remedy=Remedy.TAKE_OUT)
        for kind, row in ROWS.items()
        if row.fouls_deck
    },
    "deck_exhausted": replace(
        ROWS["deck_exhausted"], clause="T-1", way="load_again", remedy=Remedy.PLAY_ON
    ),
}
DRAWN_TOGETHER = Row("wrong_card_count", "T-1", "came_together", "both_aside", Remedy.TAKE_OUT)
FED_TOGETHER = Row("wrong_card_count", "L-22", "fed_together", "both_reshuffled", Remedy.RESHUFFLE)

# What is reported: by the floor, or by a player's key

EXPOSED_ONE = Row("exposed_card", "L-15", "one_exposed", "swap", Remedy.SWAP, is_report=True)
EXPOSED_MORE = Row(
    "exposed_card", "L-16", "more_exposed", "misdeal", Remedy.MISDEAL, is_report=True
)
COUNT_EARLY = Row(
    "wrong_card_count", "L-17", "wrong_count", "misdeal", Remedy.MISDEAL, is_report=True
)
COUNT_LATE = Row("wrong_card_count", "L-17", "wrong_count", "dead", Remedy.DEAD, is_report=True)
FLOP_EARLY = Row(
    "too_many_flop_cards", "L-18", "flop_counted", "redeal", Remedy.REDEAL, is_report=True
)
FLOP_LATE = Row(
    "too_many_flop_cards", "L-18", "flop_counted_late", "stand", Remedy.STAND, is_report=True
)
DEALER_EXPOSED = Row(
    "exposed_card", "D-11", "dealer_exposed", "cancelled", Remedy.VOID, is_report=True
)
DEALER_BOXED = Row("boxed_card", "D-11", "dealer_boxed", "cancelled", Remedy.VOID)
NOT_DEALT_THERE = Row(
    "card_elsewhere", "F-2", "not_dealt_there", "keep_cards", Remedy.PLAY_ON, is_report=True
)
JOKER_EARLY = Row(
    "foreign_joker", "L-14", "joker_in_time", "replace", Remedy.REPLACE, is_report=True
)
JOKER_LATE = Row(
    "foreign_joker", "L-14", "joker_too_late", "foul", Remedy.DEAD, is_report=True, checks_deck=True
)
JOKER_FOREIGN = Row(
    "foreign_joker", "G-10", "joker_found", "fouled", Remedy.VOID, is_report=True, fouls_deck=True
)
MISPLACED_EARLY = Row(
    "card_elsewhere", "F-2", "misplaced", "exchange_unseen", Remedy.PLAY_ON, is_report=True
)
MISPLACED_LATE = Row(
    "card_elsewhere", "F-2", "misplaced_late", "exchange", Remedy.EXCHANGE, is_report=True
)
