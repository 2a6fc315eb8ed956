"""The cards of a simulated table as physical cards: the face of each, its fault, and
where it is.

deck.load(cards)             # into the shoe
deck.take_new_cards()        # those that have left it since the last call
deck.put_back(["Ah"])        # on top of the shoe, or shuffled into what is left in it
"""

from collections.abc import Iterable
from random import Random

from firmware_io.kit.sim.shoe import SimCard, SimShoe
from firmware_io.readers.ids import simulated_tag
from tablectl.structs import Frozen

# a card that was reloaded although it does not belong to the stub
DEAD_CARD_RELOADED = "wrong reload"


class DeckCard(Frozen):
    """A card; its face is `As`, `joker`, `cut` or `foreign`. `fault`: the name of its fault;
    empty: a sound card.
    """

    face: str
    fault: str = ""
    is_readable: bool = True
    lies: str = "down"  # up: boxed
    clings: bool = False  # it leaves the shoe together with the card below

    def as_lying(self) -> SimCard:
        return SimCard(
            simulated_tag(self.face) if self.is_readable else None, self.lies, self.clings
        )


class SimDeck:
    """See the module. `chance` shuffles."""

    def __init__(self, shoe: SimShoe, chance: Random) -> None:
        self._shoe, self._chance = shoe, chance
        self._loaded: tuple[DeckCard, ...] = ()
        self._told = 0  # how many of the loaded cards just_out() has returned
        self.out: list[DeckCard] = []  # the cards that have left the shoe in this hand
        self.is_reshuffled = False

    def load(self, slips: Iterable[DeckCard]) -> None:
        """The deck for a hand."""
        self.out, self.is_reshuffled = [], False
        self._fill_shoe(slips)

    def take_new_cards(self) -> tuple[DeckCard, ...]:
        gone = len(self._loaded) - len(self._shoe.cards)
        news = self._loaded[self._told : gone]
        self._told = gone
        self.out += news
        return news

    @property
    def cards_inside(self) -> tuple[DeckCard, ...]:
        return self._loaded[len(self._loaded) - len(self._shoe.cards) :]

    @property
    def unread_face(self) -> str:
        """The face of the newest card that could not be read."""
        self.take_new_cards()
        return next(slip.face for slip in reversed(self.out) if not slip.is_readable)

    def gather_cards(self) -> None:
        """Between hands: all cards that have left lie on top again."""
        self.take_new_cards()
        slips = [*self.out, *self.cards_inside]
        self.out = []
        self._fill_shoe(slips)

    def put_back(self, faces: Iterable[str], *, shuffled: bool, on_top: Iterable[str] = ()) -> None:
        """Puts these cards back into the shoe. `on_top`: others that do not belong there."""
        self.take_new_cards()
        back = [self._take_named(face) for face in faces]
        slips = [*back, *self.cards_inside]
        if shuffled:
            self._chance.shuffle(slips)
            self.is_reshuffled = True
        self._fill_shoe([*(DeckCard(face, fault=DEAD_CARD_RELOADED) for face in on_top), *slips])

    def _take_named(self, face: str) -> DeckCard:
        """The card that has left with this face; `??`: the last unreadable one."""
        slip = next(
            s for s in reversed(self.out) if (s.face == face if face != "??" else not s.is_readable)
        )
        self.out.remove(slip)
        return DeckCard(slip.face, is_readable=slip.is_readable)

    def _fill_shoe(self, slips: Iterable[DeckCard]) -> None:
        """Never lets a card cling to an unreadable one: the reader would see only one of the
        two.
        """
        row = tuple(slips)
        self._loaded, self._told = (
            tuple(
                [
                    DeckCard(slip.face)
                    if slip.clings and (below is None or not below.is_readable)
                    else slip
                    for slip, below in zip(row, (*row, None)[1:], strict=False)
                ]
            ),
            0,
        )
        self._shoe.load([slip.as_lying() for slip in self._loaded])
