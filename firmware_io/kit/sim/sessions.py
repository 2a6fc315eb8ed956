"""The session that a simulated node speaks with, in either language: `NodeSession`, or another
that keeps the same promises.
"""

from typing import Protocol

from firmware_io.kit.sim.node_session import Kept, NoRoom
from firmware_io.messages import About, Anchor, Edge
from firmware_io.session import NodeReport


class Session(Protocol):
    """What a simulated node asks of its session; node_session.py says what each means. Time is
    in whole milliseconds.
    """

    @property
    def node(self) -> int: ...

    @property
    def kind(self) -> str: ...

    @property
    def epoch(self) -> int: ...

    @property
    def last_number(self) -> int: ...

    @property
    def stored_edges(self) -> int: ...

    @property
    def is_met(self) -> bool: ...

    def post(self, message: Edge, now_ms: int) -> Kept | NoRoom: ...

    def dial(self, amount: int) -> None: ...

    def keep_key(self, key: bytes, now_ms: int) -> list[NodeReport]: ...

    def receive(self, data: bytes, now_ms: int) -> list[NodeReport]: ...

    def tick(self, now_ms: int) -> list[NodeReport]: ...

    def next_timeout_ms(self) -> int | None: ...

    def take_output(self, now_ms: int) -> bytes: ...


class Sessions(Protocol):
    """Makes the session of each start of a node: at power on, and after each reset. With a key:
    `partial(NodeSession, key=…)`.
    """

    def __call__(
        self,
        *,
        node: int,
        kind: str,
        epoch: int,
        now_ms: int = 0,
        reset_cause: str = "power_on",
        about: About | None = None,
        anchor: Anchor | None = None,
    ) -> Session: ...
