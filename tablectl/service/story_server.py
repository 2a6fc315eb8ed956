"""Serves the story of a table at a Unix socket. A process of its own beside the table's: it reads
the journal and never writes in it, so no reader of the story can hold up play.

A client sends one line, {"from": [row, index]}, with "language": "es" for sentences that are not
English, and gets every event from that number on, one JSON object a line; then those that follow,
as the table writes them. A client that was away asks from the number after its last: it misses none
and gets none twice. One that reads slowly is sent no more than it takes, and dropped after SLOW_S
in which it took too little. Each user has places of its own. What is wrong is a last line,
{"error": "<sentence>"}.
"""

import asyncio
import logging
import signal
import socket
from collections import Counter
from pathlib import Path
from typing import Annotated

import msgspec

from tablectl.journal.record import BadJournal
from tablectl.locale import LANGUAGES, BadCatalogue, Translator, get_translator
from tablectl.service.sockets import bound_socket, user_of
from tablectl.service.story_reader import StoryReader
from tablectl.structs import Strict

logger = logging.getLogger(__name__)

MOST_OF_USER = 16  # clients of one user, so that nobody takes the places of others
LONGEST_REQUEST = 256  # bytes
REQUEST_S = 5.0  # a client that has asked nothing by then is dropped
SLOW_S = 30.0  # so long a client may take for what it was sent at once
LAST_S = 5.0  # and for the last line
LOOK_S = 0.05  # how often the journal is looked at for new rows

Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Request(Strict):
    """From this event on, it included."""

    from_: tuple[Number, Number] = msgspec.field(name="from", default=(1, 0))
    language: str = "en"


_request = msgspec.json.Decoder(Request)


class StoryServer:
    """Serves one journal to many clients."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._clients = Counter[int]()  # by user

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client, until it hangs up."""
        try:
            user = user_of(writer.get_extra_info("socket"))
        except OSError:
            return  # it has hung up before it was looked at
        self._clients[user] += 1
        try:
            if self._clients[user] > MOST_OF_USER:
                raise Refused(
                    f"{MOST_OF_USER} clients of this user read the story already: end one of them."
                )
            await self._follow(await _requested(reader), reader, writer)
        except (Refused, BadJournal) as error:
            writer.write(msgspec.json.encode({"error": str(error)}) + b"\n")
        except (OSError, asyncio.IncompleteReadError):
            pass  # it has hung up
        except asyncio.CancelledError:
            pass  # the process ends; Python 3.11 would print a traceback of it
        finally:
            await _close(writer)
            self._clients -= Counter((user,))

    async def _follow(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        more = asyncio.ensure_future(reader.read(1))
        try:
            with StoryReader(self._journal, *request.from_, _translator(request)) as story:
                while not more.done():
                    events = story.read()
                    if events is None:
                        await asyncio.wait({more}, timeout=LOOK_S)
                        continue
                    writer.write(b"".join(msgspec.json.encode(event) + b"\n" for event in events))
                    await _wait_until_read(writer)
                    await asyncio.sleep(0)  # others are served between two steps
            if more.result():
                raise Refused("A connection has one request: open another one for the next.")
        finally:
            more.cancel()
            await asyncio.wait({more})
            if not more.cancelled():
                more.exception()  # it has hung up: else the loop says that nobody asked


class Refused(Exception):
    """What is asked cannot be answered; the message is a sentence."""


def _translator(request: Request) -> Translator:
    if request.language not in LANGUAGES:
        raise Refused(f"There is no language {request.language[:8]} here.")
    try:
        return get_translator(request.language)
    except BadCatalogue as error:
        raise Refused(str(error)) from None


async def _requested(reader: asyncio.StreamReader) -> Request:
    try:
        line = await asyncio.wait_for(reader.readuntil(b"\n"), REQUEST_S)
        return _request.decode(line)
    except TimeoutError:
        raise Refused(f"Nothing was asked for {REQUEST_S:.0f} s.") from None
    except (
        msgspec.MsgspecError,
        UnicodeDecodeError,
        RecursionError,
        asyncio.LimitOverrunError,
    ):
        raise Refused('A request is one line: {"from": [row, index]}.') from None


async def _wait_until_read(writer: asyncio.StreamWriter) -> None:
    try:
        await asyncio.wait_for(writer.drain(), SLOW_S)
    except TimeoutError:
        raise Refused(f"It was read too slowly for {SLOW_S:.0f} s: ask on from its end.") from None


async def _close(writer: asyncio.StreamWriter) -> None:
    """Who does not read the last line loses the connection without it."""
    writer.close()
    try:
        await asyncio.wait_for(writer.wait_closed(), LAST_S)
    except (TimeoutError, OSError):
        writer.transport.abort()


async def serve_story(journal: Path, path: Path) -> None:
    """Serves it at `path` until SIGTERM or SIGINT. Raises SocketTaken."""
    with bound_socket(path, socket.SOCK_STREAM) as listening:
        server = await asyncio.start_unix_server(
            StoryServer(journal).answer, sock=listening, limit=LONGEST_REQUEST
        )
        stopped = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
        logger.info(f"The story is served at {path}.")
        await stopped.wait()
        server.close()
        path.unlink(missing_ok=True)
