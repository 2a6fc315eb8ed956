"""This process and its children, as the operating system knows them: exit statuses, hidden
memory, who ends with whom.
"""

import gc
import os
import resource
import signal
import sys
from collections.abc import Callable
from functools import partial

FAILED = 1  # the requested check has failed
# a usage error, or a bad configuration, which a restart does not cure
WRONG_USE = 2
# it could not be read, locked, written or synced; or a socket is taken
JOURNAL_FAILED = 3
FAULT = 70  # of the program: EX_SOFTWARE of sysexits.h
PR_SET_PDEATHSIG = 1  # both of linux/prctl.h
PR_SET_DUMPABLE = 4


def keep_secrets() -> None:
    """Nobody may read this process, which knows hole cards: no core dumps, and no ptrace by
    another program of the same user.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _call_prctl(PR_SET_DUMPABLE, 0)


def _call_prctl(option: int, value: int) -> None:
    import ctypes  # not above: a command that starts no process needs none

    ctypes.CDLL(None).prctl(option, *map(ctypes.c_ulong, (value, 0, 0, 0)))


def freeze_garbage() -> None:
    """All that there is by now is passed over by later collections of garbage: modules, rows of
    games, sentences, devices.

    Without this each full collection goes through tens of thousands of objects, at any moment, an
    emergency stop's too; with it, through those of the hand that is played. bench_pins.py measures
    it.
    """
    gc.collect()
    gc.freeze()


def bind_child(number: int = signal.SIGKILL) -> Callable[[], None]:
    """For `Popen(..., preexec_fn=bound_to_us())`: the kernel sends the child this signal when
    the calling thread ends.
    """
    return partial(bind_to, os.getpid(), number)


def bind_to(parent: int, number: int = signal.SIGKILL) -> None:
    """Called in a child, first of all: the kernel sends it this signal when `parent`, a process id,
    has ended, however it ends.

    A child whose parent has ended already would never be sent it, and ends at once. Elsewhere than
    on Linux nothing is done, and the children of a killed process live on.
    """
    if sys.platform != "linux":
        return
    _call_prctl(PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os._exit(128 + number)  # as a shell says that a signal has ended a process
