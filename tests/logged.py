"""What the log says, for a test that reads it."""

import logging
import weakref


class Logged(list[str]):
    """The sentences that a room of `tablectl` logs from now on, as long as this list is there."""

    def __init__(self, room: str = "service"):
        super().__init__()
        logger, handler = logging.getLogger(f"tablectl.{room}"), _Into(weakref.ref(self))
        logger.setLevel(logging.INFO)
        logger.addHandler(handler)
        weakref.finalize(self, logger.removeHandler, handler)


class _Into(logging.Handler):
    def __init__(self, said: weakref.ref[Logged]):
        super().__init__()
        self._said = said

    def emit(self, record: logging.LogRecord):
        if (said := self._said()) is not None:
            said.append(record.getMessage())
