"""Frames in a stream of bytes that may hold anything: each reader says how one begins and how long
it is, the rest is here.

A frame is looked for at every byte. What begins like one and turns out not to be is given up byte
by byte, so that a good frame behind a torn one is found, and so that any chopping of the stream
gives the same frames. Never more is held than the longest frame.
"""

from abc import ABC, abstractmethod


class Scanner(ABC):
    """Bytes in, what the frames carry out; None for one with a bad checksum."""

    start: bytes  # how each frame begins
    head_bytes: int  # so many are needed to know how long it is
    more_bytes = 0  # so many more are looked at where they are there

    def __init__(self) -> None:
        self.skipped = 0  # bytes that belonged to no good frame
        self.spoilt = 0  # frames with a bad checksum
        self._held = bytearray()

    def feed(self, data: bytes) -> list[bytes | None]:
        """What the frames that end in `data` carry."""
        self._held += data
        found: list[bytes | None] = []
        at = self._find_begin(0)
        while len(self._held) - at >= self.head_bytes:
            length = self.frame_length(
                bytes(self._held[at : at + self.head_bytes + self.more_bytes])
            )
            if length is not None and len(self._held) - at < length:
                break
            carried = (
                None if length is None else self.frame_content(bytes(self._held[at : at + length]))
            )
            if length is not None:
                found.append(carried)
                self.spoilt += carried is None
            self.skipped += carried is None
            at = self._find_begin(
                at + (length if length is not None and carried is not None else 1)
            )
        del self._held[:at]
        return found

    def flush(self) -> list[bytes | None]:
        """The frame that was begun will not be completed: returns the whole frames behind its
        beginning.
        """
        found: list[bytes | None] = []
        while self._held:
            del self._held[0]
            self.skipped += 1
            found += self.feed(b"")
        return found

    @abstractmethod
    def frame_length(self, head: bytes) -> int | None:
        """How long the frame is that begins so, as a whole, or so long at least; None: none
        begins so.
        """

    @abstractmethod
    def frame_content(self, frame: bytes) -> bytes | None:
        """What a whole frame carries; None: its checksum is bad."""

    def _find_begin(self, at: int) -> int:
        """Where the next frame may begin, from `at` on."""
        begin = self._held.find(self.start, at)
        if begin < 0:
            begin = len(self._held)
            while begin > at and self.start.startswith(self._held[begin - 1 :]):
                begin -= 1
        self.skipped += begin - at
        return begin
