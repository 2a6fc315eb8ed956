"""What the rows of troubles need of people."""

from collections.abc import Callable, Sequence
from random import Random

from tablectl.intake.deckbook import simulated_tag
from tablectl.rehearsal.cast.people import People
from tablectl.rehearsal.stage.ends import Notice
from tablectl.rehearsal.stage.stages import AnyStage
from tablectl.views.view import View


class TroubledPeople(People):
    """`chance`: draws what a trouble leaves open.

    `are_kept`: whether the table keeps cards that came while only chips are awaited. No view shows that.
    """

    def __init__(self, stage: AnyStage, chance: Random, are_kept: Callable[[], bool]) -> None:
        super().__init__(stage)
        self.chance, self.are_kept = chance, are_kept
        self.acts_in_hand = self.acts_on_street = 0

    async def properly(self, seat: int, act: str, amount: int | None = None) -> Notice | None:
        """The act; a wager that the seat had begun is completed or taken back first."""
        view = self.stage.view
        self.acts_in_hand += view.street is not None
        self.acts_on_street += view.street is not None
        if view.legal == ("raise",):
            return await super().act(seat, "raise_to", view.raise_to_min)
        if not view.legal and view.phase == "betting" and view.waiting_for != "bets":
            who, sim = view.seats[str(seat)], self.stage.seats[seat]
            sim.take_amount(max(0, sim.total("bet") - who.bet - who.due_back))
            await self.stage.rest()
            sim.press("undo")
            await self.stage.rest()
            return None
        return await super().act(seat, act, amount)

    async def says(self, ruling: str, **more: object) -> bool:
        return bool((await self.stage.say({"floor": ruling, **more}))["ok"])

    async def reports(self, ruling: str, view: View, seat: int) -> bool:
        return await self.says(ruling, seat=seat, card=self.chance.choice(view.seats[str(seat)].cards))

    async def shows(self, seat: int, cards: Sequence[str]) -> None:
        self.stage.seats[seat].show([simulated_tag(card) for card in cards])
        await self.stage.rest()
