"""Every sentence the table says to people about what it waits for."""

from tablectl.engine import areas
from tablectl.engine.arranging import NEWCOMER, choices, undecided
from tablectl.engine.dealing import next_place
from tablectl.engine.rounds import antes, flat_bets, shots
from tablectl.engine.starting import why_not
from tablectl.engine.table import Seat, Table
from tablectl.rules.limits import Legal
from tablectl.rules.shots import TRIES
from tablectl.views.house import is_to_answer


def prompt(t: Table, may: Legal, now_ms: int) -> str:
    """What is asked now, in a sentence."""
    if t.irregularity:
        return f"The floor is asked: {t.irregularity.prescribes}"
    if t.reload:
        return f"The floor is asked: {reload(t, t.reload.cards if t.reload.is_up else ())}"
    if t.paused:
        return "The floor has paused play. Leave your chips where they lie."
    if t.wants:
        return f"Dealing: a card for seat {t.wants[0].seat}, in the place of one that goes."
    if t.kind == "shots":
        return _shot(t)
    if t.to_act is not None:
        return _to_the_seat(t, may)
    if t.asks_all:
        return _to_all(t)
    if t.is_collecting:
        return _collecting(t)
    place = next_place(t)
    if place is not None:
        return _card(t, place.kind, place.seat)
    return _between_hands(t, now_ms)



def other_pots(t: Table) -> str:
    """One of several pots has been given in a halt: the floor gives the others, too (F-6)."""
    left = [f"pot {index} of {pot.amount:,}" for index, pot in enumerate(t.pots) if pot.amount]
    return f"A pot has been given. Give the rest with award: {' and '.join(left)}."


def _collecting(t: Table) -> str:
    """Which areas do not hold what the ledger says, and what puts them right."""
    wrong = [s for s in map(t.seat, t.dealt) if not areas.is_right(t, s)]
    said = "; ".join(map(_put_right, wrong))
    return f"{said[:1].upper()}{said[1:]}; the bets are collected when the {'areas are' if len(wrong) > 1 else 'area is'} right."


def _put_right(seat: Seat) -> str:
    over = areas.excess(seat)
    if not seat.is_level_known:
        return f"seat {seat.number} is lost, its chips are not seen"
    return f"seat {seat.number}: take back {over:,}" if over > 0 else f"seat {seat.number}: put {-over:,} back in"


def reload_why(t: Table) -> str:
    """Why cards go back into the deck, in a sentence."""
    street = t.street_now.name if t.street_now else "board"
    if t.reload is not None and t.reload.kind == "premature_card":
        return f"Before the {street}, what left the shoe too early goes back into the deck."
    if t.reload is not None and t.reload.kind == "too_many_flop_cards":
        return f"The {street} had too many cards: it goes back into the deck."
    return "Two cards came together: which was the first is not known, so both go back into the deck."


def reload(t: Table, named: tuple[str, ...]) -> str:
    """What the floor does for a reload (L-22); `named`: the cards that go back, where everyone may hear it."""
    back = named_in_words(named) if named else "the two cards"
    then = "The next card is dealt without a burn." if t.reload and t.reload.is_burned else "Then the deal goes on."
    return f"Put {back} with the rest of the deck, without burns and folded cards. Shuffle it and load the shoe. {then}"


def named_in_words(cards: tuple[str, ...]) -> str:
    known = [card for card in cards if card != "??"] or ["the card"]
    return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} and {known[-1]}"


def _to_the_seat(t: Table, may: Legal) -> str:
    who = f"Seat {t.to_act}"
    wager = t.wager
    if t.phase == "showdown":
        return f"{who}: turn up both cards, or muck."
    if t.owes:
        return f"{who}: post {may.to_call:,}."
    if t.phase == "deciding":
        return to_decide(t, may)
    if wager is not None and wager.asked == "complete_call":
        return f"{who}: complete to {wager.asked_to:,}, or fold."
    if wager is not None and wager.asked:
        return f"{who}: complete to {wager.asked_to:,}."
    if wager is not None and wager.amount:
        return f"{who} declares {wager.amount:,}: put the chips in."
    if wager is not None and wager.declared:
        return f"{who} declares {'a call' if wager.declared == 'call' else 'a raise'}: put the chips in and confirm."
    return f"{who}: {_choices(t, may)}."


