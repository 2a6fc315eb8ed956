"""Child processes that end when their parent ends, however it ends.

A process that is killed cannot end its children. On Linux the kernel does it, for those that have asked for a signal at their
parent's death. Elsewhere nothing is done here, and the children of a killed process live on.
"""

import os
import signal
import sys
from collections.abc import Callable
from functools import partial

PR_SET_PDEATHSIG = 1                    # of linux/prctl.h


def bound_to_us(number: int = signal.SIGKILL) -> Callable[[], None]:
    """For `Popen(..., preexec_fn=bound_to_us())`: the kernel sends the child this signal when the calling thread ends."""
    return partial(bind_to, os.getpid(), number)


def bind_to(parent: int, number: int = signal.SIGKILL) -> None:
    """Called in a child, first of all: the kernel sends it this signal when `parent`, a process id, has ended.

    A child whose parent has ended already would never be sent it, and ends at once.
    """
    if sys.platform != "linux":
        return
    import ctypes  # not above: a service that starts no process needs none

    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os._exit(128 + number)          # as a shell says that a signal has ended a process
