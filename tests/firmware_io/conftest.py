"""What the tests of the wire are given: a conversation in memory, and a loop whose clock jumps
over waiting.
"""

import asyncio
import selectors
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

import pytest

from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.sessions import Sessions
from tests.tiers import tiered

from .conversing import CONVERSATIONS, OPEN_CONVERSATIONS, Conversation
from .mcu.building import c_node_session

LOOK_MS = 10  # of virtual time between two looks at a condition


class Closes(Protocol):
    def close(self): ...


Thing = TypeVar("Thing", bound=Closes)


class JumpingSelector(selectors.PollSelector):
    """Takes what has come, and jumps to the next timer only when no byte is under way.

    It must be poll: asked about a pty that holds nothing, the kernel first finishes whatever
    delivery it has begun, so "nothing there" is true however busy the machine is. epoll only
    remembers who called, and is asked too early.
    """

    def __init__(self):
        super().__init__()
        self.now_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise RuntimeError(
                "Nothing is under way and nobody has a timer: this would wait for ever."
            )
        if not ready and timeout:
            self.now_s += timeout
        return ready


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop over real descriptors whose clock is virtual: a minute of heartbeats takes a
    moment.
    """

    def __init__(self):
        self._jumping, self._held = JumpingSelector(), ExitStack()
        super().__init__(self._jumping)

    def holds(self, thing: Thing) -> Thing:
        """Closed before this loop is, the last one first."""
        self._held.callback(thing.close)
        return thing

    def close(self):
        self._held.close()
        super().close()

    def time(self) -> float:
        return self._jumping.now_s

    def run_for(self, ms: int):
        self.run_until_complete(asyncio.sleep(ms / 1_000))

    def run_until(self, is_so: Callable[[], bool], at_most_ms: int = 20_000) -> bool:
        """Until `is_so`; whether it became so within `at_most_ms` of virtual time."""
        end_s = self.time() + at_most_ms / 1_000
        while not is_so() and self.time() < end_s:
            self.run_for(LOOK_MS)
        return is_so()


@pytest.fixture(scope="session", params=["python", "c"])
def sessions(request) -> Sessions:
    """Who speaks for a node: what is said of one holds of the other."""
    return NodeSession if request.param == "python" else c_node_session()


def _and_in_c(names):
    return [*names, *(f"{name} in C" for name in names)]


@pytest.fixture(scope="session", params=tiered(_and_in_c(CONVERSATIONS), ["told", "keyed in C"]))
def conversation(request) -> Callable[..., Conversation]:
    """With each node that speaks the wire, and on each kind of link: what is said of one holds
    of the others.
    """
    return _conversation(request.param)


@pytest.fixture(
    scope="session", params=tiered(_and_in_c(OPEN_CONVERSATIONS), ["told", "untold in C"])
)
def open_conversation(request) -> Callable[..., Conversation]:
    """On a link without a key."""
    return _conversation(request.param)


@pytest.fixture(scope="session")
def keyed(sessions: Sessions) -> Callable[..., Conversation]:
    """On a link with a key."""
    return partial(CONVERSATIONS["keyed"], sessions=sessions)


def _conversation(name):
    kind = CONVERSATIONS[name.removesuffix(" in C")]
    return partial(kind, sessions=c_node_session()) if name.endswith(" in C") else kind


@pytest.fixture
def loop() -> Iterator[JumpingLoop]:
    jumping = JumpingLoop()
    yield jumping
    jumping.close()


@pytest.fixture
def port(tmp_path) -> Path:
    """A stable name for a pty."""
    return tmp_path / "ttyNODE"
