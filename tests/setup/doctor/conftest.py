"""A bench for the doctor: simulated devices at ptys, a loop whose clock jumps, and a machine
that lists these ports alone.
"""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.readers.answering import SimReader
from firmware_io.kit.sim.readers.pty import PtyReader
from firmware_io.kit.sim.seat import SimSeat
from firmware_io.kit.sim.sessions import Sessions
from tablectl.service.config.loading import load_config
from tablectl.service.devices.machine import Machine
from tablectl.setup.doctor.examination import Examination, examine
from tablectl.setup.doctor.probes import Finding
from tests.firmware_io.conftest import JumpingLoop
from tests.firmware_io.ptys import Pty


class Silent:
    """A port whose other end takes nothing and says nothing, or says `said` again and again."""

    def __init__(self, loop: asyncio.AbstractEventLoop, path: Path, said: bytes = b""):
        self._loop, self._said, self._pty = loop, said, Pty()
        self._pty.linked(path)
        self._timer = loop.call_later(0.01, self._say)

    def _say(self):
        with contextlib.suppress(BlockingIOError):  # nobody has read what was said before
            self._pty.write(self._said)
        self._timer = self._loop.call_later(0.01, self._say)

    def close(self):
        self._timer.cancel()
        self._pty.close()


class Bench:
    def __init__(self, loop: JumpingLoop, place: Path):
        self.loop, self.place = loop, place
        self._devices: list[PtyReader | SimSeat | Silent] = []

    def reader(self, name: str, reader: SimReader) -> PtyReader:
        return self._kept(PtyReader(self.loop, self.place / name, reader))

    def seat(self, name: str, number: int, sessions: Sessions = NodeSession) -> SimSeat:
        return self._kept(
            SimSeat(
                self.loop,
                self.place / name,
                node=number,
                epoch=50 + number,
                denominations=(1,),
                sessions=sessions,
            )
        )

    def silent(self, name: str, said: bytes = b"") -> Silent:
        return self._kept(Silent(self.loop, self.place / name, said))

    def _kept(self, device):
        self._devices.append(device)
        return device

    def examined(
        self,
        config: str = "",
        *,
        ports: tuple[str, ...] = (),
        control: Path | None = None,
    ) -> tuple[bool, list[Finding]]:
        """All that is found. `config`: the text of one, with {place} in it; `ports`: names of
        those that are listed.
        """
        found = []
        table = None
        if config:
            (self.place / "table.toml").write_text(config.replace("{place}", str(self.place)))
            table = load_config(self.place / "table.toml")
        machine = Machine(
            self.place / "root",
            lambda command: None,
            lambda: [str(self.place / name) for name in ports],
        )
        is_well = examine(
            Examination(table, (), control, machine, self.loop.run_until_complete), found.append
        )
        return is_well, found

    def of(self, about: str, found: list[Finding]) -> list[tuple[str, str]]:
        """State and sentence of each finding about a device, with the folder left out."""
        names = (about, str(self.place / about))
        return [
            (one.state, one.says.replace(f"{self.place}/", ""))
            for one in found
            if one.about in names
        ]

    def close(self):
        for device in self._devices:
            device.close()


@pytest.fixture
def bench(tmp_path) -> Iterator[Bench]:
    loop = JumpingLoop()
    made = Bench(loop, tmp_path)
    yield made
    made.close()
    loop.close()
