"""A recording of what goes over the ports: raw bytes, each way, with their times. One JSON object a
line.

    {"ms": 1204, "port": "/dev/ttyACM0", "to": "host", "hex": "0201071103.."}

`ms` counts from the beginning of the recording. Tags are in it, and a tag is a card: the file is
made for its owner alone (0600).
"""

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from firmware_io.encoding import decode
from firmware_io.framing import Deframer
from firmware_io.messages import Frame, Malformed

Way = Literal["host", "node"]
# bytes; of what a port takes at one time a line is far shorter
MOST_BYTES = 1 << 20


class BadRecording(ValueError):
    """The message is a sentence with file and line."""


class Passed(msgspec.Struct, frozen=True):
    """Bytes that have passed a port at one time."""

    ms: int
    port: str
    to: Way
    hex: str

    @property
    def data(self) -> bytes:
        return bytes.fromhex(self.hex)


class Recorder:
    """Writes what passes into a new file. Raises OSError where it cannot be made,
    FileExistsError where it is there.
    """

    def __init__(self, path: Path, now_ms: Callable[[], int], tell: Callable[[str], None]) -> None:
        """`tell` hears a sentence if the disk takes no more: the table goes on, the recording
        ends.
        """
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        self._path, self._now_ms, self._tell = path, now_ms, tell
        self._began_ms = now_ms()

    def __call__(self, port: str, to: Way, data: bytes) -> None:
        if self._file < 0:
            return
        passed = Passed(self._now_ms() - self._began_ms, port, to, data.hex())
        try:
            os.write(self._file, msgspec.json.encode(passed) + b"\n")
        except OSError as error:
            self.close()
            self._tell(f"The recording {self._path} ends here: {error.strerror}.")

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
        self._file = -1


def read_recording(path: Path) -> Iterator[Passed]:
    """What has passed, in order. Raises OSError, BadRecording."""
    with path.open("rb") as file:
        for number, text in enumerate(iter(lambda: file.readline(MOST_BYTES), b""), 1):
            if len(text) == MOST_BYTES:
                raise BadRecording(f"{path}:{number}: This line is longer than any of a recording.")
            try:
                passed = msgspec.json.decode(text, type=Passed)
                bytes.fromhex(passed.hex)
            except (msgspec.DecodeError, ValueError) as error:
                raise BadRecording(f"{path}:{number}: {error}.") from None
            yield passed


class Said(msgspec.Struct, frozen=True):
    """One frame of a recording; `frame` is None where it was none, and `why` says so."""

    ms: int
    port: str
    to: Way
    frame: Frame | None
    why: str = ""


def read_frames(passed: Iterable[Passed]) -> Iterator[Said]:
    """Every frame, in the order in which their last bytes passed."""
    deframers: dict[tuple[str, Way], Deframer] = {}
    for one in passed:
        deframer = deframers.setdefault((one.port, one.to), Deframer())
        before = deframer.errors
        for body in deframer.feed(one.data):
            arrived = decode(body)
            if isinstance(arrived, Malformed):
                yield Said(one.ms, one.port, one.to, None, arrived.reason)
            else:
                yield Said(one.ms, one.port, one.to, arrived)
        if deframer.errors != before:
            yield Said(one.ms, one.port, one.to, None, "no frame")
