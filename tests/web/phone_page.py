"""A phone as its page is, without a browser: it reads a code, follows the stream and presses."""

import asyncio
import contextlib
import re
from base64 import urlsafe_b64decode
from urllib.parse import urlsplit

import msgspec

from tablectl.service.phones.presses import Press, mac_of, page_text
from tablectl.simulation.stage.sim_phones import pair_request

EVENT = re.compile(rb"event: (\w+)\ndata: (.*?)\n\n", re.DOTALL)
# what a player who stays in for as little as possible presses
CHEAP = ("confirm", "check", "call", "check_call", "post", "show", "muck", "ante", "pass", "fold")
AGAIN_S = 0.1
LOST = b'{"ok": false, "code": "lost"}'


class PhonePage:
    """`link`: as the code at a seat says it."""

    def __init__(self, link):
        parts = urlsplit(link)
        self._host, self._port = parts.hostname, parts.port
        self.seat = int(parts.path.rpartition("/")[2])
        self.key = urlsafe_b64decode(parts.fragment + "==")
        self.epoch, self._next = 0, 1
        self.table, self.view, self.presses = "", {}, []

    async def open(self):
        """Reads what the table is called, and takes the seat."""
        await self._wait_for_pages()
        following = asyncio.ensure_future(self.follow("/stream"))
        while not self.table:
            await asyncio.sleep(0.01)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        self.key, request = pair_request(self.table, self.seat, self.key)
        answer = await self.ask("pair", request)
        assert answer["ok"], answer
        self.epoch, self._next = answer["epoch"], answer["number"]

    async def _wait_for_pages(self):
        async with asyncio.timeout(10):
            while True:
                with contextlib.suppress(OSError):
                    (await asyncio.open_connection(self._host, self._port))[1].close()
                    return
                await asyncio.sleep(0.05)

    @property
    def page(self):
        """Its stream."""
        mac = mac_of(self.key, page_text(self.table, self.seat, self.epoch))
        return f"/stream?seat={self.seat}&epoch={self.epoch}&mac={mac}"

    async def stay(self):
        """Keeps the newest view, until this is cancelled: where a stream ends, it asks for the next,
        as a page does.
        """
        while True:
            with contextlib.suppress(OSError):
                await self.follow(self.page)
            await asyncio.sleep(AGAIN_S)

    async def follow(self, path):
        """Keeps the newest view, until the stream ends or this is cancelled."""
        reader, writer = await asyncio.open_connection(self._host, self._port, limit=1 << 20)
        with contextlib.closing(writer):
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {self._authority}\r\n\r\n".encode())
            unread = b""
            while data := await reader.read(1 << 16):
                unread += data
                while found := EVENT.search(unread):
                    self._hear(found[1].decode(), msgspec.json.decode(found[2]))
                    unread = unread[found.end() :]

    def _hear(self, kind, value):
        if kind == "hello":
            self.table = value["table"]
        if kind == "view":
            self.view = value

    @property
    def _authority(self):
        return f"{self._host}:{self._port}"

    async def ask(self, what, fields):
        """The answer; `lost`: the connection was closed before it came."""
        body = msgspec.json.encode(fields)
        head = f"POST /api/{what} HTTP/1.1\r\nHost: {self._authority}\r\nConnection: close\r\n"
        head += f"Origin: http://{self._authority}\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(body)}\r\n\r\n"
        answer = b""
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(self._host, self._port)
            with contextlib.closing(writer):
                writer.write(head.encode() + body)
                answer = await reader.read()
        return msgspec.json.decode(answer.partition(b"\r\n\r\n")[2] or LOST)

    def cheapest_key(self):
        """What it is asked for now; None: nothing."""
        keys = {key["key"] for key in self.view.get("keys", ()) if key["seat"] == self.seat}
        return next((key for key in CHEAP if key in keys), None)

    async def press(self, key, amount=0):
        """The table's answer."""
        made = Press(
            seat=self.seat,
            epoch=self.epoch,
            number=self._next,
            on=self.view["seats"][str(self.seat)]["keys_id"],
            key=key,
            amount=amount,
            mac="",
        )
        fields = msgspec.to_builtins(made) | {"mac": mac_of(self.key, made.text(self.table))}
        del fields["do"]
        answer = await self.ask("press", fields)
        while answer.get("code") in ("lost", "table_lost", "too_fast"):
            await asyncio.sleep(AGAIN_S)
            answer = await self.ask("press", fields)
        self._next += answer["ok"]
        self.presses.append((key, answer))
        return answer

    async def play(self):
        """Stays in for as little as possible, until this is cancelled."""
        following = asyncio.ensure_future(self.follow(self.page))
        pressed = ""
        try:
            while not following.done():
                key = self.cheapest_key()
                asked = self.view.get("seats", {}).get(str(self.seat), {}).get("keys_id", "")
                if key is not None and asked != pressed:
                    pressed = asked
                    await self.press(key)
                else:
                    await asyncio.sleep(0.02)
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
