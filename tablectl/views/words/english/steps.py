"""What the rulebook prescribes, as what people do now, one imperative a step, and what follows later.

The whole of each stands in ways.py; a step that does not apply is empty, and left out.
"""


from tablectl.locale import Translator
from tablectl.locale.translator import marked
from tablectl.views.words.english.fields import in_words, street_name
from tablectl.views.words.english.ways import LIES_DOWN, REPLACED, early, street_by_street
from tablectl.views.words.template import Sentence

PUSH_IN = marked("Push all cards in.")
COUNT = marked("Before the next hand count the deck, and look for a card that is there twice: tablectl rule deck-checked.")


def name_it(*, place: str | None, tr: Translator) -> str:
    return "" if place in LIES_DOWN else tr("Or name it: rule card.")


def confirmed(*, place: str | None, tr: Translator) -> str:
    if place == "burn":
        return tr("Confirmed, it stays burned. The deck is not fouled.")
    if place in REPLACED:
        return tr("Confirmed, the next card replaces it. The deck is not fouled.")
    return tr("The deck is not fouled.")


def leave_early(
    *, cards: tuple[str, ...], places: tuple[str, ...], at: tuple[int, ...], again: tuple[int, ...], streets: tuple[str, ...],
    other: str | None, tr: Translator,
) -> str:
    up = [in_words(card, tr) for card, place in zip(cards, places, strict=True) if place == "board"]
    if not up:
        return early(cards=cards, places=places, at=at, again=again, streets=streets, other=other, tr=tr)
    return tr("Leave {cards} face up, off the board.", cards=tr.listed(up))


def finish_betting(*, places: tuple[str, ...], tr: Translator) -> str:
    if "board" not in places:
        return ""
    if not (burns := places.count("burn")):
        return tr("Finish the betting first.")
    return tr.plural("Finish the betting first. Leave the burn where it lies.",
                     "Finish the betting first. Leave the burns where they lie.", burns)


def then_early(
    *, cards: tuple[str, ...], places: tuple[str, ...], at: tuple[int, ...], again: tuple[int, ...], streets: tuple[str, ...],
    tr: Translator,
) -> str:
    board = [(in_words(card, tr), street, back)
             for card, place, street, back in zip(cards, places, at, again, strict=True) if place == "board"]
    if places[0] in ("none", "hole"):
        return ""
    return " ".join(street_by_street(board, [street_name(street, tr) for street in streets], tr))


def move_chips(*, Seat: str, bet: int, lies: int, tr: Translator) -> str:       # a field of sentences
    if lies < bet:
        return tr("{Seat}: put {lacks:,} more in your bet area.", Seat=Seat, lacks=bet - lies)
    return tr("{Seat}: take {over:,} back.", Seat=Seat, over=lies - bet)


STEPS: dict[str, tuple[Sentence, ...]] = {
    "fouled": (PUSH_IN, "The hand is void: {back}."),
    "voids": (PUSH_IN, "The hand is void: {back}."),
    "cannot_be_dealt": (PUSH_IN, "The hand is void: {back}."),
    "misdeal": (PUSH_IN, "It is a misdeal: {back}."),
    "cancelled": (PUSH_IN, "The hand is cancelled: every bet goes back."),
    "dead": ("Push the cards of {seat} in: that hand is dead.", "The others play on."),
    "foul": ("The hand of {seat} is foul: it loses the pot and what is in it.",),
    "take_out": ("Take the card out, and lay it with the dead cards.", "The next card takes its place."),
    "present": ("Hold the card to the shoe's reader again.", name_it),
    "redeal": ("Take the {street} back, and reshuffle it into the deck at once.", "Leave the burn where it lies."),
    "stand": ("Leave the first {count} where they lie: they stand.", "Put aside what lies beside them: it is out of play."),
    "back_into_deck": ("Put the card back into the deck.",),
    "early": (leave_early, finish_betting),
    "turn_up": ("Turn up {seat}'s own cards: they count.", "If two seats have each other's cards, rule misplaced."),
    "keep_cards": ("Leave each hand the cards that the shoe dealt it.",),
    "exchange_unseen": (
        "If nobody has seen them, exchange them: each hand to its own seat.", "Then confirm. Otherwise rule misdeal."),
    "exchange": ("Leave each player the two cards that lie there.",),
    "swap": ("Finish the deal.", "Lay the exposed card down as the first burn.", "The top card of the deck replaces it."),
    "replace": ("Put the joker aside.", "The next card replaces it."),
    "put_right": (move_chips, "Then the floor confirms."),
    "as_known": ("{Seat}: put your chips as they were, {bet:,} in front.", "Then the floor confirms."),
    "where_no_card_is_missing": ("Look whether a card is missing.", "If none is, confirm: play goes on as the table knows it."),
    "void_or_correct": ("Confirm: the hand is void, and {back}.", "Or correct chips, an act or a hand, then rule resume."),
    "done_again": ("Do it once more, or leave it.",),
    "aside_in_the_draw": ("Put the card aside.", "The next card takes its place."),
    "load_again": ("Shuffle, and load the shoe again.", "Then confirm."),
    "both_aside": ("Put both cards aside.", "The next card takes their place."),
    "both_reshuffled": ("Reshuffle both cards into the deck at once.",),
}

LATER: dict[str, Sentence] = {
    "fouled": COUNT, "aside_in_the_draw": COUNT,
    "misdeal": "The hand is dealt again with the same button.",
    "cancelled": "The deck is shuffled for the next hand.",
    "dead": "The chips stay in the pot.",
    "foul": "A bet that was made must still be called.",
    "present": confirmed,
    "redeal": "The {street} is dealt again without another burn.",
    "early": then_early,
    "keep_cards": "Play goes on.", "both_reshuffled": "The deal goes on.", "load_again": "The draw goes on.",
    "as_known": "Else the floor rules the hand void.", "where_no_card_is_missing": "Else the floor rules the hand void.",
    "done_again": "No hand is being played.",
}
