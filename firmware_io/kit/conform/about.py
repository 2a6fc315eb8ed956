"""The rules of a node that says what it is. One that tells no About has no abilities, and they
are left out.
"""

from firmware_io.kit.conform.host import Host
from firmware_io.kit.conform.rule import LATE_MS, LeftOut, Rule, Trial, require
from firmware_io.messages import (
    ANCHOR_BYTES,
    KEYS,
    About,
    Anchor,
    Asks,
    Counters,
    Heartbeat,
    Hello,
    LampTest,
    State,
)
from firmware_io.session import HEARTBEAT_MS

ABOUT = "What a node is"
TELLS_NONE = "It tells no About."
HEARD_MS = 3 * HEARTBEAT_MS + LATE_MS  # so long that it beats three times
NOTHING_KEPT = Anchor(0, bytes(ANCHOR_BYTES))


async def meet_about(host: Host) -> About:
    """Starts anew, and hears what the node is. Raises LeftOut where it does not say."""
    mark = host.mark
    await host.meet_anew()
    heard = await host.await_kind(About, HEARTBEAT_MS + LATE_MS, since=mark)
    if heard is None or not isinstance(about := heard.frame.message, About):
        raise LeftOut(TELLS_NONE)
    return about


async def knows_us(host: Host, by: State) -> None:
    """The node has this state, and so knows that its About has come. Raises LeftOut where it
    does not take it.
    """
    if not await host.await_taken(by):
        raise LeftOut(f"{type(by).__name__} is not acknowledged, which is another rule's.")


async def with_hello(trial: Trial) -> None:
    host = trial.host
    await meet_about(host)
    host.send_greeting()
    heard = await host.await_kind(About, LATE_MS)
    require(heard is not None, f"It answers a greeting, and tells no About within {LATE_MS} ms.")


async def beside_heartbeats(trial: Trial) -> None:
    host = trial.host
    await meet_about(host)
    mark = await host.wait(HEARD_MS)
    beats, abouts = (
        len(host.heard_since(mark, Heartbeat, Counters)),
        len(host.heard_since(mark, About)),
    )
    # one may be on its way
    require(
        abouts >= beats - 1 and abouts > 0, f"Beside {beats} heartbeats it tells {abouts} Abouts."
    )
    require(
        abouts <= beats + 1,
        f"Beside {beats} heartbeats it tells {abouts} Abouts: one goes with each.",
    )


async def check_about_ends(trial: Trial) -> None:
    host = trial.host
    await meet_about(host)
    await knows_us(host, LampTest(False))
    mark = await host.wait(HEARD_MS)
    abouts = len(host.heard_since(mark, About))
    require(
        abouts == 0,
        f"It has taken {LampTest.__name__}, and still tells About: {abouts} times in {HEARD_MS:,} "
        "ms.",
    )


async def always_same(trial: Trial) -> None:
    """Over all that it has sent so far, in each of its starts."""
    host = trial.host
    for _ in range(2):
        await meet_about(host)
        await host.wait(HEARD_MS)
    first: dict[int, About] = {}
    for one in host.heard_since(0, About):
        about = one.frame.message
        assert isinstance(about, About)
        first_about = first.setdefault(one.frame.epoch, about)
        require(
            about == first_about,
            f"In one start it says that it is {about}, and before that {first_about}.",
        )


async def check_asks(trial: Trial) -> None:
    host = trial.host
    await meet_about(host)
    await trial.require_taken(
        Asks(("fold", "check_call", "raise"), 40, 500, 5),
        "Asks with three keys and an amount",
    )
    await trial.require_taken(Asks(KEYS, 1, 1, 1), "Asks with every key")
    await trial.require_taken(Asks(), "Asks that asks nothing")


async def lamp_test(trial: Trial) -> None:
    host = trial.host
    await meet_about(host)
    await trial.require_taken(LampTest(True), "A lamp test that is on")
    await trial.require_taken(LampTest(False), "A lamp test that is off")


async def check_anchor(trial: Trial) -> None:
    """The node's former anchor is sent again in the end, so that a node that is in use keeps
    its own.
    """
    host = trial.host
    await meet_about(host)
    before = (await host.await_hello()).anchor
    try:
        for newest in (
            Anchor(1, b"\x01" * ANCHOR_BYTES),
            Anchor(0x1_0000_0002, b"\x02" * ANCHOR_BYTES),
        ):
            await trial.require_taken(newest, f"An anchor of {newest.count:,} rows")
            for whom in ("the same host", "a new host"):
                hello = await (host.await_hello() if whom == "the same host" else host.meet_anew())
                require(
                    hello.anchor == newest,
                    f"Its hello to {whom} has {_describe_anchor(hello)}; "
                    f"it was told {newest.count:,} rows.",
                )
            await meet_about(host)
    finally:
        await host.await_taken(before or NOTHING_KEPT)


def _describe_anchor(hello: Hello) -> str:
    return "no anchor" if hello.anchor is None else f"an anchor of {hello.anchor.count:,} rows"


RULES = (
    Rule("about", ABOUT, "About comes with each hello that answers.", with_hello),
    Rule(
        "about-beats",
        ABOUT,
        "Until it has Asks, Anchor or LampTest, one About is beside each heartbeat.",
        beside_heartbeats,
    ),
    Rule(
        "about-ends", ABOUT, "A node that has one of these tells About no more.", check_about_ends
    ),
    Rule("about-same", ABOUT, "About says the same for as long as the node runs.", always_same),
    Rule("asks", ABOUT, "Asks is taken and acknowledged.", check_asks, ("seat",)),
    Rule("lamp-test", ABOUT, "A lamp test is taken and acknowledged.", lamp_test),
    Rule(
        "anchor",
        ABOUT,
        "The newest anchor is kept over a new host's greeting and told in each hello.",
        check_anchor,
    ),
)
