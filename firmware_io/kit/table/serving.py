"""The socket of a simulated table: one verb a line, one JSON object in answer; and a file of
verbs with their times.
"""

import asyncio
import contextlib
from pathlib import Path

import msgspec

from firmware_io.kit.table.sim_table import SOCKET, SimTable
from firmware_io.kit.table.verbs import BadVerb, do, whole

MOST_BYTES = 4_096
MOST_WAIT_MS = 24 * 3_600_000


def answer(table: SimTable, text: str) -> dict[str, object]:
    try:
        return {"ok": True} | do(table, text)
    except BadVerb as wrong:
        return {"ok": False, "why": str(wrong)}


async def served(table: SimTable) -> asyncio.Server:
    """Listens on do.sock in the table's directory. A line is a verb, or an object with it:
    {"do": "seat 3 press call"}.
    """
    path = table.directory / SOCKET
    path.unlink(missing_ok=True)

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer), contextlib.suppress(ConnectionError, ValueError):
            while text := await reader.readline():
                writer.write(msgspec.json.encode(answer(table, _verb(text))) + b"\n")
                await writer.drain()

    return await asyncio.start_unix_server(talk, path, limit=MOST_BYTES)


def _verb(text: bytes) -> str:
    with contextlib.suppress(msgspec.DecodeError):
        return str(msgspec.json.decode(text, type=dict[str, str]).get("do", ""))
    return text.decode(errors="replace")


async def asked(directory: Path, text: str) -> dict[str, object]:
    """Sends a verb to the table that stands in this directory. Raises OSError where none does."""
    reader, writer = await asyncio.open_unix_connection(str(directory / SOCKET))
    with contextlib.closing(writer):
        writer.write(msgspec.json.encode({"do": text}) + b"\n")
        said = await reader.readline()
    return (
        msgspec.json.decode(said, type=dict[str, object])
        if said
        else {"ok": False, "why": "The table has ended."}
    )


async def play(table: SimTable, script: Path) -> None:
    """Does what stands in a file, one verb a line; `wait 500` lets milliseconds pass, `#` begins
    a remark. Raises BadVerb.
    """
    for number, text in enumerate(script.read_text().splitlines(), 1):
        match text.partition("#")[0].split():
            case []:
                continue
            case ["wait", ms]:
                await asyncio.sleep(whole(ms, MOST_WAIT_MS) / 1_000)
            case words:
                try:
                    do(table, " ".join(words))
                except BadVerb as wrong:
                    raise BadVerb(f"{script}:{number}: {wrong}") from None
