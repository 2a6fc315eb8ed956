"""The rules of meeting: the greeting, a new host, a host that is lost, and the times of all
that.
"""

from itertools import pairwise

from firmware_io.kit.conform.host import Heard, Host
from firmware_io.kit.conform.rule import LATE_MS, LeftOut, Rule, Trial, require
from firmware_io.messages import (
    EDGES,
    NO_EPOCH,
    NO_ID,
    U32_MAX,
    About,
    Ack,
    Heartbeat,
    Hello,
    HostHeartbeat,
    Lamp,
)
from firmware_io.session import HEARTBEAT_MS, LOST_AFTER_MS, MAX_KEPT_EDGES

MEETING = "Meeting"
TIMES = "Times"
HEADER = "Frame"
DARK = Lamp((0, 0, 0), "off", 0)
WRAP_WAIT_MS = 20_000  # a clock that wraps later than this is not waited for
DAY_MS = 86_400_000


def is_unmet_hello(heard: Heard) -> bool:
    return isinstance(heard.frame.message, Hello) and heard.frame.message.token == 0


async def falls_silent(host: Host) -> None:
    """The host sends nothing more; its last frame has arrived."""
    host.write(host.frame_bytes(HostHeartbeat()))
    host.talks = host.acknowledges = False
    await host.wait(1)


async def _is_lost(host: Host) -> None:
    """So long that the node should know it. Raises LeftOut where it does not."""
    await host.wait(LOST_AFTER_MS)
    mark = await host.wait(HEARTBEAT_MS + LATE_MS)
    if not all(
        one.frame.acknowledged_epoch == NO_EPOCH or is_unmet_hello(one)
        for one in host.heard_since(mark)
    ):
        raise LeftOut("It does not know that its host is lost, which is another rule's.")


async def check_hello(trial: Trial) -> None:
    host = await trial.meet_anew()
    for _ in range(3):
        token = host.send_greeting()
        heard = await host.await_kind(Hello, LATE_MS)
        require(heard is not None, f"A greeting is not answered within {LATE_MS} ms.")
        assert heard is not None
        hello = heard.frame.message
        assert isinstance(hello, Hello)
        require(
            hello.token == token,
            f"The greeting with token {token} is answered with token {hello.token}.",
        )


async def check_hello_epoch(trial: Trial) -> None:
    host = await trial.meet_anew()
    host.send_greeting()
    heard = await host.await_kind(Hello, LATE_MS)
    is_ours = heard is not None and heard.frame.acknowledged_epoch == host.epoch
    require(is_ours, "Its hello does not name the epoch of who greeted.")


async def kind_and_id(trial: Trial) -> None:
    host = trial.host
    hello = await host.meet_anew()
    require(hello.kind == trial.kind, f"It says that it is a {hello.kind}, not a {trial.kind}.")
    require(0 < host.node < NO_ID, f"It has the id {host.node}; a node's is 1 to {NO_ID - 1}.")
    span = hello.last_number - hello.first_number + 1
    require(
        0 <= span <= MAX_KEPT_EDGES,
        f"It says that it keeps edges {hello.first_number} to {hello.last_number}.",
    )


async def unmet_hellos(trial: Trial) -> None:
    host = await trial.meet_anew()
    await falls_silent(host)
    await _is_lost(host)
    mark = await host.wait(5 * HEARTBEAT_MS + LATE_MS)
    frames = host.heard_since(mark)
    require(
        len(frames) >= 5,
        f"Without a host it speaks {len(frames)} times in {5 * HEARTBEAT_MS + LATE_MS} ms.",
    )
    require(
        all(map(is_unmet_hello, frames)),
        "Without a host it says something else than Hello with token 0.",
    )
    gaps = [after.at_ms - before.at_ms for before, after in pairwise(frames)]
    require(max(gaps) <= HEARTBEAT_MS + LATE_MS, f"Without a host it is silent for {max(gaps)} ms.")
    require(
        sum(gaps) >= len(gaps) * (HEARTBEAT_MS - LATE_MS),
        f"Without a host it says hello every {min(gaps)} ms.",
    )


