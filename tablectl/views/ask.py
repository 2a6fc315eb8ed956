"""What the table asks now, of whom, as the bar says it: the headline and the sentence are made of one value.

The order is that of the bar (LOOK): what is halted, the shoe, a break, what players are asked, chips, the deal, and what comes
between hands. asks_seats.py has what a seat at its turn is asked, asks_between.py what stands between two hands.
"""

from tablectl.engine.between.starting import is_on_break
from tablectl.engine.play import areas
from tablectl.engine.play.wanted import next_place
from tablectl.engine.rounds import antes, call_or_fold
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.limits import Legal
from tablectl.rules.seating import clockwise_from
from tablectl.rules.wording import counted, sentence_case
from tablectl.views import asks_between, asks_seats, house, points
from tablectl.views.asking import Ask
from tablectl.views.names import grouped, who
from tablectl.views.reloading import prescribed

STREETS = {"preflop": "Hole cards", "flop": "Flop", "turn": "Turn", "river": "River"}
FACE_UP = ("board", "cover", None)      # places of a card that cannot be read and is not put aside: it is named
SAID_IN_A_HEADLINE = 2                  # seats and what they do; more stand in the sentence
SETS = {"preflop": "Hole cards", "flop": "First three cards", "turn": "Last three cards"}       # of a game for points


def ask(t: Table, may: Legal, now_ms: int, next_hand_in_s: int | None = None) -> Ask:
    """What is asked now. `next_hand_in_s`: when the next hand starts by itself; None: somebody has to start it."""
    if t.irregularity:
        return Ask("halted", "Floor: rule on this case", prescribed(t), command=_ends(t, t.irregularity))
    if t.reload:
        loaded = f"tablectl rule reshuffled {t.reload.number}"
        return Ask("reload", "Shuffle, and load the shoe", prescribed(t), command=loaded)
    if t.paused:
        return Ask("paused", "The floor has paused play", "Leave your chips where they lie.", command="tablectl rule go-on")
    if t.wants:
        return _of_the_shoe(t) or Ask("deal", "A new card", f"{who(t, t.wants[0].seat)} gets it in the place of one that goes.")
    if is_on_break(t, now_ms):
        return asks_between.on_break(t)
    if t.to_act is not None and not t.seat(t.to_act).is_connected:
        return _lost(t, t.to_act)
    if t.to_act is not None:
        return asks_seats.of_turn(t, may, t.seat(t.to_act))
    if t.asks_all:
        return _of_all(t)
    if t.is_collecting:
        return _collecting(t)
    if next_place(t) is not None:
        return _of_the_shoe(t) or _deal(t)
    return asks_between.between_hands(t, now_ms, next_hand_in_s)


def _lost(t: Table, number: int) -> Ask:
    """The seat to act has no device that could be asked: its clock stands (G-7). With nothing begun the floor may act."""
    headline, seat = f"Seat {number} has no connection", t.seat(number)
    if t.phase not in ("betting", "deciding") or t.wager is not None or seat.begun is not None:
        return Ask("lost", headline, "Check its plug. Play goes on by itself.", (number,))
    acts = f"tablectl rule act --seat {number} --act .. --why .."
    return Ask("lost", headline, "Check its plug: play waits. Or the floor acts:", (number,), acts)


def _ends(t: Table, wrong: Irregularity) -> str:
    """The command that ends the halt; the dots are the floor's to fill in."""
    if t.won is not None and t.in_hand:
        return "tablectl rule award --pot .. --seats .. --why .."
    if wrong.remedy == "present" and wrong.place in FACE_UP:
        return f"tablectl rule card {wrong.number} --card .."
    return f"tablectl rule confirm {wrong.number}"


# All at once

