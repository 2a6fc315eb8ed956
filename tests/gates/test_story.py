"""The gate of the story: a reader that is killed has each event once, each event is one of the JSON
Schema, none names a card that lies face down, and no reader of its socket gets in the way of play.
"""

import asyncio
import json
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from random import Random
from time import monotonic
from unittest.mock import patch

import msgspec
import pytest

from tablectl.games.catalog import PRESETS
from tablectl.journal.store import Journal, write_new
from tablectl.present.public import public_view
from tablectl.service import story_server
from tablectl.service.process import bind_child
from tablectl.service.sockets import bound_socket
from tablectl.service.story_reader import StoryReader
from tablectl.service.story_server import StoryServer
from tablectl.simulation.demo.options import DemoOptions
from tablectl.story import kinds as k, story as telling
from tablectl.story.story import tell_row
from tests.claims import tried
from tests.rig.bare import play_bare
from tests.story.schema import wrong_by_schema

from .naming import named

PLAYERS = 6
NOTHING_COMES = threading.Event()
ENOUGH_S = 20
QUICK_KILLS, OFTEN_KILLS, KILLS = 10, 250, 1_000
QUICK_HANDS, HANDS_OF_A_GAME, SECRET_HANDS = 2, 1_000, 200  # of each of the five games
ROWS_A_TIME = 8

# Keeps what it reads in a file, and goes on there after the last whole line, as any reader may.
READER = """
import json, socket, sys
path, kept = sys.argv[1:]
with open(kept, "ab+") as file:
    file.seek(max(0, file.tell() - 65536))
    whole, line, half = file.read().rpartition(b"\\n")
    file.truncate(file.tell() - len(half))
    at = [1, 0]
    if whole:
        last = json.loads(whole.rpartition(b"\\n")[2])
        at = [last["row"], last["index"] + 1]
    with socket.socket(socket.AF_UNIX) as end:
        end.connect(path)
        end.sendall(json.dumps({"from": at}).encode() + b"\\n")
        while got := end.recv(700):
            file.write(got)
            file.flush()
"""


@contextmanager
def served(journal, path):
    """The story at that path, in a loop of its own."""
    loop = asyncio.new_event_loop()

    async def serve():
        with bound_socket(path, socket.SOCK_STREAM) as listening:
            server = await asyncio.start_unix_server(
                StoryServer(journal).answer, sock=listening, limit=story_server.LONGEST_REQUEST
            )
            is_up.set()
            await over.wait()
            server.close()
            path.unlink()
            while others := asyncio.all_tasks() - {asyncio.current_task()}:
                await asyncio.wait(others, timeout=1)

    over, is_up = asyncio.Event(), threading.Event()
    serving = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    serving.start()
    try:
        assert is_up.wait(ENOUGH_S)
        yield
    finally:
        loop.call_soon_threadsafe(over.set)
        serving.join()
        loop.close()


def play(journal, preset, hands, seed):
    """How many hands of a demo came into that journal: a tournament may be over before."""
    ended = []
    play_bare(DemoOptions(preset, PLAYERS, hands=hands, seed=seed, journal=journal), ended.append)
    return len(ended)


def games(folder, preset, hands, seed):
    """Journals, and the hands in each, until there are so many."""
    played = 0
    while played < hands:
        journal = folder / f"{preset}-{seed}-{played}.db"
        count = play(journal, preset, hands - played, seed + played)
        yield journal, count
        played += count
        journal.unlink()


@contextmanager
def connected(path, count, says=b""):
    ends = []
    for _ in range(count):
        ends.append(end := socket.socket(socket.AF_UNIX))
        end.settimeout(ENOUGH_S)
        end.connect(str(path))
        end.sendall(says)
    try:
        yield ends
    finally:
        for end in ends:
            end.close()


def lines_of(path, count, request=b'{"from": [1, 0]}\n'):
    """So many lines, or all until the other side closes."""
    with connected(path, 1, request) as (end,):
        got = b""
        while got.count(b"\n") < count and (data := end.recv(1 << 16)):
            got += data
    return got.splitlines()


