"""What the rulebook prescribes in each case of rules/irregular.py, before the floor confirms it.

It is what people do now, one imperative a step, and what follows later; a step that does not apply
is empty, and left out.
"""

from collections.abc import Mapping, Sequence

from tablectl.engine.state.why import Value as Given
from tablectl.present.reasons.fields import Sentence, fill_sentence
from tablectl.present.terms import card_name, street_name
from tablectl.text import T, Text, Value, join_parts, join_with_and, plural

PUSH_IN = T("Push all cards in.")
COUNT = T(
    "Before the next hand count the deck, and look for a card that is there twice: tablectl rule "
    "deck-checked."
)
LIES_DOWN = ("hole", "house", "swap", "burn", None)  # places whose card nobody may name
# by the next card, if the floor confirms
REPLACED = ("hole", "house", "swap", "draw")


def name_it(*, place: str | None) -> Text | None:
    return None if place in LIES_DOWN else T("Or name it: rule card.")


def unread_outcome(*, place: str | None) -> Text:
    if place == "burn":
        return T("Confirmed, it stays burned. The deck is not fouled.")
    if place in REPLACED:
        return T("Confirmed, the next card replaces it. The deck is not fouled.")
    return T("The deck is not fouled.")


def street_by_street(
    cards: tuple[str, ...],
    places: tuple[str, ...],
    at: tuple[int, ...],
    again: tuple[int, ...],
    streets: tuple[str, ...],
) -> list[Text]:
    """What becomes of each early card of the board: its street, and the one before which it goes
    back.
    """
    board = [
        (card_name(card), street, back)
        for card, place, street, back in zip(cards, places, at, again, strict=True)
        if place == "board"
    ]
    sentences, last = [], -1
    for street, back in sorted({(street, back) for _, street, back in board}):
        if back != street:
            sentences.append(
                T(
                    "For the {street} a card is burned and the next one counts.",
                    street=street_name(streets[street]),
                )
            )
        if back != last:
            those = [card for card, _, goes in board if goes == back]
            sentences.append(_say_reshuffle(those, street_name(streets[back]), is_first=last < 0))
        last = back
    return sentences


def _say_reshuffle(cards: Sequence[Value], street: Value, *, is_first: bool) -> Text:
    if is_first:
        return plural(
            "Before the {street} {cards} is reshuffled into the deck, and the {street} comes "
            "without a burn.",
            "Before the {street} {cards} are reshuffled into the deck, and the {street} comes "
            "without a burn.",
            len(cards),
            street=street,
            cards=join_with_and(cards),
        )
    return plural(
        "Before the {street} {cards} is reshuffled in the same way.",
        "Before the {street} {cards} are reshuffled in the same way.",
        len(cards),
        street=street,
        cards=join_with_and(cards),
    )


def leave_early(*, cards: tuple[str, ...], places: tuple[str, ...]) -> Text:
    """`other`: the first seat of the deal, where the cards come before it."""
    if up := [
        card_name(card) for card, place in zip(cards, places, strict=True) if place == "board"
    ]:
        return T("Leave {cards} face up, off the board.", cards=join_with_and(up))
    if places[0] == "none":
        return plural("It is out of play.", "They are out of play.", len(places))
    if places[0] == "hole":
        return plural(
            "It is the first card of the deal, which begins with {other} once the blinds are "
            "posted.",
            "They are the first cards of the deal, which begins with {other} once the blinds are "
            "posted.",
            len(places),
        )
    return plural(
        "It stays burned; nothing is reshuffled, and no other card is burned for it.",
        "They stay burned; nothing is reshuffled, and no other card is burned for it.",
        len(places),
    )


def finish_betting(*, places: tuple[str, ...]) -> Text | None:
    if "board" not in places:
        return None
    if not (burns := places.count("burn")):
        return T("Finish the betting first.")
    return plural(
        "Finish the betting first. Leave the burn where it lies.",
        "Finish the betting first. Leave the burns where they lie.",
        burns,
    )


def then_early(
    *,
    cards: tuple[str, ...],
    places: tuple[str, ...],
    at: tuple[int, ...],
    again: tuple[int, ...],
    streets: tuple[str, ...],
) -> Value:
    return (
        join_parts(street_by_street(cards, places, at, again, streets))
        if "board" in places
        else None
    )


