"""A stage whose shoe and seats are emulated Picos: a scenario is played by pressing their buttons
and turning their wheels.

The table is the scenario's, at which chips are not sensed. What no hand can do at a Pico raises
Impossible, and the scenario says so: a button that says something else now, an amount that no wheel
shows, three cards over a reader that reads two, a card that is held to the shoe again, a shoe whose
motor stands still.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import ClassVar, cast

from firmware_io.kit.sim.cables import Cables, PtyCable
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.readers.field import SimTag
from firmware_io.kit.sim.seat import SimSeat
from firmware_io.kit.sim.seat_model import SeatModel
from firmware_io.kit.sim.sessions import Sessions
from firmware_io.kit.sim.shoe import SimCard, SimShoe
from firmware_io.messages import Asks, Dialled, HoleCardsSeen, KeyPressed
from firmware_io.readers.ids import simulated_tag
from tablectl.intake.deckbook import EXTRAS
from tablectl.intake.decks import Deck as BookDeck
from tablectl.rules.cards import CARDS
from tablectl.rules.deck import Deck
from tablectl.service.books.books import change_decks
from tablectl.service.config.nodes import SHOE_NODE
from tablectl.service.config.values import SeatConfig, ShoeConfig, TableConfig
from tablectl.simulation.stage.sim_devices import SimDevices, sim_denominations
from tests.rig.stage import PtyStage

from .handling import BUTTONS, JAM, LID, Cards, press, turn
from .overhearing import Ring, overhear
from .pico import SHOE_STRAPS, Pico
from .workbench import Workbench

STEP_MS = 5
# after a contact has moved: told, on disk, acknowledged, and what follows of it shown
SETTLED_MS = 80
# after a card was laid over a reader, and after one was taken away
SEEN_MS, GONE_MS = 300, 1_800
STARTED_MS = 300  # after power-on
REACTION_S = 0.1
# longer than a host waits; the watchdog, a start and a greeting
HANGS_S, BACK_S = 1.7, 2.0
CHECK_OR_CALL = {"check_call", "check", "call"}
MOST_AT_A_READER = 2


class Impossible(Exception):
    """A sentence: why hands cannot do this at a Pico."""


def pico_tag(tag: bytes) -> SimTag:
    """The card of a simulated tag, as one that a PN532 reads: of seven bytes instead of eight."""
    return SimTag(b"\x04" + tag[2:])


class Hands:
    """What is done at one Pico, one thing after the other."""

    def __init__(self, pico: Pico):
        self.pico = pico
        self._still_ms = 0
        self._task: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        if self._task is not None and self._task.done():
            task, self._task = self._task, None
            task.result()
        return self._task is None and self.pico.bench.now_ms >= self._still_ms

    def settles(self, ms: int = SETTLED_MS):
        self._still_ms = max(self._still_ms, self.pico.bench.now_ms + ms)

    def do(self, act: Callable[[], Awaitable[None]]):
        self._task = self.pico.bench.loop.create_task(self._after(self._task, act))

    async def _after(self, before, act):
        if before is not None:
            await before
        await act()
        self.settles()


class Plugged:
    """What a stage asks of any device, of its Pico."""

    def __init__(self, pico: Pico):
        self.pico = pico
        self.hands = Hands(pico)

    @property
    def cable(self) -> PtyCable:
        return self.pico.cable

    @property
    def is_plugged(self) -> bool:
        return self.pico.is_plugged

    @property
    def is_idle(self) -> bool:
        return self.hands.idle

    def unplug(self):
        self.pico.unplug()
        self.hands.settles()

    def replug(self):
        self.pico.replug()
        self.hands.settles(1_000)  # it is greeted, and tells what it senses

    def reset(self):
        self.pico.reset()
        self.hands.settles(1_000)

    def close(self):
        self.pico.close()


class PicoSeat(Plugged, SeatModel):
    """Buttons, a wheel, and a spot where two cards can be shown. `struck`: what happens to it
    before each press, in turn.
    """

    def __init__(
        self,
        bench: Workbench,
        path: Path,
        node: int,
        chips: tuple[int, ...],
        struck: Iterable[str] = (),
    ):
        Plugged.__init__(self, Pico(bench, path, node))
        self._struck = cycle(struck)
        SeatModel.__init__(self, chips)
        self.asks, self.dialled = Asks(), 0
        self.ring = Ring(self.pico)
        overhear(self.pico, self._hear)

    def _hear(self, to, frame):
        match frame.message:
            case Asks() as asks:
                self.asks = asks
                self.dialled = self.dialled if self.dialled <= asks.most else 0
            case Dialled(amount):
                self.dialled = amount

    def _report_changes(self, *changes):
        for _, change in changes:
            match change:
                case KeyPressed(key, amount):
                    self.hands.do(partial(self._presses, key, amount))
                case HoleCardsSeen(tags):
                    self._lays(tags)

    async def _presses(self, key, amount):
        await asyncio.sleep(REACTION_S)  # until the lit keys and the wheel's bounds have come
        if how := next(self._struck, None):
            await self._strikes(how)
        self._is_under_a_button(key)
        await turn(self.pico, self._place(amount) - self._place(self.dialled))
        await press(self.pico, key)

    async def _strikes(self, how):
        """Switched off and on, a program that spins, or time that stands still; nobody presses
        before it is back.
        """
        getattr(self.pico, how)()
        if how == "hang":
            await asyncio.sleep(HANGS_S)
            self.pico.go()
        await asyncio.sleep(BACK_S)

    def _is_under_a_button(self, key):
        """What a button says is the first of its keys that is lit, or the first of all. Check or
        call is said by either.
        """
        button = next((says for says in BUTTONS if key in says), None)
        if button is None:
            raise Impossible(f"No button says {key}.")
        says = next((one for one in button if one in self.asks.keys), button[0])
        if says != key and ({says, key} == {"check", "call"} or not {says, key} <= CHECK_OR_CALL):
            raise Impossible(f"The button for {key} says {says} now.")

    def _place(self, amount):
        """How many clicks from nothing the wheel shows this."""
        asks = self.asks
        shown = [0, *range(asks.least, asks.most, asks.step or 1), asks.most] if asks.most else [0]
        if amount not in shown:
            raise Impossible(
                f"The wheel does not show {amount}, but from {asks.least} by {asks.step} to "
                f"{asks.most}."
            )
        return shown.index(amount)

    def _lays(self, tags):
        if len(tags) > MOST_AT_A_READER:
            raise Impossible(
                f"The reader of a seat reads {MOST_AT_A_READER} cards, and {len(tags)} are shown."
            )
        is_fewer = not tags
        self.pico.field.clear()
        self.pico.field.put(*map(pico_tag, tags))
        self.hands.settles(GONE_MS if is_fewer else SEEN_MS)


class PicoShoe(Plugged):
    """A motor, a reader in the mouth, a lid."""

    def __init__(self, bench: Workbench, path: Path):
        Plugged.__init__(self, Pico(bench, path, SHOE_STRAPS, closed=[LID]))
        self._inside = Cards(self.pico)
        self._named: dict[bytes, SimCard] = {}

    @property
    def is_idle(self) -> bool:
        return self.hands.idle and not self._inside.is_moving

    @property
    def cards(self) -> tuple[SimCard, ...]:
        return tuple(
            SimCard(None) if tag is None else self._named[tag.raw_id] for tag in self._inside.lying
        )

    def load(self, cards: Iterable[SimCard]):
        lying = [(card, card.tag and pico_tag(card.tag)) for card in cards]
        self._named |= {tag.raw_id: card for card, tag in lying if tag}
        self._inside.load(*(tag or None for _, tag in lying))
        self.hands.settles()

    @property
    def deals_by_itself(self) -> bool:
        return True

    @deals_by_itself.setter
    def deals_by_itself(self, does: bool):
        if not does:
            raise Impossible("The shoe's motor runs when the table wants a card.")

    def pull(self, count: int = 1, face: str | None = None, *, together: bool = False):
        raise Impossible("Nobody pulls cards out of a shoe with a motor.")

    def present(self, card: SimCard):
        raise Impossible("A card cannot be held to a shoe with a motor.")

    def change(self, what: str):
        contacts = {
            "lid_open": (LID, False),
            "lid_closed": (LID, True),
            "jam": (JAM, True),
            "cleared": (JAM, False),
        }
        if what not in contacts:
            raise Impossible(f"Nobody says {what} at a Pico's shoe; it senses its cards.")
        pin, is_closed = contacts[what]
        (self.pico.close_contact if is_closed else self.pico.open_contact)(pin)
        self.hands.settles()


class PicoDevices(SimDevices):
    """See SimDevices, with Picos. Wires without faults: those of the protocol are tried elsewhere."""

    struck: ClassVar[tuple[str, ...]] = ()

    def __init__(  # SimDevices' own would make simulated nodes
        self,
        loop: asyncio.AbstractEventLoop,
        table: TableConfig,
        directory: Path,
        seats: Iterable[int],
        deck: Deck,
        noise: tuple[int, float] | None = None,
        sessions: Sessions = NodeSession,
        cables: Cables = PtyCable,
    ):
        assert noise is None
        assert sessions is NodeSession
        self.deck, self._directory, self.noises = deck, directory, {}
        self._bench = Workbench(loop, STEP_MS)
        self.shoe = cast(SimShoe, PicoShoe(self._bench, directory / "shoe"))
        chips = sim_denominations(table)
        self.seats = {
            n: cast(SimSeat, PicoSeat(self._bench, self._port_path(n), n, chips, self.struck))
            for n in sorted(set(seats))
        }
        for n, stack in table.seats.items():
            self.seats[int(n)].receive(stack)
        self._bench.run(STARTED_MS)

    @property
    def idle(self) -> bool:
        return self.shoe.is_idle and all(seat.is_idle for seat in self.seats.values())

    def make_configs(self, *, has_ids: bool = False) -> tuple[ShoeConfig, tuple[SeatConfig, ...]]:
        book = self._directory / "decks.json"
        tags = {
            pico_tag(simulated_tag(card)).raw_id.rjust(8, b"\0"): card for card in (*CARDS, *EXTRAS)
        }
        change_decks(book, lambda decks: decks.added(BookDeck("red", tags)))
        shoe = ShoeConfig(
            "node",
            str(self._directory / "shoe"),
            SHOE_NODE if has_ids else None,
            deck_book=str(book),
        )
        return shoe, tuple(
            SeatConfig(n, "node", str(self._port_path(n)), n if has_ids else None)
            for n in self.seats
        )

    def close(self):
        super().close()
        self._bench.close()


class PicoStage(PtyStage):
    SimDevices = PicoDevices


class StruckDevices(PicoDevices):
    struck = ("reset", "spin", "hang")


class StruckStage(PtyStage):
    """Whoever presses a button, does it at a Pico that has just come back."""

    SimDevices = StruckDevices
