"""Cards that leave the shoe, faults of a deck, and hands that are void or dead."""

from tablectl.engine.state.why import Values, Why
from tablectl.locale.translator import capitalize_first
from tablectl.present.reasons.fields import NO_REASON, Sentence, fill_sentence
from tablectl.present.reasons.irregularities import SENTENCES as IRREGULARITIES
from tablectl.present.terms import card_name
from tablectl.text import T, Text, Value, WithoutStop, join_with_and, plural

NAMED_AT_MOST = 4  # cards in one sentence


def hand_void(*, values: Values) -> Text:
    return T("Hand {hand} is void: {back}. {cause}", cause=_say_cause(values))


def hand_misdeal(*, values: Values) -> Text:
    return T("Hand {hand} is a misdeal: {back}. {cause}", cause=_say_cause(values))


def _say_cause(values: Values) -> Value:
    """The irregularity (`of`), or the floor's own words, as a sentence of its own."""
    if (key := values.get("of")) is not None:
        return fill_sentence(IRREGULARITIES[str(key)], values)
    cause = values.get("cause")
    return f"{capitalize_first(str(cause)).rstrip('.')}." if cause else NO_REASON


def hand_dead(*, values: Values) -> Text:
    cause = values.get("cause") if values.get("of") is None else None
    return T(
        "{seat}'s hand is dead: {cause}.",
        cause=WithoutStop(str(cause) if cause else _say_cause(values)),
    )


def cards_missing(*, cards: tuple[str, ...]) -> Text:
    return plural(
        "{cards} is missing from the deck {deck}: never come in {hands:,} hands. Count the deck.",
        "{cards} are missing from the deck {deck}: never come in {hands:,} hands. Count the deck.",
        len(cards),
        cards=_name_some(cards),
    )


def cards_doubled(*, cards: tuple[str, ...]) -> Text:
    return plural(
        "{cards} is twice in the deck {deck}. Look through it.",
        "{cards} are twice in the deck {deck}. Look through it.",
        len(cards),
        cards=_name_some(cards),
    )


def _name_some(cards: tuple[str, ...]) -> Value:
    """ "7♦", "7♦ and 8♦", "6♦, 7♦, 8♦, 9♦ and 12 more"."""
    more = len(cards) - NAMED_AT_MOST
    named = [card_name(card) for card in cards[:NAMED_AT_MOST]]
    return join_with_and([*named, *([T("{count} more", count=more)] if more > 0 else ())])


SENTENCES: dict[str, Sentence] = {
    Why.BOXED_REPLACED: T(
        "{Card} lay face up in the deck: put it aside. The next card replaces it."
    ),
    Why.BOXED_ASIDE: T("{Card} lay face up in the deck: put it aside."),
    Why.JOKER_REPLACED: T("{Card} does not play here: put it aside. The next card replaces it."),
    Why.JOKER_ASIDE: T("{Card} does not play here: put it aside."),
    Why.CARDS_MISSING: cards_missing,
    Why.CARDS_DOUBLED: cards_doubled,
    Why.LEFT_WHILE_HALTED: T(
        "A card left the shoe while the table is halted: it stays where it is."
    ),
    Why.GOES_BACK_BETWEEN_HANDS: T(
        "A card left the shoe while the table is halted: it goes back into the deck."
    ),
    Why.LEFT_IN_A_RELOAD: T(
        "A card left the shoe while the stub is being reshuffled: it goes back."
    ),
    Why.RELOADED_UNASKED: T(
        "The shoe was reloaded, and nothing had asked for it: floor, look at its cards."
    ),
    Why.NOT_OF_THE_STUB: T(
        "A card that is not of the stub left the shoe: it lies with the dead cards."
    ),
    Why.BOTH_BELONG: T("Two cards came together; both belong to the {street}."),
    Why.NO_CARD_TO_PRESENT: T("No card waits to be presented."),
    Why.NOT_THAT_CARD: T("It cannot be that card."),
    Why.CARD_LIES_UP: T("The card lies face up: name it."),
    Why.CARD_LIES_DOWN: T(
        "It lies face down: it is held to the shoe's reader again, or confirmed unread."
    ),
    Why.NO_CARD_TO_NAME: T("No card waits to be named."),
    Why.HAND_VOID: hand_void,
    Why.HAND_MISDEAL: hand_misdeal,
    Why.TOO_FEW_POSTED: T(
        "Hand {hand} is void: {other} did not post, and fewer than two are left."
    ),
    Why.HAND_DEAD: hand_dead,
    Why.HAND_FOUL: T("{seat}'s hand is foul, unless the floor rules otherwise."),
    Why.LAST_HAND: T("{seat} has the last hand that can win the pot."),
    Why.LAST_HAND_COUNTED: T("{seat} has the last hand that can win the pot."),
    Why.LAST_HAND_LIVES: T("{seat} has the last hand that can win the pot: it is not dead."),
}
