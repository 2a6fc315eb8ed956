"""Nobody may read this process's memory: it holds the cards that lie face down."""

import resource
from typing import Final

from cffi import FFI

PR_SET_DUMPABLE: Final = 4              # of linux/prctl.h


def keep_secrets() -> None:
    """No core dumps, and no ptrace by another program of the same user."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    library = FFI()
    library.cdef("int prctl(int, unsigned long, unsigned long, unsigned long, unsigned long);")
    library.dlopen(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
