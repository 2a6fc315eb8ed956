"""Why one of several hands of the same name wins, or why none does: the first of the five cards
that differs, or no such card.

Only hands that lie face up are compared, and only where cards have decided: a pot that the floor
gave tells nothing of them.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tablectl.engine.state.hand import Won
from tablectl.engine.state.table import Table
from tablectl.present.hands import Five, best_five, is_up
from tablectl.present.terms import printed_rank
from tablectl.rules.cards import Card
from tablectl.text import T, Text, Value, join_parts, join_with_and, list_players
from tablectl.text.ranks import ONE

FIVE = 5


class PotReason(NamedTuple):
    """Why a pot has its winners, beside the name of their hand."""

    headline: Text
    why: Value
    # the winner's that decides; None: of equal hands that beat none of their name
    card: Card | None = None


def explain_pot(t: Table, won: Won) -> PotReason | None:
    """None: the name of the hand tells enough, or nobody showed one."""
    fives, winners = _best_fives(t, won.pot), _pot_winners(t, won.pot)
    if won.hand is None or not winners or not fives.keys() >= set(winners):
        return None
    five = fives[won.seat]
    is_tie = len(winners) > 1
    if is_tie and len(five.played) != FIVE:
        return None
    others = {seat: other for seat, other in fives.items() if other.strength < five.strength}
    best = max((other.strength for other in others.values()), default=0)
    beaten = [seat for seat, other in others.items() if other.strength == best]
    at = _differs_at(five, others[beaten[0]]) if beaten else None
    if at is None:
        return _explain_tie(five) if is_tie else None
    rank, other = (ONE[one.played[at][0]] for one in (five, others[beaten[0]]))
    named = NEXT.get(five.category, KICKER)(hand=five.name, rank=rank)
    why = T(
        "{seat}'s {rank} beats {players}'s {other}.",
        seat=join_with_and(list_players(winners)),
        rank=rank,
        players=join_with_and(list_players(beaten)),
        other=other,
    )
    if is_tie:
        return PotReason(
            _explain_tie(five).headline,
            join_parts([T("{Hand}.", Hand=named), why]),
            five.printed[at],
        )
    return PotReason(named, why, five.printed[at])


KICKER = T("{hand}, {rank} kicker")
NEXT = {"flush": T("{hand}, then {rank}")}  # its other cards are no kickers


def _explain_tie(five: Five) -> PotReason:
    cards = join_parts([printed_rank(card) for card in five.printed])
    return PotReason(T("same five cards: {cards}", cards=cards), T("{Hand}.", Hand=five.name))


def deciding_cards(t: Table) -> Mapping[int, Card]:
    """By seat, the card by which its hand has won or lost against one of the same name."""
    found: dict[int, Card] = {}
    for won in t.won or ():
        fives = _best_fives(t, won.pot) if won.hand is not None else {}
        for seat, five in sorted(fives.items(), key=lambda one: -one[1].strength):
            winner = fives.get(won.seat, five)
            if (at := _differs_at(winner, five)) is not None:
                found.setdefault(won.seat, winner.printed[at])
                found.setdefault(seat, five.printed[at])
    return found


def _differs_at(stronger: Five, weaker: Five) -> int | None:
    """The place of the first card that differs, of two hands of one name."""
    if stronger.name != weaker.name:
        return None
    pairs = zip(stronger.played, weaker.played, strict=True)
    return next((at for at, (one, other) in enumerate(pairs) if one[0] != other[0]), None)


def _pot_winners(t: Table, pot: int) -> Sequence[int]:
    return [
        won.seat for won in t.won or () if won.pot == pot and won.amount and won.hand is not None
    ]


def _best_fives(t: Table, pot: int) -> dict[int, Five]:
    """By seat, the hands face up that could win that pot."""
    players = map(t.player, t.of_pots.pots[pot].seats if t.game.plays_for == "pots" else ())
    return {player.number: best_five(t, player) for player in players if is_up(player, t.game)}
