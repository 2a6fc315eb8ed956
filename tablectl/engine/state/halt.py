"""A halt: the irregularity, what the rulebook prescribes, and what the floor is waited for."""

from tablectl.engine.state.why import Values
from tablectl.rules.dealing import PlaceKind
from tablectl.rules.irregular import IrregularityKind, Remedy
from tablectl.structs import Frozen, Light


class Irregularity(Frozen):
    """What has gone against the rules. `clause`: of the rulebook; `remedy`: what the floor's
    `confirm` does.
    """

    kind: IrregularityKind
    clause: str
    remedy: Remedy
    why: str = ""  # the key of the sentence that names it
    # the key of the sentence that says what the rulebook prescribes
    way: str = ""
    values: Values = {}  # the values in both sentences
    seat: int | None = None
    cards: tuple[str, ...] = ()  # in question
    up: tuple[str, ...] = ()  # those of them that lie face up; the view names no others
    place: PlaceKind | None = None  # it was wanted for; None: no card was wanted
    # the hand is void, and the deck is checked before the next (G-10)
    fouls_deck: bool = False
    checks_deck: bool = False  # the hand goes on, and the deck is checked after it (G-10)
    is_report: bool = False  # a person reported it: the floor may drop it
    seats: tuple[int, ...] = ()  # whose cards lie exchanged
    # counts the table's halts, from 1; 0: a report that waits its turn
    number: int = 0
    # the report named the card; else it is the last one dealt
    is_named: bool = False
    # the named card was not dealt to that seat; secret until `confirm` (L-15)
    is_elsewhere: bool = False

    @property
    def doubts_deck(self) -> bool:
        """Whether the floor has to check the deck before the next hand (G-10)."""
        return self.fouls_deck or self.checks_deck

    @property
    def card(self) -> str | None:
        return self.cards[0] if self.cards else None


class Reload(Frozen):
    """The shoe is being reloaded: `cards` go back into the stub, which is reshuffled (L-22)."""

    kind: IrregularityKind  # of the irregularity that led to it
    clause: str
    cards: tuple[str, ...]
    is_burned: bool = True  # no burn before the next card
    is_up: bool = True  # they lay face up, so the view may name them
    number: int = 0  # of the halt


class Halt(Light):
    """Why the hand stands still: an irregularity, a reload of the shoe, or both one after the
    other; never neither.
    """

    irregularity: Irregularity | None = None
    further: tuple[Irregularity, ...] = ()  # reports that wait their turn
    reload: Reload | None = None
