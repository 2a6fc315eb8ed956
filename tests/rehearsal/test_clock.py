"""The virtual clock against a toy: nodes send numbered lines over ptys and sockets, a service answers them."""

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import termios
import time
import tty
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablectl.rehearsal.clock import (
    BytesAstrayError,
    Channel,
    ServiceDiedError,
    ServiceFailedError,
    StuckError,
    VirtualLoop,
    Wire,
    run_stepped,
)

REPEAT_AFTER_MS = 50
REOPEN_AFTER_MS = 30
HEARTBEAT_MS = 400

Log = list[tuple[int, str, str]]


class End:
    """One end of a link that counts; `log` says what was read when."""

    def __init__(self, loop: Any, name: str, log: Log) -> None:
        self.loop, self.name, self.log = loop, name, log
        self.fd = -1
        self.bytes_read = self.bytes_written = self.openings = 0
        self.unfinished = b""
        self.on_line: Callable[[str], None] = lambda line: None

    def fileno(self) -> int:
        return self.fd

    def open(self, fd: int) -> None:
        os.set_blocking(fd, False)
        self.fd, self.unfinished = fd, b""
        self.openings += 1
        self.loop.add_reader(fd, self.readable)

    def close(self) -> None:
        self.loop.remove_reader(self.fd)
        os.close(self.fd)
        self.fd = -1

    def readable(self) -> None:
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

    def hung_up(self) -> None:
        self.close()

    def write(self, text: str) -> None:
        if self.fd >= 0:
            self.bytes_written += os.write(self.fd, text.encode())


class Node:
    """A device on a link: numbers what it sends, repeats it until it is acknowledged, and can be unplugged."""

    def __init__(self, loop: VirtualLoop, name: str, path: Path | None, log: Log, kind: int = 0) -> None:
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

    def plug(self) -> None:
        master, slave = os.openpty()
        tty.setraw(slave)
        assert self.path
        self.path.symlink_to(os.ttyname(slave))
        self.kept = [slave]
        self.end.open(master)

    def unplug(self) -> None:
        assert self.path
        self.path.unlink()
        self.end.close()
        os.close(self.kept.pop())

    def new_host(self) -> None:
        self.hosts += 1
        self.end.unfinished = b""

    def press(self) -> None:
        self.sent += 1
        self.unacknowledged.add(self.sent)
        self.say(self.sent)

    def say(self, number: int) -> None:
        if number in self.unacknowledged:
            self.end.write(f"{number}\n")
            self.loop.call_later(REPEAT_AFTER_MS / 1000, self.say, number)

    def heard(self, line: str) -> None:
        if line.startswith("ack "):
            self.unacknowledged.discard(int(line[4:]))

    @property
    def is_quiet(self) -> bool:
        return not self.unacknowledged


