"""Another configuration for a table that goes on: names and seats apply at once, rules from the
next game on (L-36).
"""

from tablectl.engine.events import TableSetAnew
from tablectl.engine.facts import TableConfigured
from tablectl.engine.play.handling import Handling


def table_set_anew(handling: Handling, event: TableSetAnew) -> None:
    """A seat that somebody sits at stays a place of the table."""
    taken = {seat.number for seat in handling.table.seats if seat.status != "empty"}
    places = None if event.places is None else tuple(sorted({*event.places, *taken}))
    handling.record(
        TableConfigured(name=event.name, names=event.names, rules=event.rules, places=places)
    )
