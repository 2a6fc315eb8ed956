"""What can go wrong with cards, and what the rulebook prescribes for it: one row each (L-13 to L-22, G-2, G-4, G-10, F-2).

A row says what the table says and which remedy `confirm` carries out; the remedies themselves are the engine's. Cards that
leave the shoe before their time have a chapter of their own: early.py.
"""

from msgspec import Struct
from msgspec.structs import replace


class Row(Struct, frozen=True):
    """`remedy`: what `confirm` does. `is_report`: somebody said so, and the floor may drop it with `resume`."""

    kind: str                           # a notice code
    clause: str
    what: str                           # a sentence; {card}, {place}, {seat} and the like are filled in
    prescribes: str                     # a sentence, likewise; {back}: what becomes of the stakes of a void hand
    remedy: str
    fouls_deck: bool = False            # no hand starts until the floor has checked the deck (G-10)
    is_report: bool = False
    hides_its_twin: bool = False        # the card is named only where the other one with its face is seen (G-2)


FOULED = "The deck is fouled: the hand is void, {back}. Before the next hand, count the deck and rule deck_checked."
MISDEAL = "It is a misdeal: {back}, and the hand is dealt again with the same button."
DEAD = "Two players have acted: the hand of seat {seat} is dead. The chips stay in the pot, the others play on."

# What the shoe or a seat's reader shows

ROWS = {
    row.kind: row
    for row in (
        Row("unknown_card", "G-10", "A card from another deck came {place}.", FOULED, "void", fouls_deck=True),
        Row("foreign_joker", "G-10", "A joker came {place}; this game is played without.", FOULED, "void", fouls_deck=True),
        Row("duplicate_card", "G-2", "{card} is in this deck twice: it came {place} and is already out.", FOULED, "void",
            fouls_deck=True,
            hides_its_twin=True),
        Row("not_in_stub", "L-22", "{card} came {place}. It is none of the cards that were reshuffled.",
            "It is taken out and laid with the dead cards; the next card takes its place.", "take_out"),
        Row("unreadable_card", "G-10", "A card that cannot be read came {place}.",
            "The deck is not fouled. Hold the card to the shoe's reader again{else}{then}.", "present"),
        Row("deck_exhausted", "T-5", "The deck ran out: its end came {place}.",
            "The hand cannot be dealt to its end: it is void, and {back}.", "void"),
        Row("wrong_card_count", "L-17", "Two cards came together {place}.", MISDEAL, "misdeal"),
        Row("too_many_flop_cards", "L-18", "The {street} has {count} cards.",
            "The {street} is taken back and reshuffled into the deck at once. The burn stays burned, and the {street} is dealt "
            "again without another.", "redeal"),
        Row("premature_card", "L-22", "A card left the shoe between hands.", "It goes back into the deck.", "play_on"),
        Row("card_elsewhere", "F-2", "Seat {seat} shows a card that was dealt elsewhere.",
            "What the shoe dealt to seat {seat} counts: its own cards are turned up. If two seats have each other's cards, rule "
            "misplaced.", "turn_up"),
        Row("stack_differs", "F-5", "Seat {seat}'s sensor was off. It reads {lies} in the bet area; it was {bet}.",
            "Seat {seat}: put {bet} in your bet area. Then the floor confirms.", "put_right"),
    )
}

# What the table could not take in: a fault of its own, or readings that never came

EVENT_FAILED = Row(
    "event_failed", "G-4", "The table could not work out {happened} ({error}). It is put aside: nothing else has changed.",
    "The hand is void, and {back}. Or the floor puts right what is missing (chips, an act, a hand), then rules resume.",
    "put_aside")
EVENT_FAILED_BETWEEN = Row(
    "event_failed", "G-4", EVENT_FAILED.what, "No hand is being played: it is done once more, or left.", "play_on")
EDGES_MISSING_SHOE = Row(
    "edges_missing", "G-2", "{readings} of the shoe never came: a card may have left it that the table does not know.",
    "Where no card is missing, play goes on as the table knows it. Else the floor rules the hand void.", "play_on")
EDGES_MISSING_SEAT = Row(
    "edges_missing", "F-5", "{readings} of seat {seat} never came: a key may have been pressed, or chips moved.",
    "Seat {seat} puts its chips right: {bet} in front. Then play goes on as the table knows it. Else the floor rules the hand "
    "void.", "as_known")

