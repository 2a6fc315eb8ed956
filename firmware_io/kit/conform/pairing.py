"""The rules of pairing over the cable, as far as a node in use can be tried: it comes away with
the key that it had.
"""

from firmware_io.encoding import encode
from firmware_io.framing import frame
from firmware_io.kit.conform.host import Host
from firmware_io.kit.conform.rule import LATE_MS, Rule, Trial, require
from firmware_io.messages import ANY_NODE, LINK_KEY_BYTES, Frame, Pair
from firmware_io.session import HEARTBEAT_MS

PAIRING = "Pairing over the cable"
# a node that takes it all the same can be talked to by anybody who reads this
NO_SECRET = Pair(bytes(LINK_KEY_BYTES))
WRITTEN_MS = HEARTBEAT_MS + LATE_MS  # a node that writes it first says nothing meanwhile


async def _require_unchanged(host: Host, data: bytes, what: str) -> None:
    host.write(data)
    await host.wait(WRITTEN_MS)
    require(
        await host.await_pong(LATE_MS) is not None,
        f"After a Pair {what} it does not answer as before.",
    )


async def check_addressed(trial: Trial) -> None:
    host = await trial.meet_anew()
    other = host.node % 250 + 1
    await _require_unchanged(
        host, host.frame_bytes(NO_SECRET, node=ANY_NODE), "to nobody in particular"
    )
    await _require_unchanged(host, host.frame_bytes(NO_SECRET, node=other), f"to node {other}")
    await _require_unchanged(
        host,
        host.frame_bytes(NO_SECRET, epoch=host.epoch ^ 0x5555),
        "of a host that it has not met",
    )


async def check_key_stays(trial: Trial) -> None:
    host = await trial.meet_anew()
    bare = Frame(host.node, host.epoch, 0, host.node_epoch, host.safe, host.echo_ms, NO_SECRET)
    await _require_unchanged(host, frame(encode(bare)), "without a MAC")
    await _require_unchanged(host, host.frame_bytes(NO_SECRET), "with this link's MAC")


RULES = (
    Rule(
        "pair-meant",
        PAIRING,
        "A key that is given to another node, or by a host that is not met, is not taken.",
        check_addressed,
        links=("open",),
    ),
    Rule(
        "pair-kept",
        PAIRING,
        "A node that has a key takes no other.",
        check_key_stays,
        links=("keyed",),
    ),
)
