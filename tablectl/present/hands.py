"""What each hand that lies face up makes of the board, by name: whole, and as short as it can be
called.
"""

from collections.abc import Mapping
from typing import NamedTuple

from tablectl.engine.state.player import LIVE, Player
from tablectl.engine.state.table import Table
from tablectl.games.game import Game
from tablectl.present.hand_names import full_name, short_name
from tablectl.present.terms import printed_rank
from tablectl.rules.cards import Card
from tablectl.rules.counting import counting_hand
from tablectl.rules.evaluate import as_played
from tablectl.text import Names, Text, say


class Five(NamedTuple):
    """A hand's best five: how strong, what it is called, what its cards play, and as what they
    are printed.
    """

    strength: int
    name: Text
    category: str
    played: tuple[Card, ...]
    printed: tuple[Card, ...]


class HandName(NamedTuple):
    # "two pair, kings and jacks"; where another has the same: "pair of aces, 10"
    whole: str | None = None
    short: str | None = None  # "two pair"


NO_NAME = HandName()


def is_up(player: Player, game: Game) -> bool:
    """Whether a hand that can still win has been dealt, and lies face up, every card of it."""
    if not player.is_shown or player.status not in LIVE or player.is_mucked:
        return False
    return len(player.holding) == game.hole_cards()


def best_five(t: Table, player: Player) -> Five:
    """Of a hand that lies up, with the board."""
    best = counting_hand(t.game.hand, player.cards, t.board_up, t.game.deck)
    category, played = as_played(best.cards, t.game.deck)
    return Five(best.strength, full_name(category, played), category, played, best.cards)


def hand_names(t: Table, decide: Mapping[int, Card], names: Names) -> dict[int, HandName]:
    """By seat, of each hand that lies up, in games for pots; in others a result names the hands.

    `decide`: by seat, the card that is named with the hand.
    """
    players = t.shown.players.values() if t.game.plays_for == "pots" else ()
    return {
        player.number: _hand_name(best_five(t, player), decide.get(player.number), names)
        for player in players
        if is_up(player, t.game)
    }


def _hand_name(five: Five, decides: Card | None, names: Names) -> HandName:
    behind = f", {printed_rank(decides)}" if decides is not None else ""
    return HandName(
        *[
            f"{say(name, names)}{behind}"
            for name in (five.name, short_name(five.category, five.played))
        ]
    )
