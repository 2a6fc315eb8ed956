"""What a test leaves behind: descriptors, threads and child processes that it did not have when it
began. And what a run does.

Read from /proc, in some 50 us; on a system without it nothing is known, and nothing is found.
"""

import gc
import os
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

FDS = Path("/proc/self/fd")
IS_KNOWN = FDS.is_dir()
# in the environment: the runs that a process was begun in, one within the other
RUNS = "TABLECTL_TEST_RUNS"


class Held(NamedTuple):
    """What this process has now."""

    fds: frozenset[int]
    threads: frozenset[int]  # by the system's numbers
    children: frozenset[int]  # processes that it has not waited for, ended or not


def held() -> Held:
    if not IS_KNOWN:
        return Held(frozenset(), frozenset(), frozenset())
    tasks = os.listdir("/proc/self/task")
    children = [
        child for task in tasks for child in read(f"/proc/self/task/{task}/children").split()
    ]
    fds = [fd for fd in map(int, os.listdir(FDS)) if is_counted(target_of(fd))]
    return Held(frozenset(fds), frozenset(map(int, tasks)), frozenset(map(int, children)))


def left_since(before: Held) -> list[str]:
    """In words, each that there was not before. What a cycle holds is collected first: it warns of
    itself, and now.

    A thread that Python knows no more has a second to end: it was joined before the kernel was done
    with it.
    """
    if not any(_new(before, held())):
        return []
    gc.collect()
    end = time.monotonic() + 1
    while (new := _new(before, held())).threads - {
        one.native_id for one in threading.enumerate()
    } and time.monotonic() < end:
        os.sched_yield()
    return sorted(
        (
            *(f"file descriptor {fd}: {target_of(fd)}" for fd in new.fds),
            *(f"thread {name_of(thread)}" for thread in new.threads),
            *(f"child process {told_of(child)}" for child in new.children),
        )
    )


def _new(before: Held, now: Held) -> Held:
    return Held(now.fds - before.fds, now.threads - before.threads, now.children - before.children)


def read(path: str) -> str:
    # it may end while it is looked at
    with suppress(OSError), open(path, errors="replace") as file:
        return file.read()
    return ""


def target_of(fd: int) -> str:
    """What a descriptor is of; empty: it is closed."""
    with suppress(OSError):
        return os.readlink(FDS / str(fd))
    return ""


def is_counted(target: str) -> bool:
    """Not what is closed, as the one is by which they were listed; nor a font: one of each size
    stays open to be painted with.
    """
    return bool(target) and not target.endswith(".ttf")


def name_of(thread: int) -> str:
    return next(
        (one.name for one in threading.enumerate() if one.native_id == thread),
        f"{thread}, which is none of Python's",
    )


def told_of(pid: int) -> str:
    """Its number and command line. The kernel shows none for a moment after exec, and never for
    a process that has ended.
    """
    end = time.monotonic() + 1
    while (
        not (words := read(f"/proc/{pid}/cmdline")) and is_running(pid) and time.monotonic() < end
    ):
        os.sched_yield()
    command = words.replace("\0", " ").strip()
    return f"{pid}: {command or 'it has ended, and was not waited for'}"


def is_running(pid: int) -> bool:
    """Not gone, and not one whose parent has yet to wait for it: Z and X in the field after the
    name (proc(5), stat).
    """
    state = read(f"/proc/{pid}/stat").rpartition(")")[2].split()[:1]
    return bool(state) and state[0] not in "ZX"


def mark() -> str:
    """Marks this process, and with it all that it will start, as of a run; the mark."""
    mine = f"<{os.getpid()}>"
    os.environ[RUNS] = os.environ.get(RUNS, "") + mine
    return mine


def begun_in(run: str) -> dict[int, str]:
    """The processes of that run, without this one, however far removed: those too whose parents
    have ended.
    """
    found = {}
    for pid in [int(name) for name in os.listdir("/proc") if name.isdigit()] if IS_KNOWN else []:
        said = [
            word
            for word in read(f"/proc/{pid}/environ").split("\0")
            if word.startswith(f"{RUNS}=") and run in word
        ]
        if said and pid != os.getpid():
            found[pid] = told_of(pid)
    return found
