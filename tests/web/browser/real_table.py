"""A table whose seats are phones, as it stands in a room: `tablectl run`, `tablectl web` and a shoe,
on sockets and a port of their own.

    with RealTable(folder) as table:
        table.start_hand()
        page.goto(table.codes()[3].url)     # as somebody who scans the code at seat 3
        table.kill_service(); table.start_service()
"""

import contextlib
import json
import os
import pwd
import random
import socket
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from firmware_io.messages import Lamp
from tablectl.engine.facts import Refused, Ruled
from tablectl.games.catalog import preset
from tablectl.games.game import Game
from tablectl.journal.store import Journal
from tablectl.service.books.operators import change_operators
from tablectl.service.phones.presses import FIRST_PHONE_NODE
from tablectl.simulation.stage.sim_devices import in_order
from tablectl.view import View
from tablectl.view.codes import SeatCode, codes_decoder

from .processes import AT_MOST_S, Process, wait_until
from .shoe_thread import ShoeThread

NAMES = ("Walter", "Rosemarie", "Edith", "Viktor", "Mae", "Noor")
STACK = 2_000
VIEW_BYTES = 1 << 18

Happened = TypeVar("Happened")


def free_port() -> int:
    """A port of this machine that nobody has now."""
    with socket.socket() as knocking:
        knocking.bind(("127.0.0.1", 0))
        return knocking.getsockname()[1]


