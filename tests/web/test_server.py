"""The connections of the pages, over the loopback: how many, how long, and what is no HTTP."""

import asyncio
import contextlib
import socket
import ssl
import subprocess

import pytest

from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.web import server as serving
from tablectl.web.app import Web, WebOptions
from tablectl.web.guard import HEADERS
from tablectl.web.server import CannotListen, Listening, PageServer

from .serving import AT_MOST_S, FakeTable

GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
STREAM = GET.replace(b"GET /", b"GET /stream")


class Pages:
    """A server on a free port; each `connection` is another client's."""

    def __init__(self, directory, **listening):
        self.table = FakeTable(asyncio.get_running_loop(), directory)
        self.table.start()
        options = WebOptions("Table 1", "en", self.table.views, self.table.seats, phones=(2, 3))
        self._server = PageServer(
            lambda drop: Web(options, drop=drop), Listening("127.0.0.1", free_port(), **listening)
        )
        self._opened = []
        self.connections = self._server.connections

    @property
    def port(self):
        return self._server._listening.port

    @property
    def streams(self):
        return self._server._web.streams

    async def open(self):
        await self._server.open()

    async def close(self):
        for _, writer in self._opened:
            writer.close()
        await self._server.close()
        self.table.stop()
        await asyncio.sleep(0.01)

    async def connection(self, address="127.0.0.1", **more):
        """`address`: of the other end, any of 127.0.0.0/8."""
        ends = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(address, 0), **more
        )
        self._opened.append(ends)
        return ends

    async def answer(self, text, *, address="127.0.0.1", **more):
        """Status, headers and body of one request's answer."""
        reader, writer = await self.connection(address, **more)
        writer.write(text)
        return await read_answer(reader)


async def read_answer(reader):
    async with asyncio.timeout(AT_MOST_S):
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in head[1:] if line)
        length = headers.get("content-length")
        body = await (reader.read() if length is None else reader.readexactly(int(length)))
    return int(head[0].split()[1]), headers, body


def free_port():
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return asking.getsockname()[1]


def at_pages(scenario, **listening):
    """Plays it at a server that is open."""

    async def play():
        with temporary_directory() as directory:
            pages = Pages(directory, **listening)
            try:
                await pages.open()
                await scenario(pages)
            finally:
                await pages.close()

    asyncio.run(play())


async def is_closed(reader):
    async with asyncio.timeout(AT_MOST_S):
        with contextlib.suppress(ConnectionError):
            await reader.read()
    return True


async def until(condition):
    async with asyncio.timeout(AT_MOST_S):
        while not condition():
            await asyncio.sleep(0.005)


def test_a_page_comes_over_a_connection_that_is_kept():
    async def scenario(pages):
        reader, writer = await pages.connection()
        for _ in range(3):
            writer.write(GET)
            status, headers, body = await read_answer(reader)
            assert (status, body[:15]) == (200, b"<!doctype html>")
            assert HEADERS.items() <= headers.items()
            assert "server" not in headers

    at_pages(scenario)


@pytest.mark.parametrize(
    "text",
    [
        b"\r\n\r\nnonsense\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 40,
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nx: " + b"a" * 9_000,
        b"GET /" + b"a" * 9_000,
        b"POST /api/press HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: x\r\n\r\n",
    ],
)
def test_what_is_no_request_is_a_sentence(text):
    async def scenario(pages):
        status, headers, body = await pages.answer(text)
        assert (status, body) == (400, b"That is no request of a browser.\n")
        assert HEADERS.items() <= headers.items()

    at_pages(scenario)


CHUNKED = b"POST /api/press HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize("text", [GET, GET[:-2] + b"Content-Length: 5\r\n\r\n", CHUNKED])
def test_nonsense_behind_a_request_ends_the_connection_and_is_not_logged(text, caplog):
    async def scenario(pages):
        reader, writer = await pages.connection()
        writer.write(text)
        await asyncio.sleep(0.02)
        writer.write(b"zz\r\n\r\nnonsense\0\r\n\r\n")
        assert await is_closed(reader)

    at_pages(scenario)
    assert caplog.records == []


