"""What the rulebook prescribes: the way on from each case of rules/irregular.py, before the floor confirms it."""

from collections.abc import Sequence

from tablectl.present.reasons.fields import Sentence
from tablectl.present.terms import card_name, street_name
from tablectl.text import Player, T, Text, Value, joined, listed, plural

LIES_DOWN = ("hole", "house", "swap", "burn", None)              # places whose card nobody may name
REPLACED = ("hole", "house", "swap", "draw")                     # by the next card, if the floor confirms


def present(*, place: str | None) -> Text:
    if place == "draw":
        return T("The deck is not fouled. Hold the card to the shoe's reader again, or name it: rule card; confirmed, the next "
                  "card replaces it.")
    if place == "burn":
        return T("The deck is not fouled. Hold the card to the shoe's reader again; confirmed, it stays burned.")
    if place in REPLACED:
        return T("The deck is not fouled. Hold the card to the shoe's reader again; confirmed, the next card replaces it.")
    if place in LIES_DOWN:
        return T("The deck is not fouled. Hold the card to the shoe's reader again.")
    return T("The deck is not fouled. Hold the card to the shoe's reader again, or name it: rule card.")


def early(
    *, cards: tuple[str, ...], places: tuple[str, ...], at: tuple[int, ...], again: tuple[int, ...], streets: tuple[str, ...],
    other: int | None = None,
) -> Value:
    """`again`: the street before which each goes back into the deck; -1: it does not."""
    if places[0] == "none":
        return plural("It is out of play.", "They are out of play.", len(places))
    if places[0] == "hole":
        return plural("It is the first card of the deal, which begins with {other} once the blinds are posted.",
                         "They are the first cards of the deal, which begins with {other} once the blinds are posted.",
                         len(places), other=Player(other) if other is not None else None)
    burns = places.count("burn")
    if "board" not in places:
        return plural("It stays burned; nothing is reshuffled, and no other card is burned for it.",
                         "They stay burned; nothing is reshuffled, and no other card is burned for it.", burns)
    return joined([_betting_first(burns), *street_by_street(cards, places, at, again, streets)])


def _betting_first(burns: int) -> Text:
    if not burns:
        return T("The betting is finished first.")
    return plural("The betting is finished first; the burn stays burned.",
                     "The betting is finished first; the burns stay burned.", burns)


def street_by_street(
    cards: tuple[str, ...], places: tuple[str, ...], at: tuple[int, ...], again: tuple[int, ...], streets: tuple[str, ...],
) -> list[Text]:
    """What becomes of each early card of the board: its street, and the one before which it goes back."""
    board = [(card_name(card), street, back)
             for card, place, street, back in zip(cards, places, at, again, strict=True) if place == "board"]
    told, last = [], -1
    for street, back in sorted({(street, back) for _, street, back in board}):
        if back != street:
            told.append(T("For the {street} a card is burned and the next one counts.", street=street_name(streets[street])))
        if back != last:
            those = [card for card, _, goes in board if goes == back]
            told.append(_reshuffled(those, street_name(streets[back]), is_first=last < 0))
        last = back
    return told


def _reshuffled(cards: Sequence[Value], street: Value, *, is_first: bool) -> Text:
    if is_first:
        return plural(
            "Before the {street} {cards} is reshuffled into the deck, and the {street} comes without a burn.",
            "Before the {street} {cards} are reshuffled into the deck, and the {street} comes without a burn.",
            len(cards), street=street, cards=listed(cards))
    return plural("Before the {street} {cards} is reshuffled in the same way.",
                     "Before the {street} {cards} are reshuffled in the same way.",
                     len(cards), street=street, cards=listed(cards))


def put_right(*, seat: int, bet: int, lies: int) -> Text:
    if lies < bet:
        return T("{seat}: put {lacks:,} more in your bet area, so that {bet:,} lies there. Then the floor confirms.",
                  seat=Player(seat), lacks=bet - lies, bet=bet)
    return T("{seat}: take {over:,} out of your bet area, so that {bet:,} lies there. Then the floor confirms.",
              seat=Player(seat), over=lies - bet, bet=bet)


SENTENCES: dict[str, Sentence] = {
    "fouled": T("The deck is fouled: the hand is void, {back}. Before the next hand, count the deck and rule deck-checked."),
    "voids": T("This game knows no way on from it: the hand is void and {back}."),
    "cannot_be_dealt": T("The hand cannot be dealt to its end: it is void, and {back}."),
    "misdeal": T("It is a misdeal: {back}, and the hand is dealt again with the same button."),
    "cancelled": T("The hand is cancelled: every bet goes back, and the deck is shuffled."),
    "dead": T("Two players have acted: the hand of {seat} is dead. The chips stay in the pot, the others play on."),
    "foul":
        T("The hand is foul: it loses the pot and what is in it. A bet that was made must still be called. After the hand, count "
        "the deck and rule deck-checked."),
    "take_out": T("It is taken out and laid with the dead cards; the next card takes its place."),
    "present": present,
    "redeal":
        T("The {street} is taken back and reshuffled into the deck at once. The burn stays burned, and the {street} is dealt "
        "again without another."),
    "stand": T("The first {count} stand: the shoe knows their order. What lies beside them is out of play."),
    "back_into_deck": T("It goes back into the deck."),
    "early": early,
    "turn_up":
        T("What the shoe dealt to {seat} counts: its own cards are turned up. If two seats have each other's cards, rule "
        "misplaced."),
    "keep_cards": T("Each hand keeps the cards that the shoe dealt it, and play goes on."),
    "exchange_unseen":
        T("If nobody has seen them, exchange them: each hand to its own seat. Then confirm. Otherwise rule misdeal."),
    "exchange": T("Each player keeps the two cards that lie there."),
    "swap": T("The deal is finished. Then the top card of the deck replaces it, and the exposed card is the first burn."),
    "replace": T("Put the joker aside. The next card replaces it."),
    "put_right": put_right,
    "as_known":
        T("{seat} puts its chips right: {bet:,} in front. Then play goes on as the table knows it. Else the floor rules the hand "
        "void."),
    "where_no_card_is_missing":
        T("Where no card is missing, play goes on as the table knows it. Else the floor rules the hand void."),
    "void_or_correct":
        T("The hand is void, and {back}. Or the floor puts right what is missing (chips, an act, a hand), then rules resume."),
    "done_again": T("No hand is being played: it is done once more, or left."),
    "aside_in_the_draw":
        T("It is put aside and the next card takes its place. Before the first hand, count the deck and rule deck-checked."),
    "load_again": T("Shuffle, and load the shoe again. Then confirm: the draw goes on."),
    "both_aside": T("Both are put aside; the next card takes their place."),
    "both_reshuffled": T("Both are reshuffled into the deck at once, and the deal goes on."),
}
