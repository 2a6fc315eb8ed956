"""A simulated node, good or faulty, before the rules of PROTOCOL.md; in virtual time, with
somebody who stands at it.
"""

import asyncio
from collections.abc import Iterable
from pathlib import Path

from firmware_io.kit.conform.examination import examine_node
from firmware_io.kit.conform.rule import Result
from firmware_io.kit.sim.node import SimNode
from firmware_io.kit.sim.seat import SimSeat
from firmware_io.kit.sim.shoe import SimCard, SimShoe

EPOCH = 0x7000
HELD_S, UNPLUGGED_S = 4.0, 3.0


class SimHands:
    """Somebody who stands at a simulated node and does what is asked."""

    def __init__(self, node):
        self.node = node
        self.done: list[str] = []

    async def do(self, task: str, sentence: str):
        self.done.append(task)
        if task == "press":
            self.node.press("check")
        elif task == "turn":
            for amount in range(5, 205, 5):
                self.node.dial(amount)
                await asyncio.sleep(0.04)
        elif task in ("fill", "empty"):
            tags = range(1, 5) if task == "fill" else ()
            self.node.load([SimCard(n.to_bytes(8, "big")) for n in tags], announce=True)
        elif task == "hold":
            self.node.jam_next_card()
            asyncio.get_running_loop().call_later(HELD_S, self.node.clear_jam)
        elif task == "replug" and isinstance(self.node, SimNode):  # else nobody does
            self.node.unplug()
            await asyncio.sleep(UNPLUGGED_S)
            self.node.reset()
            self.node.replug()


def conformed(
    loop, port: Path, node, kind: str, only: Iterable[str] = (), key: bytes | None = None
) -> dict[str, Result]:
    """What each rule says of the node at this port."""
    results = loop.run_until_complete(
        examine_node(str(port), kind, epoch=EPOCH, hands=SimHands(node), only=only, key=key)
    )
    return {result.id: result for result in results}


def broken(results: dict[str, Result]) -> dict[str, str]:
    """Each rule that is broken, and how."""
    return {result.id: result.why for result in results.values() if result.outcome == "broken"}


def sim_node(loop, port: Path, kind: str, **options) -> SimSeat | SimShoe:
    """Closed with the loop."""
    if kind == "shoe":
        return loop.holds(
            options.pop("shoe", SimShoe)(loop, port, node=100, epoch=0x2000, **options)
        )
    return loop.holds(
        options.pop("seat", SimSeat)(
            loop, port, node=3, epoch=0x1000, denominations=(1, 5, 25), **options
        )
    )
