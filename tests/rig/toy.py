"""A toy table for the virtual clock: nodes send numbered lines over ptys and sockets, a service answers them."""

import asyncio
import json
import os
import socket
import termios
import tty
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from tests.rig.channel import Channel
from tests.rig.clock import VirtualLoop
from tests.rig.stepped import run_stepped
from tests.rig.wire import Wire

REPEAT_AFTER_MS = 50
REOPEN_AFTER_MS = 30
HEARTBEAT_MS = 400

Log = list[tuple[int, str, str]]


class End:
    """One end of a link that counts; `log` says what was read when."""

    def __init__(self, loop, name: str, log: Log):
        self.loop, self.name, self.log = loop, name, log
        self.fd = -1
        self.bytes_read = self.bytes_written = self.openings = 0
        self.unfinished = b""
        self.on_line: Callable[[str], None] = lambda line: None

    def fileno(self) -> int:
        return self.fd

    def open(self, fd: int):
        os.set_blocking(fd, False)
        self.fd, self.unfinished = fd, b""
        self.openings += 1
        self.loop.add_reader(fd, self.readable)

    def close(self):
        self.loop.remove_reader(self.fd)
        os.close(self.fd)
        self.fd = -1

    def readable(self):
        try:
            data = os.read(self.fd, 4096)
        except OSError:
            data = b""
        if not data:
            self.hung_up()
            return
        self.bytes_read += len(data)
        self.log.append((round(self.loop.time() * 1000), self.name, data.decode()))
        *lines, self.unfinished = (self.unfinished + data).split(b"\n")
        for line in lines:
            self.on_line(line.decode())

    def hung_up(self):
        self.close()

    def write(self, text: str):
        if self.fd >= 0:
            self.bytes_written += os.write(self.fd, text.encode())


class Node:
    """A device on a link: numbers what it sends, repeats it until it is acknowledged, and can be unplugged."""

    def __init__(self, loop: VirtualLoop, name: str, path: Path | None, log: Log, kind: int = 0):
        self.loop, self.path = loop, path
        self.end = End(loop, name, log)
        self.end.on_line = self.heard
        self.kept: list[int] = []
        self.sent = self.hosts = 0
        self.unacknowledged: set[int] = set()
        if path:
            self.plug()
        else:
            ours, theirs = socket.socketpair(socket.AF_UNIX, kind)
            self.end.open(ours.detach())
            self.kept = [theirs.detach()]
        loop.add_wire(Wire(name, self.end, self.kept_fileno, self.new_host))

    def kept_fileno(self) -> int:
        return self.kept[0] if self.kept else -1

    def plug(self):
        master, slave = os.openpty()
        tty.setraw(slave)
        assert self.path
        self.path.symlink_to(os.ttyname(slave))
        self.kept = [slave]
        self.end.open(master)

    def unplug(self):
        assert self.path
        self.path.unlink()
        self.end.close()
        os.close(self.kept.pop())

    def new_host(self):
        self.hosts += 1
        self.end.unfinished = b""

    def press(self):
        self.sent += 1
        self.unacknowledged.add(self.sent)
        self.say(self.sent)

    def say(self, number: int):
        if number in self.unacknowledged:
            self.end.write(f"{number}\n")
            self.loop.call_later(REPEAT_AFTER_MS / 1000, self.say, number)

    def heard(self, line: str):
        if line.startswith("ack "):
            self.unacknowledged.discard(int(line[4:]))

    @property
    def is_quiet(self) -> bool:
        return not self.unacknowledged


class Port(End):
    """The service's end of a pty: opened by path, and again some time after it was lost."""

    def __init__(self, loop, name: str, log: Log, path: Path):
        super().__init__(loop, name, log)
        self.path = path
        self.open_path()

    def open_path(self):
        try:
            fd = os.open(self.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            self.loop.call_later(REOPEN_AFTER_MS / 1000, self.open_path)
            return
        termios.tcflush(fd, termios.TCIFLUSH)
        self.open(fd)
        self.write("hello\n")

    def hung_up(self):
        self.close()
        self.open_path()


class Service:
    """Remembers each number once, then acknowledges it; heartbeats on all links; answers later on odd numbers."""

    def __init__(self, loop: asyncio.AbstractEventLoop, paths: dict[str, Path], sockets: dict[str, int], memory: Path):
        self.loop = loop
        self.log: Log = []
        self.memory = os.open(memory, os.O_RDWR | os.O_APPEND | os.O_CREAT)
        self.known = set(memory.read_text().split("\n"))
        self.ends: dict[str, End] = {name: Port(loop, name, self.log, path) for name, path in paths.items()}
        for name, fd in sockets.items():
            self.ends[name] = End(loop, name, self.log)
            self.ends[name].open(fd)
        for name, end in self.ends.items():
            end.on_line = partial(self.heard, name)
        self.beat_at = loop.time()
        self.beat()

    def beat(self):
        for end in self.ends.values():
            end.write("beat\n")
        self.beat_at += HEARTBEAT_MS / 1000
        self.loop.call_at(self.beat_at, self.beat)

    def heard(self, name: str, line: str):
        if line == "raise":
            raise ZeroDivisionError("asked to")
        if line == "miscount":
            self.ends[name].bytes_written += 1
        if line == "stop":
            self.loop.stop()
        if not line.isdigit():
            return
        if f"{name} {line}" not in self.known:
            self.known.add(f"{name} {line}")
            os.write(self.memory, f"{name} {line}\n".encode())
        if int(line) % 2:
            self.loop.call_later(0.007, self.ends[name].write, f"ack {line}\n")
        else:
            self.ends[name].write(f"ack {line}\n")

    def status(self) -> bytes:
        return json.dumps(self.log).encode()


class Table:
    """A loop, two nodes on ptys, one on a stream and one on a packet socket, and the service to fork."""

    def __init__(self, folder: Path):
        folder.mkdir(exist_ok=True)
        self.loop = VirtualLoop()
        self.log: Log = []
        self.paths = {"seat 1": folder / "seat1", "seat 2": folder / "seat2"}
        self.nodes = {name: Node(self.loop, name, path, self.log) for name, path in self.paths.items()}
        self.nodes["control"] = Node(self.loop, "control", None, self.log, socket.SOCK_STREAM)
        self.nodes["screen"] = Node(self.loop, "screen", None, self.log, socket.SOCK_SEQPACKET)
        self.memory = folder / "memory"

    def child(self, channel: Channel):
        service = []
        sockets = {name: self.nodes[name].kept_fileno() for name in ("control", "screen")}

        def main(loop: asyncio.AbstractEventLoop) -> dict[str, End]:
            service.append(Service(loop, self.paths, sockets, self.memory))
            return service[0].ends

        run_stepped(channel, main, lambda: service[0].status())

    @property
    def is_at_rest(self) -> bool:
        return all(node.is_quiet for node in self.nodes.values())

    async def rest(self):
        await self.loop.rest(lambda: self.is_at_rest)

    def remembered(self) -> list[str]:
        return sorted(self.memory.read_text().split("\n"))

    def pressed(self) -> list[str]:
        return sorted(["", *(f"{name} {n + 1}" for name, node in self.nodes.items() for n in range(node.sent))])

    def run(self, scene: Coroutine[Any, Any, None]):
        self.loop.run_until_complete(scene)

    def close(self):
        self.loop.close()
        for node in self.nodes.values():
            for fd in (node.end.fileno(), node.kept_fileno()):
                if fd >= 0:
                    os.close(fd)
