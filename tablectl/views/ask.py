"""What the table asks now, and of whom: the content of the bar at the bottom of the screen.

The first that applies is asked: a halt, what holds play, the shoe, a break, an action, chips to move, cards to deal, the next
hand. Questions to the seat to act are in asks_seats.py, those between hands in asks_between.py.
"""

from msgspec.structs import replace

from tablectl.engine.questions import can_call, excess, is_on_break, is_right, next_place
from tablectl.engine.state.halt import Halt, Irregularity
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.dealing import Place, PlaceKind
from tablectl.rules.limits import Legal
from tablectl.rules.seating import next_left_of
from tablectl.rules.wagers import value
from tablectl.views import asks_between, asks_seats, holding, house, outs
from tablectl.views.acting_for import while_away
from tablectl.views.answering import to_answer
from tablectl.views.asking import Ask
from tablectl.views.grouping import grouped
from tablectl.views.odds import board_cards, odds
from tablectl.views.reloading import prescribed
from tablectl.views.says import Saying, Says

FACE_UP = ("board", "cover", None)      # places of an unread card that the floor names instead of putting it aside
SAID_IN_A_HEADLINE = 2                  # most seats that a headline names; more are listed in the sentence


def ask(t: Table, may: Legal, now_ms: int, next_hand_in_s: int | None = None, by_hand: bool = False) -> Ask:
    """What is asked now. `next_hand_in_s`: the next hand starts by itself in so many seconds; None: somebody starts it.

    `by_hand`: somebody slides the cards over a reader, and is told where each goes.
    """
    if t.halt is not None:
        return _halted(t, t.halt)
    if t.standstill is not None:
        return _held(t)
    hand = t.hand
    if hand is not None and hand.deal.wants:
        return _of_the_shoe(t) or Ask("deal", Says.A_NEW_CARD(), Says.GETS_IT(seat=hand.deal.wants[0].seat))
    if is_on_break(t, now_ms):
        return asks_between.on_break(t)
    if hand is not None and hand.to_act is not None:
        seat = t.seats[hand.to_act - 1]
        return asks_seats.of_turn(t, may, seat) if seat.is_connected else _lost(t, seat.number)
    if t.asks_all:
        return _of_all(t)
    if hand is not None and hand.is_collecting:
        return _collecting(t)
    if (place := next_place(t)) is not None:
        return _of_the_shoe(t) or (_deal_by_hand(t, place) if by_hand else _deal(t, place.kind))
    return asks_between.between_hands(t, now_ms, next_hand_in_s)


def _halted(t: Table, halt: Halt) -> Ask:
    if halt.irregularity is not None:
        return Ask("halted", Says.RULE_ON_CASE(), prescribed(t), _whose_turn(t), _ends(t, halt.irregularity))
    number = halt.reload.number if halt.reload is not None else ""
    return Ask("reload", Says.LOAD_THE_SHOE(), prescribed(t), _whose_turn(t), f"tablectl rule reshuffled {number}")


def _held(t: Table) -> Ask:
    """Something has to be right, or the floor has paused play."""
    if (held := holding.ask(t)) is not None:
        return replace(held, seats=_whose_turn(t))
    return Ask("paused", Says.PLAY_IS_PAUSED(), Says.LEAVE_CHIPS(), command="tablectl rule go-on")


def _whose_turn(t: Table) -> tuple[int, ...]:
    """Whose turn it was when play stopped, and is when it goes on: nobody is asked meanwhile."""
    return (t.to_act,) if t.to_act is not None else ()


def _lost(t: Table, number: int) -> Ask:
    """The device of the seat to act is lost, so its clock stands (G-7). If it has begun no wager the floor may act for it."""
    headline, acts = Says.SEAT_IS_LOST(seat=number), while_away(t)
    if not acts:
        return Ask("lost", headline, Says.CHECK_PLUG(), (number,))
    named = Says.CHECK_PLUG_OR_ACT(choices=tuple([one.says for one in acts]))
    return Ask("lost", headline, named, (number,), f"tablectl rule act --seat {number} {acts[0].typed}")


def _ends(t: Table, wrong: Irregularity) -> str:
    """The command that ends the halt, with dots where the floor fills in values."""
    if t.won is not None and t.in_hand:
        return 'tablectl rule award --pot … --seats … --why "…"'
    if wrong.remedy.allows.card_is_named and wrong.place in FACE_UP:
        return f"tablectl rule card {wrong.number} --card …"
    return f"tablectl rule confirm {wrong.number}"


# All at once

def _of_all(t: Table) -> Ask:
    """The question to every seat that has not answered yet."""
    seats = to_answer(t)
    if t.kind == "flat_bets":
        return Ask("flat_bets", Says.PLACE_BETS(), Says.BET_POINTS(seats=seats, points=t.settings.bet), seats)
    if t.phase == "deciding":
        return Ask("decide_all", Says.CALL_OR_FOLD(), _decide(t, seats), seats)
    if not seats:
        return Ask("bets", Says.PLACE_BETS(), Says.BETS_ARE_OPEN(), seats)
    in_the_circle = tuple([number for number in seats if t.player(number).bets.ante])
    without = tuple([number for number in seats if number not in in_the_circle])
    said = Says.BETS_OF(seats=without, more=in_the_circle, uncovered=house.uncovered(t))
    return Ask("bets", Says.PLACE_BETS(), said, seats)