class Port(End):
    """The service's end of a pty: opened by path, and again some time after it was lost."""

    def __init__(self, loop: Any, name: str, log: Log, path: Path) -> None:
        super().__init__(loop, name, log)
        self.path = path
        self.open_path()

    def open_path(self) -> None:
        try:
            fd = os.open(self.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            self.loop.call_later(REOPEN_AFTER_MS / 1000, self.open_path)
            return
        termios.tcflush(fd, termios.TCIFLUSH)
        self.open(fd)
        self.write("hello\n")

    def hung_up(self) -> None:
        self.close()
        self.open_path()


class Service:
    """Remembers each number once, then acknowledges it; heartbeats on all links; answers later on odd numbers."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, paths: dict[str, Path], sockets: dict[str, int], memory: Path
    ) -> None:
        self.loop = loop
        self.log: Log = []
        self.memory = os.open(memory, os.O_RDWR | os.O_APPEND | os.O_CREAT)
        self.known = set(memory.read_text().split("\n"))
        self.ends: dict[str, End] = {name: Port(loop, name, self.log, path) for name, path in paths.items()}
        for name, fd in sockets.items():
            self.ends[name] = End(loop, name, self.log)
            self.ends[name].open(fd)
        for name, end in self.ends.items():
            end.on_line = lambda line, name=name: self.heard(name, line)  # type: ignore[misc]
        self.beat_at = loop.time()
        self.beat()

    def beat(self) -> None:
        for end in self.ends.values():
            end.write("beat\n")
        self.beat_at += HEARTBEAT_MS / 1000
        self.loop.call_at(self.beat_at, self.beat)

    def heard(self, name: str, line: str) -> None:
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

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.loop = VirtualLoop()
        self.log: Log = []
        self.paths = {"seat 1": folder / "seat1", "seat 2": folder / "seat2"}
        self.nodes = {name: Node(self.loop, name, path, self.log) for name, path in self.paths.items()}
        self.nodes["control"] = Node(self.loop, "control", None, self.log, socket.SOCK_STREAM)
        self.nodes["screen"] = Node(self.loop, "screen", None, self.log, socket.SOCK_SEQPACKET)
        self.memory = folder / "memory"

    def child(self, channel: Channel) -> None:
        service: list[Service] = []
        sockets = {name: self.nodes[name].kept_fileno() for name in ("control", "screen")}

        def main(loop: asyncio.AbstractEventLoop) -> dict[str, End]:
            service.append(Service(loop, self.paths, sockets, self.memory))
            return service[0].ends

        run_stepped(channel, main, lambda: service[0].status())

    @property
    def is_at_rest(self) -> bool:
        return all(node.is_quiet for node in self.nodes.values())

    async def rest(self) -> None:
        await self.loop.rest(lambda: self.is_at_rest)

    def remembered(self) -> list[str]:
        return sorted(self.memory.read_text().split("\n"))

    def pressed(self) -> list[str]:
        return sorted(["", *(f"{name} {n + 1}" for name, node in self.nodes.items() for n in range(node.sent))])

    def run(self, scene: Coroutine[Any, Any, None]) -> None:
        self.loop.run_until_complete(scene)

    def close(self) -> None:
        self.loop.close()
        for node in self.nodes.values():
            for fd in (node.end.fileno(), node.kept_fileno()):
                if fd >= 0:
                    os.close(fd)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "table")
    yield table
    table.close()


def busy_evening(folder: Path, kill_after: int | None = None) -> tuple[Log, bytes, list[str], int]:
    """Bursts on all links at random moments from one seed; what both sides saw."""
    table, dice = Table(folder), random.Random(7)

    async def scene() -> None:
        await table.loop.spawn(table.child)
        for turn in range(120):
            for _ in range(dice.randint(1, 5)):
                name = dice.choice(list(table.nodes))
                table.loop.call_later(dice.randint(0, 90) / 1000, table.nodes[name].press)
            if turn % 10 == 9:
                table.nodes["seat 2"].unplug()
                await table.loop.advance(dice.randint(1, 200))
                table.nodes["seat 2"].plug()
            if turn == kill_after:
                table.loop.kill()
                await table.loop.spawn(table.child)
            await table.loop.advance(dice.randint(0, 100))
            await table.rest()

    table.run(scene())
    seen = table.log, table.loop.status, table.remembered(), table.loop.now_ms
    assert table.remembered() == table.pressed()
    table.close()
    return seen


@pytest.mark.parametrize("kill_after", [None, 17], ids=["one service", "killed and forked again"])
def test_ten_evenings_are_the_same_to_the_byte_on_both_sides(tmp_path: Path, kill_after: int | None) -> None:
    first, *others = [busy_evening(tmp_path / str(n), kill_after) for n in range(10)]
    assert len(first[0]) > 300
    assert len(json.loads(first[1])) > 30
    assert others == [first] * 9


def test_time_is_exact_and_all_timers_on_the_way_fire_in_order(table: Table) -> None:
    fired: list[tuple[str, int]] = []

    async def scene() -> None:
        await table.loop.spawn(table.child)
        for name, after_ms in (("c", 30), ("a", 10), ("b", 10), ("late", 1_000_000)):
            table.loop.call_later(after_ms / 1000, lambda name=name: fired.append((name, table.loop.now_ms)))  # type: ignore[misc]
        await table.loop.advance(30)
        assert fired == [("a", 10), ("b", 10), ("c", 30)]
        await table.loop.sleep_until(1_234)
        assert (table.loop.now_ms, table.loop.time()) == (1_234, 1.234)

    table.run(scene())
    beats = [at for at, name, text in table.log if name == "seat 1" and "beat" in text]
    assert beats == [0, 400, 800, 1_200]


def test_a_table_at_rest_stays_at_its_moment(table: Table) -> None:
    async def scene() -> None:
        await table.loop.spawn(table.child)
        await table.loop.advance(5)
        await table.rest()
        assert table.loop.now_ms == 5
        table.nodes["seat 1"].press()
        table.nodes["seat 1"].press()
        await table.rest()
        assert table.loop.now_ms == 5 + 7               # the odd number is answered 7 ms later

    table.run(scene())


def test_time_never_runs_back(table: Table) -> None:
    async def scene() -> None:
        await table.loop.spawn(table.child)
        await table.loop.advance(100)
        await table.loop.sleep_until(50)
        assert table.loop.now_ms == 100
        table.loop.kill()
        await table.loop.advance(100)
        await table.loop.spawn(table.child)
        await table.rest()

    table.run(scene())
    moments = [at for at, _, _ in table.log]
    assert moments == sorted(moments)
    assert json.loads(table.loop.status) == []          # the second service heard nothing, and its time began at 200
    assert [at for at, name, text in table.log if name == "seat 1" and "hello" in text] == [0, 200]
    with pytest.raises(AssertionError, match="run back from 200 to 199"):
        table.loop.move_to(199)


@pytest.mark.parametrize("name", ["seat 1", "control", "screen"])
@pytest.mark.parametrize(
    ("count", "wrong_by"), [("bytes_written", +1), ("bytes_written", -1), ("bytes_read", +1)],
    ids=["wrote one less", "wrote one more", "read one less"],
)
def test_a_count_off_by_one_is_loud_within_two_seconds(table: Table, name: str, count: str, wrong_by: int) -> None:
    """The broken control of all tests here: it is the counts that make them repeat."""
    async def scene() -> None:
        await table.loop.spawn(table.child)
        await table.loop.advance(1)
        end = table.nodes[name].end
        setattr(end, count, getattr(end, count) + wrong_by)
        began = time.monotonic()
        with pytest.raises((BytesAstrayError, ServiceFailedError), match=f"{name}: the other end says it wrote -?"):
            await table.rest()
        assert time.monotonic() - began < 3

    table.run(scene())


def test_a_service_that_miscounts_is_found_out_too(table: Table) -> None:
    async def scene() -> None:
        await table.loop.spawn(table.child)
        table.nodes["seat 1"].end.write("miscount\n")
        with pytest.raises(BytesAstrayError, match="seat 1: the other end says it wrote 12 bytes and 11 were"):
            await table.loop.advance(1)

    table.run(scene())


def test_what_the_service_raises_is_raised_here_with_its_traceback(table: Table) -> None:
    async def scene() -> None:
        await table.loop.spawn(table.child)
        table.nodes["seat 2"].end.write("raise\n")
        with pytest.raises(ServiceFailedError, match=r"(?s)in heard.*raise ZeroDivisionError.*asked to") as failed:
            await table.rest()
        assert failed.value.exit_status == 70
        assert table.loop.service_pid is None
        await table.loop.spawn(table.child)             # and it can go on
        table.nodes["seat 2"].press()
        await table.rest()

    table.run(scene())


def test_a_service_that_cannot_start_says_so(table: Table) -> None:
    def child(channel: Channel) -> None:
        raise OSError("no such table")

    def child_without_links(channel: Channel) -> None:
        run_stepped(channel, lambda loop: {}, lambda: b"")

    async def scene() -> None:
        with pytest.raises(ServiceFailedError, match="no such table"):
            await table.loop.spawn(child)
        with pytest.raises(ServiceFailedError, match="the runner has"):
            await table.loop.spawn(child_without_links)
        await table.loop.spawn(table.child)

    table.run(scene())


def test_what_a_device_raises_reaches_whoever_waits(table: Table) -> None:
    async def scene() -> None:
        await table.loop.spawn(table.child)
        table.loop.call_later(0.01, dict[str, int]().__getitem__, "no such lamp")
        with pytest.raises(KeyError, match="no such lamp"):
            await table.loop.advance(20)
        assert table.loop.now_ms == 10

    table.run(scene())


def test_a_service_killed_from_outside_is_noticed_and_a_new_one_goes_on(table: Table) -> None:
    async def scene() -> None:
        await table.loop.spawn(table.child)
        table.nodes["seat 1"].press()
        assert table.loop.service_pid
        os.kill(table.loop.service_pid, signal.SIGKILL)
        with pytest.raises(ServiceDiedError, match="status -9") as died:
            await table.rest()
        assert died.value.exit_status == -9
        await table.loop.spawn(table.child)
        await table.rest()
        table.nodes["control"].end.write("stop\n")
        with pytest.raises(ServiceDiedError) as died:
            await table.loop.advance(1)
        assert died.value.exit_status == 0

    table.run(scene())
    assert table.remembered() == table.pressed()


def test_killed_at_random_moments_of_virtual_and_of_real_time_it_loses_nothing(table: Table) -> None:
    dice = random.Random(3)
    deaths = 0

    async def until_it_dies() -> None:
        for _ in range(20):
            for node in table.nodes.values():
                node.press()
            await table.rest()

    async def scene() -> None:
        nonlocal deaths
        for _ in range(40):
            await table.loop.spawn(table.child)
            for node in table.nodes.values():
                node.press()
            await table.loop.advance(dice.randint(0, 9))
            table.loop.kill()
            await table.loop.spawn(table.child)
            assert table.loop.service_pid
            killer = kill_after(table.loop.service_pid, dice.random() * 0.02)
            with contextlib.suppress(ServiceDiedError):
                await until_it_dies()
            os.waitpid(killer, 0)                       # before the service is reaped, or its pid might be another's
            if table.loop.service_pid is None:
                deaths += 1
            else:
                table.loop.kill()
        await table.loop.spawn(table.child)
        await table.rest()

    table.run(scene())
    assert deaths > 10
    assert {node.hosts for node in table.nodes.values()} == {81}
    assert table.remembered() == table.pressed()


def kill_after(pid: int, seconds: float) -> int:
    """A process outside that kills `pid` at no particular instruction."""
    killer = os.fork()
    if killer == 0:
        try:
            time.sleep(seconds)
            os.kill(pid, signal.SIGKILL)
        finally:
            os._exit(0)
    return killer


def test_last_words_of_a_killed_service_are_heard_before_the_next_one_speaks(table: Table) -> None:
    async def scene() -> None:
        await table.loop.spawn(table.child)             # has written hello and a beat, which nobody has read yet
        table.loop.kill()
        await table.loop.spawn(table.child)
        await table.rest()

    table.run(scene())
    assert "".join(text for _, name, text in table.log if name == "seat 1") == "hello\nbeat\n" * 2


def test_an_unplugged_node_comes_back_five_hundred_times(table: Table) -> None:
    async def scene() -> None:
        await table.loop.spawn(table.child)
        node = table.nodes["seat 1"]
        for _ in range(500):
            node.press()
            node.unplug()                               # with bytes under way in it
            node.press()
            await table.loop.advance(1)
            node.plug()
            node.press()
            await table.rest()

    table.run(scene())
    assert table.remembered() == table.pressed()


def test_more_than_a_pty_holds_arrives_in_whole(table: Table) -> None:
    async def scene() -> None:
        await table.loop.spawn(table.child)
        for _ in range(4):
            table.nodes["seat 1"].end.write("x" * 1_999 + "\n")
        await table.rest()

    table.run(scene())
    assert sum(len(text) for _, name, text in json.loads(table.loop.status) if name == "seat 1") == 8_000


def test_a_large_status_arrives_in_whole(table: Table) -> None:
    view = random.Random(1).randbytes(1 << 20)

    def child(channel: Channel) -> None:
        ends: dict[str, End] = {}

        def main(loop: asyncio.AbstractEventLoop) -> dict[str, End]:
            ends.update({name: End(loop, name, []) for name in table.nodes})
            return ends

        run_stepped(channel, main, lambda: view)

    async def scene() -> None:
        await table.loop.spawn(child)
        assert table.loop.status == view

    table.run(scene())


def a_silent_child(table: Table, on_command: Callable[[asyncio.AbstractEventLoop], Any]) -> Callable[[Channel], None]:
    def child(channel: Channel) -> None:
        loops: list[asyncio.AbstractEventLoop] = []

        def main(loop: asyncio.AbstractEventLoop) -> dict[str, End]:
            loops.append(loop)
            return {name: End(loop, name, []) for name in table.nodes}

        run_stepped(channel, main, lambda: b"", lambda command: on_command(loops[0]))

    return child


def test_a_table_without_rest_or_timer_is_stuck(table: Table) -> None:
    async def scene() -> None:
        await table.loop.spawn(a_silent_child(table, lambda loop: None))
        with pytest.raises(StuckError, match="At 0 ms the table is not at rest, and neither"):
            await table.loop.rest(lambda: False)

    table.run(scene())


def test_a_table_that_never_comes_to_rest_is_stuck_after_ten_minutes(table: Table) -> None:
    async def scene() -> None:
        await table.loop.spawn(table.child)
        with pytest.raises(StuckError, match="had until 600,000 ms"):
            await table.loop.rest(lambda: False)
        assert table.loop.now_ms == 600_000

    table.run(scene())


def test_somebody_who_calls_himself_for_ever_is_stuck(table: Table) -> None:
    def again(loop: asyncio.AbstractEventLoop) -> None:
        loop.call_soon(again, loop)

    async def scene() -> None:
        await table.loop.spawn(a_silent_child(table, again))
        await table.loop.advance(7)
        table.loop.tell(b"turn round")
        with pytest.raises(ServiceFailedError, match="100,000 rounds of callbacks at 7 ms"):
            await table.loop.advance(1)

    table.run(scene())


def test_there_are_no_threads(table: Table) -> None:
    with pytest.raises(RuntimeError, match="no threads"):
        table.loop.run_in_executor(None, time.time)


def test_what_a_step_and_a_restart_cost(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    """Prints, and asserts nothing about time: the machine is shared."""
    restarts: list[float] = []

    async def scene() -> None:
        await table.loop.spawn(table.child)
        began, exchanges = time.perf_counter(), table.loop.exchanges
        for step in range(1_000):
            list(table.nodes.values())[step % 4].press()
            await table.rest()
        step_ms = time.perf_counter() - began
        exchanges = table.loop.exchanges - exchanges
        for _ in range(100):
            began = time.perf_counter()
            table.loop.kill()
            await table.loop.spawn(table.child)
            restarts.append((time.perf_counter() - began) * 1000)
        with capsys.disabled():
            print(f"\n{step_ms:.2f} ms a step of {exchanges / 1000:.1f} exchanges; "
                  f"kill, fork and first report p50 {sorted(restarts)[50]:.1f} ms, max {max(restarts):.1f} ms")

    table.run(scene())
