"""A stage whose service may be killed at any moment: the people, devices and decks go on from where
they are.

What somebody did before (a key pressed, chips put) the node keeps until it is acknowledged, so
nobody does it again.
"""

import ctypes
import mmap
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import msgspec
from msgspec import Struct

from tablectl.journal.store import Journal
from tests.rig.clock import ServiceDiedError
from tests.rig.stage import PtyStage

AFTER, BEFORE, BETWEEN = (
    "after the append, not acknowledged",
    "before the append",
    "with no edge under way",
)


class Death(Struct, frozen=True):
    """A killed service: where the edges stood, and what it was at."""

    when: str  # AFTER, BEFORE or BETWEEN
    at: str = ""  # the call before which it was killed


class SurvivingStage(PtyStage):
    """A stage that spawns a new service whenever one was killed, and asks again only what was
    not heard.
    """

    def __init__(self, *args, killer: "Killer", **options):
        super().__init__(*args, at_birth=killer.begin, **options)
        self.killer = killer
        self.deaths: list[Death] = []
        self.asked_again = 0

    async def spawn(self):
        self.killer.prepare(len(self.deaths))
        try:
            await super().spawn()
        except ServiceDiedError as died:
            self._bury(died)
            await self.spawn()

    async def rest(self):
        try:
            await super().rest()
        except ServiceDiedError as died:
            self._bury(died)
            await self.spawn()
            await self.rest()

    async def say(self, line: dict[str, object]) -> dict[str, object]:
        """Sends a line again, if no answer came and the view shows that it had no effect."""
        before = self.view
        self.control.answers.clear()
        self.control.write(msgspec.json.encode(line) + b"\n")
        await self.rest()
        if self.control.answers:
            return self.control.answers[-1]
        if (self.view.hand, self.view.button) != (before.hand, before.button):
            return {"ok": True, "said": []}
        self.asked_again += 1
        return await self.say(line)

    def _bury(self, died: ServiceDiedError):
        if died.exit_status != -signal.SIGKILL:
            raise died
        self.deaths.append(Death(self._where_edges_stand(), self.killer.ended()))

    def _where_edges_stand(self) -> str:
        """Which edges are on the disk, and which of them the nodes know to be."""
        nodes = [device.session for device in (self.shoe, *self.seats.values())]
        on_disk = last_numbers(Path(self.config.journal.path))
        acknowledged = {node.node: node.last_number - node.stored_edges for node in nodes}
        if any(on_disk.get(node, 0) > number for node, number in acknowledged.items()):
            return AFTER
        return BEFORE if any(node.stored_edges for node in nodes) else BETWEEN


def last_numbers(journal: Path) -> dict[int, int]:
    """Of each node's edges on the disk, read off a copy so that nothing is touched before the
    recovery.
    """
    if not journal.exists():
        return {}
    with tempfile.TemporaryDirectory() as name:
        for file in journal.parent.glob(f"{journal.name}*"):
            shutil.copy(file, name)
        with Journal.open(Path(name) / journal.name, read_only=True) as rows:
            return {
                record.edge.node: record.edge.number
                for record in rows.rows()
                if record.edge is not None
            }


# What kills: prepared by the runner before each fork, begun in the service's own process


class Killer:
    """Kills nobody."""

    def prepare(self, life: int):
        """In the runner, before service number `life` is forked."""

    @contextmanager
    def begin(self) -> Iterator[None]:
        """In the service, before anything else."""
        self.begun()
        yield

    def begun(self):
        """It is born."""

    def ended(self) -> str:
        """In the runner, when the service is dead: the call it never made."""
        return ""


OUTWARD = (
    "execute",
    "executemany",
    "fetchall",
    "write",
    "send",
    "sendall",
    "recv",
    "read",
    "open",
    "connect",
    "fsync",
    "rename",
)
COUNT_BYTES, NAME_BYTES = 8, 24
PR_SET_PTRACER, PR_SET_PTRACER_ANY = 0x59616D61, 2**64 - 1


class AtCall(Killer):
    """Service number i dies just before its own n[i]-th call into C that leaves the process. No
    n: they are counted.
    """

    def __init__(self, *at: int):
        self._at = at
        # the service writes, the runner reads
        self._shared = mmap.mmap(-1, COUNT_BYTES + NAME_BYTES)

    @property
    def calls(self) -> int:
        """How many the newest service has made."""
        return int.from_bytes(self._shared[:COUNT_BYTES], "little")

    def prepare(self, life: int):
        self._n, self._is_on = 0, not self._at or life < len(self._at)
        self._last = self._at[life] if life < len(self._at) else 0

    def begun(self):
        if self._is_on:
            sys.setprofile(self._count)

    def ended(self) -> str:
        return self._shared[COUNT_BYTES:].rstrip(b"\0").decode()

    def _count(self, frame: FrameType, event: str, called):
        if event != "c_call" or called.__name__ not in OUTWARD:
            return
        self._n += 1
        self._shared[:] = self._n.to_bytes(COUNT_BYTES, "little") + called.__name__.encode().ljust(
            NAME_BYTES, b"\0"
        )
        if self._n == self._last:
            os.kill(os.getpid(), signal.SIGKILL)


class Strace(Killer):
    """The first service dies at the `count`-th entry of the system call `name`; without a name
    all of them are logged.
    """

    def __init__(self, log: Path, name: str = "", count: int = 0):
        inject = ["-e", f"inject={name}:signal=KILL:when={count}"] if name else []
        self._command = ["strace", "-y", "-s", "0", "-o", str(log), *inject, "-p"]
        self._log = log
        self._said = -1  # strace's stderr

    def prepare(self, life: int):
        self._is_on = life == 0
        if self._is_on:
            self._said, self._strace_says = os.pipe()

    def begun(self):
        if not self._is_on:
            return
        may_be_traced()
        subprocess.Popen([*self._command, str(os.getpid())], stderr=self._strace_says)
        os.close(self._strace_says)
        said = b""
        while b"attached" not in said:
            if not (more := os.read(self._said, 4096)):
                raise RuntimeError(f"strace did not attach: {said.decode()}")
            said += more

    def ended(self) -> str:
        if self._is_on:
            os.close(self._strace_says)
            # until strace, too, has ended
            while os.read(self._said, 4096):
                pass
            os.close(self._said)
            self._is_on = False
        return self.calls[-1] if self.calls else ""

    @property
    def calls(self) -> list[str]:
        """The system calls the service entered, in order."""
        found = (re.match(r"(\w+)\(", line) for line in self._log.read_text().splitlines())
        return [call[1] for call in found if call]


def may_be_traced():
    """Lets any process trace this one, where the kernel (Yama) allows only ancestors."""
    ctypes.CDLL(None).prctl(PR_SET_PTRACER, ctypes.c_ulong(PR_SET_PTRACER_ANY), 0, 0, 0)
