"""The part of the view that only games against the house have: bets, limits, pay tables, the
dealer, payouts, slips.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tablectl.engine.questions import LINES, bet_limits, cannot_call, largest_bet
from tablectl.engine.state.hand import Won
from tablectl.engine.state.player import OpenBet, Player
from tablectl.engine.state.seat import Seat, Status
from tablectl.engine.state.table import Table
from tablectl.present.hand_names import full_name, short_name
from tablectl.rules.evaluate import CATEGORIES, as_played, best_hand
from tablectl.rules.payout import Line, dealer_qualifies
from tablectl.text import Names, Text, say
from tablectl.view import HIDDEN, BetResult, Dealer, Limits, Slip, SlipKind, SlipLine


def table_fields(t: Table, names: Names, *, is_open: bool) -> dict[str, Any]:
    """The view's fields `house`, `dealer`, `limits`, `ante_table`, `bonus_table` and `slips`;
    none in other games.
    """
    if t.game.plays_for != "house":
        return {}
    return {
        "house": t.bank,
        "dealer": _make_dealer(t, names, is_open=is_open),
        "limits": _make_limits(t),
        "ante_table": sort_pay_table(t.settings.ante_table),
        "bonus_table": sort_pay_table(t.settings.bonus_table),
        "slips": make_slips(t, names),
    }


def seat_fields(t: Table, player: Player, status: Status) -> dict[str, Any]:
    """The seat's fields `bets` and `cannot_call`: whether it has anted and could not pay for its
    call (D-3).
    """
    bets = player.bets
    return {
        "bets": {"ante": bets.ante, "bonus": bets.bonus, "call": bets.call},
        "cannot_call": status == "in" and t.in_hand and cannot_call(t, player.number),
    }


def shown_status(t: Table, seat: Seat) -> Status:
    """The status to show: a seat counts as sitting out until it antes, between hands, too (D-1)."""
    is_in = (
        t.in_hand
        or (seat.number in t.dealt and not seat.is_absent)
        or seat.status in ("empty", "out")
    )
    return t.status(seat.number) if is_in else "sitting_out"


def _make_dealer(t: Table, names: Names, *, is_open: bool) -> Dealer:
    dealer = t.of_house.dealer
    cards = dealer.cards
    if not dealer.is_shown:
        return Dealer(cards if is_open else (HIDDEN,) * len(cards))
    best = best_hand((*cards, *t.board), t.game.deck)
    return Dealer(
        cards,
        say(hand_name(t, best.cards), names),
        best.cards,
        dealer_qualifies(best, t.pays, t.game.deck),
    )


def _make_limits(t: Table) -> Limits:
    """The limits of the bets; while bets are open also how much of each the bank still covers
    (D-14).
    """
    now = [largest_bet(t, line) if t.kind == "ante_window" else None for line in LINES]
    return Limits(*bet_limits(t, "ante"), *bet_limits(t, "bonus"), *now)


def uncovered_lines(t: Table) -> tuple[OpenBet, ...]:
    """The lines on which the bank covers no bet now."""
    return tuple([line for line in LINES if not largest_bet(t, line)])


def sort_pay_table(table: Mapping[str, int]) -> dict[str, int]:
    """A pay table, the highest hand first."""
    return {category: table[category] for category in reversed(CATEGORIES) if category in table}


def bet_result(t: Table, line: Line, won: Won, names: Names) -> BetResult:
    """One bet's payout. The bonus is judged by five cards of its own: its hand is named if it
    differs from the seat's.
    """
    own = (
        say(hand_name(t, line.hand.cards), names)
        if line.hand is not None and line.paid and line.hand.text != won.hand
        else None
    )
    return BetResult(line.bet, line.staked, line.paid, line.returned, line.to_house, own)


def hand_name(t: Table, best: Sequence[str]) -> Text:
    """The name of a hand of five cards."""
    return full_name(*as_played(best, t.game.deck))


# Slips: for each seat that bet, what the dealer pays or takes, bet by bet


def make_slips(t: Table, names: Names) -> tuple[Slip, ...]:
    """The view's field `slips`, by seat; empty until the hand is paid, and for who has bet
    nothing.
    """
    bets = [one for one in t.won or () if any(line.staked for line in one.lines)]
    return tuple([_make_slip(t, one, names) for one in sorted(bets, key=lambda one: one.seat)])


def _make_slip(t: Table, won: Won, names: Names) -> Slip:
    lines = tuple(
        [
            SlipLine(
                line.bet, line.staked, line.to_player - line.staked, line.pays, _why_returned(line)
            )
            for line in won.lines
            if line.staked
        ]
    )
    gain = sum([line.gain for line in lines])
    kind: SlipKind = "pay" if gain > 0 else "take" if gain < 0 else "even"
    played = as_played(won.cards, t.game.deck) if won.hand is not None else None
    whole, short = (
        say(name(*played), names) if played is not None else None
        for name in (full_name, short_name)
    )
    return Slip(won.seat, t.hands, kind, abs(gain), whole, short, lines)


def _why_returned(line: Line) -> str:
    if line.outcome != "pushed":
        return ""
    return "tie" if line.why == "equal" else "returned"