# Readers that are killed


def read_with_kills(journal, folder, kills, seed):
    """The table writes, and a reader is killed again and again as it reads; both numbers."""
    chance, kept, running = Random(seed), folder / "kept", folder / "running.db"
    with Journal.open(journal, read_only=True) as whole:
        first, *rows = whole.stored()
    write_new(running, [first])
    path, killed = folder / "story.sock", 0
    command = [sys.executable, "-I", "-S", "-c", READER, str(path), str(kept)]
    kept.touch()
    wanted, written = numbers_of(journal), 1
    with served(running, path), Journal.open(running) as writing:
        while killed < kills or rows:
            count = chance.randint(1, ROWS_A_TIME) if killed < kills else len(rows)
            now, rows = rows[:count], rows[count:]
            if now:
                writing.write(now)
                written = now[-1].n
            had = kept.stat().st_size
            lacks = kept.read_bytes().count(b"\n") < sum(row <= written for row, _ in wanted)
            with subprocess.Popen(command, preexec_fn=bind_child()) as reader:
                wait_until(lambda had=had, lacks=lacks: kept.stat().st_size != had or not lacks)
                NOTHING_COMES.wait(chance.random() / 200)
                reader.send_signal(signal.SIGKILL)
            killed += 1
        with subprocess.Popen(command, preexec_fn=bind_child()) as reader:
            wait_until(lambda: kept.read_bytes().count(b"\n") >= len(wanted))
            reader.kill()
    return wanted, [number_of(line) for line in kept.read_bytes().splitlines()], killed


def wait_until(is_so):
    """Or for a moment: where nothing is new, nothing comes."""
    ends_at = monotonic() + 1
    while not is_so() and monotonic() < ends_at:
        NOTHING_COMES.wait(0.001)


def numbers_of(journal):
    with StoryReader(journal) as reader:
        return [(event.row, event.index) for told in iter(reader.read, None) for event in told]


def number_of(line):
    event = json.loads(line)
    return event["row"], event["index"]


def has_each_once(folder, kills, seed):
    hands = 1 + kills // 20
    play(folder / "whole.db", "canterbury", hands, seed)
    wanted, found, killed = read_with_kills(folder / "whole.db", folder, kills, seed)
    tried(killed, "readers killed")
    assert found == wanted


def test_a_reader_that_is_killed_some_times_has_each_event_once(tmp_path):
    has_each_once(tmp_path, QUICK_KILLS, seed=1)


@pytest.mark.slow
def test_a_reader_that_is_killed_often_has_each_event_once(tmp_path):
    has_each_once(tmp_path, OFTEN_KILLS, seed=2)


@pytest.mark.soak
def test_a_reader_that_is_killed_1000_times_has_each_event_once(tmp_path, soaking):
    for seed in soaking:
        (folder := tmp_path / str(seed)).mkdir()
        has_each_once(folder, KILLS, seed)


def test_control_a_reader_that_asks_from_its_last_event_has_one_twice(tmp_path):
    play(tmp_path / "whole.db", "canterbury", 2, 3)
    with patch(f"{__name__}.READER", READER.replace('last["index"] + 1', 'last["index"]')):
        wanted, found, _ = read_with_kills(tmp_path / "whole.db", tmp_path, QUICK_KILLS, 3)
    assert found != wanted


# The schema


def wrong_events(folder, preset, hands, seed):
    """What is wrong with the events of so many hands, and how many there were."""
    wrong, events = [], 0
    for journal, _ in games(folder, preset, hands, seed):
        with StoryReader(journal) as reader:
            for told in iter(reader.read, None):
                for event in told:
                    wrong += wrong_by_schema(json.loads(msgspec.json.encode(event)))
                    events += 1
    return wrong, events


def is_of_the_schema(folder, preset, hands, seed):
    wrong, events = wrong_events(folder, preset, hands, seed)
    tried(events, "events")
    assert wrong == []
    assert events > 10 * hands


