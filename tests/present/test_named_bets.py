"""Against the house a key names a bet, and its chips follow: until they lie there, the table
says who lacks how many.
"""

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import ChipsRead, KeyPressed, StartAsked
from tablectl.games.catalog import preset
from tablectl.present.public import public_view


def after(t, *events):
    return handle(t, events)[0]


def named(seat, line, amount):
    return KeyPressed(at_ms=0, seat=seat, key=line, amount=amount)


def lying(seat, *chips):
    return ChipsRead(at_ms=0, seat=seat, chips=chips, node_ms=0)


def told(t):
    """The prompt, and what Eve lacks."""
    view = public_view(t, 0)
    return view.prompt, view.seats["5"].missing


def test_eve_names_an_ante_of_fifty_puts_thirty_in_and_is_told_of_the_twenty_that_lack():
    """Clauses: D-1."""
    t, _ = open_table(
        preset("casino"),
        {1: 500, 5: 500},
        chips=(5, 25),
        options={"bet_clock_s": 0},
        names={1: "Ada", 5: "Eve"},
    )
    t = after(t, StartAsked(at_ms=0), named(5, "ante", 50))
    assert told(t) == ("Eve: put in 50 for the ante. Place your bets: Ada.", 50)
    t = after(t, lying(5, (5, 1), (25, 1)))
    assert told(t) == ("Eve: put in 20 for the ante. Place your bets: Ada.", 20)
    t = after(t, lying(5, (25, 2)))
    assert told(t) == ("Place your bets: Ada. Eve: add a bonus, or press PASS.", 0)
    t = after(t, named(5, "bonus", 5))
    assert told(t) == ("Eve: put in 5 for the bonus. Place your bets: Ada.", 5)
    t = after(t, named(5, "undo", 0))
    assert told(t) == ("Place your bets: Ada. Eve: add a bonus, or press PASS.", 0)
