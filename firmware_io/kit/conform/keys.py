"""The rules of a keyed link: what has no right MAC is nothing, and what was recorded changes
nothing.
"""

from firmware_io.encoding import HEADER_BYTES, KEYED, MAC_BYTES, encode
from firmware_io.framing import frame
from firmware_io.kit.conform.host import Host
from firmware_io.kit.conform.meeting import falls_silent
from firmware_io.kit.conform.rule import IGNORED, LATE_MS, LeftOut, Trial, make_chapter, require
from firmware_io.messages import (
    EDGES,
    AskLevels,
    Frame,
    Hello,
    HostHeartbeat,
    HostHello,
    Lamp,
    Ping,
)
from firmware_io.session import HEARTBEAT_MS, LOST_AFTER_MS

KEYED_LINKS = "Keyed links"
OFF = Lamp((0, 0, 0), "off", 0)


async def check_macs(trial: Trial) -> None:
    """Of all that it has sent so far."""
    host = await trial.meet_anew()
    host.ask_levels()
    await host.wait(3 * HEARTBEAT_MS)
    unsealed = host.unsealed
    require(
        not unsealed,
        f"{len(unsealed)} of its frames do not bear this link's MAC; the first: {unsealed[:1]}.",
    )


async def check_counts(trial: Trial) -> None:
    """Of all that it has sent so far."""
    host = await trial.meet_anew()
    await host.wait(3 * HEARTBEAT_MS)
    newest: dict[int, int] = {}
    for one in host.heard:
        if isinstance(one.frame.message, EDGES):
            continue
        count, before = one.frame.sequence, newest.get(one.frame.epoch, 0)
        require(
            count > before,
            f"{type(one.frame.message).__name__} has the count {count}, and {before} came before "
            "it.",
        )
        newest[one.frame.epoch] = count


async def check_unkeyed(trial: Trial) -> None:
    host = await trial.meet_anew()
    bare = Frame(
        host.node, host.epoch, 0x1000_0000, host.node_epoch, host.safe, host.echo_ms, Ping(IGNORED)
    )
    await trial.require_ignored(frame(encode(bare)), "without a MAC")
    without = bytearray(host.body_bytes(Ping(IGNORED))[:-MAC_BYTES])
    without[1] &= ~KEYED
    await trial.require_ignored(frame(bytes(without)), "whose MAC was taken off")


async def check_forged(trial: Trial) -> None:
    host = await trial.meet_anew()
    for place, what in (
        (-1, "whose MAC is wrong in its last bit"),
        (HEADER_BYTES + 3, "that was changed under its MAC"),
    ):
        body = bytearray(host.body_bytes(Ping(IGNORED)))
        if place > 0:
            body = bytearray(host.body_bytes(Ping(IGNORED ^ 0x0100_0000)))
        body[place] ^= 0x01
        await trial.require_ignored(frame(bytes(body)), what)


async def replayed_ping(trial: Trial) -> None:
    host = await trial.meet_anew()
    recorded = host.frame_bytes(Ping(IGNORED))
    host.write(recorded)
    answer = await host.await_answer(IGNORED, LATE_MS)
    if answer is None:
        raise LeftOut("A ping was not answered the first time either, which is another rule's.")
    await host.wait(LATE_MS)
    await trial.require_ignored(recorded, "that it has answered before, byte for byte")


async def old_echo(trial: Trial) -> None:
    host = await trial.meet_anew()
    echo_ms = host.echo_ms
    old_ms = LOST_AFTER_MS + LATE_MS
    await host.wait(old_ms)
    await trial.require_ignored(
        host.frame_bytes(Ping(IGNORED), echo_ms=echo_ms),
        f"that echoes what it said {old_ms:,} ms ago",
    )


async def replayed_hello(trial: Trial) -> None:
    """It may be answered, with Hello, token 0; but the host that is met stays."""
    host = await trial.meet_anew()
    recorded = host.frame_bytes(HostHello(0xFFFF))
    host.write(recorded)
    await host.wait(LATE_MS)
    await host.meet_anew()
    mark = host.mark
    host.write(recorded)
    await host.wait(LATE_MS)
    others = [one for one in host.heard_since(mark) if one.frame.acknowledged_epoch != host.epoch]
    require(
        not others, "A recorded greeting of an earlier host makes it leave the one that is met."
    )
    tokens = [
        one.frame.message.token
        for one in host.heard_since(mark, Hello)
        if isinstance(one.frame.message, Hello)
    ]
    require(
        not any(tokens),
        f"A recorded greeting is answered as if it were new, with token {tokens[:1]}.",
    )
    require(
        await host.await_pong(LATE_MS) is not None,
        "After a recorded greeting it does not hear the host that is met.",
    )


async def replayed_state(trial: Trial) -> None:
    """AskLevels shows it: edges come. The host is the same, and was lost in between: states have
    begun again at 0.
    """
    host = await trial.meet_anew()
    number = host.ask_levels()
    recorded = host.frame_bytes(AskLevels(), number)
    if not await host.await_state(number, LATE_MS):
        raise LeftOut("A state is not acknowledged at once, which is another rule's.")
    await host.wait(LATE_MS)
    await _asks_nothing(host, recorded, "that it has")
    await falls_silent(host)
    await host.wait(LOST_AFTER_MS + HEARTBEAT_MS + LATE_MS)
    host.talks = host.acknowledges = True
    await host.await_hello()
    await host.wait(LATE_MS)
    await _asks_nothing(host, recorded, "from before its host was lost")
    require(
        await host.await_taken(OFF, LATE_MS),
        "After a recorded state it takes no new one.",
    )


async def _asks_nothing(host: Host, recorded: bytes, what: str) -> None:
    mark = host.mark
    host.write(recorded)
    await host.wait(LATE_MS)
    require(not host.edges_since(mark), f"A recorded state {what} is done again.")


async def strangers_state(trial: Trial) -> None:
    host = await trial.meet_anew()
    mark = host.mark
    host.write(host.frame_bytes(HostHeartbeat(), epoch=host.epoch ^ 0x5555))
    await host.wait(LATE_MS)
    hellos = host.heard_since(mark, Hello)
    require(
        not hellos, "A frame of a host that is not met, and no greeting, is answered with a hello."
    )
    answer = await host.await_pong(LATE_MS)
    require(
        answer is not None and answer.frame.acknowledged_epoch == host.epoch,
        "A frame of a host that is not met makes it take another host.",
    )


RULES = make_chapter(
    KEYED_LINKS,
    ("mac", "Every frame of the node bears the MAC.", check_macs),
    ("counted", "What is not numbered counts up.", check_counts),
    ("unkeyed", "A frame without a MAC does nothing.", check_unkeyed),
    ("forged", "A frame with a wrong MAC does nothing.", check_forged),
    ("replay", "A frame that comes a second time does nothing.", replayed_ping),
    ("old-echo", "A frame whose echo is 1,500 ms old does nothing.", old_echo),
    ("replay-hello", "A recorded greeting changes no host.", replayed_hello),
    ("replay-state", "A recorded state is not done again.", replayed_state),
    (
        "no-greeting",
        "A frame of a host that was not met does nothing, and is not answered.",
        strangers_state,
    ),
    links=("keyed",),
)