async def host_lost(trial: Trial) -> None:
    host = await trial.meet_anew()
    mark = host.mark
    await falls_silent(host)
    gone = await host.await_frame(
        lambda one: one.acknowledged_epoch == NO_EPOCH,
        LOST_AFTER_MS + HEARTBEAT_MS + LATE_MS,
        since=mark,
    )
    silent_ms = LOST_AFTER_MS + HEARTBEAT_MS + LATE_MS
    is_alone = any(map(is_unmet_hello, host.heard_since(mark)))
    require(
        gone is not None or not is_alone,
        (
            "It knows that its host is lost, and its header still acknowledges the epoch of that "
            "host, where 0 is due."
        ),
    )
    require(gone is not None, f"After {silent_ms} ms of silence it still has a host.")


async def check_host_not_lost(trial: Trial) -> None:
    host = await trial.meet_anew()
    await falls_silent(host)
    mark = await host.wait(LOST_AFTER_MS - LATE_MS)
    require(
        all(one.frame.acknowledged_epoch == host.epoch for one in host.heard_since(mark)),
        f"It gives up its host before {LOST_AFTER_MS:,} ms of silence have passed.",
    )


async def states_forgotten(trial: Trial) -> None:
    """What shuts gate and buzzer can be seen by this: the node wants every state again."""
    host = await trial.meet_anew()
    await host.await_taken(DARK, LATE_MS)
    await falls_silent(host)
    await _is_lost(host)
    mark, host.talks = host.mark, True
    await host.await_hello()
    (first, *_) = host.heard_since(mark, Hello)[-1:]
    require(
        first.frame.acknowledged == 0,
        f"After a silence of its host it still has state {first.frame.acknowledged}.",
    )


async def new_host(trial: Trial) -> None:
    host = await trial.meet_anew()
    host.skip_states(40)
    await host.await_taken(DARK)
    await host.meet_anew()
    host.begin_states()
    require(await host.await_pong(LATE_MS) is not None, "It does not listen to a new host.")
    has = host.heard[-1].frame.acknowledged
    require(has == 0, f"It has state {has} of a host that has said none.")
    require(
        await host.await_taken(DARK),
        "It does not take state 1 of a new host.",
    )


async def check_stranger(trial: Trial) -> None:
    host = await trial.meet_anew()
    mark = host.mark
    host.write(host.frame_bytes(HostHeartbeat(), epoch=host.epoch ^ 0x5555))
    heard = await host.await_frame(
        lambda one: isinstance(one.message, Hello) and one.message.token == 0, LATE_MS, since=mark
    )
    require(
        heard is not None,
        "A frame of a host that it has not met is not answered with Hello, token 0.",
    )
    assert heard is not None
    require(
        heard.frame.acknowledged_epoch == host.epoch,
        "A frame that is no greeting makes it take another host.",
    )


async def check_heartbeat(trial: Trial) -> None:
    host = await trial.meet_anew()
    await host.wait(HEARTBEAT_MS)
    mark = await host.wait(8 * HEARTBEAT_MS)
    # it comes beside heartbeats
    frames = [one for one in host.heard_since(mark) if not isinstance(one.frame.message, About)]
    require(bool(frames), f"It says nothing for {8 * HEARTBEAT_MS:,} ms.")
    gaps = [after.at_ms - before.at_ms for before, after in pairwise(frames)]
    longest = max(gaps, default=8 * HEARTBEAT_MS)
    require(
        longest <= HEARTBEAT_MS + LATE_MS,
        f"It is silent for {longest} ms; a heartbeat is due after {HEARTBEAT_MS}.",
    )
    require(
        len(frames) <= 12,
        f"It speaks {len(frames)} times in {8 * HEARTBEAT_MS:,} ms, and nothing has happened.",
    )
    beats = [
        one.frame.message.last_number for one in frames if isinstance(one.frame.message, Heartbeat)
    ]
    require(
        all(last == host.safe for last in beats),
        f"Its heartbeat says edge {beats[:1]}, and {host.safe} was the last.",
    )