def to_decide(t: Table, may: Legal) -> str:
    """The seat that calls the house or folds (D-3)."""
    if "call" in may.acts:
        return f"Seat {t.to_act}: call {may.to_call:,} to see turn and river, or fold."
    stack = t.seat(t.to_act).stack if t.to_act else 0
    return f"Seat {t.to_act}: fold. A call takes {may.to_call:,}, and {stack:,} are left."


def _to_all(t: Table) -> str:
    """What all who have not answered yet are asked at once."""
    if t.kind == "flat_bets":
        return f"{_whose([seat.number for seat in flat_bets.to_answer(t)])}: bet {t.settings.bet} points, or pass."
    whose = _whose([seat.number for seat in t.seats if is_to_answer(t, seat)])
    if t.phase == "deciding":
        return f"{whose}: call with twice the ante to see turn and river, or fold."
    return f"{whose}: {_bet_now(t, 'ante')}{_bet_now(t, 'bonus')}, or pass."


def _whose(left: list[int]) -> str:
    return f"{'Seat' if len(left) == 1 else 'Seats'} {named_in_words(tuple(map(str, left)))}" if left else "Every seat"


def _bet_now(t: Table, line: str) -> str:
    """What is accepted now of a line: "ante 5 to 100", ", bonus 1 to 25"."""
    least, most = antes.limits(t, line)
    now, before = antes.largest(t, line), "" if line == "ante" else ", "
    if not now:
        return f"{before}no {line} (the bank covers none)"
    return f"{before}{line} {least:,} to {now:,}{' (all that the bank covers)' if now < most else ''}"


def _shot(t: Table) -> str:
    now = shots.now(t)
    assert now.shot is not None
    assert t.score is not None
    card = t.board[now.shot.place]
    worth = shots.points_now(t, now.shot, now.failed)
    return f"Seat {now.shot.seat} shoots {card}, {t.score.shots[card].name}, try {now.failed + 1} of {TRIES}, for {worth}."


def _choices(t: Table, may: Legal) -> str:
    choices = []
    if "check" in may.acts:
        choices.append("check")
    if "call" in may.acts and t.to_act is not None:
        stack = t.seat(t.to_act).stack
        choices.append(f"call {may.to_call:,}" if may.to_call < stack else f"call all-in for {stack:,}")
    if may.raise_min is not None and may.raise_max is not None:
        word = "bet" if "bet" in may.acts else "raise to"
        more = "" if may.raise_min == may.raise_max else " or more"
        choices.append(f"{word} {may.raise_min:,}{more}")
    choices.append("fold")
    return ", ".join(choices[:-1]) + (", or " if len(choices) > 2 else " or ") + choices[-1]


def _card(t: Table, kind: str, seat: int | None) -> str:
    if not t.is_shoe_connected:
        return "The shoe is not heard: the hand goes on when it is back."
    if kind == "hole":
        return f"Dealing: a card for seat {seat}."
    if kind == "house":
        return "Dealing: a card for the dealer."
    if kind == "cover":
        return "Dealing: a card on the joker; its shot earns double."
    if kind == "draw":
        return f"The draw for the button: a card face up for seat {seat}."
    street = t.street_now.name if t.street_now else "board"
    return f"Dealing: a card is burned before the {street}." if kind == "burn" else f"Dealing the {street}."


def _between_hands(t: Table, now_ms: int) -> str:
    winner = [s for s in t.seats if s.place == 1]
    if winner and t.score is None:
        return f"Seat {winner[0].number} has won: nobody else has chips."
    if t.phase == "seating" and t.button:
        return f"Seat {t.button} has the button. Shuffle the deck for the first hand."
    why = why_not(t, now_ms)
    return " ".join([*(coming(t, seat) for seat in undecided(t)), why.text if why else "The next hand can begin."])


def coming(t: Table, seat: Seat) -> str:
    """What a newcomer, or one whom a blind has passed, is asked between hands: how to come in (L-30 to L-33, L-35)."""
    blinds = t.stakes.big_blind + t.stakes.small_blind
    price = f"{t.stakes.big_blind:,}" if seat.debt == NEWCOMER else f"{blinds:,}, {t.stakes.small_blind:,} of it dead,"
    said = {"post": f"post {price}", "buy_button": f"buy the button for {blinds:,}", "wait": "wait for the big blind"}
    may = [said[key] for key in choices(t, seat)]
    return f"Seat {seat.number} may {', '.join(may[:-1])}{' or ' if may[:-1] else ''}{may[-1]}."
