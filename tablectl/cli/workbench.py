"""What a set-up needs of this machine and of simulations."""

import asyncio
import shlex
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from typer import Exit

from firmware_io.keypad.keyboards import Keyboard, list_keyboards
from tablectl.cli.deck import enrol
from tablectl.cli.guests import code_text
from tablectl.cli.hand_text import hand_text
from tablectl.cli.output import out
from tablectl.service.config.values import Config
from tablectl.service.devices.machine import Machine
from tablectl.setup.doctor.devices import Answer, ask_port
from tablectl.setup.interview.first_hand import FirstHand
from tablectl.setup.interview.waiting import await_card, await_press
from tablectl.simulation.demo.options import DemoOptions
from tablectl.simulation.demo.play import play_fast
from tablectl.simulation.players.people import Stalled
from tablectl.simulation.stage.virtual_time import ServiceFailedError, StuckError


class TerminalBench:
    """What a set-up needs of this machine; see Workbench of setup/interview/course.py."""

    def __init__(self, ports: Sequence[str]) -> None:
        self._ports = ports

    def find_devices(self) -> Sequence[Answer]:
        async def ask_all() -> Sequence[Answer]:
            ports = dict.fromkeys((*Machine().serial_ports(), *self._ports))
            return await asyncio.gather(*map(ask_port, ports))

        return asyncio.run(ask_all())

    def find_pads(self) -> Sequence[Keyboard]:
        try:
            return list_keyboards()
        except ImportError as error:
            out.print(str(error))
            return ()

    def await_press(self, paths: Sequence[str]) -> str | None:
        return asyncio.run(await_press(paths))

    def await_card(self, config: Config) -> bool:
        return asyncio.run(await_card(config))

    def enrol_deck(self, file: Path, name: str, *, is_short: bool) -> bool:
        try:
            enrol(name, file, short=is_short)
        except Exit:
            return False
        return True

    def play_simulated(self, config: Config) -> bool:
        """By simulated players at simulated devices; phones are simulated, too."""
        phones = [seat.number for seat in config.seat if seat.driver == "phone"]
        wanted = DemoOptions(table=config.table, hands=1)
        try:
            play_fast(wanted, lambda hand: out.print(hand_text(hand)), phones=phones)
        except (Stalled, ServiceFailedError, StuckError) as why:
            out.print(why.user_message if isinstance(why, ServiceFailedError) else str(why))
            return False
        return True

    def play_hand(self, file: Path, show: Callable[[str], None]) -> bool:
        with FirstHand(
            file, show, lambda code: out.print(code_text(code, is_coloured=True))
        ) as hand:
            return hand.play()

    def run(self, command: str) -> bool:
        return subprocess.run(shlex.split(command), check=False).returncode == 0
