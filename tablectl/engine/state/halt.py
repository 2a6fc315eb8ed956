"""A halt: what is wrong, what the rulebook prescribes, and what the floor is waited for."""

from msgspec import Struct, field

from tablectl.engine.state.why import Values


class Irregularity(Struct, frozen=True):
    """Why the hand is halted. `clause` and `way`: what the rulebook says; `remedy`: what the floor's `confirm` does."""

    kind: str
    clause: str
    remedy: str
    why: str = ""                       # the key of what is wrong
    way: str = ""                       # and of the way on that the rulebook prescribes
    values: Values = field(default_factory=dict)        # what sentences about either are made of
    seat: int | None = None
    cards: tuple[str, ...] = ()         # those in question
    up: tuple[str, ...] = ()            # of them, those that lie face up: the others are never named to the public
    place: str | None = None            # it was wanted for: hole house swap burn board cover draw; None: no card was wanted
    fouls_deck: bool = False
    is_report: bool = False             # somebody said so: the floor may drop it
    seats: tuple[int, ...] = ()         # of cards that lie exchanged
    number: int = 0                     # counts the table's halts, from 1; 0: a report that waits its turn
    is_named: bool = False              # a report named the card, rather than meaning the last one dealt
    is_elsewhere: bool = False          # and it had not been dealt there: nobody hears of it before `confirm` (L-15)
    what: str = ""                      # the sentences themselves, in a journal before version 9
    prescribes: str = ""

    @property
    def card(self) -> str | None:
        return self.cards[0] if self.cards else None


class Reload(Struct, frozen=True):
    """The shoe is being reloaded: `cards` go back into the stub, which is reshuffled (L-22)."""

    kind: str                           # of the irregularity that led to it
    clause: str
    cards: tuple[str, ...]
    is_burned: bool = True              # what is dealt next comes without a burn
    is_up: bool = True                  # they lie face up, so that everyone may hear their names
    number: int = 0                     # of the halt


class Halt(Struct, frozen=True):
    """What the hand stands still for: an irregularity, a reload of the shoe, or both one after the other."""

    irregularity: Irregularity | None = None
    further: tuple[Irregularity, ...] = ()      # reports taken meanwhile: they wait their turn
    reload: Reload | None = None
