"""What is wrong with the table: the cases of rules/irregular.py, in a sentence each."""


from tablectl.engine.state.why import Values
from tablectl.locale import Translator
from tablectl.locale.translator import Texts, marked
from tablectl.views.words.english.fields import in_words, nobody, street_name
from tablectl.views.words.template import Names, Sentence

HAPPENED: Texts = {                     # what failed, of the player or the place it was about
    "deck_put": "another deck",
    "start_asked": "the start of a hand", "card_off": "a card from the shoe", "card_presented": "a card that was presented",
    "shoe_emptied": "the end of the shoe", "shoe_reloaded": "that the shoe was reloaded",
    "hold_began": "that something holds play", "hold_ended": "that play is held no more",
    "chips_read": "the chips of {seat}", "stack_read": "the stack of {seat}", "key_pressed": "a key of {seat}",
    "hole_cards_seen": "the cards before {seat}", "clock_ran_out": "the end of a clock",
    "floor_ruled": "a ruling of the floor", "player_came": "who sits down at {at}",
    "player_went": "that {seat} leaves", "chips_bought": "what {seat} buys", "device_lost": "that a device is lost",
    "node_began_again": "that a device began anew", "node_replaced": "that a device was replaced",
    "device_back": "that a device is back", "edges_missing": "that readings are missing", "view": "what the screens show",
}
A_SEAT = marked("a seat")


def event_failed(*, happened: str, error: str, values: Values, names: Names, tr: Translator) -> str:
    seat = values.get("seat")
    known = {"seat": names(seat), "at": nobody(seat, tr)} if isinstance(seat, int) else {"seat": tr(A_SEAT), "at": tr(A_SEAT)}
    what = tr(HAPPENED[happened], **known) if happened in HAPPENED else happened.replace("_", " ")
    return tr("The table could not work out {what} ({error}). It is put aside: nothing else has changed.", what=what, error=error)


def edges_missing_shoe(*, count: int, tr: Translator) -> str:
    return tr.plural("A reading of the shoe never came: a card may have left it that the table does not know.",
                     "{count:,} readings of the shoe never came: a card may have left it that the table does not know.",
                     count, count=count)


def edges_missing_seat(*, count: int, seat: str, tr: Translator) -> str:
    return tr.plural("A reading of {seat} never came: a key may have been pressed, or chips moved.",
                     "{count:,} readings of {seat} never came: a key may have been pressed, or chips moved.",
                     count, count=count, seat=seat)


def wrong_count(*, Seat: str, count: int | None, tr: Translator) -> str:        # a field of sentences
    if count is None:
        return tr("{Seat} has a wrong number of hole cards.", Seat=Seat)
    return tr.plural("{Seat} has one hole card.", "{Seat} has {count} hole cards.", count, Seat=Seat, count=count)


def misplaced(*, seats: tuple[int, ...], tr: Translator) -> str:
    return tr("Seats {seats} have each other's cards.", seats=tr.listed([str(seat) for seat in seats]))


def misplaced_late(*, seats: tuple[int, ...], tr: Translator) -> str:
    return tr("Seats {seats} have each other's cards, and two players have acted.",
              seats=tr.listed([str(seat) for seat in seats]))


def left_too_early(
    *, cards: tuple[str, ...], places: tuple[str, ...], at: tuple[int, ...], streets: tuple[str, ...], tr: Translator,
) -> str:
    """"2 cards left the shoe too early: a burn and 6♣ for the turn."; `at`: the street of each, -1 for none."""
    count = len(places)
    if places[0] == "none":
        return tr.plural("A card left the shoe, but every street has been dealt.",
                         "{count} cards left the shoe, but every street has been dealt.", count, count=count)
    if places[0] == "hole":
        return tr.plural("A card left the shoe before the blinds were posted.",
                         "{count} cards left the shoe before the blinds were posted.", count, count=count)
    named = [tr("a burn") if place == "burn" else in_words(card, tr) for card, place in zip(cards, places, strict=True)]
    by_street = [
        tr("{cards} for the {street}", street=street_name(streets[index], tr),
           cards=tr.listed([card for card, street in zip(named, at, strict=True) if street == index]))
        for index in sorted({street for street in at if street >= 0})]
    if more := places.count("none"):
        by_street.append(tr.plural("one more", "{count} more", more, count=more))
    return tr.plural("A card left the shoe too early: {cards}.", "{count} cards left the shoe too early: {cards}.",
                     count, count=count, cards=tr(", then ").join(by_street))


SENTENCES: dict[str, Sentence] = {
    "unknown_card": "A card from another deck came {where}.",
    "foreign_joker": "A joker came {where}; this game is played without.",
    "duplicate_card": "{Card} is in this deck twice: it came {where}, and had come before.",
    "not_in_stub": "{Card} came {where}. It is none of the cards that were reshuffled.",
    "unreadable_card": "A card that cannot be read came {where}.",
    "deck_exhausted": "The deck ran out: its end came {where}.",
    "came_together": "Two cards came together {where}.",
    "fed_together": "Two cards came together {where}, and nobody knows which was first.",
    "too_many_flop_cards": "The {street} has {count} cards.",
    "left_between_hands": "A card left the shoe between hands.",
    "left_too_early": left_too_early,
    "card_elsewhere": "{Seat} shows a card that was dealt elsewhere.",
    "stack_differs": "Seat {at}'s sensor was off. It reads {lies:,} in the bet area; it was {bet:,}.",
    "event_failed": event_failed,
    "edges_missing_shoe": edges_missing_shoe,
    "edges_missing_seat": edges_missing_seat,
    "one_exposed": "A hole card of {seat} was exposed by the deal.",
    "more_exposed": "More than one hole card was exposed by the deal.",
    "wrong_count": wrong_count,
    "flop_counted": "The {street} was dealt with too many cards.",
    "flop_counted_late": "The {street} was dealt with too many cards, and there has been action on it.",
    "dealer_exposed": "The dealer's cards were seen before the river.",
    "dealer_boxed": "A card of the dealer's lay face up in the deck.",
    "not_dealt_there": "The card that was reported at {seat} was not dealt there.",
    "joker_found": "{Seat} has a joker among its hole cards; this game is played without.",
    "joker_in_time": "{Seat} has a joker among its hole cards and has not acted.",
    "joker_too_late": "{Seat} has a joker among its hole cards and has acted on them.",
    "misplaced": misplaced,
    "misplaced_late": misplaced_late,
    "did_not_post": "{Seat} did not post, and fewer than two are left.",
}
