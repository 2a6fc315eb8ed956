"""Canterbury Park limit hold'em: the L clauses."""

from tablectl.games.game import Game, Street
from tablectl.games.settings import Settings

CANTERBURY = Game(
    name="canterbury",
    title="Limit hold'em",
    streets=(
        Street(name="preflop", hole=2, opens="left_of_blinds"),  # L-2
        Street(name="flop", burn=1, board=3),
        Street(name="turn", burn=1, board=1, size="big"),
        Street(name="river", burn=1, board=1, size="big"),
    ),
    smallest_chip_from="blinds",  # L-5
    settings=Settings(
        betting="fixed_limit",
        cap=4,  # L-4: a bet and four raises
        heads_up_cap="before_cap",  # L-4
        button_may_be_bought=True,  # L-32
        last_one_shows=True,  # L-23, T-15
        action_clock_s=30,  # G-7
    ),
)
