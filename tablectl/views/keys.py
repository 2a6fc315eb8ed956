"""The keys that are accepted now from whoever is asked, by the engine's own judgement (the view's `keys`).

Asked is the seat whose turn it is, every seat that has yet to answer where all are asked at once, and between hands who has yet
to choose how to come in. Left out: what any seat may press at any time (`sit_out`, `sit_in`, `report_joker`), the second name of
a key that is there, and what nobody is asked for: changing an answer, taking back a fold, showing what won uncalled.
"""

from collections.abc import Callable, Iterator

from tablectl.engine.between.arranging import choices, price, undecided
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import antes, betting, call_or_fold, posting, shots, showing, staking, undoing, wagers
from tablectl.engine.rounds.acts import ACTS, read_as, why_not
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.limits import Legal
from tablectl.rules.payout import call_for
from tablectl.views import house, points
from tablectl.views.view import KeyView

# Each is taken for the key beside it where that one is there.
SECOND_NAMES = {"raise": "bet", "bet": "raise", "call": "post", "check": "pass"}


def keys(t: Table) -> tuple[KeyView, ...]:
    """In the order in which they stand on the bar; `amount` and `most`: what the key takes, or the totals that may be dialled."""
    of_seat = _coming if not t.in_hand else OF_KIND[t.kind] if t.asks_all else _of_turn
    return tuple([key for seat in asked(t) for key in of_seat(t, seat)])


def asked(t: Table) -> list[Seat]:
    """The seats that are asked for something; who is lost at its turn presses no key."""
    if t.is_stopped:
        return []
    if not t.in_hand:
        return list(undecided(t))
    if t.asks_all:
        return [seat for seat in t.seats if house.is_to_answer(t, seat) or points.is_to_answer(t, seat)]
    return [t.seat(t.to_act)] if t.to_act is not None and t.seat(t.to_act).is_connected else []


def _of_turn(t: Table, seat: Seat) -> Iterator[KeyView]:
    if t.phase == "showdown":
        return _showing(t, seat)
    return _posting(t, seat) if t.owes else OF_KIND[t.kind](t, seat)


def _showing(t: Table, seat: Seat) -> Iterator[KeyView]:
    yield KeyView(seat.number, "show")
    if showing.why_not_muck(t, seat) is None:
        yield KeyView(seat.number, "muck")


def _posting(t: Table, seat: Seat) -> Iterator[KeyView]:
    yield KeyView(seat.number, "post", posting.due(t).total)
    yield from _undo(t, seat)


def _coming(t: Table, seat: Seat) -> Iterator[KeyView]:
    for key in choices(t, seat):
        pays = price(t, seat, key)
        yield KeyView(seat.number, key, pays.total if pays is not None else None)


# Betting

def _betting(t: Table, seat: Seat) -> Iterator[KeyView]:
    """An open motion is ended by whatever is pressed, and read: what is accepted then is judged after it (L-9)."""
    if t.wager is None or t.wager.ends_at_ms is None:
        yield from _acts(t, seat)
        yield from _confirm(t, seat)
        yield from _undo(t, seat)
        return
    read = Play(t, 0)
    wagers.motion_ended(read, seat.number)
    if read.table.to_act == seat.number:
        yield from _acts(read.table, read.seat(seat.number))
    else:
        total, may = read.seat(seat.number).bet, betting.legal(t)
        for key in read_as(read):
            if key != _second_name(may):
                yield KeyView(seat.number, key, total - seat.bet if key == "call" else total)
    yield KeyView(seat.number, "confirm")


def _acts(t: Table, seat: Seat) -> Iterator[KeyView]:
    may = betting.legal(t)
    for key in ACTS:
        if key != _second_name(may) and why_not(t, seat, key, may.raise_min or 0, may) is None:
            yield _priced(t, seat, key, may)


def _second_name(may: Legal) -> str:
    """With nothing bet `raise` is a bet, and named so."""
    return "raise" if "bet" in may.acts else "bet"


def _priced(t: Table, seat: Seat, key: str, may: Legal) -> KeyView:
    if key in ("bet", "raise"):
        return KeyView(seat.number, key, may.raise_min, may.raise_max)
    own = t.playable(seat)
    amount = {"call": min(may.to_call, own), "all_in": seat.bet + own}
    return KeyView(seat.number, key, amount.get(key))


def _confirm(t: Table, seat: Seat) -> Iterator[KeyView]:
    if wagers.why_not_confirm(t) is None:
        yield KeyView(seat.number, "confirm")


def _undo(t: Table, seat: Seat) -> Iterator[KeyView]:
    if wagers.why_not_undo(t) is None:
        yield KeyView(seat.number, "undo")


# Against the house

def _ante_window(t: Table, seat: Seat) -> Iterator[KeyView]:
    if not staking.is_in_motion(seat):
        yield from _bets(t, seat)
        return
    read = Play(t, 0)
    antes.motion_ended(read, seat.number)
    yield from _bets(read.table, read.seat(seat.number))
    yield KeyView(seat.number, "confirm")


def _bets(t: Table, seat: Seat) -> Iterator[KeyView]:
    for line in antes.LINES:
        least = antes.least(t, line)
        if antes.why_not(t, seat, line, least) is None:
            yield KeyView(seat.number, line, least, antes.most(t, seat, line))
    if not seat.has_answered:
        yield KeyView(seat.number, "pass")
    if seat.begun is not None or seat.has_answered:
        yield KeyView(seat.number, "undo")


def _call_or_fold(t: Table, seat: Seat) -> Iterator[KeyView]:
    price = call_for(seat.bets.ante)
    if not staking.is_in_motion(seat):
        yield from _decisions(t, seat, price)
        return
    read = Play(t, 0)
    call_or_fold.motion_ended(read, seat.number)
    if seat.number in read.table.undecided:
        yield from _decisions(read.table, read.seat(seat.number), price)
    else:
        yield KeyView(seat.number, "call", price)
    yield KeyView(seat.number, "confirm")


def _decisions(t: Table, seat: Seat, price: int) -> Iterator[KeyView]:
    for key in ("fold", "call"):
        if call_or_fold.why_not(t, seat.number, key) is None:
            yield KeyView(seat.number, key, price if key == "call" else None)
    if seat.begun is not None or undoing.why_not(t, seat.number) is None:
        yield KeyView(seat.number, "undo")


# For points

def _flat_bets(t: Table, seat: Seat) -> Iterator[KeyView]:
    yield KeyView(seat.number, "bet", t.settings.bet)
    yield KeyView(seat.number, "pass")


def _shots(t: Table, seat: Seat) -> Iterator[KeyView]:
    now = shots.now(t)
    assert now.shot is not None
    yield KeyView(seat.number, "made", shots.points_now(t, now.shot, now.failed))
    yield KeyView(seat.number, "missed")
    if shots.why_not_undo(t, seat.number) is None:
        yield KeyView(seat.number, "undo")


OF_KIND: dict[str, Callable[[Table, Seat], Iterator[KeyView]]] = {
    "betting": _betting, "ante_window": _ante_window, "call_or_fold": _call_or_fold, "flat_bets": _flat_bets, "shots": _shots,
}
