"""Real devices keep PROTOCOL.md, as emulated ones do. What somebody would have to press or to fill
is left out, and said.

In real time: what a busy machine was late for is tried again by itself.
"""

import asyncio
from random import SystemRandom

import pytest

from firmware_io.kit.conform.examination import NoHands, examine_node
from firmware_io.kit.conform.host import Host
from firmware_io.messages import PATTERNS, About, Lamp, Pong

pytestmark = [pytest.mark.slow, pytest.mark.system]

TRIES = 3
PINGS = 200
ANSWERS_WITHIN_MS = 2_000


def met(real, story):
    """The story of a host that has met the device."""
    device, key = real

    async def told():
        host = Host(
            asyncio.get_running_loop(),
            device.port,
            epoch=SystemRandom().randrange(1, 2**32),
            key=key,
        )
        host.open()
        try:
            await host.meet_anew()
            return await story(host)
        finally:
            host.close()

    return asyncio.run(told())


def test_a_real_device_keeps_every_rule(real):
    device, key = real
    only = ()
    for _ in range(TRIES):
        results = asyncio.run(
            examine_node(
                device.port,
                device.kind,
                epoch=SystemRandom().randrange(1, 2**32),
                hands=NoHands(),
                only=only,
                key=key,
            )
        )
        if not only:
            print(
                f"{device.name}: left out "
                f"{sorted(one.id for one in results if one.outcome == 'left out')}"
            )
        wrong = {one.id: one.why for one in results if one.outcome == "broken"}
        if not wrong:
            return
        only = tuple(wrong)
    raise AssertionError(wrong)


def test_a_real_device_is_the_one_that_is_named(real):
    device, _ = real

    async def story(host):
        hello = await host.await_hello()
        await host.await_frame(
            lambda frame: isinstance(frame.message, About), ANSWERS_WITHIN_MS, since=0
        )
        boards = {
            one.frame.message.board for one in host.heard if isinstance(one.frame.message, About)
        }
        return hello.kind, host.node, boards

    kind, node, boards = met(real, story)
    assert (kind, node) == (device.kind, device.id)
    assert device.board is None or boards == {device.board}


def test_a_real_device_takes_each_pattern_of_its_lamp(real):
    async def story(host):
        deaf = []
        for pattern in PATTERNS:
            if not await host.await_taken(Lamp((200, 100, 50), pattern, 90), ANSWERS_WITHIN_MS):
                deaf.append(pattern)
        return deaf

    assert met(real, story) == []


def test_a_real_device_answers_every_ping(real):
    device, _ = real

    async def story(host):
        took_ms = []
        for _ in range(PINGS):
            mark, began_s = host.mark, asyncio.get_running_loop().time()
            token = host.send_ping()
            heard = await host.await_frame(
                lambda frame, token=token: (
                    isinstance(frame.message, Pong) and frame.message.token == token
                ),
                ANSWERS_WITHIN_MS,
                since=mark,
            )
            assert heard is not None
            took_ms.append(1_000 * (asyncio.get_running_loop().time() - began_s))
        return sorted(took_ms)

    took_ms = met(real, story)
    print(
        f"{device.name}: {PINGS} pings, p50 {took_ms[PINGS // 2]:.1f}, worst {took_ms[-1]:.1f} ms"
    )
