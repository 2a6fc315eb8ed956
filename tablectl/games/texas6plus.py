"""Texas 6+: the S clauses."""

from tablectl.games.game import Game, Street
from tablectl.games.settings import Settings
from tablectl.rules.deck import SHORT_36

TEXAS6PLUS = Game(
    name="texas6plus",
    title="Texas 6+",
    deck=SHORT_36,  # S-1
    streets=(
        Street(name="preflop", hole=2, opens="left_of_blinds"),  # S-11
        # S-12: from here on the first player left of the button opens, as without `opens`
        Street(name="flop", burn=1, board=3),
        Street(name="turn", burn=1, board=1, size="big"),  # S-4
        Street(name="river", burn=1, board=1, size="big"),
    ),
    settings=Settings(
        betting="no_limit",
        min_raise="increment",
        cap=3,  # S-4: four bets a round
        heads_up_button="big",  # S-10
        first_to_sit_has_button=True,  # S-7
        draw_ties="first",  # S-7
        returns_behind_button=True,  # S-17
        foreign_joker="foul",  # S-1
        action_clock_s=30,  # G-7
    ),
)