def _decide(t: Table, asked: tuple[int, ...]) -> Saying:
    """Names the seats that can pay for a call, and those that can only fold."""
    able = tuple(number for number in asked if can_call(t, number))
    return Says.DECIDE(able=able, short=tuple(number for number in asked if number not in able))


# Chips

def _collecting(t: Table) -> Ask:
    """Names the seats whose chips in front differ from the ledger, and what each has to move."""
    wrong = [seat for seat in map(t.seat, t.dealt) if not is_right(t, seat.number)]
    seats = tuple(seat.number for seat in wrong)
    if len(wrong) <= SAID_IN_A_HEADLINE:
        then = Says.THEN_TO_THE_POT() if all(seat.area.is_level_known for seat in wrong) else Says.PLUG_THEN_TO_THE_POT()
        return Ask("take_back", Says.PUT_RIGHT(parts=tuple(_put_right(t, seat) for seat in wrong)), then, seats)
    return Ask("take_back", Says.CLEAR(), grouped(_in_short(t, seat) for seat in wrong), seats)


def _in_short(t: Table, seat: Seat) -> tuple[Says, Saying]:
    over = excess(t, seat.number)
    if not seat.area.is_level_known:
        return Says.UNSEEN, Says.PLACE(seat=seat.number)
    return Says.TO_TAKE_BACK if over > 0 else Says.TO_PUT_IN, Says.AMOUNT_OF(seat=seat.number, amount=abs(over))


def _put_right(t: Table, seat: Seat) -> Saying:
    over = excess(t, seat.number)
    if not seat.area.is_level_known:
        return Says.CHIPS_UNSEEN(seat=seat.number)
    return Says.TAKE_BACK(seat=seat.number, over=over) if over > 0 else Says.PUT_IN_LACKING(seat=seat.number, lacks=-over)


# Cards

def _of_the_shoe(t: Table) -> Ask | None:
    """A card is wanted while the shoe is lost; None: the shoe is connected."""
    return None if t.shoe.is_connected else Ask("shoe", Says.SHOE_IS_LOST(), Says.CHECK_PLUG())


def _deal(t: Table, kind: PlaceKind) -> Ask:
    if kind == "draw":
        return Ask("draw", Says.DRAW(), Says.ONE_CARD_EACH())
    street = t.street_now.name if t.street_now else ""
    headline = Says.SET(street=street) if t.score is not None else Says.STREET(street=street)
    if kind == "cover":
        return Ask("deal", headline, Says.COVERS_THE_JOKER())
    if t.house is not None and street == "preflop":
        return Ask("deal", Says.NO_MORE_BETS(), Says.CARDS_ARE_DEALT())
    if (decides := odds(t)).shares:
        to_come = Says.HANDS_UP(cards=board_cards(t.game) - len(t.board_up))
        return Ask("deal", to_come, outs.said(decides.outs) if decides.outs else _next(t))
    lying = [seat for seat in t.seats if seat.area.to_pot and value(seat.area.sensed)]         # whose bets are collected
    if lying:
        amounts = [(Says.TO_POT, Says.AMOUNT_OF(seat=seat.number, amount=seat.area.to_pot)) for seat in lying]
        return Ask("deal", headline, grouped(amounts))
    return Ask("deal", headline, _then(t))


def _next(t: Table) -> Saying:
    """The streets to come after an all-in; the one being dealt first."""
    begun = t.street if t.street_now is not None else 0
    left = [street.name for street in t.game.streets[begun:] if street.board]
    return Says.STREETS_NEXT(streets=tuple(left))


def _deal_by_hand(t: Table, place: Place) -> Ask:
    """The same, under whose card is next."""
    dealt = _deal(t, place.kind)
    headline = Says.CARD_FOR(seat=place.seat) if place.seat is not None else Says.CARD_TO(place=place.kind)
    return Ask(dealt.kind, headline, dealt.sentence)


def _then(t: Table) -> Saying:
    """Who acts after these cards; if all who are left are all-in, how many cards are to come."""
    ins = [number for number, player in t.playing.players.items() if player.status == "in"]
    if t.score is not None:
        return Says.THEN_BETS()
    if t.house is not None:
        return Says.THEN_THE_DEALER() if t.street > 1 else Says.DECIDES_FIRST(seat=t.dealt[0])
    if len(ins) < 2:
        return Says.ALL_IN(cards=board_cards(t.game) - len(t.board_up))
    opens = t.game.streets[t.street].opens if t.street >= 0 else ""
    start = t.shown.big if opens == "left_of_blinds" else t.button
    return Says.ACTS_FIRST(seat=next_left_of(ins, start or 0))