@pytest.mark.parametrize("preset", PRESETS)
def test_each_event_of_some_hands_is_one_of_the_schema(preset, tmp_path):
    is_of_the_schema(tmp_path, preset, QUICK_HANDS, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_each_event_of_1000_hands_of_each_game_is_one_of_the_schema(preset, tmp_path):
    is_of_the_schema(tmp_path, preset, HANDS_OF_A_GAME, seed=2)


@pytest.mark.soak
def test_each_event_of_ever_other_hands_is_one_of_the_schema(tmp_path, soaking):
    for number, seed in enumerate(soaking):
        is_of_the_schema(tmp_path, PRESETS[number % len(PRESETS)], 20, seed)


def test_control_an_event_with_another_word_or_without_one_is_found():
    event = json.loads(msgspec.json.encode(k.Called(seat=1, amount=5, to=5)))
    assert wrong_by_schema(event) == []
    assert wrong_by_schema(event | {"face": "Ah"}) != []
    assert wrong_by_schema(event | {"amount": "5"}) != []
    assert wrong_by_schema({"kind": "called"}) != []
    assert wrong_by_schema({"kind": "called_in"}) != []


# Cards that lie face down


def cards_seen(journal):
    """By row, the cards of the hand that a public view has shown by then."""
    seen, table = set[str](), None
    by_row = {}
    with Journal.open(journal, read_only=True) as rows:
        for record in rows.rows():
            before = table
            table, events = tell_row(before, record, b"")
            if any(isinstance(event, k.HandBegan) for event in events):
                seen = set()
            for shown in (before, table):
                if shown is not None:
                    seen |= named(msgspec.json.encode(public_view(shown, record.at_ms)).decode())
            by_row[record.n] = frozenset(seen)
    return by_row


def leaks(folder, preset, hands, seed):
    """Lines of the socket that name a card which lay face down then, and how many lines."""
    found, count = [], 0
    for journal, _ in games(folder, preset, hands, seed):
        seen, path = cards_seen(journal), folder / "story.sock"
        with served(journal, path):
            for line in lines_of(path, len(numbers_of(journal))):
                count += 1
                if hidden := named(line.decode()) - seen[json.loads(line)["row"]]:
                    found.append(f"{line[:80]!r}: {sorted(hidden)}")
    return found, count


def names_no_hidden_card(folder, preset, hands, seed):
    found, lines = leaks(folder, preset, hands, seed)
    tried(hands, "hands")
    assert found == []
    assert lines > 10 * hands


@pytest.mark.parametrize("preset", PRESETS)
def test_no_line_of_some_hands_names_a_card_that_lies_face_down(preset, tmp_path):
    names_no_hidden_card(tmp_path, preset, QUICK_HANDS, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_no_line_of_1000_hands_names_a_card_that_lies_face_down(preset, tmp_path):
    names_no_hidden_card(tmp_path, preset, SECRET_HANDS, seed=2)


@pytest.mark.soak
def test_no_line_of_ever_other_hands_names_a_card_that_lies_face_down(tmp_path, soaking):
    for number, seed in enumerate(soaking):
        names_no_hidden_card(tmp_path, PRESETS[number % len(PRESETS)], 10, seed)


def test_control_a_story_that_tells_each_card_as_it_is_dealt_is_caught(tmp_path):
    def dealt(fact, at):
        yield k.Shown(seat=fact.seat, cards=tuple(at.after.playing.players[fact.seat].cards))

    with patch.dict(telling.TELLERS, {telling.f.CardDealt: dealt}):
        found, _ = leaks(tmp_path, "canterbury", QUICK_HANDS, seed=1)
    assert found != []


# Readers who mean harm


def last_words(end):
    """The sentence of the last line, once the other side has closed."""
    got = b""
    while data := end.recv(1 << 16):
        got += data
    return json.loads(got.splitlines()[-1])["error"]


def test_who_asks_a_million_times_on_one_connection_is_refused_with_a_sentence(tmp_path):
    play(tmp_path / "whole.db", "canterbury", 1, 1)
    path = tmp_path / "story.sock"
    with (
        served(tmp_path / "whole.db", path),
        connected(path, 1, b'{"from": [1, 0]}\n' * 2) as (end,),
    ):
        assert last_words(end) == "A connection has one request: open another one for the next."
    flood = b'{"from": [1, 0]}\n' * 1_000_000
    with served(tmp_path / "whole.db", path), connected(path, 1) as (end,):
        with pytest.raises(OSError, match=r"Broken pipe|reset"):
            end.sendall(flood)
        assert number_of(lines_of(path, 1)[0]) == (1, 0)


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 255,
        b'{"from": [\xff, 0]}',
        b'{"\xff": 1}',
        b'{"from": [99999999999999999999, 0]}',
        b'{"from": [1, 0, 0]}',
        b"\0" * 200,
    ],
)
def test_a_line_of_nonsense_is_refused_with_a_sentence(line, tmp_path):
    play(tmp_path / "whole.db", "canterbury", 1, 1)
    path = tmp_path / "story.sock"
    with served(tmp_path / "whole.db", path), connected(path, 1, line + b"\n") as (end,):
        assert last_words(end) == 'A request is one line: {"from": [row, index]}.'