def test_there_is_no_other_protocol():
    upgrade = b"GET /watch HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
    upgrade += b"Upgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n"

    async def scenario(pages):
        assert (await pages.answer(upgrade))[0] == 200

    at_pages(scenario)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"GET / HTTP/1.1\r\n",
        b"POST /api/press HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{",
    ],
)
def test_who_sends_slowly_is_not_waited_for(text, monkeypatch):
    monkeypatch.setattr(serving, "HEAD_S", 0.1)
    monkeypatch.setattr(serving, "ANSWER_S", 0.1)
    monkeypatch.setattr(serving, "LOOK_S", 0.05)

    async def scenario(pages):
        reader, writer = await pages.connection()
        writer.write(text)
        assert await is_closed(reader)

    at_pages(scenario)


def test_a_slow_body_is_a_sentence(monkeypatch):
    monkeypatch.setattr("tablectl.web.guard.BODY_S", 0.1)
    head = b"POST /api/press HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
    head += b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"

    async def scenario(pages):
        status, _, body = await pages.answer(head)
        assert (status, b"too_slow" in body) == (408, True)

    at_pages(scenario)


def test_a_stream_stays_open_beyond_those_times(monkeypatch):
    monkeypatch.setattr(serving, "HEAD_S", 0.1)
    monkeypatch.setattr(serving, "ANSWER_S", 0.1)
    monkeypatch.setattr(serving, "LOOK_S", 0.05)

    async def scenario(pages):
        _, writer = await pages.connection()
        writer.write(STREAM)
        await until(lambda: len(pages.streams) == 1)
        await asyncio.sleep(0.4)
        assert len(pages.streams) == 1
        writer.close()
        await until(lambda: len(pages.streams) == 0)

    at_pages(scenario)


def test_one_address_has_so_many_connections_and_others_get_in(monkeypatch):
    monkeypatch.setattr(serving, "MOST_OF_ADDRESS", 5)

    async def scenario(pages):
        for _ in range(5):
            await pages.connection("127.0.0.9")
        await until(lambda: len(pages.connections._open) == 5)
        reader, _ = await pages.connection("127.0.0.9")
        assert await is_closed(reader)
        assert (await pages.answer(GET, address="127.0.0.10"))[0] == 200

    at_pages(scenario)


def test_where_there_are_too_many_one_that_rests_makes_room_and_no_stream_does(monkeypatch):
    monkeypatch.setattr(serving, "MOST_CONNECTIONS", 6)

    async def scenario(pages):
        _, writer = await pages.connection("127.0.0.5")
        writer.write(STREAM)
        await until(lambda: len(pages.streams) == 1)
        idle = [await pages.connection("127.0.0.9") for _ in range(5)]
        assert (await pages.answer(GET, address="127.0.0.10"))[0] == 200
        assert await is_closed(idle[0][0])
        assert len(pages.streams) == 1

    at_pages(scenario)


def test_slow_bodies_cannot_keep_anybody_out(monkeypatch):
    monkeypatch.setattr(serving, "MOST_CONNECTIONS", 4)
    head = CHUNKED[:-2] + b"Origin: http://127.0.0.1\r\nContent-Type: application/json\r\n\r\n"

    async def scenario(pages):
        for _ in range(4):
            _, writer = await pages.connection("127.0.0.9")
            writer.write(head)
        await until(lambda: not any(one.is_resting for one in pages.connections._open))
        assert (await pages.answer(GET, address="127.0.0.10"))[0] == 200

    at_pages(scenario)


def test_where_streams_have_every_connection_one_more_is_refused(monkeypatch):
    monkeypatch.setattr(serving, "MOST_CONNECTIONS", 2)

    async def scenario(pages):
        for _ in range(2):
            _, writer = await pages.connection()
            writer.write(STREAM)
        await until(lambda: len(pages.streams) == 2)
        reader, _ = await pages.connection()
        assert await is_closed(reader)

    at_pages(scenario)


