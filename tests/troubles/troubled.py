"""What the rows of troubles need of people: they do what lets a table go on after something has gone wrong."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from firmware_io.readers.ids import simulated_tag
from tablectl.rehearsal.cast.people import People
from tablectl.rehearsal.stage.ends import Notice
from tablectl.rehearsal.stage.live import AnyStage
from tablectl.view import View
from tests.troubles.floor import Floor
from tests.troubles.pack import Pack

REFUSED_STARTS = 10                     # most refusals of one start, each put right: chips in front, a deck in doubt, a halt


class TroubledPeople(People):
    """`on_halt` is called with every halted table before the floor rules; `chance` draws what is left open.

    `are_kept`: whether the table keeps cards that came while only chips are awaited. No view shows that.
    """

    def __init__(
        self, stage: AnyStage, seed: int, on_halt: Callable[[View], None], floor: type[Floor], are_kept: Callable[[], bool],
    ):
        super().__init__(stage)
        self.chance = Random(f"clumsy {seed}")
        self.pack = Pack(stage.shoe, self.chance)
        self.floor = floor(stage, self.pack, self.chance, on_halt)
        self.struck: Counter[str] = Counter()       # what has gone wrong so far, by its name
        self.are_kept = are_kept
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

    async def shows(self, seat: int, cards: Sequence[str]):
        self.stage.seats[seat].show([simulated_tag(card) for card in cards])
        await self.stage.rest()

    async def puts_right(self, view: View) -> bool:
        """Moves chips so that an area agrees with the ledger, if the table waits for that."""
        is_asked = view.irregularity is not None and view.irregularity.kind == "stack_differs"
        if not is_asked and view.waiting_for != "chips":
            return False
        moved = False
        for number, sim in self.stage.seats.items():
            seat = view.seats[str(number)]
            if sim.is_plugged and (missing := seat.bet - sim.total("bet")) > 0:
                moved = sim.put_amount(missing) is None or moved
            elif sim.is_plugged and is_asked and seat.due_back:
                moved = sim.take_amount(seat.due_back) is None or moved
        await self.stage.rest()
        return moved

    async def waits(self, ms: int):
        """Time passes; the floor may try again."""
        await self.stage.wait(ms)
        self.floor.ask_again()

    async def starts(self):
        """The floor checks a deck that was in doubt; whoever has chips in front takes them back (G-10, F-5)."""
        for _ in range(REFUSED_STARTS):
            answer = await self.stage.say({"start": True})
            if answer["ok"]:
                return
            if answer["code"] == "deck_unchecked":
                await self.says("deck_checked")
            else:
                self.floor.ask_again()
                await self.settle()
        await super().starts()

    async def before_hand(self):
        """Players who sit out sit in again and choose how."""
        for number, seat in self.stage.view.seats.items():
            if seat.status == "sitting_out" and seat.stack:
                for key in ("sit_in", *(["post"] if self.chance.random() < 0.5 else [])):
                    self.stage.seats[int(number)].press(key)
                    await self.stage.rest()
        await super().before_hand()