async def node_time(trial: Trial) -> None:
    host = await trial.meet_anew()
    first = await host.await_pong(LATE_MS)
    await host.wait(2_000)
    last = await host.await_pong(LATE_MS)
    if first is None or last is None:
        raise LeftOut("Two pings were not answered, so its clock could not be read.")
    passed_ms = (last.frame.node_ms - first.frame.node_ms) & U32_MAX
    really_ms = last.at_ms - first.at_ms
    require(
        abs(passed_ms - really_ms) <= LATE_MS,
        f"While {really_ms:,} ms passed, its clock has moved by {passed_ms:,} ms.",
    )


async def node_time_wraps(trial: Trial) -> None:
    """A node cannot be told its clock. One that was built for a test to start near the end is
    waited for.
    """
    host = await trial.meet_anew()
    before = await host.await_pong(LATE_MS)
    if before is None:
        raise LeftOut("A ping was not answered, so its clock could not be read.")
    left_ms = U32_MAX + 1 - before.frame.node_ms
    if left_ms > WRAP_WAIT_MS:
        raise LeftOut(
            f"Its clock wraps in {left_ms / DAY_MS:.1f} days. An image whose clock starts near the "
            "end can be tried."
        )
    await host.wait(left_ms + 500)
    after = await host.await_pong(LATE_MS)
    require(after is not None, "It does not answer after its clock has wrapped.")
    assert after is not None
    passed_ms = (after.frame.node_ms - before.frame.node_ms) & U32_MAX
    require(
        abs(passed_ms - (after.at_ms - before.at_ms)) <= LATE_MS,
        f"Its clock went from {before.frame.node_ms} to {after.frame.node_ms} where it should have "
        "wrapped to about 0.",
    )
    host.ask_levels()
    edge = await host.await_kind(EDGES, LATE_MS)
    require(
        edge is not None and edge.frame.node_ms < WRAP_WAIT_MS,
        "Its edges do not have the time that wrapped.",
    )


async def quiet_acks(trial: Trial) -> None:
    """An Ack is answered by nothing: two ends that acknowledge each other's acknowledgements
    never stop.
    """
    host = await trial.meet_anew()
    await host.wait(HEARTBEAT_MS)
    mark = host.mark
    for _ in range(10):
        host.send_message(Ack())
        await host.wait(20)
    await host.wait(HEARTBEAT_MS // 2)
    # it comes beside heartbeats
    frames = [one for one in host.heard_since(mark) if not isinstance(one.frame.message, About)]
    require(len(frames) <= 2, f"Ten frames that only acknowledge are answered by {len(frames)}.")


RULES = (
    Rule("hello", MEETING, "A greeting is answered at once by Hello with its token.", check_hello),
    Rule(
        "hello-epoch",
        MEETING,
        "The hello names the epoch of the host that greeted.",
        check_hello_epoch,
    ),
    Rule(
        "hello-says",
        MEETING,
        "The hello says the right kind, an id of 1 to 254, and at most 64 edges kept.",
        kind_and_id,
    ),
    Rule("node-ms", HEADER, "The node's clock counts milliseconds.", node_time),
    Rule(
        "node-ms-wraps",
        HEADER,
        "The node's clock wraps at 2^32, and nothing else changes.",
        node_time_wraps,
    ),
    Rule("new-host", MEETING, "With a host of another epoch states begin again at 0.", new_host),
    Rule(
        "stranger",
        MEETING,
        "A frame of a host that was not met is answered by Hello, token 0, and no more.",
        check_stranger,
        links=("open",),
    ),
    Rule(
        "unmet-hello",
        MEETING,
        "Without a host the node says Hello, token 0, every 400 ms.",
        unmet_hellos,
    ),
    Rule("host-lost", MEETING, "1,500 ms of silence end the meeting.", host_lost),
    Rule(
        "host-kept",
        TIMES,
        "A host that is silent for less than 1,500 ms is not lost.",
        check_host_not_lost,
    ),
    Rule(
        "states-forgotten",
        MEETING,
        "A node that lost its host has no state any more and wants all again.",
        states_forgotten,
    ),
    Rule(
        "heartbeat",
        TIMES,
        "Where nothing else is sent a heartbeat comes every 400 ms.",
        check_heartbeat,
    ),
    Rule("quiet", TIMES, "What only acknowledges is not answered.", quiet_acks),
)
