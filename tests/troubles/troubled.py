"""What the rows of troubles need of people."""

from collections.abc import Callable, Sequence

from firmware_io.readers.ids import simulated_tag
from tablectl.simulation.players.faulty_players import FaultyPlayers
from tablectl.simulation.players.floor import Floor
from tablectl.simulation.stage.live import AnyStage
from tablectl.simulation.stage.socket_ends import Notice
from tablectl.view import View


class TroubledPeople(FaultyPlayers):
    """`are_kept`: whether the table keeps cards that came while only chips are awaited. No view
    shows that.
    """

    def __init__(
        self,
        stage: AnyStage,
        seed: int,
        on_halt: Callable[[View], None],
        floor: type[Floor],
        are_kept: Callable[[], bool],
    ):
        super().__init__(stage, seed, on_halt, floor)
        self.are_kept = are_kept
        self.acts_in_hand = self.acts_on_street = 0

    async def act_normally(self, seat: int, act: str, amount: int | None = None) -> Notice | None:
        self.acts_in_hand += self.stage.view.street is not None
        self.acts_on_street += self.stage.view.street is not None
        return await super().act_normally(seat, act, amount)

    async def reports(self, ruling: str, view: View, seat: int) -> bool:
        return await self.give_ruling(
            ruling, seat=seat, card=self.chance.choice(view.seats[str(seat)].cards)
        )

    async def shows(self, seat: int, cards: Sequence[str]):
        self.stage.seats[seat].show([simulated_tag(card) for card in cards])
        await self.stage.rest()
