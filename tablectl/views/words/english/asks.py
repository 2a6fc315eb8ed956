"""What is asked while a hand is played: of a seat at its turn, of all at once; what the table waits for."""

from collections.abc import Sequence
from typing import Final

from tablectl.rules.wording import counted, either, listed
from tablectl.views.says import Says
from tablectl.views.words.english.fields import in_words, started, started_name
from tablectl.views.words.template import Names, Sentence

STREETS: Final = {"preflop": "Hole cards", "flop": "Flop", "turn": "Turn", "river": "River"}
SETS: Final = {"preflop": "Hole cards", "flop": "First three cards", "turn": "Last three cards"}       # of a game for points
ALL_CARDS: Final = {2: "both cards", 3: "all three cards", 4: "all four cards"}        # by how many there are
NEXT_CARD: Final = {
    "burn": "Burn a card", "board": "A card for the board", "house": "A card for the dealer", "cover": "A card onto the joker",
}
OWED: Final = {
    "ante": "the ante", "small_blind": "the small blind", "big_blind": "the big blind", "button_blind": "the button's blind",
    "coming_in": "the blind for coming in",
}


# Stopped

def rest_of_the_pots(*, pots: tuple[str, ...]) -> str:
    return f"A pot has been given. Give the rest with award: {listed(pots)}."


def reshuffle(*, cards: tuple[str, ...], is_burned: bool) -> str:
    back = listed([in_words(card) for card in cards]) if cards else "these cards"
    then = "The next card is dealt without a burn." if is_burned else "Then the deal goes on."
    return f"Shuffle {back} into the undealt deck, without burned and folded cards. Load the shoe, then rule reshuffled. {then}"


def then_next_hand(*, hand: int, button: int | None, names: Names) -> str:
    return f"Leave your chips where they lie. Next hand {hand}{f', button {started_name(names, button)}' if button else ''}."


# A seat at its turn

def post(*, Seat: str, owed: tuple[str, ...], total: int, live: int, dead: int) -> str:       # a field of sentences
    split = f" {live:,} plays as your bet, {dead:,} goes to the pot." if dead and live else ""
    return f"{Seat}: post {listed([OWED[part] for part in owed])}, {total:,}.{split}"


def act(*, Seat: str, choices: tuple[str, ...]) -> str:         # a field of sentences
    return f"{Seat}: {either(choices)}."


def act_against_all_ins(*, choices: tuple[str, ...]) -> str:
    return f"Everybody else is all-in: {either(choices)}."


def act_capped(*, bets: int, choices: tuple[str, ...]) -> str:
    return f"{started(counted(bets))} bets are in: {either(choices)}."


def act_not_reopened(*, choices: tuple[str, ...]) -> str:
    return f"The short all-in does not reopen the betting: {either(choices)}."


def show(*, count: int) -> str:
    return f"Show {_cards(count)}"


def show_or_muck(*, Seat: str, count: int) -> str:      # a field of sentences
    return f"{Seat}: show {_cards(count)}, or press MUCK."


def show_all_in(*, Seat: str, count: int) -> str:       # a field of sentences
    return f"{Seat} is all-in: show {_cards(count)}."


def show_to_win(*, Seat: str, count: int) -> str:       # a field of sentences
    return f"{Seat}: show {_cards(count)} to win the pot."


def _cards(count: int) -> str:
    return ALL_CARDS.get(count, "all cards")


def shoot(*, Seat: str, shot: str, points: int, number: int, tries: int) -> str:        # a field of sentences
    return f'{Seat}: "{shot}" for {points} point{"" if points == 1 else "s"}. Try {number} of {tries}.'


# All at once

def bet_points(*, Seats: tuple[str, ...], points: int) -> str:  # a field of sentences
    return f"{', '.join(Seats)}: bet {points} points, or pass."


def bets_of(*, Seats: tuple[str, ...], uncovered: tuple[str, ...]) -> str:      # a field of sentences
    short = f" The bank covers no {' and no '.join(uncovered)}." if uncovered else ""
    return f"Place your bets: {', '.join(Seats)}.{short}"


def decide(*, able: tuple[int, ...], short: tuple[int, ...], names: Names) -> str:
    call = f"{_names(names, able)}: call with twice the ante to see the turn and the river, or fold." if able else ""
    fold = f"{_names(names, short)}: fold; your stack is less than twice your ante." if short else ""
    return " ".join(filter(None, (call, fold)))


def _names(names: Names, seats: Sequence[int]) -> str:
    return ", ".join(started_name(names, seat) for seat in seats)


# Chips, and cards

def put_right(*, parts: tuple[str, ...]) -> str:
    return ". ".join(parts)


def street(*, street: str) -> str:
    return STREETS.get(street, started(street))


def set_of_cards(*, street: str) -> str:
    return SETS.get(street, started(street))


def goes_to(*, place: str) -> str:
    return NEXT_CARD[place]


def all_in(*, cards: int) -> str:
    return f"All-in: {counted(cards)} card{'s' if cards > 1 else ''} to come."


