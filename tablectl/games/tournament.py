"""No-limit hold'em tournament: the T clauses."""

from tablectl.games.game import Game, Street
from tablectl.games.settings import Settings

TOURNAMENT = Game(
    name="tournament",
    contest="tournament",
    title="No-limit hold'em",
    streets=(
        Street(name="preflop", hole=2, opens="left_of_blinds"),  # T-6, T-7
        Street(name="flop", burn=1, board=3),  # T-12, T-13
        # in fixed limit: see the table of presets
        Street(name="turn", burn=1, board=1, size="big_if_given"),
        Street(name="river", burn=1, board=1, size="big_if_given"),
    ),
    has_places=True,  # T-18
    settings=Settings(
        min_raise="double",  # T-8
        cut="ask",  # T-5
        table_all_in_hands=True,  # T-19
        absent_are_dealt_in=True,  # T-17
        posts_from_stack=True,  # F-8
        # G-10: a foreign card; L-13 holds for boxed ones only
        foreign_joker="foul",
        action_clock_s=30,  # G-7
    ),
)
