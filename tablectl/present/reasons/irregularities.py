"""A sentence for each irregularity of rules/irregular.py."""

from tablectl.present.reasons.fields import Sentence
from tablectl.present.terms import card_name, street_name
from tablectl.text import UNNAMED, T, Text, join_parts, join_with_and, plural

HAPPENED = {  # what failed, of the player or the place it was about
    "deck_put": T("another deck"),
    "start_asked": T("the start of a hand"),
    "card_off": T("a card from the shoe"),
    "card_presented": T("a card that was presented"),
    "shoe_emptied": T("the end of the shoe"),
    "shoe_reloaded": T("that the shoe was reloaded"),
    "hold_began": T("that something holds play"),
    "hold_ended": T("that play is held no more"),
    "chips_read": T("the chips of {seat}"),
    "stack_read": T("the stack of {seat}"),
    "key_pressed": T("a key of {seat}"),
    "hole_cards_seen": T("the cards before {seat}"),
    "clock_ran_out": T("the end of a clock"),
    "floor_ruled": T("a ruling of the floor"),
    "player_came": T("who sits down at {at}"),
    "player_went": T("that {seat} leaves"),
    "chips_bought": T("what {seat} buys"),
    "device_lost": T("that a device is lost"),
    "node_began_again": T("that a device began anew"),
    "node_replaced": T("that a device was replaced"),
    "phone_freed": T("that a seat has lost its phone"),
    "device_back": T("that a device is back"),
    "edges_missing": T("that readings are missing"),
    "view": T("what the screens show"),
}
A_SEAT, THEN = T("a seat"), T(", then ")


def event_failed(*, happened: str, error: str, seat: int | None = None) -> Text:
    who, at = (seat, UNNAMED(number=seat)) if seat is not None else (A_SEAT, A_SEAT)
    what = (
        HAPPENED[happened](seat=who, at=at) if happened in HAPPENED else happened.replace("_", " ")
    )
    return T(
        "The table could not work out {what} ({error}). It is put aside: nothing else has changed.",
        what=what,
        error=error,
    )


def edges_missing_shoe(*, count: int) -> Text:
    return plural(
        "A reading of the shoe never came: a card may have left it that the table does not know.",
        "{count:,} readings of the shoe never came: a card may have left it that the table does "
        "not know.",
        count,
    )


def edges_missing_seat(*, count: int) -> Text:
    return plural(
        "A reading of {seat} never came: a key may have been pressed, or chips moved.",
        "{count:,} readings of {seat} never came: a key may have been pressed, or chips moved.",
        count,
    )


def wrong_count(*, count: int | None) -> Text:
    if count is None:
        return T("{seat} has a wrong number of hole cards.")
    return plural("{seat} has one hole card.", "{seat} has {count} hole cards.", count)


def left_too_early(
    *,
    cards: tuple[str, ...],
    places: tuple[str, ...],
    at: tuple[int, ...],
    streets: tuple[str, ...],
) -> Text:
    """ "2 cards left the shoe too early: a burn and 6♣ for the turn."; `at`: the street of each,
    -1 for none.
    """
    count = len(places)
    if places[0] == "none":
        return plural(
            "A card left the shoe, but every street has been dealt.",
            "{count} cards left the shoe, but every street has been dealt.",
            count,
            count=count,
        )
    if places[0] == "hole":
        return plural(
            "A card left the shoe before the blinds were posted.",
            "{count} cards left the shoe before the blinds were posted.",
            count,
            count=count,
        )
    named = [
        T("a burn") if place == "burn" else card_name(card)
        for card, place in zip(cards, places, strict=True)
    ]
    by_street = [
        T(
            "{cards} for the {street}",
            street=street_name(streets[index]),
            cards=join_with_and(
                [card for card, street in zip(named, at, strict=True) if street == index]
            ),
        )
        for index in sorted({street for street in at if street >= 0})
    ]
    if more := places.count("none"):
        by_street.append(plural("one more", "{count} more", more, count=more))
    return plural(
        "A card left the shoe too early: {cards}.",
        "{count} cards left the shoe too early: {cards}.",
        count,
        count=count,
        cards=join_parts(by_street, THEN),
    )


SENTENCES: dict[str, Sentence] = {
    "unknown_card": T("A card from another deck came {where}."),
    "foreign_joker": T("A joker came {where}; this game is played without."),
    "duplicate_card": T("{Card} is in this deck twice: it came {where}, and had come before."),
    "not_in_stub": T("{Card} came {where}. It is none of the cards that were reshuffled."),
    "unreadable_card": T("A card that cannot be read came {where}."),
    "deck_exhausted": T("The deck ran out: its end came {where}."),
    "came_together": T("Two cards came together {where}."),
    "fed_together": T("Two cards came together {where}, and nobody knows which was first."),
    "too_many_flop_cards": T("The {street} has {count} cards."),
    "left_between_hands": T("A card left the shoe between hands."),
    "left_too_early": left_too_early,
    "card_elsewhere": T("{seat} shows a card that was dealt elsewhere."),
    "stack_differs": T(
        "Seat {at}'s sensor was off. It reads {lies:,} in the bet area; it was {bet:,}."
    ),
    "event_failed": event_failed,
    "edges_missing_shoe": edges_missing_shoe,
    "edges_missing_seat": edges_missing_seat,
    "one_exposed": T("A hole card of {seat} was exposed by the deal."),
    "more_exposed": T("More than one hole card was exposed by the deal."),
    "wrong_count": wrong_count,
    "flop_counted": T("The {street} was dealt with too many cards."),
    "flop_counted_late": T(
        "The {street} was dealt with too many cards, and there has been action on it."
    ),
    "dealer_exposed": T("The dealer's cards were seen before the river."),
    "dealer_boxed": T("A card of the dealer's lay face up in the deck."),
    "not_dealt_there": T("The card that was reported at {seat} was not dealt there."),
    "joker_found": T("{seat} has a joker among its hole cards; this game is played without."),
    "joker_in_time": T("{seat} has a joker among its hole cards and has not acted."),
    "joker_too_late": T("{seat} has a joker among its hole cards and has acted on them."),
    "misplaced": T("Seats {seats} have each other's cards."),
    "misplaced_late": T("Seats {seats} have each other's cards, and two players have acted."),
    "did_not_post": T("{seat} did not post, and fewer than two are left."),
}
