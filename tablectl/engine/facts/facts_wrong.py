"""What it meant when a card was where it should not be: facts of the procedures of L-13 to L-22, F-2 and F-11."""

from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.table import Reload, Want
from tablectl.rules.pots import Pot


class CardCameLoose(Fact, frozen=True, tag="card_came_loose"):
    """A card out of the shoe that has no place until the floor has ruled."""

    card: str
    pull: int


class EarlyBurned(Fact, frozen=True, tag="early_burned"):
    """The first loose card is the burn before `street`: it stays burned (L-19)."""

    street: int


class EarlyKept(Fact, frozen=True, tag="early_kept"):
    """The first loose card would have been a board card of `street`: out of play until its time (L-19 to L-21)."""

    street: int


class EarlyDealt(Fact, frozen=True, tag="early_dealt"):
    """A card that came before the deal goes to the seat whose card it would have been, or to the house (L-22)."""

    seat: int | None


class LooseDealt(Fact, frozen=True, tag="loose_dealt"):
    """The first loose card came while the table was halted in the deal: it takes the place that is wanted now (L-22)."""

    kind: str                           # hole house swap burn board cover
    seat: int | None


class UnreadTaken(Fact, frozen=True, tag="unread_taken"):
    """The first loose or early card has a place now and could not be read: it is presented before it goes there (G-10)."""

    is_early: bool = False


class LooseLaidAside(Fact, frozen=True, tag="loose_laid_aside"):
    """The loose cards are out of play."""


class LoosePutBack(Fact, frozen=True, tag="loose_put_back"):
    """The floor put the loose cards back on top of the stub, unseen."""


class BurnCounted(Fact, frozen=True, tag="burn_counted"):
    """This street takes no burn from the shoe: it came early, or a reload goes without one."""


class ExposedBurned(Fact, frozen=True, tag="exposed_burned"):
    """The exposed hole card is the burn (L-15)."""


class CardWanted(Fact, frozen=True, tag="card_wanted"):
    """A hole card is replaced by the next card from the shoe."""

    want: Want


class CardSwapped(Fact, frozen=True, tag="card_swapped"):
    card: str
    pull: int


class BoardTakenBack(Fact, frozen=True, tag="board_taken_back"):
    """The cards of this street leave the board and are loose, before the extra ones (L-18)."""


class ReloadAsked(Fact, frozen=True, tag="reload_asked"):
    reload: Reload


class Reshuffled(Fact, frozen=True, tag="reshuffled"):
    """The shoe holds the stub again, with the cards that went back."""


class ShoeRanEmpty(Fact, frozen=True, tag="shoe_ran_empty"):
    pass


class HandFouled(Fact, frozen=True, tag="hand_fouled"):
    """A dead hand: what it put in stays in the pot (L-14, L-17, F-6). `pots`: as they are without it, once collected."""

    seat: int
    pots: tuple[Pot, ...]


class CardsExchanged(Fact, frozen=True, tag="cards_exchanged"):
    """Each of two seats plays the cards before it (F-2)."""

    seats: tuple[int, int]


AnyFact = (
    CardCameLoose | EarlyBurned | EarlyKept | EarlyDealt | LooseDealt | UnreadTaken | LooseLaidAside | LoosePutBack | BurnCounted
    | ExposedBurned | CardWanted | CardSwapped | BoardTakenBack | ReloadAsked | Reshuffled | ShoeRanEmpty | HandFouled
    | CardsExchanged
)
