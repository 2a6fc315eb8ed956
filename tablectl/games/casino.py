"""Casino Hold'em: the D clauses."""

from tablectl.games.game import Game, Street
from tablectl.games.settings import Settings
from tablectl.rules.payout import ANTE_TABLE, BONUS_TABLE, QUALIFY

CASINO = Game(
    name="casino",
    title="Casino hold'em",
    fewest=1,  # F-9
    most=7,
    has_blinds=False,
    has_button=False,
    plays_for="house",
    streets=(
        # D-1: the bets come before any card
        Street(name="", rounds=("ante_window",)),
        Street(name="preflop", hole=2, house=2, rounds=()),  # D-2
        Street(name="flop", board=3, may_burn=1, rounds=("call_or_fold",)),  # D-3
        # D-4: turn and river after the bets, without a round between them
        Street(name="turn", board=1, may_burn=1, rounds=()),
        Street(name="river", board=1, rounds=()),
    ),
    settings=Settings(
        irregularities="void",  # G-13
        # G-10: a foreign card; L-13 holds for boxed ones only
        foreign_joker="foul",
        bet_clock_s=20,
        decision_clock_s=20,  # D-3
        ante_min=5,  # D-14
        ante_max=100,
        bonus_min=1,
        bonus_max=100,
        bank=100_000,
        ante_table=dict(ANTE_TABLE),  # D-9
        bonus_table=dict(BONUS_TABLE),  # D-10
        qualify=QUALIFY,  # D-5
    ),
)
