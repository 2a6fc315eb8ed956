"""What is asked while a hand is played: of a seat at its turn, of all at once; what the table waits for."""

from collections.abc import Sequence

from tablectl.engine.state.why import Values
from tablectl.locale import Translator
from tablectl.locale.translator import Texts, started
from tablectl.views.says import Says
from tablectl.views.words.english.fields import in_words, line_name, started_name
from tablectl.views.words.template import Names, Sentence

STREETS: Texts = {"preflop": "Hole cards", "flop": "Flop", "turn": "Turn", "river": "River"}
SETS: Texts = {"preflop": "Hole cards", "flop": "First three cards", "turn": "Last three cards"}     # for points
NEXT_CARD: Texts = {
    "burn": "Burn a card", "board": "A card for the board", "house": "A card for the dealer", "cover": "A card onto the joker",
}
OWED: Texts = {
    "ante": "the ante", "small_blind": "the small blind", "big_blind": "the big blind", "button_blind": "the button's blind",
    "coming_in": "the blind for coming in",
}

# By how many cards a hand has; of more, and of one, the last

SHOW: Texts = {2: "Show both cards", 3: "Show all three cards", 4: "Show all four cards", 0: "Show all cards"}
SHOW_OR_MUCK: Texts = {
    2: "{Seat}: show both cards, or press MUCK.", 3: "{Seat}: show all three cards, or press MUCK.",
    4: "{Seat}: show all four cards, or press MUCK.", 0: "{Seat}: show all cards, or press MUCK.",
}
SHOW_ALL_IN: Texts = {
    2: "{Seat} is all-in: show both cards.", 3: "{Seat} is all-in: show all three cards.",
    4: "{Seat} is all-in: show all four cards.", 0: "{Seat} is all-in: show all cards.",
}
SHOW_TO_WIN: Texts = {
    2: "{Seat}: show both cards to win the pot.", 3: "{Seat}: show all three cards to win the pot.",
    4: "{Seat}: show all four cards to win the pot.", 0: "{Seat}: show all cards to win the pot.",
}


# Stopped

def check_plug_or_act(*, choices: tuple[str, ...], tr: Translator) -> str:
    return tr("Check its plug: play waits. Or the floor rules: {choices}.", choices=tr.either(choices))


def or_act_for(*, choices: tuple[str, ...], tr: Translator) -> str:
    return tr("Or the floor acts for it: {choices}.", choices=tr.either(choices))


def rest_of_the_pots(*, pots: tuple[str, ...], tr: Translator) -> str:
    return tr("A pot has been given. Give the rest with award: {pots}.", pots=tr.listed(pots))


def reshuffle(*, cards: tuple[str, ...], is_burned: bool, tr: Translator) -> str:
    back = tr.listed([in_words(card, tr) for card in cards]) if cards else tr("these cards")
    shuffled = tr("Shuffle {cards} into the undealt deck, without burned and folded cards. Load the shoe, then rule reshuffled.",
                  cards=back)
    return f"{shuffled} {tr('The next card is dealt without a burn.') if is_burned else tr('Then the deal goes on.')}"


def then_next_hand(*, hand: int, button: int | None, names: Names, tr: Translator) -> str:
    if not button:
        return tr("Leave your chips where they lie. Next hand {hand}.", hand=hand)
    return tr("Leave your chips where they lie. Next hand {hand}, button {Seat}.", hand=hand, Seat=started_name(names, button))


# A seat at its turn

def post(    # Seat: a field of sentences
    *, Seat: str, owed: tuple[str, ...], total: int, live: int, dead: int, tr: Translator,
) -> str:
    posts = tr("{Seat}: post {blinds}, {total:,}.", Seat=Seat, total=total, blinds=tr.listed([tr(OWED[part]) for part in owed]))
    if not (dead and live):
        return posts
    return f"{posts} {tr('{live:,} plays as your bet, {dead:,} goes to the pot.', live=live, dead=dead)}"


def act(*, Seat: str, choices: tuple[str, ...], tr: Translator) -> str:         # a field of sentences
    return tr("{Seat}: {choices}.", Seat=Seat, choices=tr.either(choices))


def act_against_all_ins(*, choices: tuple[str, ...], tr: Translator) -> str:
    return tr("Everybody else is all-in: {choices}.", choices=tr.either(choices))


def act_capped(*, bets: int, choices: tuple[str, ...], tr: Translator) -> str:
    return tr("{Number} bets are in: {choices}.", Number=started(tr.counted(bets)), choices=tr.either(choices))


def act_not_reopened(*, choices: tuple[str, ...], tr: Translator) -> str:
    return tr("The short all-in does not reopen the betting: {choices}.", choices=tr.either(choices))


def show(*, count: int, tr: Translator) -> str:
    return tr(SHOW.get(count, SHOW[0]))


def show_or_muck(*, Seat: str, count: int, tr: Translator) -> str:      # a field of sentences
    return tr(SHOW_OR_MUCK.get(count, SHOW_OR_MUCK[0]), Seat=Seat)


def show_all_in(*, Seat: str, count: int, tr: Translator) -> str:       # a field of sentences
    return tr(SHOW_ALL_IN.get(count, SHOW_ALL_IN[0]), Seat=Seat)


def show_to_win(*, Seat: str, count: int, tr: Translator) -> str:       # a field of sentences
    return tr(SHOW_TO_WIN.get(count, SHOW_TO_WIN[0]), Seat=Seat)


