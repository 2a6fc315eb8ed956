"""A port over TCP: a bench elsewhere, which serves its serial port as ser2net does."""

import asyncio
import socket

import pytest

from firmware_io.kit.conform.examination import NoHands, examine_node
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.link import Link

STEP_S = 0.005


async def bench(reader, writer):
    """A seat behind TCP that keeps its edges, tells no levels, and ends with its connection."""
    loop = asyncio.get_running_loop()

    def now_ms():
        return round(loop.time() * 1_000)

    seat = NodeSession(node=3, kind="seat", epoch=0x1000, now_ms=now_ms())
    while not reader.at_eof():
        try:
            seat.receive(await asyncio.wait_for(reader.read(4_096), STEP_S), now_ms())
        except TimeoutError:
            seat.tick(now_ms())
        writer.write(seat.take_output(now_ms()))
    writer.close()


def test_a_node_over_tcp_is_held_against_the_protocol_as_any():
    async def conforms():
        server = await asyncio.start_server(bench, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        results = await examine_node(
            f"socket://127.0.0.1:{port}",
            "seat",
            epoch=7,
            hands=NoHands(),
            only=["hello", "half-frame", "state"],
        )
        await asyncio.sleep(4 * STEP_S)
        server.close()
        return [(one.id, one.outcome) for one in results]

    assert asyncio.run(conforms()) == [("hello", "kept"), ("half-frame", "kept"), ("state", "kept")]


def test_a_bench_that_is_not_there_is_lost_as_a_pulled_plug_is():
    with socket.socket() as taken:
        # bound and not listening: nobody else can be there
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]

        async def opens():
            lost = asyncio.get_running_loop().create_future()
            link = Link(f"socket://127.0.0.1:{port}")
            why = link.open(asyncio.get_running_loop(), lambda data: None, lost.set_result)
            return why or await asyncio.wait_for(lost, 10)

        assert "refused" in asyncio.run(opens())


def test_a_bench_that_hangs_up_is_lost_and_may_be_opened_again():
    async def opened():
        server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
        link = Link(f"socket://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        for _ in range(2):
            lost = asyncio.get_running_loop().create_future()
            assert link.open(asyncio.get_running_loop(), lambda data: None, lost.set_result) is None
            assert await asyncio.wait_for(lost, 10)
        server.close()

    asyncio.run(opened())


@pytest.mark.parametrize(
    ("url", "why"),
    [
        (
            "socket://bench:4000",
            "bench is no address; a port over TCP is written socket://10.0.0.7:4000",
        ),
        (
            "socket://10.0.0.7",
            "socket://10.0.0.7 is no port over TCP, as socket://10.0.0.7:4000 is",
        ),
        ("socket://", "socket:// is no port over TCP, as socket://10.0.0.7:4000 is"),
        ("socket://10.0.0.7:x", "Port could not be cast to integer value as 'x'"),
        ("socket://10.0.0.7:99999", "Port out of range 0-65535"),
    ],
)
def test_what_is_no_port_over_tcp_is_a_sentence(loop, url, why):
    assert Link(url).open(loop, lambda data: None, lambda why: None) == why