class RealTable:
    """See the module. `table`: keys of [table] laid over the usual ones. `seats`: by number,
    what each has. `operators`: their PINs by name; where there are some, the floor's page is
    served. `drivers`: of the configured seats, which may be more; without them all are phones.
    `deck_book`: of the cards in the shoe.
    """

    def __init__(
        self,
        folder: Path,
        *,
        seats: Mapping[int, int] | None = None,
        options: Mapping[str, Any] | None = None,
        phones: Mapping[str, Any] | None = None,
        has_web: bool = True,
        operators: Mapping[str, str] | None = None,
        drivers: Mapping[int, str] | None = None,
        deck_book: Path | None = None,
        **table: Any,
    ):
        self.folder = folder
        self._operators = dict(operators or {})
        self._floor_port = free_port() if self._operators else 0
        self.floor_url = f"http://127.0.0.1:{self._floor_port}/floor"
        self.seats = dict(seats or dict.fromkeys(range(1, len(NAMES) + 1), STACK))
        self._drivers = dict(drivers or dict.fromkeys(self.seats, "phone"))
        self._deck_book = deck_book
        self.game: Game = preset(table.get("preset", "tournament"))
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._has_web = has_web
        self._config = folder / "table.json"
        self._config.write_text(json.dumps(self._values(table, options or {}, phones or {})))
        ports = {n: self._seat_port(n) for n, one in self._drivers.items() if one == "node"}
        self._shoe = ShoeThread(folder / "shoe", ports)
        self._processes: dict[str, Process] = {}
        self._shuffles = random.Random(1)

    def _values(
        self, table: dict[str, Any], options: Mapping[str, Any], phones: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The configuration."""
        at = self.folder
        web = {"listen": f"127.0.0.1:{self.port}", "url": self.url}
        floor: dict[str, Any] = (
            {"floor": {"listen": f"127.0.0.1:{self._floor_port}"}} if self._operators else {}
        )
        usual: dict[str, Any] = {
            "name": "Table 1",
            "seats": {str(n): stack for n, stack in self.seats.items()},
            "names": {str(n): NAMES[n - 1] for n in self.seats if n <= len(NAMES)},
            "button": min(self.seats),
            "chips": [5, 25, 100, 500],
            "stakes": {"small_blind": 10, "big_blind": 20},
        }
        return {
            "table": {**usual, **table, "options": {"chips_sensed": False, **options}},
            "shoe": {"port": str(at / "shoe"), **self._deck()},
            "seat": [
                {"number": n, "driver": driver}
                | ({"port": str(self._seat_port(n))} if driver == "node" else {})
                for n, driver in self._drivers.items()
            ],
            "journal": {"path": str(at / "table.db")},
            "screen": {"socket": str(at / "screen.sock"), "pairing": True},
            "control": {
                "socket": str(at / "control.sock"),
                "operators": str(at / "operators.json"),
                "page_user": pwd.getpwuid(os.geteuid()).pw_name,
            },
            "phones": {
                "socket": str(at / "seats.sock"),
                "codes": str(at / "codes.sock"),
                "book": str(at / "phones.json"),
                **phones,
            },
            **({"web": web | floor} if self._has_web or floor else {}),
            "locks": {"program": False},
            "service": {"between_hands_s": 0, "sound": False},
        }

    def _deck(self) -> dict[str, str]:
        if self._deck_book is None:
            return {"driver": "sim"}
        return {"driver": "node", "deck_book": str(self._deck_book)}

    def _seat_port(self, seat: int) -> Path:
        return self.folder / f"seat-{seat}"

    def __enter__(self) -> "RealTable":
        self._shoe.__enter__()
        with contextlib.ExitStack() as failing:
            failing.push(self.__exit__)
            self.start_service()
            if self._has_web:
                self.start_web()
            if self._operators:
                self.start_floor()
            failing.pop_all()
        return self

    def __exit__(self, *_):
        try:
            for process in reversed(self._processes.values()):
                process.end()
        finally:
            self._shoe.__exit__()

    # The processes

    def start_service(self):
        """Returns when the table answers at its sockets."""
        self._start("run")
        wait_until(self._service_answers, "The table answers at its sockets")

    def start_web(self):
        """Returns when it takes connections."""
        self._start("web")
        wait_until(self._web_answers, "The web process takes connections")

    def kill(self, command: str):
        """SIGKILL to the process of that command, `run` or `web`."""
        self._processes.pop(command).kill()

    def start_floor(self):
        """Returns when the floor's page takes connections."""
        for name, pin in self._operators.items():
            self.add_operator(name, pin)
        self._start("web --floor")
        wait_until(self._floor_answers, "The floor's page takes connections")

    def add_operator(self, name: str, pin: str):
        change_operators(
            self.folder / "operators.json", lambda known: known.with_operator(name, pin)
        )

    def remove_operator(self, name: str):
        change_operators(self.folder / "operators.json", lambda known: known.without_operator(name))

    def kill_service(self):
        self.kill("run")

    def restart_service(self):
        """It ends as it is told to, and another one begins."""
        self._processes.pop("run").end()
        self.start_service()

    def kill_web(self):
        self.kill("web")

    def stop(self, command: str):
        """The process stands still, with all that it has open, until it is killed or goes on."""
        self._processes[command].stop()

    def go_on(self, command: str):
        self._processes[command].go_on()

    def said(self, command: str) -> str:
        """What all processes of this command, `run` or `web`, have said."""
        return (self.folder / f"{command}.txt").read_text()

    def _start(self, command: str):
        words = (*command.split(), "--config", str(self._config))
        self._processes[command] = Process(words, self.folder / f"{command}.txt")

    def _service_answers(self) -> bool:
        self._processes["run"].must_run()
        return all(
            can_connect(self.folder / name, kind)
            for name, kind in (
                ("screen.sock", socket.SOCK_SEQPACKET),
                ("seats.sock", socket.SOCK_STREAM),
                ("control.sock", socket.SOCK_STREAM),
            )
        )

    def _web_answers(self) -> bool:
        self._processes["web"].must_run()
        return is_heard(self.port)

    def _floor_answers(self) -> bool:
        self._processes["web --floor"].must_run()
        return is_heard(self._floor_port)

    # What is done at the table

    def say(self, **line: Any) -> dict[str, Any]:
        """A line over the control socket, and the answer."""
        return ask(self.folder / "control.sock", line)

    def load(self, cards: Iterable[str] = ()):
        """These cards on top of the shoe; the rest of the deck lies below, shuffled."""
        top = list(cards)
        rest = [card for card in self.game.deck.all_cards if card not in top]
        self._shuffles.shuffle(rest)
        self._shoe.load(in_order(self.game.deck, [*top, *rest]))

    def start_hand(self, cards: Iterable[str] = ()):
        self.load(cards)
        answer = self.say(start=True)
        assert answer["ok"], answer

    # What is known of it

    def lamp(self, seat: int) -> Lamp:
        """What the device of a seat shows."""
        return self._shoe.lamp(seat)

    @property
    def status(self) -> dict[str, Any]:
        return self.say(status=True)["status"]

    def happened(self, kind: type[Happened]) -> list[Happened]:
        """The events of that kind which the journal has, in their order."""
        with Journal.open(self.folder / "table.db", read_only=True) as journal:
            return [row.event for row in journal.rows() if isinstance(row.event, kind)]

    def view(self) -> View:
        """As a screen has it now."""
        return msgspec.json.decode(newest(self.folder / "screen.sock"), type=View)

    def codes(self) -> dict[int, SeatCode]:
        """The codes that the board shows now, by seat."""
        found = codes_decoder.decode(newest(self.folder / "codes.sock"))
        return {code.seat: code for code in found}

    def rulings(self) -> list[tuple[str, str | None, str]]:
        """What the journal has of them in order: which, on whose behalf, and why."""
        with Journal.open(self.folder / "table.db", read_only=True) as journal:
            return [
                (fact.ruling, fact.on_behalf_of, fact.why)
                for record in journal.rows()
                for fact in record.facts
                if isinstance(fact, Ruled)
            ]

    def presses(self) -> list["Pressed"]:
        """The presses that the journal has, in their order."""
        with Journal.open(self.folder / "table.db", read_only=True) as journal:
            return [
                Pressed(
                    edge.node - FIRST_PHONE_NODE,
                    edge.epoch,
                    edge.number,
                    not any(isinstance(fact, Refused) for fact in record.facts),
                )
                for record in journal.rows()
                if (edge := record.edge) is not None and edge.node > FIRST_PHONE_NODE
            ]


class Pressed(NamedTuple):
    """A press as the journal has it."""

    seat: int
    epoch: int
    number: int
    counted: bool


def newest(path: Path) -> bytes:
    """What a screen gets that asks at this socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as screen:
        screen.settimeout(AT_MOST_S)
        screen.connect(str(path))
        screen.send(b"next")
        return screen.recv(VIEW_BYTES)


def is_heard(port: int) -> bool:
    with socket.socket() as knocking:
        return knocking.connect_ex(("127.0.0.1", port)) == 0


def can_connect(path: Path, kind: int) -> bool:
    with socket.socket(socket.AF_UNIX, kind) as knocking, contextlib.suppress(OSError):
        knocking.connect(str(path))
        return True
    return False


def ask(path: Path, line: Mapping[str, Any]) -> dict[str, Any]:
    """A line of JSON to a socket, and the line that comes back."""
    with socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(AT_MOST_S)
        asking.connect(str(path))
        asking.sendall(json.dumps(line).encode() + b"\n")
        with asking.makefile("rb") as answers:
            return json.loads(answers.readline())
