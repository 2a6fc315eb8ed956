"""Lines to the table's control socket. Each is sent once, over a connection of its own: what may
have been done is never asked again.
"""

import asyncio
from contextlib import suppress

import msgspec

from tablectl.locale.translator import N_
from tablectl.structs import JsonObject
from tablectl.web.guard import Refusal
from tablectl.web.table_link import table_lost

ANSWER_BYTES = 1 << 20  # of a status with long lists
ANSWER_S = 5.0
MOST_AT_ONCE = 8


class ControlSocket:
    def __init__(self, path: str) -> None:
        self._path = path
        self._places = asyncio.Semaphore(MOST_AT_ONCE)

    async def ask(self, line: JsonObject) -> JsonObject:
        """The table's answer. Raises Refusal: the table is not there, or it is not known what it
        did.
        """
        async with self._places:
            try:
                async with asyncio.timeout(ANSWER_S):
                    reader, writer = await asyncio.open_unix_connection(
                        self._path, limit=ANSWER_BYTES
                    )
            except (OSError, TimeoutError):
                raise table_lost() from None
            try:
                return await _exchange(reader, writer, line)
            finally:
                writer.close()
                with suppress(OSError):
                    await writer.wait_closed()


async def _exchange(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: JsonObject
) -> JsonObject:
    try:
        async with asyncio.timeout(ANSWER_S):
            writer.write(msgspec.json.encode(line) + b"\n")
            await writer.drain()
            answer: JsonObject = msgspec.json.decode(await reader.readuntil(b"\n"), type=dict)
            return answer
    except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError, msgspec.DecodeError):
        raise Refusal(
            503,
            "not_known",
            N_("The table gave no answer: look at the last acts before you ask again."),
        ) from None
