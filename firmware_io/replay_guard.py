"""Which frames of a keyed link are new. A MAC says who made a frame; this rejects a recorded one.

    node -> host    an unnumbered frame has a count, and the host takes only what is above the
                    newest it took; an edge has its number, a hello answers a token of this host
    host -> node    the same; and every frame echoes the newest frame that the host took, so that
                    the node knows how old it is

PROTOCOL.md has the rules under "Keyed links". Pure; one guard to a session, and none on a link
without a key.
"""

from firmware_io.messages import EDGES, NO_EPOCH, STATES, U32_MAX, Frame, Hello, HostHello
from firmware_io.session import LOST_AFTER_MS

# a host whose newest news is older has been silent for long enough to be lost
MAX_ECHO_MS = LOST_AFTER_MS


class NodeGuard:
    """The node's: which frames of a host are new."""

    def __init__(self, epoch: int, now_ms: int) -> None:
        """Times are the caller's clock; the echo is the node's, which began at `now_ms`."""
        self._epoch = epoch
        self._born_ms = now_ms
        # what a host says counts if it has taken a frame that was sent from then on
        self._floor_ms = now_ms
        self._count = 0  # the newest unnumbered frame of the host that was met

    def accepts_frame(self, arrived: Frame, host_epoch: int, now_ms: int) -> bool:
        """Whether it is new: of the host that is met, or a host's hello that shows it hears this
        node now.
        """
        age_ms = (now_ms - self._born_ms - arrived.node_ms) & U32_MAX
        echoed_ms = now_ms - age_ms
        if (
            arrived.acknowledged_epoch != self._epoch
            or age_ms >= MAX_ECHO_MS
            or echoed_ms < self._floor_ms
        ):
            return False
        if arrived.epoch != host_epoch:
            return isinstance(arrived.message, HostHello) and self._meets_host(
                arrived, host_epoch, echoed_ms
            )
        if isinstance(arrived.message, STATES):
            return True  # its number decides
        if arrived.sequence <= self._count:
            return False
        self._count = arrived.sequence
        return True

    def _meets_host(self, arrived: Frame, host_epoch: int, echoed_ms: int) -> bool:
        if host_epoch != NO_EPOCH and echoed_ms == self._floor_ms:
            return False  # another host must have heard more than the one that is met had
        self._floor_ms, self._count = echoed_ms, arrived.sequence
        return True


class HostGuard:
    """The host's: which frames of a node are new, and what its own frames echo."""

    def __init__(self) -> None:
        self._sent_count = 0  # unnumbered frames of its own
        self._taken = 0  # the newest unnumbered frame of the node's epoch
        self._echo_ms = 0  # that frame's, by the node's clock
        # epoch and clock of a hello of an epoch that is not adopted
        self._stranger: tuple[int, int] | None = None
        self._greeted_stranger = False

    def accepts_frame(self, arrived: Frame, node_epoch: int) -> bool:
        """`node_epoch`: the one that is adopted, or NO_EPOCH. Of another only a hello is taken,
        and its token decides.
        """
        if arrived.epoch != node_epoch:
            if not isinstance(arrived.message, Hello):
                return False
            self._stranger = (arrived.epoch, arrived.node_ms)
            return True
        if isinstance(arrived.message, EDGES):
            return True  # its number decides
        if arrived.sequence <= self._taken:
            return False
        self._taken, self._echo_ms = arrived.sequence, arrived.node_ms
        return True

    def adopt_epoch(self, arrived: Frame) -> None:
        """This hello's epoch is the node's from now on."""
        self._taken, self._echo_ms = arrived.sequence, arrived.node_ms
        self._stranger = None

    def forget_node(self) -> None:
        """Another node will be there, which may have the epoch of the one before."""
        self._taken = self._echo_ms = 0
        self._stranger = None

    def next_count(self) -> int:
        """Of the next frame that carries no other."""
        self._sent_count += 1
        return self._sent_count

    @property
    def echo_ms(self) -> int:
        return self._echo_ms

    def whom_to_ask(self, node_epoch: int) -> tuple[int, int]:
        """Epoch and echo for a host's hello: of a stranger who said hello, and where a node is
        known each in turn.

        So recorded hellos cannot keep the host from asking the node that is there.
        """
        if self._stranger is None or (node_epoch != NO_EPOCH and self._greeted_stranger):
            self._greeted_stranger = False
            return node_epoch, self._echo_ms
        self._greeted_stranger = True
        return self._stranger
