"""The table's story, read at its socket from its beginning on; and again, where the socket was gone
or the table speaks another language now.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

import msgspec

from tablectl.structs import JsonObject
from tablectl.web.table_link import AGAIN_AT_MOST_S, AGAIN_S, GONE

logger = logging.getLogger(__name__)

EVENT_BYTES = 1 << 16
AT_ONCE = 50  # events: then others are served


class StoryLink:
    """`language`: of the table. `begin` is called where the story begins, in that language, and
    `take` with each event.
    """

    def __init__(
        self,
        path: str,
        language: Callable[[], str],
        begin: Callable[[str], None],
        take: Callable[[JsonObject], None],
    ) -> None:
        self._path, self._language = path, language
        self._begin, self._take = begin, take
        self.is_connected = False
        self._trouble = ""
        self._writer: asyncio.StreamWriter | None = None

    def begin_anew(self) -> None:
        """The table speaks another language now."""
        if self._writer is not None:
            self._writer.close()

    async def run(self) -> None:
        """Until it is cancelled."""
        wait_s = AGAIN_S
        while True:
            with suppress(*GONE):
                await self._read_story()
            wait_s = AGAIN_S if self.is_connected else min(2 * wait_s, AGAIN_AT_MOST_S)
            self.is_connected = False
            await asyncio.sleep(wait_s)

    async def _read_story(self) -> None:
        """Until it ends. Raises what GONE has."""
        reader, writer = await asyncio.open_unix_connection(self._path, limit=EVENT_BYTES)
        self._writer = writer
        try:
            language = self._language()
            writer.write(msgspec.json.encode({"from": [1, 0], "language": language}) + b"\n")
            await writer.drain()
            self._begin(language)
            self.is_connected = True
            number = 0
            while True:
                event: JsonObject = msgspec.json.decode(await reader.readuntil(b"\n"), type=dict)
                if "error" in event:
                    self._warn(str(event["error"]))
                    return
                self._take(event)
                if (number := number + 1) % AT_ONCE == 0:
                    await asyncio.sleep(0)
        finally:
            self._writer = None
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    def _warn(self, sentence: str) -> None:
        """Once, where it is tried again and again."""
        if sentence != self._trouble:
            self._trouble = sentence
            logger.warning(f"The story cannot be read: {sentence}")