def _of_all(t: Table) -> Ask:
    """What all who have not answered yet are asked at once."""
    asked = [seat for seat in t.seats if house.is_to_answer(t, seat) or points.is_to_answer(t, seat)]
    seats, names = tuple(seat.number for seat in asked), ", ".join(who(t, seat.number) for seat in asked)
    if t.kind == "flat_bets":
        return Ask("flat_bets", "Place your bets", f"{names}: bet {t.settings.bet} points, or pass.", seats)
    if t.phase == "deciding":
        return Ask("decide_all", "Call or fold", _decide(t, asked), seats)
    if not names:
        return Ask("bets", "Place your bets", "Bets are open until the chips lie still.", seats)
    covered = [line for line in antes.LINES if not antes.largest(t, line)]
    short = f" The bank covers no {' and no '.join(covered)}." if covered else ""
    return Ask("bets", "Place your bets", f"Place your bets: {names}.{short}", seats)


def _decide(t: Table, asked: list[Seat]) -> str:
    """Who can pay for a call, and who cannot and can only fold."""
    able = ", ".join(who(t, seat.number) for seat in asked if call_or_fold.can_call(t, seat))
    short = ", ".join(who(t, seat.number) for seat in asked if not call_or_fold.can_call(t, seat))
    call = f"{able}: call with twice the ante to see the turn and the river, or fold." if able else ""
    fold = f"{short}: fold; your stack is less than twice your ante." if short else ""
    return " ".join(filter(None, (call, fold)))


# Chips

def _collecting(t: Table) -> Ask:
    """Which areas do not hold what the ledger says, and what puts them right."""
    wrong = [seat for seat in map(t.seat, t.dealt) if not areas.is_right(t, seat)]
    seats = tuple(seat.number for seat in wrong)
    if len(wrong) <= SAID_IN_A_HEADLINE:
        return Ask("take_back", ". ".join(_put_right(t, seat) for seat in wrong), "Then the bets go into the pot.", seats)
    return Ask("take_back", "Clear the bet areas", grouped(_in_short(t, seat) for seat in wrong), seats)


def _in_short(t: Table, seat: Seat) -> tuple[str, str]:
    over = areas.excess(seat)
    if not seat.is_level_known:
        return "No connection", f"Seat {seat.number}"
    return "Take back" if over > 0 else "Put back", f"{who(t, seat.number)} {abs(over):,}"


def _put_right(t: Table, seat: Seat) -> str:
    over = areas.excess(seat)
    if not seat.is_level_known:
        return f"Seat {seat.number} has no connection: its chips are not seen"
    return f"{who(t, seat.number)}: {f'take back {over:,}' if over > 0 else f'put {-over:,} back'}"


# Cards

def _of_the_shoe(t: Table) -> Ask | None:
    """A card is needed, and the shoe is away."""
    if t.is_shoe_connected:
        return None
    return Ask("shoe", "The shoe has no connection", "Check its plug. Play goes on by itself.")


def _deal(t: Table) -> Ask:
    place = next_place(t)
    assert place is not None
    if place.kind == "draw":
        return Ask("draw", "Draw for the button", "One card each, face up; the highest wins.")
    street = t.street_now.name if t.street_now else ""
    headline = (SETS if t.score is not None else STREETS).get(street, sentence_case(street))
    if place.kind == "cover":
        return Ask("deal", headline, "A card covers the joker; its shot earns double.")
    if t.house is not None and street == "preflop":
        return Ask("deal", "No more bets", "Cards are dealt.")
    return Ask("deal", headline, _then(t))


def _then(t: Table) -> str:
    """Who acts once these cards lie; nobody, where all who are left are all-in."""
    ins = [seat.number for seat in t.live if seat.status == "in"]
    if t.score is not None:
        return "Then bets are open to all."
    if t.house is not None:
        return "Then the dealer's hand." if t.street > 1 else f"{who(t, t.dealt[0])} decides first."
    if len(ins) < 2:
        return f"All-in: {_to_come(t)} to come."
    opens = t.game.streets[t.street].opens if t.street >= 0 else ""
    start = t.big if opens == "left_of_blinds" else t.button
    return f"{who(t, clockwise_from(ins, start or 0)[0])} acts first."


def _to_come(t: Table) -> str:
    left = sum(row.board for row in t.game.streets) - len(t.board)
    return f"{counted(left)} card{'s' if left > 1 else ''}"


