"""A card that stops in the mouth of a shoe stops its motor: the image, emulated."""

import asyncio

import pytest

from firmware_io.messages import CardOff, Gate, ShoeChanged

from .handling import BEAM, EMPTY, MOTOR

pytestmark = [pytest.mark.slow, pytest.mark.system]


def told(host, mark):
    return [
        one.frame.message
        for one in host.heard_since(mark)
        if isinstance(one.frame.message, CardOff | ShoeChanged)
    ]


async def opened(pico, host):
    """A shoe with cards whose gate has just opened; where what it tells from then on begins."""
    pico.close_contact(EMPTY)
    await asyncio.sleep(0.1)
    mark = host.mark
    host.send_state(Gate(1))
    await asyncio.sleep(0.2)
    return mark


def test_a_card_that_stops_in_the_mouth_stops_the_motor_and_is_told_once(loop, a_shoe, meets):
    pico = a_shoe()
    host = meets(pico)

    async def story():
        mark = await opened(pico, host)
        running = pico.level(MOTOR)
        pico.close_contact(BEAM)  # half out, and there it stays
        await asyncio.sleep(10)
        stopped, jam = pico.level(MOTOR), told(host, mark)
        mark = host.mark
        pico.open_contact(BEAM)  # somebody draws it out
        await asyncio.sleep(0.3)
        return running, stopped, jam, told(host, mark)

    assert loop.run_until_complete(story()) == (
        1,
        0,
        [ShoeChanged("jam")],
        [CardOff(1, (), "unknown"), ShoeChanged("cleared")],
    )