def test_a_page_that_reads_nothing_is_dropped_and_others_follow(monkeypatch):
    monkeypatch.setattr("tablectl.web.streams.SLOW_S", 0.2)

    async def scenario(pages):
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        deaf.connect(("127.0.0.1", pages.port))
        deaf.send(STREAM)
        reader, writer = await pages.connection()
        writer.write(STREAM)
        await until(lambda: len(pages.streams) == 2)
        reading = asyncio.ensure_future(drain(reader))
        long = b'{"table":"Table 1","prompt":"' + b"x" * 60_000 + b'"}'
        async with asyncio.timeout(AT_MOST_S):
            while len(pages.streams) == 2:
                pages._server._web._take_view(long)
                await asyncio.sleep(0.01)
        assert len(pages.streams) == 1
        reading.cancel()
        deaf.close()

    at_pages(scenario)


async def drain(reader):
    while await reader.read(1 << 16):
        pass


def test_streams_end_as_they_should_when_the_pages_do():
    async def scenario(pages):
        reader, writer = await pages.connection()
        writer.write(STREAM)
        await until(lambda: len(pages.streams) == 1)
        await pages._server.close()
        async with asyncio.timeout(AT_MOST_S):
            assert (await reader.read()).endswith(b"\r\n0\r\n\r\n")

    at_pages(scenario)


def test_an_address_that_is_taken_is_a_sentence():
    async def scenario(pages):
        second = PageServer(pages._server._make_site, pages._server._listening)
        with pytest.raises(CannotListen, match=r"another program listens there\..*\[web\]\.$"):
            await second.open()
        await second.close()

    at_pages(scenario)


def test_two_tables_are_served_by_one_machine():
    async def scenario(pages):
        with temporary_directory() as directory:
            other = Pages(directory)
            try:
                await other.open()
                for each in (pages, other):
                    host = f"Host: 127.0.0.1:{each.port}\r\nOrigin: http://127.0.0.1:{pages.port}"
                    text = GET.replace(b"Host: 127.0.0.1", host.encode())
                    assert (await each.answer(text))[0] == (200 if each is pages else 403)
            finally:
                await other.close()

    at_pages(scenario)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """Key and certificate in one file, as some hand them out."""
    folder = tmp_path_factory.mktemp("tls")
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    names = ["-subj", "/CN=127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"]
    subprocess.run([*command.split(), *names], cwd=folder, check=True, capture_output=True)
    whole = folder / "whole.pem"
    whole.write_bytes((folder / "key.pem").read_bytes() + (folder / "cert.pem").read_bytes())
    return whole


def test_pages_are_served_with_a_certificate(certificate):
    trusting = ssl.create_default_context(cafile=str(certificate))
    trusting.check_hostname = False

    async def scenario(pages):
        assert (await pages.answer(GET, ssl=trusting))[0] == 200
        reader, writer = await pages.connection()
        writer.write(GET)
        assert not (await reader.read()).startswith(b"HTTP")

    at_pages(scenario, tls_cert=str(certificate))


def test_with_a_certificate_those_who_say_nothing_are_counted_and_a_phone_gets_in(
    certificate, monkeypatch
):
    monkeypatch.setattr(serving, "MOST_GREETED", 12)
    monkeypatch.setattr(serving, "MOST_GREETED_OF_ADDRESS", 5)
    trusting = ssl.create_default_context(cafile=str(certificate))
    trusting.check_hostname = False

    async def scenario(pages):
        handshakes = pages._server.handshakes
        first, _ = await pages.connection("127.0.0.2")
        for _ in range(5):
            await pages.connection("127.0.0.2")
        assert await is_closed(first)
        assert len(handshakes) == 5
        for n in range(3, 10):
            for _ in range(3):
                await pages.connection(f"127.0.0.{n}")
        await until(lambda: len(handshakes) == 12)
        assert (await pages.answer(GET, ssl=trusting))[0] == 200

    at_pages(scenario, tls_cert=str(certificate))


@pytest.mark.parametrize("file", ["nowhere.pem", "pyproject.toml"])
def test_a_certificate_that_is_none_is_a_sentence(file):
    with pytest.raises(CannotListen, match=r"\[web\] tls_cert and tls_key cannot be used: .*\.$"):
        serving.tls_context(Listening("127.0.0.1", 1, tls_cert=file))
