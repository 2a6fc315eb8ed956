"""Pool hold'em, played with a pool table: the M clauses."""

from tablectl.games.game import Game, Street
from tablectl.games.settings import Settings

POOL = Game(
    name="pool",
    title="Pool hold'em",
    fewest=2,
    most=4,  # M-1
    has_blinds=False,
    plays_for="points",
    streets=(
        Street(name="preflop", hole=2, rounds=("flat_bets",)),  # M-1
        Street(name="flop", board=3, rounds=("flat_bets",)),  # M-2
        Street(name="turn", board=3, rounds=("flat_bets", "shots")),  # M-2, M-3
    ),
    settings=Settings(
        bet=5,  # M-1
        irregularities="void",  # G-13
        foreign_joker="foul",  # G-10
        chips_sensed=False,
    ),
)
