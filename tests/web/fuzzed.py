"""Requests as no page of ours would send them, by a seed: parts that are right and parts that are
not, put together by chance, and bytes struck at random. And what every answer to them is.
"""

import asyncio
import contextlib
import random
from collections import Counter

import msgspec

from tablectl.web.guard import HEADERS

from .serving import AT_MOST_S

GOOD_KINDS = (
    "text/html",
    "text/css",
    "text/javascript",
    "text/event-stream",
    "application/",
    "font/",
    "image/",
)

PATHS = (
    "/",
    "/seat/1",
    "/seat/2",
    "/seat/9",
    "/watch",
    "/stream",
    "/stream?seat=1&epoch=1&mac=0123456789abcdef",
    "/stream?seat=2&epoch=99999999999999999999&mac=zz",
    "/static/theme.css",
    "/static/../app.py",
    "/static/%2e%2e/%2e%2e/structs.py",
    "/manifest.webmanifest",
    "/api/",
    "/api/alive",
    "//",
    "/%00",
    "/%ff%fe",
    "*",
    "http://evil.example/",
    "/nowhere?a=1&a=2",
)
ASKED = ("press", "pair", "digits", "page", "give_up", "keep", "ask_seat", "approve")
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW", "g")
HOSTS = ("127.0.0.1", "localhost", "evil.example", "[::1]", "", "127.0.0.1:x", "a" * 300)
TYPES = ("application/json", "text/plain", "application/json; charset=utf-8", "", "\u00e9")
VALUES = (0, 1, 2, -1, 99, 2**53, 2**70, 1.5, "", "fold", "all_in", "0" * 16, None, True, [], {})
FIELDS = (
    "seat",
    "epoch",
    "number",
    "on",
    "key",
    "amount",
    "mac",
    "digits",
    "is_open",
    "of",
    "yes",
    "do",
    "x",
)
ODD = (b"\0", b"\xff", b"\r\n", b"{", b"}", b'"', b"\\", b"%", b" ", b"\xf0\x9f\x82\xa1")


def fuzzed_request(chance: random.Random, presses):
    """The bytes of one request, and whether it may lack its end. `presses`: right ones, of phones
    that have a seat, but for their MAC.
    """
    path = f"/api/{chance.choice(ASKED)}" if chance.random() < 0.6 else chance.choice(PATHS)
    method = _mostly(chance, "POST" if path.startswith("/api") else "GET", METHODS)
    body = _body(chance, presses)
    headers = {
        "Host": _mostly(chance, "127.0.0.1", HOSTS),
        "Origin": _mostly(chance, "http://127.0.0.1", ("null", "http://evil.example", "")),
        "Content-Type": _mostly(chance, "application/json", TYPES),
        "Content-Length": _mostly(chance, str(len(body)), ("0", "-1", "x", "1e3", "99999")),
    }
    for name in list(headers):
        if chance.random() < 0.04:
            del headers[name]
    if chance.random() < 0.05:
        headers["Transfer-Encoding"] = chance.choice(("chunked", "gzip", "x"))
    if chance.random() < 0.05:
        headers["X"] = "a" * chance.choice((10, 1_000, 9_000))
    head = f"{method} {path} HTTP/1.{chance.choice('1110')}\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    text = (head + "\r\n").encode() + body
    return (struck(chance, text), True) if chance.random() < 0.2 else (text, False)


async def judge_answer(text, reader):
    """Its status; None: a request that is cut off has none. Every answer is a page or a sentence."""
    with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
        async with asyncio.timeout(AT_MOST_S):
            head = await reader.readuntil(b"\r\n\r\n")
        status = int(head.split()[1])
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:] if line)
        missing = dict(HEADERS.items() - headers.items())
        assert not missing, (missing, text)
        if status == 200:
            assert headers["content-type"].startswith(GOOD_KINDS), text
            return status
        assert 400 <= status < 500 or status == 503, (status, text)
        if b"HEAD" not in text[:8]:
            length = headers.get("content-length")
            body = await (reader.readexactly(int(length)) if length else reader.read())
            if body.startswith(b"{"):
                said = msgspec.json.decode(body)
                assert said["ok"] is False, text
                body = said["text"].encode()
            assert body.strip().endswith((b".", b"`")), (text, body)
        return status
    return None


SIDE_BY_SIDE = 8


class Fuzzer:
    """Sends requests that `make_request(chance)` makes, some side by side, and judges the answers.
    `statuses`: how often which came.
    """

    def __init__(self, port):
        self.port, self.statuses = port, Counter()

    async def run(self, seed, requests, make_request):
        chance = random.Random(seed)
        share = -(-requests // SIDE_BY_SIDE)
        seeds = [chance.random() for _ in range(SIDE_BY_SIDE)]
        await asyncio.gather(
            *(self._send_all(random.Random(one), share, make_request) for one in seeds)
        )

    async def _send_all(self, chance, count, make_request):
        for _ in range(count):
            await self._send(*make_request(chance))

    async def _send(self, text, may_lack_its_end):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(text)
            if may_lack_its_end:
                writer.write_eof()
            if status := await judge_answer(text, reader):
                self.statuses[status] += 1
        finally:
            writer.transport.abort()


def _mostly(chance, right, others):
    return right if chance.random() < 0.8 else chance.choice(others)


def _body(chance, presses):
    kind = chance.random()
    if kind < 0.4:
        return msgspec.json.encode(chance.choice(presses) | _odd_fields(chance, 1))
    if kind < 0.8:
        return msgspec.json.encode(_odd_fields(chance, 6))
    if kind < 0.9:
        return chance.randbytes(chance.randrange(1_200))
    return chance.choice((b"", b"[]", b"{}", b"[" * 1_000, b'{"a":' * 150, b"{" + b" " * 1_100))


def _odd_fields(chance, most):
    return {chance.choice(FIELDS): chance.choice(VALUES) for _ in range(chance.randint(0, most))}


def struck(chance, text):
    """Some bytes of it are others, are gone, or there is more."""
    struck = bytearray(text)
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(struck) + 1)
        struck[place : place + chance.randint(0, 3)] = chance.choice((b"", *ODD))
    return bytes(struck)
