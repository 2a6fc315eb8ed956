"""A lost seat that play waits for, since it is its turn (G-7): the problem, what people do
now, and the ways on.
"""

from msgspec.structs import replace

from tablectl.engine.state.table import Table
from tablectl.present.alternatives import say_ways, ways_for_lost
from tablectl.present.asks.acting_for import acts_while_away
from tablectl.text import Names, T, join_choices, say
from tablectl.view import Lost, Ruling, View


def is_waited_for(t: Table) -> bool:
    """Whether the device of the seat to act is lost, and nothing else keeps play still."""
    hand = t.hand
    return (
        hand is not None
        and hand.to_act is not None
        and not t.seats[hand.to_act - 1].is_connected
        and not t.is_stopped
    )


def lost_seat(t: Table, rulings: tuple[Ruling, ...], names: Names) -> Lost | None:
    """None: no lost seat is waited for. How long it has been away is for the service to add."""
    seat = t.to_act
    if seat is None or not is_waited_for(t):
        return None
    acts = [one.text for one in acts_while_away(t)]
    later = (
        say(T("Or the floor acts for it: {choices}.", choices=join_choices(acts)), names)
        if acts
        else ""
    )
    steps = (
        T("Check the plug and the cable of seat {at}.", at=seat),
        T("Leave cards and chips where they lie."),
        T("Wait: play goes on by itself when the seat is back."),
    )
    return Lost(
        seat,
        say(T("Seat {at} has no connection, and it is {seat}'s turn.", at=seat, seat=seat), names),
        tuple([say(step, names) for step in steps]),
        later,
        say_ways(
            ways_for_lost(
                t, rulings if acts else tuple([one for one in rulings if one.ruling != "act"])
            ),
            names,
        ),
    )


def with_absence(view: View, away_s: int | None) -> View:
    """The view with how long the lost seat has given no sign."""
    return view if view.lost is None else replace(view, lost=replace(view.lost, away_s=away_s))
