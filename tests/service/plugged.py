"""A table of two seats and a shoe, each a node that hangs at some port of a folder."""

from dataclasses import dataclass
from pathlib import Path

from firmware_io.kit.sim.seat import SimSeat
from firmware_io.kit.sim.shoe import SimCard, SimShoe
from firmware_io.readers.ids import simulated_tag
from tablectl.engine import events
from tablectl.rules.cards import CARDS
from tablectl.rules.forced import Stakes
from tablectl.service.config.checks import config_misfits
from tablectl.service.config.values import (
    Config,
    JournalConfig,
    LinksConfig,
    SeatConfig,
    ServiceConfig,
    ShoeConfig,
    TableConfig,
)
from tablectl.service.journals.open_table import open_journal
from tablectl.service.serve import Service
from tests.firmware_io.conftest import JumpingLoop
from tests.logged import Logged

TOLD_WITHIN_MS = 12_000  # looked for while nobody is missed: every 3 s, and seen twice


@dataclass(frozen=True)
class Ports:
    """As the configuration names them; `nodes`: of the seats."""

    shoe: str
    seats: tuple[str, str]
    nodes: tuple[int | None, int | None] = (None, None)


class PluggedTable:
    def __init__(
        self,
        loop: JumpingLoop,
        place: Path,
        shoe: SimShoe,
        seats: dict[int, SimSeat],
        ports: Ports,
        links: LinksConfig | None = None,
    ):
        self.loop, self.place, self.shoe, self.seats = loop, place, shoe, seats
        self.said = Logged()  # by the log
        for node in (shoe, *seats.values()):
            loop.holds(node)
        shoe.load([SimCard(simulated_tag(card)) for card in CARDS])
        config = Config(
            table=TableConfig(
                seats={"1": 500, "2": 500},
                button=1,
                stakes=Stakes(5, 10),
                options={"chips_sensed": False, "action_clock_s": 0},
            ),
            shoe=ShoeConfig("sim", ports.shoe),
            links=links or LinksConfig(),
            journal=JournalConfig(str(place / "table.db")),
            seat=tuple(
                SeatConfig(number, "sim", port, node)
                for number, port, node in zip((1, 2), ports.seats, ports.nodes, strict=True)
            ),
            service=ServiceConfig(between_hands_s=0),
        )
        assert [*config_misfits(config)] == []
        self.config, self.lives = config, 0
        self.begin()

    def begin(self):
        """A life of the service, at the journal as it is."""
        self.lives += 1
        self.service = Service(
            self.config,
            self.loop,
            self.loop.holds(open_journal(self.config, 0)),
            epoch=self.lives,
            wall_ms=lambda: 0,
            list_ports=self.ports,
        )
        self.service.start()

    def killed(self):
        """It dies, and is started again."""
        self.service.stop()
        self.service.journal.close()
        self.begin()

    def ports(self) -> list[str]:
        return [str(path) for path in self.place.glob("tty*")]

    def presses(self, seat: int, key: str):
        self.seats[seat].press(key)
        self.loop.run_for(500)

    def plays(self):
        """A hand, folded at once."""
        assert self.loop.run_until(lambda: all(seat.session.is_met for seat in self.seats.values()))
        self.service.take((events.StartAsked(at_ms=self.service.clock.now_ms()),))
        for seat in (1, 2):
            self.presses(seat, "post")
        assert self.loop.run_until(lambda: self.service.table.phase == "betting")
        self.presses(1, "fold")

    def close(self):
        self.service.stop()
        self.service.journal.close()
