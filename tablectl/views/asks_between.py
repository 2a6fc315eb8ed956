"""Questions between two hands: chips to take back, newcomers, the deck, and the start of the next hand."""

from typing import NamedTuple

from tablectl.engine.facts import Refused
from tablectl.engine.questions import (
    arrange,
    choices,
    cut_awaited,
    in_the_way,
    is_won,
    lying_in_front,
    next_level,
    not_its_own,
    price,
    undecided,
    who_shuffles_and_cuts,
    why_no_start,
)
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.stacks import Difference
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.cards import JOKER, rank_value
from tablectl.rules.seating import highest_drawn
from tablectl.rules.wagers import value
from tablectl.views.asking import Ask
from tablectl.views.grouping import grouped
from tablectl.views.says import Saying, Says
from tablectl.views.stacks import is_the_pot

PLACES_TOLD = 3


def between_hands(t: Table, now_ms: int, next_hand_in_s: int | None) -> Ask:
    """The first thing that keeps the next hand from starting; else what newcomers are asked, else the start itself."""
    lying = lying_in_front(t)
    if t.shown.void is not None and lying:
        return _after_a_void(t, lying)
    if over := _over(t):
        return over
    if asked := next(iter(undecided(t)), None):
        return _how_to_come_in(t, asked)
    if lying:
        return _in_the_way(t, lying)
    if wrong := in_the_way(t):
        return _of_stacks(t, wrong)
    if t.shoe.is_deck_foul:
        count = len(t.game.deck.all_cards)
        return Ask("deck", Says.CHECK_DECK(), Says.COUNT_DECK(count=count), (), "tablectl rule deck-checked")
    if not t.shoe.is_connected:
        return Ask("shoe", Says.SHOE_IS_LOST(), Says.CHECK_PLUG())
    if (seat := cut_awaited(t)) is not None:
        return Ask("cut", None, _after_the_draw(t), (seat,), "tablectl rule confirm")
    if t.phase == "seating" and t.button:
        return Ask("button", Says.HAS_BUTTON(seat=t.button), _after_the_draw(t), (t.button,))
    if why := why_no_start(t, now_ms):
        if why.why.why is Why.TOO_FEW_PLAYERS:
            return Ask("players", Says.WAITING_FOR(fewest=t.game.fewest), Says.SIT_DOWN())
        told = Refused(code=why.why.why.code, why=why.why.why.value, seat=why.seat, values=why.why.values)
        return Ask("players", told, told)
    return _next_hand(t, next_hand_in_s)


def _cut(t: Table) -> Saying | None:
    """Who shuffles and who cuts, by name (T-5, T-17); None: nobody is asked."""
    if (asked := who_shuffles_and_cuts(t)) is None:
        return None
    return Says.CUT(shuffles=asked.shuffles, cuts=asked.cuts, is_awaited=cut_awaited(t) is not None)


def _after_the_draw(t: Table) -> Saying:
    """Who shuffles and cuts; after a draw for the button first the card that won it.

    No card where tied seats have drawn again, or a joker lies there: it is not the highest seen.
    """
    cards = t.draw.cards if t.draw is not None else {}
    is_highest = t.button in cards and JOKER not in cards.values() and (
        highest_drawn({seat: rank_value(card) for seat, card in cards.items()}) == (t.button,))
    then = _cut(t) or Says.SHUFFLE()
    return Says.DRAWN_HIGHEST(card=cards[t.button], then=then) if t.button is not None and is_highest else then


def _next_hand(t: Table, next_hand_in_s: int | None) -> Ask:
    if next_hand_in_s is None:
        return Ask("ready", Says.READY(hand=t.hands + 1), _cut(t) or Says.MAY_BEGIN(), (), "tablectl rule start")
    return Ask("next", Says.NEXT_HAND_IN(seconds=next_hand_in_s), _positions(t))


def _positions(t: Table) -> Saying:
    arranged = arrange(t)
    if t.button is None and t.game.has_button:
        return Says.DRAW_FIRST()
    if arranged is None or arranged.button is None:
        return Says.NEXT_HAND(hand=t.hands + 1)
    return Says.POSITIONS(button=arranged.button, small=arranged.small, big=arranged.big, cut=_cut(t))


# Chips in the way

def _after_a_void(t: Table, lying: list[Seat]) -> Ask:
    """After a void hand everybody takes back the chips in front (G-4)."""
    left = grouped((Says.STILL_TO_DO, Says.AMOUNT_OF(seat=seat.number, amount=value(seat.area.sensed))) for seat in lying)
    then = Says.THEN_DECK_CHECKED(left=left) if t.shoe.is_deck_foul else Says.THEN_DEALT(hand=t.hands + 1, left=left)
    return Ask("void", Says.CHIPS_BACK(), then, tuple(seat.number for seat in lying))


class Move(NamedTuple):
    """Chips in front of a seat, and where they go: said of one alone, and as the group that several stand in."""

    alone: Says
    group: Says
    seat: int
    amount: int


