"""A whole seat in one short file, after PROTOCOL.md without About, Anchor and key: standard Python,
and nothing of tablectl.

    python node.py 3 /dev/ttyUSB0      # node 3 at a serial port
    python node.py 3 ./seat-3          # no such file: a pty is made, and the name is a link to it
        until the end

Then type what happens at the seat: `call`, `raise 60`, `area bet 2x5 1x25` (all that lies there
now), `area bet` (nothing does), `up` and the tags of the cards that lie face up. What the host says
of lamp and buzzer is printed. Ctrl-C ends it.

Of what the protocol allows a node to leave out it leaves out one thing: it does not measure the
round trip, and so sends again after 25 ms on a slow wire, too.
"""

import contextlib
import os
import random
import select
import struct
import sys
import termios
import time
import tty
import zlib
from collections.abc import Callable

# version, flags, type, node; epoch, sequence, acknowledged epoch, acknowledged, node_ms
HEADER = struct.Struct("<4B5I")
KEYS = (
    *(
        "fold",
        "check",
        "call",
        "bet",
        "raise",
        "all_in",
        "confirm",
        "show",
        "muck",
        "sit_out",
        "sit_in",
        "post",
        "wait",
    ),
    *(
        "buy_button",
        "report_joker",
        "made",
        "missed",
        "undo",
        "ante",
        "bonus",
        "pass",
        "check_call",
        "call_floor",
    ),
)
AREA, KEY, UP, HELLO, HEARTBEAT, PONG, HOST_HELLO, HOST_HEARTBEAT, PING = (
    3,
    4,
    5,
    0x10,
    0x11,
    0x12,
    0x20,
    0x21,
    0x22,
)
LAMP, GATE, BUZZER, ASK_LEVELS, ACK = 0x30, 0x31, 0x32, 0x33, 0x40
# what a host may say
LENGTHS = {
    HOST_HELLO: 4,
    HOST_HEARTBEAT: 0,
    PING: 4,
    LAMP: 5,
    GATE: 4,
    BUZZER: 1,
    ASK_LEVELS: 0,
    ACK: 0,
}
NAMES = {LAMP: "lamp", GATE: "gate", BUZZER: "buzzer"}
LONGEST, WINDOW, MOST_KEPT, BEAT_MS, LOST_MS, RETRY_MS, RETRY_LAST_MS = (
    133,
    8,
    64,
    400,
    1_500,
    25,
    1_000,
)


def stuff_frame(body: bytes) -> bytes:
    # none is as long as 254 bytes
    blocks = (body + zlib.crc32(body).to_bytes(4, "little")).split(b"\0")
    return b"".join(bytes([len(block) + 1]) + block for block in blocks) + b"\0"


def unstuff_frame(data: bytes) -> bytes | None:
    """The body, or None: not COBS, or another sum."""
    out, rest = b"", data
    while rest:
        if len(rest) < rest[0]:
            return None
        out, rest = out + rest[1 : rest[0]] + b"\0", rest[rest[0] :]
    body, crc = out[:-5], out[-5:-1]  # the last block ends with no zero
    return body if zlib.crc32(body).to_bytes(4, "little") == crc else None


