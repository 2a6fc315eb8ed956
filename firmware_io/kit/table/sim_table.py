"""A simulated shoe and simulated seats on ptys with stable names, and a configuration that plays a
table with them.

    with SimTable(loop, directory, {1: 1_000, 3: 1_000}, seed=7) as table:
        table.do("seat 3 press call")

In `directory`: shoe, seat-1, seat-3, which name the ptys of the moment, and table.toml for
`tablectl run --config`. `save_contents` leaves things.json, with what lies at the table: one that
is made there again finds it so, as long as table.db is there, too.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from random import Random, SystemRandom
from typing import Self

import msgspec
from msgspec import Struct

from firmware_io.kit.sim.faults import NoisyWire
from firmware_io.kit.sim.seat import SimSeat
from firmware_io.kit.sim.shoe import SimCard, SimShoe
from firmware_io.kit.table.contents import Things, read_contents, write_contents
from firmware_io.readers.ids import simulated_tag

CARDS = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
EXTRAS = ("cut", "joker", "Jk")  # have tags beside the 52
CHIPS = (1, 5, 25, 100, 500)
SHOE_NODE = 100  # as a table's configuration has it
SOCKET = "do.sock"
CONFIG = "table.toml"
THINGS = "things.json"
JOURNAL = "table.db"

HEAD = """# A table that plays with the simulated devices beside this file:
# tablectl run --config {place}/table.toml
[table]
seats = {{ {stacks} }}
{game}[shoe]
driver = "sim"
port = "{place}/shoe"
[journal]
path = "{place}/table.db"
[control]
socket = "{place}/control.sock"
[screen]
socket = "{place}/screen.sock"
size = "1280x720"
fullscreen = false
{pairing}[service]
sound = false
[locks]
program = false
"""
SEAT = """[[seat]]
number = {number}
driver = "sim"
port = "{place}/seat-{number}"
"""
PHONE = """[[seat]]
number = {number}
driver = "phone"
"""
FOR_PHONES = """[phones]
socket = "{place}/seats.sock"
codes = "{place}/codes.sock"
book = "{place}/phones.json"
[web]
"""


class Game(Struct, frozen=True):
    """The game played there: the rows of [table] in a configuration, the
    deck, and the chips at a seat.
    """

    rows: str = """chips = [1, 5, 25, 100, 500]
stakes = { small_blind = 5, big_blind = 10 }
options = { action_clock_s = 0 }
"""
    cards: tuple[str, ...] = CARDS
    chips: tuple[int, ...] = CHIPS


USUAL = Game()


class SimTable:
    """See the module. `seats`: what each has in chips; `phones`: the same of seats without a
    device, for phones. `fault_rate`: of all frames, struck by `seed`.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        directory: Path,
        seats: Mapping[int, int],
        *,
        seed: int = 1,
        fault_rate: float = 0,
        game: Game = USUAL,
        phones: Mapping[int, int] | None = None,
    ) -> None:
        self.directory = directory
        self.phones = dict(phones or {})
        self.game = game
        self.chance = Random(seed)

        def wire(n: int) -> NoisyWire | None:
            return NoisyWire(seed * 1_000 + n, fault_rate) if fault_rate else None

        self.shoe = SimShoe(
            loop, directory / "shoe", node=SHOE_NODE, epoch=self._draw_epoch(), wire=wire(0)
        )
        self.seats = {
            n: SimSeat(
                loop,
                directory / f"seat-{n}",
                node=n,
                epoch=self._draw_epoch(),
                denominations=game.chips,
                wire=wire(n),
            )
            for n in sorted(seats)
        }
        self._saved = read_contents(directory / THINGS) if (directory / JOURNAL).exists() else None
        lies = {} if self._saved is None else self._saved.seats
        for n, amount in seats.items():
            if n in lies:
                lies[n].lay_before(self.seats[n])
            elif amount:
                self.seats[n].receive(amount)
        if self._saved is None:
            self.load(())
        else:
            self.shoe.load(self._saved.shoe)

    def load(self, top: tuple[str, ...]) -> None:
        """These cards on top, the rest of the game's deck shuffled below."""
        rest = [card for card in self.game.cards if card not in top]
        self.chance.shuffle(rest)
        self.shoe.load([SimCard(simulated_tag(name)) for name in (*top, *rest)])

    def save_contents(self) -> None:
        """Writes what lies at the table to its file, if somebody plays there and it has changed."""
        contents = Things.read_table(self.shoe, self.seats)
        if contents != self._saved and (self.directory / JOURNAL).exists():
            write_contents(self.directory / THINGS, contents)
            self._saved = contents

    def write_config(self) -> Path:
        """table.toml, where there is none yet."""
        file = self.directory / CONFIG
        # quoted as TOML does it, too
        place = msgspec.json.encode(str(self.directory.resolve())).decode()[1:-1]
        has = {n: seat.total("stack") for n, seat in self.seats.items()} | self.phones
        stacks = ", ".join(f"{n} = {amount}" for n, amount in sorted(has.items()))
        if not file.exists():
            file.write_text(
                HEAD.format(
                    place=place,
                    stacks=stacks,
                    game=self.game.rows,
                    pairing="pairing = true\n" if self.phones else "",
                )
                + (FOR_PHONES.format(place=place) if self.phones else "")
                + "".join(SEAT.format(place=place, number=n) for n in self.seats)
                + "".join(PHONE.format(number=n) for n in sorted(self.phones))
            )
        return file

    def close(self) -> None:
        """The ports are gone, and their names."""
        self.shoe.close()
        for seat in self.seats.values():
            seat.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _draw_epoch(self) -> int:
        """Of a start, and so not of the seed: no node may have one twice."""
        # the cards of a seed, which README prints, come behind this draw
        self.chance.randrange(1, 2**32)
        return SystemRandom().randrange(1, 2**32)