def _moves(t: Table, seat: Seat) -> list[Move]:
    """The chips that are not its own go to whom the hand gave them; the others are its own."""
    own = Move(Says.MOVE_TO_STACK, Says.TO_STACK, seat.number, seat.in_front)
    return [move for move in (Move(*_takers(t), seat.number, not_its_own(t, seat)), own) if move.amount > 0]


def _takers(t: Table) -> tuple[Says, Says]:
    """Who gets what is not a seat's own."""
    if t.house is not None:
        return Says.LEAVE_TO_HOUSE, Says.TO_HOUSE
    is_one = len({won.seat for won in t.won or ()}) == 1
    return (Says.PUSH_TO_WINNER, Says.TO_WINNER) if is_one else (Says.PUSH_TO_WINNERS, Says.TO_WINNERS)


def _in_the_way(t: Table, lying: list[Seat]) -> Ask:
    seats = tuple(seat.number for seat in lying)
    moves = [move for seat in lying for move in _moves(t, seat)]
    if len(moves) == 1:
        (one,) = moves
        return Ask("move", one.alone(seat=one.seat, amount=one.amount), Says.NEXT_HAND_WAITS(), seats)
    told = grouped((move.group, Says.AMOUNT_OF(seat=move.seat, amount=move.amount)) for move in moves)
    return Ask("move", Says.CLEAR(), told, seats)


# Stacks that are not what the ledger says

def _of_stacks(t: Table, wrong: tuple[Difference, ...]) -> Ask:
    """What a winner has yet to take in is asked for like chips in the way; the rest is trouble, and the floor may count."""
    seats = tuple(one.seat for one in wrong)
    kind = "stacks" if any(one.is_trouble for one in wrong) else "move"
    if len(wrong) > 1:
        headline = Says.TAKE_IN_THE_POTS() if all(is_the_pot(t, one) for one in wrong) else Says.STACKS_DIFFER()
        return Ask(kind, headline, grouped((_group_of(one), _beyond(one)) for one in wrong), seats)
    (one,) = wrong
    counted = Says.STACK_IS_COUNTED(sensed=value(one.sensed), ledger=one.ledger)
    if is_the_pot(t, one):
        return Ask(kind, Says.TAKE_IN_THE_POT(seat=one.seat, amount=-one.beyond), Says.NEXT_HAND_WAITS(), seats)
    is_known = one.is_trouble or one.seat in {told.seat for told in t.stacks.told}
    command = f'tablectl rule chips --seat {one.seat} --stack {value(one.sensed)} --why "…"' if is_known else ""
    return Ask(kind, _stack(one), counted, seats, command)


def _stack(one: Difference) -> Saying:
    if one.foreign:
        return Says.STACK_HOLDS_FOREIGN(seat=one.seat)
    return (Says.STACK_HOLDS_MORE if one.beyond > 0 else Says.STACK_TAKES_IN)(seat=one.seat, amount=abs(one.beyond))


def _group_of(one: Difference) -> Says:
    return Says.TO_CHANGE if one.foreign else Says.TO_TAKE_OUT if one.beyond > 0 else Says.TO_TAKE_IN


def _beyond(one: Difference) -> Saying:
    return Says.AMOUNT_OF(seat=one.seat, amount=value(one.foreign) if one.foreign else abs(one.beyond))


# Coming in

def _how_to_come_in(t: Table, seat: Seat) -> Ask:
    """The choice of a newcomer, or of a player who missed a blind (L-30 to L-33, L-35)."""
    ways = tuple([_choice(t, seat, key) for key in choices(t, seat)])
    return Ask("come", None, Says.COME_IN(seat=seat.number, choices=ways), (seat.number,))


def _choice(t: Table, seat: Seat, key: str) -> Saying:
    pays = price(t, seat, key)
    if pays is None:
        return Says.WAIT_FOR_BLIND()
    return Says.POST_TO_COME(total=pays.total, live=pays.live) if key == "post" else Says.BUY_BUTTON(total=pays.total)


# Ends and breaks

def _over(t: Table) -> Ask | None:
    """The tournament, or the game for points, has a winner."""
    if not is_won(t):
        return None
    placed = sorted([(seat.place, seat.number) for seat in t.seats if seat.place is not None])
    first = tuple(number for place, number in placed if place == 1)
    told = placed[:PLACES_TOLD]
    places = Says.PLACES(places=tuple(place for place, _ in told), seats=tuple(number for _, number in told),
                         points=tuple(t.seat(number).points for _, number in told))
    command = "tablectl rule new-game" if t.score is not None else ""
    return Ask("over", Says.WON_BY(seats=first, contest=t.game.contest), places, first, command)


def on_break(t: Table) -> Ask:
    if over := _over(t):
        return over
    ends_ms, levels = t.schedule.break_ends_ms or 0, t.settings.levels
    index = next_level(t, ends_ms)[0] if levels else t.schedule.level
    stakes = levels[index].stakes if levels else t.stakes
    arranged = arrange(t)
    resumes = Says.RESUMES_WITH(level=index + 1, small=stakes.small_blind, big=stakes.big_blind)
    button = arranged.button if arranged is not None else None
    return Ask("break", resumes, Says.THEN_NEXT_HAND(hand=t.hands + 1, button=button))