# In the draw for the button no hand is played: nothing is void, and the draw goes on (T-1)

ASIDE = "It is put aside and the next card takes its place. Before the first hand, count the deck and rule deck_checked."
IN_THE_DRAW = {
    **{kind: replace(row, prescribes=ASIDE, remedy="take_out") for kind, row in ROWS.items() if row.fouls_deck},
    "deck_exhausted": replace(
        ROWS["deck_exhausted"], clause="T-1", prescribes="The shoe is loaded again, and the draw goes on.", remedy="play_on"),
}
DRAWN_TOGETHER = Row(
    "wrong_card_count", "T-1", "Two cards came together {place}.", "Both are put aside; the next card takes their place.",
    "take_out")
FED_TOGETHER = Row(
    "wrong_card_count", "L-22", "Two cards came together {place}, and nobody knows which was first.",
    "Both are reshuffled into the deck at once, and the deal goes on.", "reshuffle")

# What is reported: by the floor, or by a player's key

EXPOSED_ONE = Row(
    "exposed_card", "L-15", "A hole card of seat {seat} was exposed by the deal.",
    "The deal is finished. Then the top card of the deck replaces it, and the exposed card is the first burn.", "swap",
    is_report=True)
EXPOSED_MORE = Row("exposed_card", "L-16", "More than one hole card was exposed by the deal.", MISDEAL, "misdeal", is_report=True)
COUNT_EARLY = Row(
    "wrong_card_count", "L-17", "Seat {seat} has {count}.", MISDEAL, "misdeal", is_report=True)
COUNT_LATE = Row("wrong_card_count", "L-17", "Seat {seat} has {count}.", DEAD, "dead", is_report=True)
FLOP_EARLY = Row(
    "too_many_flop_cards", "L-18", "The {street} was dealt with too many cards.", ROWS["too_many_flop_cards"].prescribes,
    "redeal", is_report=True)
FLOP_LATE = Row(
    "too_many_flop_cards", "L-18", "The {street} was dealt with too many cards, and there has been action on it.",
    "The first {count} stand: the shoe knows their order. What lies beside them is out of play.", "stand", is_report=True)
DEALER_EXPOSED = Row(
    "exposed_card", "D-11", "The dealer's cards were seen before the river.",
    "The hand is cancelled: every bet goes back, and the deck is shuffled.", "void", is_report=True)
DEALER_BOXED = Row(
    "boxed_card", "D-11", "A card of the dealer's lay face up in the deck.", DEALER_EXPOSED.prescribes, "void")
NOT_DEALT_THERE = Row(
    "card_elsewhere", "F-2", "The card that was reported at seat {seat} was not dealt there.",
    "Each hand keeps the cards that the shoe dealt it, and play goes on.", "play_on", is_report=True)
JOKER_EARLY = Row(
    "foreign_joker", "L-14", "Seat {seat} has a joker among its hole cards and has not acted.",
    "Put the joker aside. The next card replaces it.", "replace", is_report=True)
JOKER_LATE = Row(
    "foreign_joker", "L-14", "Seat {seat} has a joker among its hole cards and has acted on them.",
    "The hand is foul: it loses the pot and what is in it. A bet that was made must still be called.", "dead",
    is_report=True)
MISPLACED_EARLY = Row(
    "card_elsewhere", "F-2", "Seats {seats} have each other's cards.",
    "If nobody has seen them, exchange them: each hand to its own seat. Then confirm. Otherwise rule misdeal.", "play_on",
    is_report=True)
MISPLACED_LATE = Row(
    "card_elsewhere", "F-2", "Seats {seats} have each other's cards, and two players have acted.",
    "Each plays the two cards before it.", "exchange", is_report=True)


def place_in_words(kind: str | None, seat: int | None, street: str | None) -> str:
    """Where a card came, for a sentence: "as seat 3's hole card", "as the burn before the turn", "on the flop"."""
    if kind == "hole":
        return f"as seat {seat}'s hole card"
    if kind == "house":
        return "as a card of the dealer's"
    if kind == "swap":
        return f"as seat {seat}'s new hole card"
    if kind == "burn":
        return f"as the burn before the {street}"
    if kind == "board":
        return f"on the {street}"
    if kind == "cover":
        return f"on a joker of the {street}"
    if kind == "draw":
        return f"for seat {seat} in the draw for the button"
    return "while no card was wanted"