def move_chips(*, bet: int, lies: int) -> Text:
    if lies < bet:
        return T("{seat}: put {lacks:,} more in your bet area.", lacks=bet - lies)
    return T("{seat}: take {over:,} back.", over=lies - bet)


STEPS: dict[str, tuple[Sentence, ...]] = {
    "fouled": (PUSH_IN, T("The hand is void: {back}.")),
    "voids": (PUSH_IN, T("The hand is void: {back}.")),
    "cannot_be_dealt": (PUSH_IN, T("The hand is void: {back}.")),
    "misdeal": (PUSH_IN, T("It is a misdeal: {back}.")),
    "cancelled": (PUSH_IN, T("The hand is cancelled: every bet goes back.")),
    "dead": (T("Push the cards of {seat} in: that hand is dead."), T("The others play on.")),
    "foul": (T("The hand of {seat} is foul: it loses the pot and what is in it."),),
    "take_out": (
        T("Take the card out, and lay it with the dead cards."),
        T("The next card takes its place."),
    ),
    "present": (T("Hold the card to the shoe's reader again."), name_it),
    "redeal": (
        T("Take the {street} back, and reshuffle it into the deck at once."),
        T("Leave the burn where it lies."),
    ),
    "stand": (
        T("Leave the first {count} where they lie: they stand."),
        T("Put aside what lies beside them: it is out of play."),
    ),
    "back_into_deck": (T("Put the card back into the deck."),),
    "early": (leave_early, finish_betting),
    "turn_up": (
        T("Turn up {seat}'s own cards: they count."),
        T("If two seats have each other's cards, rule misplaced."),
    ),
    "keep_cards": (T("Leave each hand the cards that the shoe dealt it."),),
    "exchange_unseen": (
        T("If nobody has seen them, exchange them: each hand to its own seat."),
        T("Then confirm. Otherwise rule misdeal."),
    ),
    "exchange": (T("Leave each player the two cards that lie there."),),
    "swap": (
        T("Finish the deal."),
        T("Lay the exposed card down as the first burn."),
        T("The top card of the deck replaces it."),
    ),
    "replace": (T("Put the joker aside."), T("The next card replaces it.")),
    "put_right": (move_chips, T("Then the floor confirms.")),
    "as_known": (
        T("{seat}: put your chips as they were, {bet:,} in front."),
        T("Then the floor confirms."),
    ),
    "where_no_card_is_missing": (
        T("Look whether a card is missing."),
        T("If none is, confirm: play goes on as the table knows it."),
    ),
    "void_or_correct": (
        T("Confirm: the hand is void, and {back}."),
        T("Or correct chips, an act or a hand, then rule resume."),
    ),
    "done_again": (T("Do it once more, or leave it."),),
    "aside_in_the_draw": (T("Put the card aside."), T("The next card takes its place.")),
    "load_again": (T("Shuffle, and load the shoe again."), T("Then confirm.")),
    "both_aside": (T("Put both cards aside."), T("The next card takes their place.")),
    "both_reshuffled": (T("Reshuffle both cards into the deck at once."),),
}

LATER: dict[str, Sentence] = {
    "fouled": COUNT,
    "aside_in_the_draw": COUNT,
    "misdeal": T("The hand is dealt again with the same button."),
    "cancelled": T("The deck is shuffled for the next hand."),
    "dead": T("The chips stay in the pot."),
    "foul": T(
        "A bet that was made must still be called. After the hand count the deck: tablectl rule "
        "deck-checked."
    ),
    "present": unread_outcome,
    "redeal": T("The {street} is dealt again without another burn."),
    "early": then_early,
    "keep_cards": T("Play goes on."),
    "both_reshuffled": T("The deal goes on."),
    "load_again": T("The draw goes on."),
    "as_known": T("Else the floor rules the hand void."),
    "where_no_card_is_missing": T("Else the floor rules the hand void."),
    "done_again": T("No hand is being played."),
}


def remedy_steps(way: str, values: Mapping[str, Given]) -> tuple[list[Value], Value]:
    """What people do now, and what follows; "" where nothing does."""
    later = LATER.get(way)
    now: list[Value] = [
        step for one in STEPS[way] if (step := fill_sentence(one, values)) is not None
    ]
    return now, (fill_sentence(later, values) or "") if later is not None else ""


def remedy_text(way: str, values: Mapping[str, Given]) -> Value:
    """All of it, in sentences."""
    now, later = remedy_steps(way, values)
    return join_parts([*now, later] if later else now)
