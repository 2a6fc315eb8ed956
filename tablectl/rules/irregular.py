"""What can go wrong with cards, and what the rulebook prescribes for it (G-2, G-4, G-10, T-5, F-11).

A row says what the table says and does; the engine carries it out when the floor confirms. Rows of the limit game's own
procedures (L-13 to L-22) stand here too as they are built.
"""

from msgspec import Struct


class Row(Struct, frozen=True):
    """`remedy` is what `confirm` does: `void` or `present` (the card is put before the reader, or named by the floor)."""

    kind: str                           # a notice code
    clause: str
    what: str                           # a sentence; {card} and {place} are filled in
    prescribes: str                     # a sentence
    remedy: str
    fouls_deck: bool = False            # no hand starts until the floor has checked the deck (G-10)


ROWS = {
    row.kind: row
    for row in (
        Row("unknown_card", "G-10", "A card that is not of this deck came {place}.",
            "The deck is fouled: the hand is void, every chip goes back, and the deck is checked before the next hand.",
            "void", fouls_deck=True),
        Row("foreign_joker", "G-10", "A joker came {place}; this game is played without.",
            "The deck is fouled: the hand is void, every chip goes back, and the deck is checked before the next hand.",
            "void", fouls_deck=True),
        Row("duplicate_card", "G-2", "{card} came {place} that is in play already.",
            "The deck is fouled: the hand is void, every chip goes back, and the deck is checked before the next hand.",
            "void", fouls_deck=True),
        Row("unreadable_card", "G-10", "A card that cannot be read came {place}.",
            "The deck is not fouled: present the card again or name it; a burn or a hole card may be replaced by the next.",
            "present"),
        Row("deck_exhausted", "T-5", "The deck ran out {place}.",
            "The cut card is no card of the hand: the hand is void and every chip goes back.", "void"),
        Row("premature_card", "G-13", "{card} left the shoe while no card was wanted.",
            "The order of the cards is lost: the hand is void and every chip goes back.", "void"),
        Row("wrong_card_count", "G-13", "Two cards came together {place}.",
            "The order of the cards is lost: the hand is void and every chip goes back.", "void"),
        Row("stack_differs", "F-5", "Seat {seat} came back with {lies} in front; the ledger says {bet}.",
            "Put the chips right: the seat shows what the ledger says, then play goes on.", "resume"),
    )
}


def place_in_words(kind: str | None, seat: int | None, street: str | None) -> str:
    """Where a card came, for a sentence: "as seat 3's hole card", "as the burn before the turn", "on the flop"."""
    if kind == "hole":
        return f"as seat {seat}'s hole card"
    if kind == "burn":
        return f"as the burn before the {street}"
    if kind == "board":
        return f"on the {street}"
    if kind == "draw":
        return f"for seat {seat} in the draw for the button"
    return "while no card was wanted"
