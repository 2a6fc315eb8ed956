"""Phones at a table, asked at their socket as the web process asks."""

import socket
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tablectl.games.catalog import preset
from tablectl.service.config.values import WebConfig
from tablectl.service.phones.presses import Press, mac_of, page_text
from tablectl.simulation.demo.options import demo_table
from tablectl.simulation.stage.memory import Stage
from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.simulation.stage.socket_ends import ScreenEnd

SEATS = (1, 2)


class BoardEnd(ScreenEnd):
    """A screen's end for codes, which may be closed at the table's."""

    is_closed = False
    on_closed = staticmethod(lambda: None)

    def readable(self):
        data = self.read(1 << 16)
        if data:
            self.newest = data
            self.write(b"next")
        elif data == b"":
            self.is_closed = True
            self.on_closed()


class StageInFolder(Stage):
    """Beside its screens it may have those that want the codes of seats."""

    directory: Path
    boards = 0

    def _make_web(self, table, phones):
        self.code_ends = [
            self._make_end(f"codes {n}", socket.SOCK_SEQPACKET, BoardEnd)
            for n in range(self.boards)
        ]
        for end in self.code_ends:
            end.on_closed = partial(self.loop.remove_reader, end.fileno())
        return super()._make_web(table, phones)


class WithBoards(StageInFolder):
    boards = 2


@contextmanager
def phones_at_a_table(kind=StageInFolder, **more):
    """A heads-up hand on phones; `ask` sends a request as the web process would."""
    game = preset("tournament")
    table = replace(
        demo_table(game, 2),
        seats={"1": 500, "2": 500},
        button=1,
        names={},
        options={"chips_sensed": False},
    )
    with temporary_directory() as directory:
        stage = kind(table, directory, SEATS, game.deck, phones=SEATS, **more)
        stage.directory = directory
        stage.config = replace(stage.config, web=WebConfig(url="http://table.local:8080"))
        try:
            stage.sim_devices.load(())
            stage.loop.run_until_complete(stage.open())
            stage.loop.run_until_complete(stage.say({"start": True}))
            yield Asker(stage)
        finally:
            stage.close()


class Asker:
    """`asker(do="page", ..)` is what the table answers."""

    def __init__(self, stage):
        self.stage, self.phones = stage, stage.sim_devices.phones
        self.service_phones = stage._running.phones
        self.seat_phones = stage._running.seat_phones

    def rest(self):
        self.stage.loop.run_until_complete(self.stage.rest())

    def wait(self, ms):
        self.stage.loop.run_until_complete(self.stage.wait(ms))

    def say(self, **line):
        """The answer of the control socket."""
        return self.stage.loop.run_until_complete(self.stage.say(line))

    def __call__(self, **request):
        return self.line(msgspec.json.encode(request))

    def line(self, line):
        """The answer to a line of any bytes."""
        return msgspec.json.decode(self.service_phones._answer(None, line))

    def press(self, seat, key, number=1, **more):
        return self(**self.signed(seat, key, number, **more))

    def signed(self, seat, key, number=1, *, key_bytes=None, on=None, **more):
        """A press as a page sends it, on the present view unless told otherwise."""
        phone = self.phones[seat]
        on = self.service_phones.keys_id(seat) if on is None else on
        made = Press(seat=seat, epoch=phone.epoch, number=number, on=on, key=key, mac="", **more)
        text = made.text(self.stage.config.table.name)
        mac = mac_of(phone.key if key_bytes is None else key_bytes, text)
        return msgspec.to_builtins(made) | {"mac": mac}

    def page(self, seat, *, is_open=True):
        """A page as its phone signs it."""
        phone = self.phones[seat]
        mac = mac_of(phone.key, page_text(self.stage.config.table.name, seat, phone.epoch))
        return {"do": "page", "seat": seat, "epoch": phone.epoch, "is_open": is_open, "mac": mac}

    @property
    def now_ms(self):
        return self.seat_phones._now_ms()

    @property
    def to_act(self):
        return self.service_phones._rows.table.to_act
