"""What keeps a bad wire from being heard wrongly, taken off: the broken controls of tests show what it prevents."""

from firmware_io.framing import Deframer
from firmware_io.host_session import HostSession


class AnyFrame(Deframer):
    """No sum is looked at."""

    def is_intact(self, body: bytes, crc: bytes) -> bool:
        return True


class EveryEdgeIsNews(HostSession):
    """No repeat is recognised."""

    def is_repeat(self, number: int) -> bool:
        return False
