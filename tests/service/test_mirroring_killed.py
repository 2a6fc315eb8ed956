"""Killed at any call to the system while a start brings up, copies or exchanges files: the next
start has it all, and tells.
"""

import os
import shutil
import signal
import sys

import pytest

from tablectl.service.journals.last_run import LastRun
from tablectl.service.journals.mirroring import Mirroring
from tablectl.service.process import bind_to
from tests.alarm import awaiting

from .mirrored import Files, flipped, put_back, read, rows_of

OUTWARD = {
    "execute",
    "executemany",
    "executescript",
    "fetchall",
    "fetchone",
    "backup",
    "connect",
    "open",
    "close",
    "read",
    "write",
    "seek",
    "flush",
    "fsync",
    "rename",
    "replace",
    "unlink",
    "flock",
    "statvfs",
    "lstat",
    "stat",
}
EVERY = 6  # the others in `make soak`


def put_older(files):
    with put_back(files.journal), files.open() as journal:
        for number in range(50, 60):
            read(journal, number)


def put_older_mirror(files):
    with put_back(files.mirror), files.open() as journal:
        for number in range(50, 60):
            read(journal, number)


HARMS = {
    "the journal is damaged": (lambda files: flipped(files.journal), {"damaged", "rolled_back"}),
    "the journal is gone": (lambda files: files.journal.unlink(), {"rolled_back"}),
    "the journal is older": (put_older, {"rolled_back"}),
    "the mirror is damaged": (lambda files: flipped(files.mirror), set()),
    "the mirror is gone": (lambda files: files.mirror.unlink(), set()),
    "the mirror is older": (put_older_mirror, set()),
}


def opened(files):
    def never():
        raise AssertionError("A table is made anew where there is one.")

    return Mirroring(
        files.journal, files.mirror, never, LastRun(files.journal).lock_next_run
    ).open_both()


def killed_at(number, files):
    """In a process of its own, just before that call. False: there were not so many."""
    parent = os.getpid()
    if (child := os.fork()) == 0:
        bind_to(parent)
        calls = 0

        def count(frame, event, called):
            nonlocal calls
            if event == "c_call" and called.__name__ in OUTWARD:
                calls += 1
                if calls == number:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.setprofile(count)
        try:
            opened(files).close()
        finally:
            sys.setprofile(None)
            os._exit(0)
    with awaiting(f"The end of a start that is killed at call {number}"):
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(1, marks=pytest.mark.slow),
        *(pytest.param(n, marks=pytest.mark.soak) for n in range(2, EVERY + 1)),
    ],
)
@pytest.mark.parametrize("harm", [*HARMS])
def test_a_start_that_is_killed_at_any_call_has_lost_nothing_and_the_next_one_tells(
    tmp_path, harm, first
):
    do, locks = HARMS[harm]
    files = Files(tmp_path)
    files.written()
    do(files)
    rows = rows_of(files.mirror if "journal" in harm else files.journal)
    kept = tmp_path / "kept"
    shutil.copytree(files.journal.parent, kept / "card")
    shutil.copytree(files.mirror.parent, kept / "stick")
    number, deaths = first, 0
    while True:
        for name in ("card", "stick"):
            shutil.rmtree(tmp_path / name)
            shutil.copytree(kept / name, tmp_path / name)
        if not killed_at(number, files):
            break
        deaths, number = deaths + 1, number + EVERY
        with opened(files) as journal:
            assert (list(journal.stored()), journal.mirror is not None) == (rows, True), number
        assert files.both_hold() == rows
        told = {*LastRun(files.journal).record_start(program_locks=False)}
        assert (told <= locks, bool(told)) == (True, bool(locks)), (number, told)
    print(f"{harm}: killed at {deaths} of {number} calls")
    assert deaths > 10
