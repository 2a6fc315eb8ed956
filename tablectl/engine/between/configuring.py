"""Another configuration for a table that goes on: names and seats apply at once, rules from the next game on (L-36).

Another program applies at once as well, and another deck: both are only recorded. So is what befalls the program itself.
"""

from tablectl.engine.events import DeckPut, PinsTried, PowerCame, PowerWent, ProgramWentOn, TableSetAnew
from tablectl.engine.facts import DeckInPlay, PinsCounted, PowerSwitched, RulesChanged, TableConfigured
from tablectl.engine.play.play import Play


def table_set_anew(play: Play, event: TableSetAnew) -> None:
    """A seat that somebody sits at stays a place of the table."""
    taken = {seat.number for seat in play.table.seats if seat.status != "empty"}
    places = None if event.places is None else tuple(sorted({*event.places, *taken}))
    play.record(TableConfigured(name=event.name, names=event.names, rules=event.rules, places=places))


def program_went_on(play: Play, event: ProgramWentOn) -> None:
    play.record(RulesChanged(was=event.was, now=event.now))


def deck_put(play: Play, event: DeckPut) -> None:
    play.record(DeckInPlay(deck=event.deck))


def power_switched(play: Play, event: PowerCame | PowerWent) -> None:
    play.record(PowerSwitched(is_on=isinstance(event, PowerCame)))


def pins_tried(play: Play, event: PinsTried) -> None:
    play.record(PinsCounted(group=event.group, wrong=event.wrong))
