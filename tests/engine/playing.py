"""Tables played by chance from a seed, card by card and key by key: what the comparisons of this
folder share.
"""

from random import Random

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import (
    AnyEvent,
    CardOff,
    ChipsBought,
    HoleCardsSeen,
    KeyPressed,
    StartAsked,
)
from tablectl.engine.play.wanted import next_place
from tablectl.engine.rounds.betting import legal_bets
from tablectl.engine.state.player import Player
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.games.catalog import preset
from tablectl.games.game import Game
from tablectl.rules.counting import counting_hand
from tablectl.rules.forced import Stakes
from tests.happened import press

KEYS_ONLY = {"chips_sensed": False, "action_clock_s": 0, "rebuys": True}

# Chances of a decision, cautious to wild: fold, raise, and, raising, all-in. A table has one
# temper.
TEMPERS = ((0.45, 0.20, 0.05), (0.25, 0.30, 0.10), (0.15, 0.40, 0.25))
# folding with nothing to call is allowed, and changes who is dead in which pot
FREE_FOLD = 0.01
TINY = 0.03  # of the stacks cannot pay a big blind
MUCK = 0.5  # of the hands that are beaten when their turn to show comes


def a_stack(chance: Random, big_blind: int, tiny: float = TINY) -> int:
    """Tiny (down to one chip), short, middling or deep; `tiny`: the chance of the first."""
    kind = chance.random()
    if kind < tiny:
        return chance.randint(1, big_blind)
    if kind < 0.36:
        return chance.randint(2 * big_blind, 12 * big_blind)
    if kind < 0.85:
        return chance.randint(10 * big_blind, 60 * big_blind)
    return chance.randint(100 * big_blind, 300 * big_blind)


def a_table(
    chance: Random, game: str | Game = "tournament", tiny: float = TINY, **options: object
) -> Table:
    """Two to ten players anywhere at the table, some blinds, an ante at every third table."""
    small_blind, big_blind = chance.choice([(1, 2), (1, 3), (2, 5), (5, 10), (25, 50), (50, 100)])
    ante = chance.choice([0, 0, 1, max(1, big_blind // 8)]) if chance.random() < 0.6 else 0
    played = preset(game) if isinstance(game, str) else game
    players = min(chance.choice([2, 2, 3, 4, 5, 6, 6, 7, 8, 9, 10]), played.most)
    seats = sorted(chance.sample(range(1, played.most + 1), players))
    table, _ = open_table(
        played,
        {seat: a_stack(chance, big_blind, tiny) for seat in seats},
        stakes=Stakes(small_blind, big_blind, ante),
        button=chance.choice(seats),
        options={**KEYS_ONLY, **options},
    )
    return table


def buy_again(table: Table, chance: Random) -> Table:
    """Whoever is out buys a new stack."""
    for seat in table.seats:
        if seat.status == "out":
            bought = ChipsBought(
                at_ms=0, seat=seat.number, chips=a_stack(chance, table.stakes.big_blind)
            )
            table, _ = handle(table, (bought,))
    return table


def shuffled(table: Table, chance: Random) -> list[str]:
    cards = table.game.deck.cards
    return chance.sample(cards, len(cards))


def next_event(
    table: Table, deck: list[str], chance: Random, temper: tuple[float, float, float]
) -> AnyEvent:
    """What happens next at a table of KEYS_ONLY: a start, the next card, a decision, or a
    showing.
    """
    if next_place(table) is not None:
        return CardOff(at_ms=0, cards=(deck.pop(),), pull=table.shoe.pulls + 1)
    if table.to_act is None:
        return StartAsked(at_ms=0)
    seat = table.seat(table.to_act)
    if table.phase == "showdown":
        player = table.player(seat.number)
        if (
            is_beaten(table, player)
            and not player.up_cards
            and player.status == "in"
            and chance.random() < MUCK
        ):
            return press(seat.number, "muck")
        return HoleCardsSeen(at_ms=0, seat=seat.number, cards=player.cards)
    return decision(table, seat, chance, temper)


def decision(
    table: Table, seat: Seat, chance: Random, temper: tuple[float, float, float]
) -> KeyPressed:
    may = legal_bets(table)
    fold, raises, all_in = temper
    kind = chance.random()
    if kind < (fold if may.to_call else FREE_FOLD):
        return press(seat.number, "fold")
    if may.raise_min is None or may.raise_max is None or chance.random() > raises:
        return press(seat.number, "call" if may.to_call else "check")
    size = chance.random()
    if size < all_in or may.raise_min == may.raise_max:
        if (
            table.settings.betting == "pot_limit"
            and may.raise_max < table.player(seat.number).bet + seat.stack
        ):
            return press(seat.number, may.acts[-1], may.raise_max)
        return press(seat.number, "all_in")
    most = may.raise_max if size > 0.9 else min(may.raise_max, 3 * may.raise_min)
    amount = may.raise_min if size < 0.5 else chance.randint(may.raise_min, most)
    return press(seat.number, may.acts[-1], amount)


def is_beaten(table: Table, player: Player) -> bool:
    """Whether in each of its pots a hand that is turned up already is better."""
    if len(table.board) < 5:
        return False
    mine = _strength(table, player)
    shown = {s.number for s in table.live if s.up_cards and _strength(table, s) > mine}
    return all(shown & set(pot.seats) for pot in table.pots if player.number in pot.seats)


def _strength(table: Table, player: Player) -> int:
    return counting_hand(table.game.hand, player.cards, table.board, table.game.deck).strength
