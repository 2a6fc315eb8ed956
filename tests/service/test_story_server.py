"""The story at its socket: readers that come, go and come back have every event once."""

import asyncio
import json
import socket
from contextlib import asynccontextmanager
from random import Random

import pytest

from tablectl.journal.store import Journal, write_new
from tablectl.service import story_server
from tablectl.service.sockets import bound_socket
from tablectl.service.story_reader import StoryReader
from tablectl.service.story_server import MOST_OF_USER, StoryServer
from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import read_script
from tests.claims import tried
from tests.scenarios.files import SCENARIOS

SCENARIO = "example-6-odd-chips-to-the-first-winner"
CUTS = 1_000
ENOUGH_S = 30


@pytest.fixture
def journal(tmp_path):
    run_script(read_script(SCENARIOS[SCENARIO]), keep=tmp_path)
    return tmp_path / f"{SCENARIO}.db"


def numbers_of(journal):
    with StoryReader(journal) as reader:
        return [(event.row, event.index) for told in iter(reader.read, None) for event in told]


@asynccontextmanager
async def served(journal, place):
    path = place / "story.sock"
    with bound_socket(path, socket.SOCK_STREAM) as listening:
        server = await asyncio.start_unix_server(
            StoryServer(journal).answer, sock=listening, limit=256
        )
        try:
            yield path
        finally:
            server.close()
            path.unlink()
            while others := asyncio.all_tasks() - {asyncio.current_task()}:
                await asyncio.wait(others, timeout=1)


async def asked(path, request):
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(request)
    return reader, writer


async def last_line(path, request):
    reader, writer = await asked(path, request)
    try:
        return json.loads(await asyncio.wait_for(reader.readline(), ENOUGH_S))
    finally:
        writer.close()


def number_of(line):
    event = json.loads(line)
    return event["row"], event["index"]


async def read_with_cuts(path, wanted, chance):
    """What a reader has got in the end, and how often it was cut off, mostly in mid-line."""
    found: list[tuple[int, int]] = []
    cuts = 0
    while len(found) < len(wanted):
        row, index = found[-1] if found else (1, -1)
        reader, writer = await asked(path, json.dumps({"from": [row, index + 1]}).encode() + b"\n")
        got = await asyncio.wait_for(reader.read(chance.randrange(1, 2_000)), ENOUGH_S)
        writer.close()
        cuts += 1
        found += [number_of(line) for line in got.split(b"\n")[:-1]]
    return found, cuts


def test_a_reader_that_is_cut_off_a_thousand_times_has_each_event_once(journal, tmp_path):
    wanted, chance = numbers_of(journal), Random(5)

    async def read():
        cuts = 0
        async with served(journal, tmp_path) as path:
            while cuts < CUTS:
                found, more = await read_with_cuts(path, wanted, chance)
                assert found == wanted
                cuts += more
        return cuts

    tried(asyncio.run(read()), "cuts")


def test_a_reader_that_is_gone_before_it_is_looked_at_is_let_go(journal, tmp_path):
    async def come_and_go():
        async with served(journal, tmp_path) as path:
            reader, writer = await asyncio.open_unix_connection(path)
            writer.transport.abort()
            await asyncio.sleep(0)
            await StoryServer(journal).answer(reader, writer)

    asyncio.run(come_and_go())


def test_what_a_table_writes_while_somebody_reads_arrives_at_once(journal, tmp_path):
    wanted = numbers_of(journal)
    with Journal.open(journal, read_only=True) as whole:
        first, *rows = whole.stored()
    running = tmp_path / "running.db"
    write_new(running, [first])

    async def read():
        found = []
        async with served(running, tmp_path) as path:
            reader, writer = await asked(path, b'{"from": [1, 0]}\n')
            with Journal.open(running) as writing:
                for row in (first, *rows):
                    if row is not first:
                        writing.write([row])
                    for _ in [number for number in wanted if number[0] == row.n]:
                        line = await asyncio.wait_for(reader.readline(), ENOUGH_S)
                        found.append(number_of(line))
            writer.close()
        return found

    assert asyncio.run(read()) == wanted


@pytest.mark.parametrize(
    "request_",
    [b"\n", b"{}x\n", b'{"from": [-1, 0]}\n', b'{"from": 3}\n', b'{"to": [1, 0]}\n', b"a" * 9_999],
)
def test_a_request_that_is_none_is_answered_with_a_sentence(request_, journal, tmp_path):
    async def read():
        async with served(journal, tmp_path) as path:
            return await last_line(path, request_)

    assert asyncio.run(read()) == {"error": 'A request is one line: {"from": [row, index]}.'}


def test_a_journal_that_cannot_be_read_is_answered_with_a_sentence(tmp_path):
    (tmp_path / "table.db").write_text("no journal")

    async def read():
        async with served(tmp_path / "table.db", tmp_path) as path:
            return await last_line(path, b'{"from": [1, 0]}\n')

    assert "cannot be read as a journal" in asyncio.run(read())["error"]


def test_a_user_that_takes_all_its_places_is_told_so_and_takes_none_of_another_s(
    journal, tmp_path, monkeypatch
):
    user = 1_001
    monkeypatch.setattr(story_server, "user_of", lambda end: user)

    async def read():
        nonlocal user
        async with served(journal, tmp_path) as path:
            # they ask for what has not happened yet, and wait
            kept = [await asked(path, b'{"from": [9999, 0]}\n') for _ in range(MOST_OF_USER)]
            refused = await last_line(path, b'{"from": [1, 0]}\n')
            user = 1_002
            other = await last_line(path, b'{"from": [1, 0]}\n')
            user = 1_001
            kept.pop()[1].close()
            while "error" in (again := await last_line(path, b'{"from": [1, 0]}\n')):
                await asyncio.sleep(0.01)
            for _, writer in kept:
                writer.close()
            return refused, other, again

    refused, other, again = asyncio.run(read())
    assert refused["error"].startswith(f"{MOST_OF_USER} clients of this user read the story")
    assert other == again == {**other, "kind": "table_opened"}


def test_words_are_in_the_language_that_was_asked_for(journal, tmp_path):
    async def read(**language):
        async with served(journal, tmp_path) as path:
            request = json.dumps({"from": [1, 0], **language}).encode() + b"\n"
            reader, writer = await asked(path, request)
            try:
                while True:
                    line = json.loads(await asyncio.wait_for(reader.readline(), ENOUGH_S))
                    if line.get("kind", "pot_won") == "pot_won":
                        return line
            finally:
                writer.close()

    english, spanish = asyncio.run(read()), asyncio.run(read(language="es"))
    assert english["winners"][0]["hand"] == "ace high"
    assert spanish["winners"][0]["hand"] == "carta alta, as"
    assert asyncio.run(read(language="xx")) == {"error": "There is no language xx here."}
