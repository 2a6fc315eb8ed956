"""What can go wrong with cards, and what the rulebook prescribes for it: one row each (L-13 to L-22, G-2, G-4, G-10, F-2).

A row names what is wrong, the way on, and which remedy `confirm` carries out; the remedies themselves are the engine's, the words
views/words'. Cards that leave the shoe before their time have a chapter of their own: early.py.
"""

from msgspec import Struct
from msgspec.structs import replace

VOIDS = "voids"                         # the way on in a game that knows no other from it (G-13)
EARLY = "early"                         # of cards that came before their time: both the way on and the remedy


class Row(Struct, frozen=True):
    """`remedy`: what `confirm` does. `is_report`: somebody said so, and the floor may drop it with `resume`."""

    kind: str                           # a notice code
    clause: str
    why: str                            # what is wrong: a key of the catalogue of sentences
    way: str                            # what is prescribed: likewise
    remedy: str
    fouls_deck: bool = False            # no hand starts until the floor has checked the deck (G-10)
    is_report: bool = False
    hides_its_twin: bool = False        # the card is named only where the other one with its face is seen (G-2)


# What the shoe or a seat's reader shows

ROWS = {
    row.kind: row
    for row in (
        Row("unknown_card", "G-10", "unknown_card", "fouled", "void", fouls_deck=True),
        Row("foreign_joker", "G-10", "foreign_joker", "fouled", "void", fouls_deck=True),
        Row("duplicate_card", "G-2", "duplicate_card", "fouled", "void", fouls_deck=True, hides_its_twin=True),
        Row("not_in_stub", "L-22", "not_in_stub", "take_out", "take_out"),
        Row("unreadable_card", "G-10", "unreadable_card", "present", "present"),
        Row("deck_exhausted", "T-5", "deck_exhausted", "cannot_be_dealt", "void"),
        Row("wrong_card_count", "L-17", "came_together", "misdeal", "misdeal"),
        Row("too_many_flop_cards", "L-18", "too_many_flop_cards", "redeal", "redeal"),
        Row("premature_card", "L-22", "left_between_hands", "back_into_deck", "play_on"),
        Row("card_elsewhere", "F-2", "card_elsewhere", "turn_up", "turn_up"),
        Row("stack_differs", "F-5", "stack_differs", "put_right", "put_right"),
    )
}

# What the table could not take in: a fault of its own, or readings that never came

EVENT_FAILED = Row("event_failed", "G-4", "event_failed", "void_or_correct", "put_aside")
EVENT_FAILED_BETWEEN = Row("event_failed", "G-4", "event_failed", "done_again", "play_on")
EDGES_MISSING_SHOE = Row("edges_missing", "G-2", "edges_missing_shoe", "where_no_card_is_missing", "play_on")
EDGES_MISSING_SEAT = Row("edges_missing", "F-5", "edges_missing_seat", "as_known", "as_known")

# In the draw for the button no hand is played: nothing is void, and the draw goes on (T-1)

IN_THE_DRAW = {
    **{kind: replace(row, way="aside_in_the_draw", remedy="take_out") for kind, row in ROWS.items() if row.fouls_deck},
    "deck_exhausted": replace(ROWS["deck_exhausted"], clause="T-1", way="load_again", remedy="play_on"),
}
DRAWN_TOGETHER = Row("wrong_card_count", "T-1", "came_together", "both_aside", "take_out")
FED_TOGETHER = Row("wrong_card_count", "L-22", "fed_together", "both_reshuffled", "reshuffle")

# What is reported: by the floor, or by a player's key

EXPOSED_ONE = Row("exposed_card", "L-15", "one_exposed", "swap", "swap", is_report=True)
EXPOSED_MORE = Row("exposed_card", "L-16", "more_exposed", "misdeal", "misdeal", is_report=True)
COUNT_EARLY = Row("wrong_card_count", "L-17", "wrong_count", "misdeal", "misdeal", is_report=True)
COUNT_LATE = Row("wrong_card_count", "L-17", "wrong_count", "dead", "dead", is_report=True)
FLOP_EARLY = Row("too_many_flop_cards", "L-18", "flop_counted", "redeal", "redeal", is_report=True)
FLOP_LATE = Row("too_many_flop_cards", "L-18", "flop_counted_late", "stand", "stand", is_report=True)
DEALER_EXPOSED = Row("exposed_card", "D-11", "dealer_exposed", "cancelled", "void", is_report=True)
DEALER_BOXED = Row("boxed_card", "D-11", "dealer_boxed", "cancelled", "void")
NOT_DEALT_THERE = Row("card_elsewhere", "F-2", "not_dealt_there", "keep_cards", "play_on", is_report=True)
JOKER_EARLY = Row("foreign_joker", "L-14", "joker_in_time", "replace", "replace", is_report=True)
JOKER_LATE = Row("foreign_joker", "L-14", "joker_too_late", "foul", "dead", is_report=True)
MISPLACED_EARLY = Row("card_elsewhere", "F-2", "misplaced", "exchange_unseen", "play_on", is_report=True)
MISPLACED_LATE = Row("card_elsewhere", "F-2", "misplaced_late", "exchange", "exchange", is_report=True)
