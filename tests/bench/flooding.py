"""What floods cost a key: one process floods a door of the table, or in the same way a door of a
server that is none of ours. So what the flood itself takes of the machine counts in both.

The two are measured in turn, in five pairs. Printed are p50 and p99 of the pair whose ratio of p99s
is the median, and that ratio, which is to be 2 at most.
"""

import asyncio
import contextlib
import select
import selectors
import subprocess
import sys
import time

from tablectl.service.process import bind_child
from tests.bench.bench_table import press
from tests.bench.percentiles import percentiles

PAIRS = 5
MOST = 2.0  # times what it takes beside the other server
FLOODED_S = 0.3  # from the start of a flood to the first key
ANSWER_AT_MOST_S = 60
READ = 1 << 16  # bytes at a time


# In a process of its own, until it is killed


def flood(connect, text, *, peers, lives_ms=-1, is_deaf=False):
    """Each connection sends the text without end. `lives_ms`: then it is closed, 0 for at once,
    -1 for never. `is_deaf`: it never reads.
    """
    ends = {}
    while True:
        while len(ends) < peers:
            ends[connect()] = time.monotonic()
        is_blocked = True
        for end, since in list(ends.items()):
            is_over = 0 <= lives_ms <= (time.monotonic() - since) * 1000
            try:
                is_blocked = not end.send(text) and is_blocked
            except BlockingIOError:
                pass
            except OSError:
                is_over = True
            if is_over or (not is_deaf and has_closed(end)):
                end.close()
                del ends[end]
        if is_blocked and ends:
            select.select([] if is_deaf else list(ends), list(ends), [], 0.01)


def has_closed(end):
    try:
        return end.recv(READ) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def serve(door, answer, most=sys.maxsize):
    """Answers whatever it reads, and does nothing more. `most`: connections; one more is closed,
    as the table does where there is no room.
    """
    known = selectors.DefaultSelector()
    known.register(door, selectors.EVENT_READ)
    while True:
        for found, _ in known.select():
            if found.fileobj is not door:
                if not is_answered(found.fileobj, answer):
                    known.unregister(found.fileobj)
                    found.fileobj.close()
                continue
            end, _ = door.accept()
            if len(known.get_map()) > most:
                end.close()
                continue
            end.setblocking(False)
            known.register(end, selectors.EVENT_READ)


def is_answered(end, answer):
    """Whether it is open still."""
    try:
        said = end.recv(4_096)
        end.send(answer(said))
    except BlockingIOError:
        return True
    except OSError:
        return False
    return bool(said)


# Beside it


@contextlib.contextmanager
def beside(script, *words):
    """This script once more, as a process that floods or answers."""
    process = subprocess.Popen([sys.executable, script, *words], preexec_fn=bind_child())
    try:
        yield
    finally:
        process.kill()
        process.wait()


async def took_ms(seat, count):
    """Each key's time to its acknowledgement."""
    took = []
    for n in range(count):
        pressed = time.monotonic_ns()
        press(seat, n)
        async with asyncio.timeout(ANSWER_AT_MOST_S):
            while seat.session.stored_edges:
                await asyncio.sleep(0.0005)
        took.append((time.monotonic_ns() - pressed) / 1e6)
        await asyncio.sleep(0.01)
    return took


async def compared(seat, keys, flooded, other, ours):
    """The median ratio of p99s, and the percentiles of its pair: beside a flood of the other door,
    and of ours. `flooded(door)`: a block in which it is.
    """
    pairs = []
    for _ in range(PAIRS):
        times = []
        for door in (other, ours):
            with flooded(door):
                await asyncio.sleep(FLOODED_S)
                times.append(await took_ms(seat, keys))
            await asyncio.sleep(FLOODED_S)
        there, here = map(percentiles, times)
        pairs.append((here[1] / there[1], there, here))
    return sorted(pairs)[PAIRS // 2]


def line_of(name, found, width):
    """A row of figures."""
    ratio, there, here = found
    figures = "".join(f"{ms:8.1f}" for ms in (*there[:2], *here[:2]))
    return f"{name:{width}}{figures}{ratio:7.2f}{'' if ratio <= MOST else '  too slow'}"
