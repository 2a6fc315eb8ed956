"""The socket of a simulated table: one verb a line, one JSON object in answer; and a file of
verbs with their times.
"""

import asyncio
import contextlib
from pathlib import Path

import msgspec

from firmware_io.kit.table.sim_table import SOCKET, SimTable
from firmware_io.kit.table.verbs import BadVerb, do_verb, whole_number

MOST_BYTES = 4_096
MOST_WAIT_MS = 24 * 3_600_000


def answer_verb(table: SimTable, text: str) -> dict[str, object]:
    try:
        return {"ok": True} | do_verb(table, text)
    except BadVerb as error:
        return {"ok": False, "why": str(error)}


async def serve_table(table: SimTable) -> asyncio.Server:
    """Listens on do.sock in the table's directory. A line is a verb, or an object with it:
    {"do": "seat 3 press call"}.
    """
    path = table.directory / SOCKET
    path.unlink(missing_ok=True)

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer), contextlib.suppress(ConnectionError, ValueError):
            while text := await reader.readline():
                writer.write(msgspec.json.encode(answer_verb(table, _read_verb(text))) + b"\n")
                await writer.drain()

    return await asyncio.start_unix_server(talk, path, limit=MOST_BYTES)


def _read_verb(text: bytes) -> str:
    with contextlib.suppress(msgspec.DecodeError):
        return str(msgspec.json.decode(text, type=dict[str, str]).get("do", ""))
    return text.decode(errors="replace")


async def send_verb(directory: Path, text: str) -> dict[str, object]:
    """Sends a verb to the table that stands in this directory. Raises OSError where none does."""
    reader, writer = await asyncio.open_unix_connection(str(directory / SOCKET))
    with contextlib.closing(writer):
        writer.write(msgspec.json.encode({"do": text}) + b"\n")
        reply = await reader.readline()
    return (
        msgspec.json.decode(reply, type=dict[str, object])
        if reply
        else {"ok": False, "why": "The table has ended."}
    )


async def play_script(table: SimTable, script: Path) -> None:
    """Does what stands in a file, one verb a line; `wait 500` lets milliseconds pass, `#` begins
    a remark. Raises BadVerb.
    """
    for number, text in enumerate(script.read_text().splitlines(), 1):
        match text.partition("#")[0].split():
            case []:
                continue
            case ["wait", ms]:
                await asyncio.sleep(whole_number(ms, MOST_WAIT_MS) / 1_000)
            case words:
                try:
                    do_verb(table, " ".join(words))
                except BadVerb as error:
                    raise BadVerb(f"{script}:{number}: {error}") from None
