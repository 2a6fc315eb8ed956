"""The simulated floor: it confirms what the rulebook prescribes, names unread cards, and reloads
the shoe.
"""

from collections.abc import Callable
from random import Random

from tablectl.simulation.stage.live import AnyStage
from tablectl.simulation.stage.sim_deck import DeckCard, SimDeck
from tablectl.view import Irregularity, View

# how often it puts early cards back unseen, instead of confirming
PUTS_BACK = 0.15
# the kind of premature card that goes back into the deck
LEFT_BETWEEN_HANDS = "left_between_hands"
RELOADS_WRONGLY = 0.1  # how often it reloads with a dead card in the stub


class Floor:
    """`on_halt` is called with every halted table before the floor rules."""

    def __init__(
        self, stage: AnyStage, sim_deck: SimDeck, chance: Random, on_halt: Callable[[View], None]
    ) -> None:
        self.stage, self.sim_deck = stage, sim_deck
        self._chance, self._on_halt = chance, on_halt
        self._ruled_on: tuple[Irregularity, int] | None = None
        self._matter: Irregularity | None = None
        self._returns_cards = False

    async def rule_case(self, view: View) -> bool:
        """Gives one ruling that the table waits for. False: it waits for none, or the same ruling
        had no effect before.
        """
        irregularity = view.irregularity
        if irregularity is None or (irregularity, len(self.stage.shoe.cards)) == self._ruled_on:
            return False
        self._on_halt(view)
        if irregularity != self._matter:
            self._matter, self._returns_cards = irregularity, self._chance.random() < PUTS_BACK
        # a card that leaves after the ruling is a new case
        cards = len(self.stage.shoe.cards)
        if view.waiting_for == "reload":
            await self._reload(view, irregularity)
        elif irregularity.kind == "unreadable_card":
            await self._name(irregularity)
        elif (
            irregularity.kind == "premature_card"
            and view.street is not None
            and self._returns_cards
        ):
            self.sim_deck.put_back(irregularity.cards, shuffled=False)
            # refused where `resume` would void the hand: then it confirms
            self._returns_cards = await self._give_ruling("resume")
        else:
            if irregularity.why == LEFT_BETWEEN_HANDS:
                self.sim_deck.gather_cards()
            await self._give_ruling("confirm")
        self._ruled_on = irregularity, cards
        return True

    def ask_again(self) -> None:
        """After time has passed, a ruling that had no effect may be tried again."""
        self._ruled_on = None

    async def _give_ruling(self, ruling: str, **more: object) -> bool:
        return bool((await self.stage.say({"floor": ruling, **more}))["ok"])

    async def _name(self, irregularity: Irregularity) -> None:
        """Presents the unread card. One that lies face up may be named instead; one face down
        may be done without (G-10).
        """
        face, way = self.sim_deck.unread_face, self._chance.randrange(3)
        if way == 0 and await self._give_ruling("confirm"):
            return
        if way == 1 and await self._give_ruling("card", card=face):
            return
        self.stage.shoe.present(DeckCard(face).as_lying())
        await self.stage.rest()
        if self.stage.view.irregularity == irregularity:
            await self._give_ruling(
                "void", why="The card that could not be read has the face of another."
            )

    async def _reload(self, view: View, irregularity: Irregularity) -> None:
        """Reshuffles the stub with the cards that go back, now and then wrongly with a dead card
        among them (L-22).
        """
        strange: list[str] = []
        if self._chance.random() < RELOADS_WRONGLY:
            on_table = {
                *irregularity.cards,
                *view.board,
                *(card for seat in view.seats.values() for card in seat.cards),
            }
            strange = [
                slip.face
                for slip in self.sim_deck.out
                if slip.face not in on_table and not slip.fault
            ][:1]
        self.sim_deck.put_back(irregularity.cards, shuffled=True, on_top=strange)
        await self._give_ruling("reshuffled")