class Seat:
    """Bytes and milliseconds in, bytes out."""

    def __init__(self, node: int, now_ms: int, tell: Callable[..., None] = print) -> None:
        self.node, self.born_ms, self.tell, self.epoch = (
            node,
            now_ms,
            tell,
            random.randrange(1, 2**32),
        )
        self.host = self.last_state = self.number = self.sent = 0
        # number, node_ms, type, payload: until the host has it on disk
        self.stored: list[tuple[int, int, int, bytes]] = []
        self.replies: list[tuple[int, bytes]] = []
        self.held, self.owes_ack = b"", False
        # it speaks at once
        self.heard_ms, self.spoke_ms, self.hello_ms = now_ms, now_ms - BEAT_MS, now_ms - BEAT_MS
        self.resend_ms: int | None = None
        self.wait_ms = RETRY_MS
        self.areas, self.up = {0: b"", 1: b""}, b""

    # what happens at the seat

    def add_edge(self, kind: int, payload: bytes, now_ms: int) -> None:
        if len(self.stored) < MOST_KEPT:  # else it is lost: the host has been away for long
            self.number += 1
            self.stored.append((self.number, (now_ms - self.born_ms) % 2**32, kind, payload))

    def press_key(self, key: str, amount: int, now_ms: int) -> None:
        self.add_edge(KEY, struct.pack("<BI", KEYS.index(key), amount), now_ms)

    def set_area(self, area: int, chips: list[tuple[int, int]], now_ms: int) -> None:
        """All that lies in area 0 (bet) or 1 (stack) now, as (denomination, count)."""
        self.areas[area] = b"".join(struct.pack("<IH", *chip) for chip in chips)
        self.add_edge(AREA, bytes([area, len(chips)]) + self.areas[area], now_ms)

    def show_cards(self, tags: list[bytes], now_ms: int) -> None:
        self.up = b"".join(tags)
        self.add_edge(UP, bytes([len(tags)]) + self.up, now_ms)

    def post_levels(self, now_ms: int) -> None:
        for area, chips in self.areas.items():
            self.add_edge(AREA, bytes([area, len(chips) // 6]) + chips, now_ms)
        self.add_edge(UP, bytes([len(self.up) // 8]) + self.up, now_ms)

    # the wire

    def make_frame(self, kind: int, payload: bytes, number: int, node_ms: int) -> bytes:
        return stuff_frame(
            HEADER.pack(
                1,
                0,
                kind,
                self.node,
                self.epoch,
                number,
                self.host,
                self.last_state,
                node_ms % 2**32,
            )
            + payload
        )

    def make_hello(self, token: int, now_ms: int) -> bytes:
        first = self.stored[0][0] if self.stored else self.number + 1
        return struct.pack(
            "<2B4I", 1, 0, token, first, self.number, (now_ms - self.born_ms) // 1_000
        )

    def receive(self, data: bytes, now_ms: int) -> None:
        *frames, self.held = (self.held + data).split(b"\0")
        self.held = self.held[: LONGEST + 1]  # one byte too long is enough to know it
        for one in frames:
            body = unstuff_frame(one) if 0 < len(one) <= LONGEST else None
            if body is not None and len(body) >= HEADER.size:
                self.read_frame(HEADER.unpack_from(body), body[HEADER.size :], now_ms)

    def read_frame(self, header: tuple[int, ...], payload: bytes, now_ms: int) -> None:
        version, flags, kind, node, epoch, number, its_epoch, safe, _ = header
        if (
            (version, flags) != (1, 0)
            or node not in (0, self.node)
            or not epoch
            or LENGTHS.get(kind) != len(payload)
        ):
            return
        if kind == HOST_HELLO:
            if epoch != self.host:
                self.host, self.last_state = epoch, 0
            self.sent, self.wait_ms, self.resend_ms = 0, RETRY_MS, None
            self.replies.append((HELLO, self.make_hello(int.from_bytes(payload, "little"), now_ms)))
        elif epoch != self.host:
            if now_ms - self.hello_ms >= RETRY_MS:
                self.hello_ms = now_ms
                self.replies.append((HELLO, self.make_hello(0, now_ms)))
            return
        self.heard_ms = now_ms
        if its_epoch == self.epoch and self.stored and self.stored[0][0] <= safe <= self.number:
            self.stored = [edge for edge in self.stored if edge[0] > safe]
            self.sent, self.wait_ms = max(self.sent, safe), RETRY_MS
            self.resend_ms = now_ms + RETRY_MS if self.stored else None
        if kind == PING:
            self.replies.append((PONG, payload + self.number.to_bytes(4, "little")))
        elif kind >= LAMP and kind != ACK:
            self.owes_ack = True
            if number > self.last_state:
                self.last_state = number
                self.post_levels(now_ms) if kind == ASK_LEVELS else self.tell(
                    self.node, NAMES[kind], *payload
                )

    def take_output(self, now_ms: int) -> bytes:
        if self.host and now_ms - self.heard_ms >= LOST_MS:
            self.host, self.last_state, self.resend_ms = 0, 0, None
            self.tell(self.node, "the host is gone")
        ms = now_ms - self.born_ms
        out = [self.make_frame(kind, payload, 0, ms) for kind, payload in self.replies]
        if self.host:
            is_again = self.resend_ms is not None and now_ms >= self.resend_ms
            due = [edge for edge in self.stored[:WINDOW] if is_again or edge[0] > self.sent]
            if is_again:
                self.wait_ms = min(2 * self.wait_ms, RETRY_LAST_MS)
            if due and (is_again or self.resend_ms is None):
                self.resend_ms = now_ms + self.wait_ms
            self.sent = max([self.sent, *(edge[0] for edge in due)])
            out += [self.make_frame(kind, payload, number, at) for number, at, kind, payload in due]
        if self.owes_ack and not out:
            out.append(self.make_frame(ACK, b"", 0, ms))
        if not out and now_ms - self.spoke_ms >= BEAT_MS:
            last = self.number.to_bytes(4, "little")
            out.append(
                self.make_frame(HEARTBEAT, last, 0, ms)
                if self.host
                else self.make_frame(HELLO, self.make_hello(0, now_ms), 0, ms)
            )
        if out:
            self.replies, self.owes_ack, self.spoke_ms = [], False, now_ms
        return b"".join(out)

    def due_ms(self) -> int:
        """When to ask for output at the latest, if nothing comes before."""
        if self.host and any(edge[0] > self.sent for edge in self.stored[:WINDOW]):
            return 0
        due = [self.spoke_ms + BEAT_MS, *([self.heard_ms + LOST_MS] if self.host else [])]
        return min(due if self.resend_ms is None or not self.host else [*due, self.resend_ms])


def open_port(name: str) -> int:
    """The descriptor of a port, or of the far end of a pty that bears this name."""
    if os.path.exists(name):
        port = os.open(name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(port)
        speeds = termios.tcgetattr(port)
        speeds[4] = speeds[5] = termios.B115200
        termios.tcsetattr(port, termios.TCSANOW, speeds)
        return port
    # the slave stays open: a host that closes it is not the end of the wire
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    os.symlink(os.ttyname(slave), name)
    return master


def type_in(seat: Seat, text: str, now_ms: int) -> None:
    try:
        match text.split():
            case [key, *amount] if key in KEYS:
                seat.press_key(key, int(amount[0]) if amount else 0, now_ms)
            case ["area", "bet" | "stack" as area, *chips]:
                split = [chip.partition("x") for chip in chips]
                seat.set_area(
                    int(area == "stack"),
                    [(int(worth), int(count)) for count, _, worth in split],
                    now_ms,
                )
            case ["up", *tags]:
                seat.show_cards([bytes.fromhex(tag).rjust(8, b"\0") for tag in tags], now_ms)
            case [_, *_]:
                print(
                    "I know: area bet 2x5 1x25, area stack, up E004015012345678, and the keys",
                    *KEYS,
                )
    except (ValueError, struct.error) as error:
        print(f"{text}: {error}")


def main(node: str, name: str) -> None:
    is_ours = not os.path.exists(name)
    port = open_port(name)
    seat = Seat(int(node), time.monotonic_ns() // 1_000_000)
    watched = [port, sys.stdin.fileno()]
    try:
        while True:
            wait_ms = max(0, seat.due_ms() - time.monotonic_ns() // 1_000_000)
            ready = select.select(watched, [], [], wait_ms / 1_000)[0]
            now_ms = time.monotonic_ns() // 1_000_000
            if port in ready:
                seat.receive(os.read(port, 4_096), now_ms)
            if sys.stdin.fileno() in ready:
                typed = os.read(sys.stdin.fileno(), 4_096)
                for text in typed.decode().splitlines():
                    type_in(seat, text, now_ms)
                watched = watched if typed else [port]
            # nobody reads: what is said is lost, and said again
            with contextlib.suppress(BlockingIOError):
                os.write(port, seat.take_output(now_ms))
    except KeyboardInterrupt:
        pass
    finally:
        if is_ours:
            os.unlink(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
