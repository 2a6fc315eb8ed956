"""What a user may do to what is a table's, tried by a process of that user."""

import json
import os
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from tablectl.service.process import bind_to

WAIT_S = 5
READ = 1 << 16


class User(Struct, frozen=True):
    """As in /etc/passwd and /etc/group."""

    uid: int
    gid: int
    groups: tuple[int, ...] = ()

    def begins(self, act: Callable[[], object]) -> tuple[int, int]:
        """Does it in a process of this user's; the process, and where to read what came of it,
        as JSON.
        """
        read, write = os.pipe()
        parent = os.getpid()
        if (pid := os.fork()) > 0:
            os.close(write)
            return pid, read
        status = 1
        try:
            os.close(read)
            os.setgroups(self.groups)
            os.setresgid(self.gid, self.gid, self.gid)
            os.setresuid(self.uid, self.uid, self.uid)
            bind_to(parent)  # the kernel forgets it where the user changes
            os.write(write, json.dumps(act()).encode())
            status = 0
        finally:
            os._exit(status)

    def does(self, act: Callable[[], object]) -> Any:
        pid, read = self.begins(act)
        with os.fdopen(read, "rb") as said:
            answer = said.read()
        assert os.waitpid(pid, 0)[1] == 0, "the user's process failed"
        return json.loads(answer)


def closed_to_others(*places: str | Path) -> str | None:
    """Why other users cannot read what lies in one of these folders, and what to do; None: they
    can.
    """
    for place in map(Path, places):
        for folder in (*reversed(place.parents), place):
            mode = folder.stat().st_mode & 0o777
            if not mode & 0o001:
                return (
                    f"{folder} has mode {mode:04o}, so other users cannot read {place}: have that "
                    f"elsewhere, as in /srv, or let them through with `chmod o+x {folder}`"
                )
    return None


def made_by_systemd(root: Path) -> dict[str, User]:
    """The users of an installation below `root`, by name."""
    groups = [line.split(":") for line in (root / "etc/group").read_text().splitlines()]
    people = [line.split(":") for line in (root / "etc/passwd").read_text().splitlines()]
    return {
        name: User(
            int(uid), int(gid), tuple(int(one[2]) for one in groups if name in one[3].split(","))
        )
        for name, _, uid, gid, *_ in people
    }


def opened(paths: Iterable[Path], table: int) -> list[str]:
    """What this process may do to each path, and to the process of a table: `read journal`,
    `connect control.sock`.
    """
    found = [
        f"{deed} {path}" for path in paths for deed, tried in DEEDS.items() if _is_done(tried, path)
    ]
    process = Path(f"/proc/{table}")
    deeds = {
        "memory": lambda: (process / "mem").open("rb").close(),
        "files": lambda: os.listdir(process / "fd"),
        "signal": lambda: os.kill(table, 0),
    }
    return found + [
        f"{deed} of the table"
        for deed, tried in deeds.items()
        if _is_done(lambda _, tried=tried: tried(), process)
    ]


def _is_done(tried: Callable[[Path], object], path: Path) -> bool:
    with suppress(OSError):
        tried(path)
        return True
    return False


def _connected(path: Path):
    kind = (
        socket.SOCK_SEQPACKET if path.name in ("screen.sock", "codes.sock") else socket.SOCK_STREAM
    )
    with socket.socket(socket.AF_UNIX, kind) as end:
        end.connect(str(path))


def _made_beside(path: Path):
    """Whoever may make a file there may replace what lies there."""
    made = path / "made"
    os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    made.unlink()


DEEDS = {
    "read": lambda path: os.close(os.open(path, os.O_RDONLY | os.O_NOFOLLOW)),
    "write": lambda path: os.close(os.open(path, os.O_WRONLY)),
    "make in": _made_beside,
    "connect": _connected,
}


def a_view(path: Path) -> str:
    """What a screen is sent."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as end:
        end.settimeout(WAIT_S)
        end.connect(str(path))
        end.send(b"next")
        return end.recv(READ).decode()


def an_answer(path: Path, request: dict[str, Any]) -> str:
    """The first line that comes back for a line."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as end:
        end.settimeout(WAIT_S)
        end.connect(str(path))
        end.sendall(json.dumps(request).encode() + b"\n")
        with end.makefile() as lines:
            return lines.readline()
