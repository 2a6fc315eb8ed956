"""The wire's protections, taken out one by one: broken controls, which show what each of them
prevents.
"""

from firmware_io.framing import Deframer
from firmware_io.host_session import HostSession


class AnyFrame(Deframer):
    """Checks no CRC."""

    def is_intact(self, body, crc):
        return True


class EveryEdgeIsNews(HostSession):
    """Recognises no repeat."""

    def is_repeat(self, number):
        return False
