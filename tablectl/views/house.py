"""What a view shows of a game against the house: bets by line, limits and pays, the dealer, what each bet came to."""

from collections.abc import Iterator, Mapping, Sequence

from tablectl.engine.rounds import antes
from tablectl.engine.state.hand import Won
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.evaluate import CATEGORIES, best_hand
from tablectl.rules.payout import Line, qualifies
from tablectl.views.view import HIDDEN, DealerView, LimitsView, LineView


def bets(t: Table, seat: Seat) -> dict[str, int] | None:
    """A seat's bets as they lie, by line."""
    return {"ante": seat.bets.ante, "bonus": seat.bets.bonus, "call": seat.bets.call} if t.house is not None else None


def is_to_answer(t: Table, seat: Seat) -> bool:
    """Whether the seat is asked together with others and has not answered yet."""
    if t.is_stopped or not t.asks_all or t.house is None:
        return False
    if t.undecided:
        return seat.number in t.undecided
    return seat.number in t.dealt and not antes.has_answered(t, seat)


def status(t: Table, seat: Seat) -> str:
    """Between hands, too, a seat sits out until it antes (D-1)."""
    is_in = t.in_hand or (seat.number in t.dealt and not seat.is_absent) or seat.status in ("empty", "out")
    return seat.status if is_in else "sitting_out"


def is_short_of_the_call(t: Table, seat: Seat) -> bool:
    """Whether a seat that has anted could not pay for its call (D-3)."""
    return t.house is not None and t.in_hand and seat.status == "in" and antes.cannot_call(t, seat)


def dealer(t: Table, *, is_open: bool) -> DealerView | None:
    if t.house is None:
        return None
    if not t.is_dealer_up:
        return DealerView(t.dealer if is_open else (HIDDEN,) * len(t.dealer))
    best = best_hand((*t.dealer, *t.board), t.game.deck)
    return DealerView(t.dealer, best.text, best.cards, qualifies(best, t.pays, t.game.deck))


def limits(t: Table) -> LimitsView | None:
    """What may be bet; while bets are open also the largest that is still accepted, before one is refused (D-14)."""
    if t.house is None:
        return None
    now = [antes.largest(t, line) if t.kind == "ante_window" else None for line in antes.LINES]
    return LimitsView(*antes.limits(t, "ante"), *antes.limits(t, "bonus"), *now)


def pays(table: Mapping[str, int]) -> dict[str, int]:
    """A pay table, the highest hand first."""
    return {category: table[category] for category in reversed(CATEGORIES) if category in table}


def lines(won: Won) -> tuple[LineView, ...]:
    return tuple(_line(line, won.hand) for line in won.lines)


def _line(line: Line, hand: str | None) -> LineView:
    """A bonus is judged by other cards than the rest: its hand is named where it is paid and differs."""
    own = line.hand.text if line.hand is not None and line.paid and line.hand.text != hand else None
    return LineView(line.bet, line.staked, line.paid, line.returned, line.to_house, own)


# In words

def paid_in_words(t: Table, won: Won) -> str | None:
    """The payout of a seat in a sentence, in paying order; None where it did not play against the house."""
    return sentence(won.seat, won.lines, t.chips) if won.lines else None


def sentence(number: int, lines: Sequence[Line], chips: Sequence[int]) -> str:
    """What is done at a seat: "Seat 3: the ante of 10 pays 20 (2 to 1), ... Pay 20 (4 of 5), return 30."."""
    does = ", ".join(line_in_words(line) for line in lines)
    totals = ", ".join(_moves(lines, chips))
    return f"Seat {number}: {does}. {totals[0].upper()}{totals[1:]}."


def line_in_words(line: Line) -> str:
    bet = f"the {line.bet} of {line.staked:,}"
    if line.outcome == "won":
        return f"{bet} pays {line.paid:,} ({line.pays:,} to 1)"
    return f"{bet} is {'returned' if line.outcome == 'pushed' else 'collected'}"


def _moves(lines: Sequence[Line], chips: Sequence[int]) -> Iterator[str]:
    """What is paid, collected and returned in all; what is paid also in chips."""
    paid = sum([line.paid for line in lines])
    if paid:
        yield f"pay {paid:,}{in_chips(paid, chips)}"
    if collected := sum([line.to_house for line in lines]):
        yield f"collect {collected:,}"
    if returned := sum([line.returned for line in lines]):
        yield f"return {returned:,}"


def in_chips(amount: int, chips: Sequence[int]) -> str:
    """" (5 of 100, 1 of 25)": the fewest pieces, largest first; nothing where the chips in play do not make it up."""
    pieces = []
    for chip in sorted(chips, reverse=True):
        count, amount = divmod(amount, chip)
        if count:
            pieces.append(f"{count:,} of {chip:,}")
    return f" ({', '.join(pieces)})" if pieces and not amount else ""