SENTENCES: dict[str, Sentence] = {
    Says.RULE_ON_CASE: "Floor: rule on this case",
    Says.REST_OF_THE_POTS: rest_of_the_pots,
    Says.POT_LEFT: "pot {pot} of {amount}",
    Says.LOAD_THE_SHOE: "Shuffle, and load the shoe",
    Says.RESHUFFLE: reshuffle,
    Says.CAME_TOO_EARLY: "Before the {street}, what left the shoe too early goes back into the deck.",
    Says.HAD_TOO_MANY: "The {street} had too many cards: it goes back into the deck.",
    Says.CAME_TOGETHER: "Two cards came together, and nobody knows which was first. Both go back into the deck.",
    Says.PLAY_IS_PAUSED: "The floor has paused play",
    Says.LEAVE_CHIPS: "Leave your chips where they lie.",
    Says.SHOE_IS_LOST: "The shoe has no connection",
    Says.SEAT_IS_LOST: "Seat {at} has no connection",
    Says.CHECK_PLUG: "Check its plug. Play goes on by itself.",
    Says.CHECK_PLUG_OR_ACT: "Check its plug: play waits. Or the floor acts:",
    Says.RESUMES_WITH: "Play resumes with level {level}, blinds {small:,} / {big:,}",
    Says.THEN_NEXT_HAND: then_next_hand,
    Says.POST: post,
    Says.ACT: act,
    Says.ACT_AGAINST_ALL_INS: act_against_all_ins,
    Says.ACT_CAPPED: act_capped,
    Says.ACT_NOT_REOPENED: act_not_reopened,
    Says.CHECK: "check",
    Says.CALL: "call {amount:,}",
    Says.CALL_ALL_IN: "call all-in with {amount:,}",
    Says.BET: "bet {amount:,}",
    Says.BET_AT_LEAST: "bet at least {amount:,}",
    Says.BET_ALL_IN: "bet all-in with {amount:,}",
    Says.RAISE: "raise to {amount:,}",
    Says.RAISE_AT_LEAST: "raise to at least {amount:,}",
    Says.RAISE_ALL_IN: "raise all-in to {amount:,}",
    Says.FOLD: "fold",
    Says.IN_FRONT: "{put:,} IN FRONT",
    Says.CONFIRM_OR_WAIT: "{Seat}: press CONFIRM, or wait: the chips are read in a moment.",
    Says.CONFIRM: "{Seat}: press CONFIRM.",
    Says.CONFIRM_OR_ADD: "{put:,} is in: press CONFIRM, or add more.",
    Says.NO_RAISE: "{Seat}: no raise is allowed any more. Press UNDO.",
    Says.POST_AWAITED: "POST {amount:,}",
    Says.CALL_AWAITED: "CALL {amount:,}",
    Says.ALL_IN_AWAITED: "ALL-IN {amount:,}",
    Says.BET_AWAITED: "BET {amount:,}",
    Says.RAISE_AWAITED: "RAISE TO {amount:,}",
    Says.A_BET: "BET",
    Says.A_RAISE: "RAISE",
    Says.PUT_IN: "Put {amount:,} in front of you.",
    Says.ADD: "{put:,} is in: add {missing:,}.",
    Says.PUT_AT_LEAST: "Put at least {amount:,} in front of you, then press CONFIRM.",
    Says.ADD_AT_LEAST: "{put:,} is in: add at least {missing:,}, then press CONFIRM.",
    Says.ADDED: "ADD {amount:,}",
    Says.COMPLETE_CALL: "{Seat}: add {missing:,} to call {total:,}, or fold.",
    Says.COMPLETE_BET: "The smallest bet is {total:,}: add {missing:,}, or take your {put:,} back.",
    Says.COMPLETE_RAISE: "{Seat} raises to {total:,}: add {missing:,}.",
    Says.SHOW: show,
    Says.SHOW_OR_MUCK: show_or_muck,
    Says.SHOW_ALL_IN: show_all_in,
    Says.SHOW_TO_WIN: show_to_win,
    Says.CALL_IS_EXACTLY: "{Seat}: a call is exactly {amount:,}.",
    Says.CALL_BEYOND_STACK: "The call is {amount:,}; you have {stack:,}: fold.",
    Says.CALL_THE_HOUSE: "{Seat}: call {amount:,} to see the turn and the river, or fold.",
    Says.SHOOT: shoot,
    Says.PLACE_BETS: "Place your bets",
    Says.BET_POINTS: bet_points,
    Says.CALL_OR_FOLD: "Call or fold",
    Says.DECIDE: decide,
    Says.BETS_ARE_OPEN: "Bets are open until the chips lie still.",
    Says.BETS_OF: bets_of,
    Says.PUT_RIGHT: put_right,
    Says.TAKE_BACK: "{Seat}: take back {over:,}",
    Says.PUT_BACK: "{Seat}: put {lacks:,} back",
    Says.CHIPS_UNSEEN: "Seat {at} has no connection: its chips are not seen",
    Says.THEN_TO_THE_POT: "Then the bets go into the pot.",
    Says.CARD_FOR: "A card for {seat}",
    Says.CARD_TO: goes_to,
    Says.A_NEW_CARD: "A new card",
    Says.GETS_IT: "{Seat} gets it in the place of one that goes.",
    Says.DRAW: "Draw for the button",
    Says.ONE_CARD_EACH: "One card each, face up; the highest wins.",
    Says.STREET: street,
    Says.SET: set_of_cards,
    Says.COVERS_THE_JOKER: "A card covers the joker; its shot earns double.",
    Says.NO_MORE_BETS: "No more bets",
    Says.CARDS_ARE_DEALT: "Cards are dealt.",
    Says.THEN_BETS: "Then bets are open to all.",
    Says.THEN_THE_DEALER: "Then the dealer's hand.",
    Says.DECIDES_FIRST: "{Seat} decides first.",
    Says.ACTS_FIRST: "{Seat} acts first.",
    Says.ALL_IN: all_in,
}