def test_who_asks_from_a_row_that_is_not_there_yet_waits_for_it(tmp_path):
    play(tmp_path / "whole.db", "canterbury", 1, 1)
    path = tmp_path / "story.sock"
    request = b'{"from": [9007199254740992, 0]}\n'
    with served(tmp_path / "whole.db", path), connected(path, 1, request) as (end,):
        end.settimeout(0.3)
        with pytest.raises(TimeoutError):
            end.recv(1)


@pytest.mark.slow
def test_half_a_line_and_a_reader_that_never_reads_are_dropped_with_a_sentence(tmp_path):
    """The whole story does not fit into what a socket holds."""
    journal, path = tmp_path / "whole.db", tmp_path / "story.sock"
    play(journal, "canterbury", 60, 1)
    with (
        patch.multiple(story_server, REQUEST_S=0.2, SLOW_S=1.5, LAST_S=0.2),
        served(journal, path),
        connected(path, 3, b'{"fro') as half,
        connected(path, 3, b'{"from": [1, 0]}\n') as mute,
    ):
        assert {last_words(end) for end in half} == {"Nothing was asked for 0 s."}
        wanted = numbers_of(journal)
        assert len(lines_of(path, len(wanted))) == len(wanted)
        NOTHING_COMES.wait(2)
        for end in mute:  # what had arrived is there, and then the connection is over
            got = b""
            while data := end.recv(1 << 16):
                got += data
            assert 0 < got.count(b"\n") < len(wanted)


def test_play_is_written_and_its_log_emptied_beside_readers_that_never_read(tmp_path):
    """A reader that held a transaction would let the journal's log grow without an end."""
    journal, path, running = tmp_path / "whole.db", tmp_path / "story.sock", tmp_path / "running.db"
    play(journal, "canterbury", 40, 1)
    with Journal.open(journal, read_only=True) as whole:
        first, *rows = whole.stored()
    write_new(running, [first, *rows[: len(rows) // 2]])
    with (
        served(running, path),
        connected(path, 5, b'{"from": [1, 0]}\n'),
        Journal.open(running) as writing,
    ):
        for at in range(len(rows) // 2, len(rows), 50):
            writing.write(rows[at : at + 50])
        with closing(sqlite3.connect(running)) as other:

            def is_emptied():
                busy, in_log, moved = other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                return (busy, in_log) == (0, moved)

            ends_at = monotonic() + ENOUGH_S  # one that reads just now is done soon
            while not (is_so := is_emptied()) and monotonic() < ends_at:
                NOTHING_COMES.wait(0.01)
    assert is_so
