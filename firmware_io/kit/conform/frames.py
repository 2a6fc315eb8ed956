"""The rules of frames: what is none is ignored, and the next one is heard."""

from cobs import cobs

from firmware_io.encoding import HEADER_BYTES, MAC_BYTES, VERSION, append_mac
from firmware_io.framing import END, MAX_STUFFED_BYTES, frame
from firmware_io.kit.conform.host import Host
from firmware_io.kit.conform.rule import IGNORED, LATE_MS, Trial, make_chapter, require
from firmware_io.messages import EDGES, NO_EPOCH, Ping, Pong
from firmware_io.session import HEARTBEAT_MS

FRAME = "Frame"
OTHER_VERSION = 200
OTHER_FLAG = 0x40
OTHER_TYPE = 0x7E


def _change_ping(host: Host, place: int, value: int) -> bytes:
    """A ping whose body has this value at this place of its header, and a right sum."""
    body = bytearray(host.body_bytes(Ping(IGNORED)))
    body[place] = value
    return _reseal_body(host, body)


def _reseal_body(host: Host, body: bytes | bytearray) -> bytes:
    """The frame of a body that was changed: on a keyed link with the MAC of what it is now."""
    changed = bytes(body)
    return frame(changed if host.key is None else append_mac(changed[:-MAC_BYTES], host.key))


async def check_garbage(trial: Trial) -> None:
    host = await trial.meet_anew()
    host.write(bytes(range(1, 60)) + END + b"\xff\x01\x02" + END)
    await trial.require_hears("garbage")


async def half_frame(trial: Trial) -> None:
    host = await trial.meet_anew()
    ping = host.frame_bytes(Ping(IGNORED))
    host.write(ping[: len(ping) // 2] + END)
    await trial.require_hears("half a frame and a zero")


async def split_frame(trial: Trial) -> None:
    """The halves come 100 ms apart, as two USB packets may."""
    host = await trial.meet_anew()
    ping = host.frame_bytes(Ping(IGNORED))
    mark = host.mark
    host.write(ping[:9])
    await host.wait(100)
    host.write(ping[9:])
    answer = await host.await_kind(Pong, LATE_MS, since=mark)
    require(answer is not None, "A frame whose halves come 100 ms apart is not read.")


async def over_long(trial: Trial) -> None:
    host = await trial.meet_anew()
    too_long = b"\x55" * (MAX_STUFFED_BYTES + 1)
    await trial.require_ignored(
        too_long + host.frame_bytes(Ping(IGNORED)),
        "that ends a frame of more than 133 bytes",
    )


async def check_zeros(trial: Trial) -> None:
    host = await trial.meet_anew()
    host.write(END * 40)
    await trial.require_hears("40 zeros")


async def check_crc(trial: Trial) -> None:
    host = await trial.meet_anew()
    stuffed = host.frame_bytes(Ping(IGNORED))[:-1]
    body = bytearray(cobs.decode(stuffed))
    body[-1] ^= 0x10
    await trial.require_ignored(bytes(cobs.encode(bytes(body))) + END, "whose CRC-32 is wrong")


async def check_unknown(trial: Trial) -> None:
    host = await trial.meet_anew()
    await trial.require_ignored(_change_ping(host, 0, OTHER_VERSION), "of another version")
    await trial.require_ignored(_change_ping(host, 1, OTHER_FLAG), "with a flag that nobody knows")
    host.write(_change_ping(host, 2, OTHER_TYPE))
    await trial.require_hears("a message that nobody knows")


async def cut_short(trial: Trial) -> None:
    host = await trial.meet_anew()
    body = host.body_bytes(Ping(IGNORED))
    host.write(
        _reseal_body(
            host,
            body[: HEADER_BYTES + 2] + (b"" if host.key is None else body[-MAC_BYTES:]),
        )
    )
    await trial.require_hears("a message that is too short")


async def other_node(trial: Trial) -> None:
    host = await trial.meet_anew()
    await trial.require_ignored(
        host.frame_bytes(Ping(IGNORED), node=host.node % 250 + 1),
        f"to node {host.node % 250 + 1}, and is {host.node}",
    )


async def check_decodes(trial: Trial) -> None:
    """Of all that it has sent so far."""
    host = await trial.meet_anew()
    await host.wait(LATE_MS)
    unreadable = host.unreadable
    require(
        not unreadable,
        f"{len(unreadable)} of its frames cannot be read; the first: {unreadable[:1]}.",
    )


async def check_numbers(trial: Trial) -> None:
    """Of all that it has sent so far."""
    host = await trial.meet_anew()
    host.ask_levels()
    await host.wait(HEARTBEAT_MS + LATE_MS)
    for one in host.heard:
        is_edge, name = isinstance(one.frame.message, EDGES), type(one.frame.message).__name__
        if host.key is None or is_edge:  # on a keyed link what is not numbered is counted
            require(
                is_edge == (one.frame.sequence > 0), f"{name} has the number {one.frame.sequence}."
            )
        require(one.frame.epoch != NO_EPOCH, f"{name} has the epoch 0.")


RULES = make_chapter(
    FRAME,
    (
        "garbage",
        "What does not decode is ignored, and the next frame is heard.",
        check_garbage,
    ),
    (
        "half-frame",
        "A zero ends what was half sent, and the next frame is heard.",
        half_frame,
    ),
    (
        "split-frame",
        "A frame ends with its zero, however long its bytes take.",
        split_frame,
    ),
    (
        "over-long",
        "What is longer than 133 bytes is dropped up to the next zero.",
        over_long,
    ),
    ("zeros", "A zero by itself is no frame.", check_zeros),
    ("crc", "A frame whose CRC-32 is wrong is none.", check_crc),
    (
        "unknown",
        f"Frames of a version but {VERSION}, with unknown flags or of an unknown type are ignored.",
        check_unknown,
    ),
    ("cut-short", "A message that is shorter than it should be is ignored.", cut_short),
    ("other-node", "A frame to another node's id is ignored.", other_node),
    ("sound", "Every frame that the node sends decodes.", check_decodes),
    (
        "numbered",
        "Edges have numbers from 1, all else has 0 or, on a keyed link, its count; no epoch is 0.",
        check_numbers,
    ),
)