def shoot(
    *, Seat: str, shot: str, points: int, number: int, tries: int, tr: Translator,       # a field of sentences
) -> str:
    return tr.plural(
        '{Seat}: "{shot}" for {points} point. Try {number} of {tries}.',
        '{Seat}: "{shot}" for {points} points. Try {number} of {tries}.',
        points, Seat=Seat, shot=shot, points=points, number=number, tries=tries)


# All at once

def bet_points(*, Seats: tuple[str, ...], points: int, tr: Translator) -> str:  # a field of sentences
    return tr("{Seats}: bet {points} points, or pass.", Seats=", ".join(Seats), points=points)


def bets_of(*, Seats: tuple[str, ...], more: tuple[int, ...], uncovered: tuple[str, ...], names: Names, tr: Translator) -> str:
    """`more`: whose ante lies in the circle, and who may bet more."""
    told = [tr("Place your bets: {Seats}.", Seats=", ".join(Seats))] if Seats else []
    if more and "bonus" in uncovered:
        told.append(tr("{Seats}: press PASS.", Seats=_names(names, more)))
    elif more:
        told.append(tr("{Seats}: add a bonus, or press PASS.", Seats=_names(names, more)))
    if len(uncovered) == 1:
        told.append(tr("The bank covers no {line}.", line=line_name(uncovered[0], tr)))
    elif uncovered:
        told.append(tr("The bank covers no {line} and no {other}.",
                       line=line_name(uncovered[0], tr), other=line_name(uncovered[1], tr)))
    return " ".join(told)


def decide(*, able: tuple[int, ...], short: tuple[int, ...], names: Names, tr: Translator) -> str:
    told = []
    if able:
        told.append(tr("{Seats}: call with twice the ante to see the turn and the river, or fold.", Seats=_names(names, able)))
    if short:
        told.append(tr("{Seats}: fold; your stack is less than twice your ante.", Seats=_names(names, short)))
    return " ".join(told)


def _names(names: Names, seats: Sequence[int]) -> str:
    return ", ".join(started_name(names, seat) for seat in seats)


# Chips, and cards

def put_right(*, parts: tuple[str, ...]) -> str:
    return ". ".join(parts)


def street(*, values: Values, tr: Translator) -> str:
    code = str(values["street"])
    return tr(STREETS[code]) if code in STREETS else started(code)


def set_of_cards(*, values: Values, tr: Translator) -> str:
    code = str(values["street"])
    return tr(SETS[code]) if code in SETS else started(code)


def goes_to(*, place: str, tr: Translator) -> str:
    return tr(NEXT_CARD[place])


def all_in(*, cards: int, tr: Translator) -> str:
    return tr.plural("All-in: one card to come.", "All-in: {cards} cards to come.", cards, cards=tr.counted(cards))


def flop_wanted(*, wanted: int, dealt: int | None, tr: Translator) -> str:
    if dealt is None:
        return tr("{wanted} are wanted.", wanted=wanted)
    return tr("{wanted} are wanted, and {dealt} left the shoe.", wanted=wanted, dealt=dealt)


def hole_cards_wanted(*, wanted: int, tr: Translator) -> str:
    return tr.plural("One is wanted.", "{wanted} are wanted.", wanted, wanted=wanted)


SENTENCES: dict[str, Sentence] = {
    Says.RULE_ON_CASE: "Floor: rule on this case",
    Says.REST_OF_THE_POTS: rest_of_the_pots,
    Says.POT_LEFT: "pot {pot} of {amount}",
    Says.LOAD_THE_SHOE: "Shuffle, and load the shoe",
    Says.RESHUFFLE: reshuffle,
    Says.CAME_TOO_EARLY: "Before the {street}, what left the shoe too early goes back into the deck.",
    Says.HAD_TOO_MANY: "The {street} had too many cards: it goes back into the deck.",
    Says.FLOP_WANTED: flop_wanted,
    Says.HOLE_CARDS_WANTED: hole_cards_wanted,
    Says.OTHER_ON_THE_BOARD: "The other one lies on the board.",
    Says.OTHER_BEFORE: "The other one lies before {seat}.",
    Says.CAME_TOGETHER: "Two cards came together, and nobody knows which was first. Both go back into the deck.",
    Says.PLAY_IS_PAUSED: "The floor has paused play",
    Says.LEAVE_CHIPS: "Leave your chips where they lie.",
    Says.SHOE_IS_LOST: "The shoe has no connection",
    Says.SEAT_IS_LOST: "Seat {at} has no connection",
    Says.CHECK_PLUG: "Check its plug. Play goes on by itself.",
    Says.CHECK_PLUG_OR_ACT: check_plug_or_act,
    Says.LOST_AT_ITS_TURN: "Seat {at} has no connection, and it is {seat}'s turn.",
    Says.CHECK_CABLE: "Check the plug and the cable of seat {at}.",
    Says.LEAVE_CARDS_AND_CHIPS: "Leave cards and chips where they lie.",
    Says.WAIT_FOR_SEAT: "Wait: play goes on by itself when the seat is back.",
    Says.OR_ACT_FOR: or_act_for,
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
    Says.PUT_IN_MORE: "Put {amount:,} more in front of you.",
    Says.TAKE_BACK_THEN_PUT: "Take your {over:,} back first, then put {amount:,} in front of you.",
    Says.TAKE_BACK_THEN_AT_LEAST: "Take your {over:,} back first. Then put in at least {amount:,}, and press CONFIRM.",
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
    Says.PUT_IN_LACKING: "{Seat}: put in {lacks:,}",
    Says.CHIPS_UNSEEN: "Seat {at} has no connection: its chips are not seen",
    Says.THEN_TO_THE_POT: "Then the bets go into the pot.",
    Says.PLUG_THEN_TO_THE_POT: "Check its plug. Then the bets go into the pot.",
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
