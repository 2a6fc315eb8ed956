"""Cards that leave the shoe, what is wrong with a deck, and hands that are void or dead."""


from tablectl.engine.state.why import Values, Why
from tablectl.locale import Translator
from tablectl.locale.translator import started
from tablectl.views.words.english.fields import NO_REASON, in_words
from tablectl.views.words.template import Names, Sentence, filled

NAMED_AT_MOST = 4                # cards in one sentence


def hand_void(*, hand: int, back: str, values: Values, names: Names, tr: Translator) -> str:
    return tr("Hand {hand} is void: {back}. {cause}", hand=hand, back=back, cause=_cause(values, names))


def hand_misdeal(*, hand: int, back: str, values: Values, names: Names, tr: Translator) -> str:
    return tr("Hand {hand} is a misdeal: {back}. {cause}", hand=hand, back=back, cause=_cause(values, names))


def hand_dead(*, Seat: str, values: Values, names: Names, tr: Translator) -> str:       # a field of sentences
    return tr("{Seat}'s hand is dead: {cause}.", Seat=Seat, cause=_cause(values, names, is_started=False).rstrip("."))


def _cause(values: Values, names: Names, *, is_started: bool = True) -> str:
    """What was wrong (`of`), or the floor's own words; in a sentence of its own where it starts one."""
    if (key := values.get("of")) is not None:
        language = names.language
        return filled(language.wrong[str(key)], language.fields(values, names), language.tr)
    text = str(values.get("cause") or names.language.tr(NO_REASON))
    return f"{started(text).rstrip('.')}." if is_started else text


def cards_missing(*, cards: tuple[str, ...], deck: str, hands: int, tr: Translator) -> str:
    return tr.plural(
        "{cards} is missing from the deck {deck}: never come in {hands:,} hands. Count the deck.",
        "{cards} are missing from the deck {deck}: never come in {hands:,} hands. Count the deck.",
        len(cards), cards=_some_of(cards, tr), deck=deck, hands=hands)


def cards_doubled(*, cards: tuple[str, ...], deck: str, tr: Translator) -> str:
    return tr.plural(
        "{cards} is twice in the deck {deck}. Look through it.", "{cards} are twice in the deck {deck}. Look through it.",
        len(cards), cards=_some_of(cards, tr), deck=deck)


def _some_of(cards: tuple[str, ...], tr: Translator) -> str:
    """"7♦", "7♦ and 8♦", "6♦, 7♦, 8♦, 9♦ and 12 more"."""
    more = len(cards) - NAMED_AT_MOST
    named = [in_words(card, tr) for card in cards[:NAMED_AT_MOST]]
    return tr.listed([*named, *([tr("{count} more", count=more)] if more > 0 else ())])


SENTENCES: dict[str, Sentence] = {
    Why.BOXED_REPLACED: "{Card} lay face up in the deck: the next card replaces it.",
    Why.BOXED_ASIDE: "{Card} lay face up in the deck: it is put aside.",
    Why.JOKER_REPLACED: "{Card} does not play here: the next card replaces it.",
    Why.JOKER_ASIDE: "{Card} does not play here: it is put aside.",
    Why.CARDS_MISSING: cards_missing,
    Why.CARDS_DOUBLED: cards_doubled,
    Why.LEFT_WHILE_HALTED: "A card left the shoe while the table is halted: it stays where it is.",
    Why.GOES_BACK_BETWEEN_HANDS: "A card left the shoe while the table is halted: it goes back into the deck.",
    Why.LEFT_IN_A_RELOAD: "A card left the shoe while the stub is being reshuffled: it goes back.",
    Why.RELOADED_UNASKED: "The shoe was reloaded, and nothing had asked for it: floor, look at its cards.",
    Why.NOT_OF_THE_STUB: "A card that is not of the stub left the shoe: it lies with the dead cards.",
    Why.BOTH_BELONG: "Two cards came together; both belong to the {street}.",
    Why.NO_CARD_TO_PRESENT: "No card waits to be presented.",
    Why.NOT_THAT_CARD: "It cannot be that card.",
    Why.CARD_LIES_UP: "The card lies face up: name it.",
    Why.CARD_LIES_DOWN: "It lies face down: it is held to the shoe's reader again, or confirmed unread.",
    Why.NO_CARD_TO_NAME: "No card waits to be named.",
    Why.HAND_VOID: hand_void,
    Why.HAND_MISDEAL: hand_misdeal,
    Why.TOO_FEW_POSTED: "Hand {hand} is void: {other} did not post, and fewer than two are left.",
    Why.HAND_DEAD: hand_dead,
    Why.HAND_FOUL: "{Seat}'s hand is foul, unless the floor rules otherwise.",
    Why.LAST_HAND: "{Seat} has the last hand that can win the pot.",
    Why.LAST_HAND_COUNTED: "{Seat} has the last hand that can win the pot.",
    Why.LAST_HAND_LIVES: "{Seat} has the last hand that can win the pot: it is not dead.",
}
