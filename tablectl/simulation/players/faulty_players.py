"""Faulty players: they act as People do, but in each hand the next of CASES happens, and a floor
rules.

people = FaultyPlayers(stage, seed=1)
people.struck                # how often each case has happened
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from itertools import count, cycle
from random import Random

from tablectl.simulation.players.floor import Floor
from tablectl.simulation.players.people import People
from tablectl.simulation.players.practice import Practice
from tablectl.simulation.stage.live import AnyStage
from tablectl.simulation.stage.sim_deck import DeckCard, SimDeck
from tablectl.simulation.stage.socket_ends import Notice
from tablectl.structs import Frozen
from tablectl.view import View

# most refusals of one start, each put right: chips in front, a deck in doubt, a halt
REFUSED_STARTS = 10
SPOILT_AT = 2  # cards above the spoilt one
# long enough to be noticed: a loss or a return is known within 2 s
LOST_MS = 3_000


class FaultyPlayers(People):
    """See the module. `on_halt` is called with every halted table before the floor rules;
    `chance` draws what is left open.
    """

    def __init__(
        self,
        stage: AnyStage,
        seed: int,
        on_halt: Callable[[View], None] = lambda view: None,
        floor: type[Floor] = Floor,
    ) -> None:
        super().__init__(stage)
        self.chance = Random(f"clumsy {seed}")
        self.sim_deck = SimDeck(stage.shoe, self.chance)
        self.floor = floor(stage, self.sim_deck, self.chance, on_halt)
        self.struck: Counter[str] = Counter()
        self._cases = cycle(Random(f"cases {seed}").sample(CASES, len(CASES)))
        self._case: Case | None = None  # what has not happened yet in this hand

    def load(self, names: Sequence[str], *, is_draw: bool = False) -> None:
        self._case = None if is_draw else next(self._cases)
        slips = [DeckCard(name) for name in names]
        if self._case is not None:
            slips[SPOILT_AT : SPOILT_AT + 1] = self._case.spoil(slips[SPOILT_AT])
        self.sim_deck.load(slips)

    async def _settle_step(self) -> bool:
        view, case = self.stage.view, self._case
        self.sim_deck.take_new_cards()
        if case is not None and any(slip.fault == case.name for slip in self.sim_deck.out):
            self._count_fault(case)
        return (
            await self.correct_chips(view)
            or await self.floor.rule_case(view)
            or await super()._settle_step()
        )

    async def act(self, seat: int, act: str, amount: int | None = None) -> Notice | None:
        case = self._case
        if (
            case is not None
            and is_plain_turn(self, seat)
            and await case.does(self, self.stage.view, seat)
        ):
            self._count_fault(case)
            return None
        return await self.act_normally(seat, act, amount)

    def _count_fault(self, case: "Case") -> None:
        self.struck[case.name] += 1
        self._case = None

    async def act_normally(self, seat: int, act: str, amount: int | None = None) -> Notice | None:
        """The act; a wager that the seat had begun is completed or taken back first."""
        view = self.stage.view
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

    async def give_ruling(self, ruling: str, **more: object) -> bool:
        return bool((await self.stage.say({"floor": ruling, **more}))["ok"])

    async def correct_chips(self, view: View) -> bool:
        """Moves chips so that an area agrees with the ledger, if the table waits for that."""
        is_due = view.irregularity is not None and view.irregularity.kind == "stack_differs"
        if not is_due and view.waiting_for != "chips":
            return False
        moved = False
        for number, sim in self.stage.seats.items():
            seat = view.seats[str(number)]
            if sim.is_plugged and (missing := seat.bet - sim.total("bet")) > 0:
                moved = sim.put_amount(missing) is None or moved
            elif sim.is_plugged and is_due and seat.due_back:
                moved = sim.take_amount(seat.due_back) is None or moved
        await self.stage.rest()
        return moved

    async def let_time_pass(self, ms: int) -> None:
        """Time passes; the floor may try again."""
        await self.stage.wait(ms)
        self.floor.ask_again()

    async def start_hand(self) -> None:
        """The floor checks a deck that was in doubt; players take chips in front back
        (G-10, F-5).
        """
        practice = self.floor if isinstance(self.floor, Practice) else None
        for _ in count() if practice else range(REFUSED_STARTS):
            answer = await self.stage.say({"start": True})
            if answer["ok"]:
                return
            if practice:
                practice.ask_person(str(answer["text"]))
                await self.let_time_pass(1_000)
            if answer["code"] == "deck_unchecked" and practice is None:
                await self.give_ruling("deck_checked")
            else:
                self.floor.ask_again()
                await self.settle()
        await super().start_hand()

    async def before_hand(self) -> None:
        """Players who sit out sit in again and choose how."""
        for number, seat in self.stage.view.seats.items():
            if seat.status == "sitting_out" and seat.stack:
                for key in ("sit_in", *(["post"] if self.chance.random() < 0.5 else [])):
                    self.stage.seats[int(number)].press(key)
                    await self.stage.rest()
        await super().before_hand()


def is_plain_turn(people: People, seat: int) -> bool:
    """Whether the seat's turn is an ordinary one: no wager begun, nothing owed, nothing due
    back.
    """
    view = people.stage.view
    who = view.seats[str(seat)]
    return (
        view.street is not None
        and "fold" in view.legal
        and view.ask.kind == "act"
        and not who.due_back
        and people.stage.seats[seat].total("bet") == who.bet
    )


# A case. `does` is tried at each plain turn until possible; `spoil` changes a card in the shoe


class Case(Frozen):
    name: str
    does: Callable[[FaultyPlayers, View, int], Awaitable[bool]]
    spoil: Callable[[DeckCard], list[DeckCard]] = lambda slip: [slip]


async def _nothing(people: FaultyPlayers, view: View, seat: int) -> bool:
    return False


async def _card_seen(people: FaultyPlayers, view: View, seat: int) -> bool:
    return view.street == "preflop" and await people.give_ruling(
        "exposed", seat=seat, card=view.seats[str(seat)].cards[0]
    )


async def _joker_key(people: FaultyPlayers, view: View, seat: int) -> bool:
    people.stage.seats[seat].press("report_joker")
    await people.stage.rest()
    return True


async def _card_early(people: FaultyPlayers, view: View, seat: int) -> bool:
    people.stage.shoe.pull()
    await people.stage.rest()
    return True


async def _chips_out_of_turn(people: FaultyPlayers, view: View, seat: int) -> bool:
    """Past-posting, where the other seat has bet already; else chips before its turn (L-9)."""
    others = [
        n
        for n in people.stage.seats
        if n != seat and view.seats[str(n)].status == "in" and view.seats[str(n)].stack
    ]
    sim = people.stage.seats[others[0]] if others else None
    if sim is None or sim.put(sim.chips("stack")[-1:]) is not None:
        return False
    await people.stage.rest()
    return True


async def _bet_taken_while_lost(people: FaultyPlayers, view: View, seat: int) -> bool:
    """A seat's device is lost, and what lies there changes meanwhile (F-5)."""
    for number, sim in people.stage.seats.items():
        if (
            number != seat
            and view.seats[str(number)].status == "in"
            and view.seats[str(number)].bet == sim.total("bet") > 0
        ):
            sim.unplug()
            await people.stage.wait(LOST_MS)
            sim.take(sim.chips("bet")[-1:])
            sim.replug()
            await people.stage.wait(LOST_MS)
            return True
    return False


CASES = (
    Case("boxed card", _nothing, lambda slip: [DeckCard(slip.face, "boxed card", lies="up")]),
    Case("foreign joker", _nothing, lambda slip: [DeckCard("joker", "foreign joker"), slip]),
    Case(
        "unreadable card",
        _nothing,
        lambda slip: [DeckCard(slip.face, "unreadable card", is_readable=False)],
    ),
    Case("double feed", _nothing, lambda slip: [DeckCard(slip.face, "double feed", clings=True)]),
    Case("hole card exposed", _card_seen),
    Case("joker key", _joker_key),
    Case("card too early", _card_early),
    Case("chips out of turn", _chips_out_of_turn),
    Case("bet taken while a seat is lost", _bet_taken_while_lost),
)
