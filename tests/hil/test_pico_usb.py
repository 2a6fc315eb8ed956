"""The same image at a host's USB port, as most will plug it in: found there, heard and told as
by its UART.
"""

import asyncio

import pytest

from firmware_io.messages import Asks, Hello, KeyPressed, Lamp

from .handling import press
from .overhearing import Ring

pytestmark = [pytest.mark.slow, pytest.mark.system]

UNREAD_MS = 5_000  # its own room is full after a few frames


def test_a_pico_at_usb_is_met_tells_its_keys_and_shows_its_lamp(loop, a_pico, meets):
    pico = a_pico(wire="usb")
    ring, host = Ring(pico), meets(pico)
    host.send_state(Lamp((200, 100, 50), "half", 255))
    host.send_state(Asks(("fold", "call"), 0, 0, 0))

    async def told():
        await asyncio.sleep(0.1)
        mark = host.mark
        await press(pico, "call")
        await press(pico, "fold")
        await asyncio.sleep(0.1)
        return [one.frame.message for one in host.heard_since(mark, KeyPressed)]

    assert loop.run_until_complete(told()) == [KeyPressed("call"), KeyPressed("fold")]
    assert (ring.pictures > 0, ring.wrong) == (True, [])


def test_a_pico_at_usb_that_starts_again_is_met_again(loop, a_pico, meets):
    pico = a_pico(wire="usb")
    host = meets(pico)
    before, mark = host.node_epoch, host.mark
    pico.reset()
    heard = loop.run_until_complete(
        host.await_frame(
            lambda frame: isinstance(frame.message, Hello) and frame.epoch != before,
            2_000,
            since=mark,
        )
    )
    assert heard is not None


def test_a_host_that_does_not_read_makes_no_pico_start_again(loop, a_pico, meets):
    """It waits for room at most for a moment: its watchdog would bite, and what it keeps would
    be lost.
    """
    pico = a_pico(wire="usb")
    host = meets(pico)
    before, mark = host.node_epoch, host.mark
    pico.is_read(False)
    loop.run_until_complete(press(pico, "check_call"))
    loop.run_for(UNREAD_MS)
    assert [told for told in pico.told if "reset" in told] == []
    pico.is_read(True)
    told = loop.run_until_complete(
        host.await_frame(lambda frame: frame.message == KeyPressed("check_call"), 2_000, since=mark)
    )
    assert told is not None
    assert host.node_epoch == before
