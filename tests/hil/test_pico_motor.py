"""A card that stops in the mouth of a shoe stops its motor, and one whose edge flickers is one card: the image, emulated."""

import asyncio

import pytest

from firmware_io.messages import CardOff, Gate, ShoeChanged

from .handling import BEAM, EMPTY, LID, MOTOR

pytestmark = [pytest.mark.slow, pytest.mark.system]


def told(host, mark):
    return [one.frame.message for one in host.since(mark) if isinstance(one.frame.message, CardOff | ShoeChanged)]


async def opened(pico, host):
    """A shoe with cards whose gate has just opened; where what it tells from then on begins."""
    pico.close_contact(EMPTY)
    await asyncio.sleep(0.1)
    mark = host.mark
    host.set(Gate(1))
    await asyncio.sleep(0.2)
    return mark


def test_a_card_that_stops_in_the_mouth_stops_the_motor_and_is_told_once(loop, a_shoe, meets):
    pico = a_shoe()
    host = meets(pico)

    async def story():
        mark = await opened(pico, host)
        running = pico.level(MOTOR)
        pico.close_contact(BEAM)        # half out, and there it stays
        await asyncio.sleep(10)
        stopped, jam = pico.level(MOTOR), told(host, mark)
        mark = host.mark
        pico.open_contact(BEAM)         # somebody draws it out
        await asyncio.sleep(0.3)
        return running, stopped, jam, told(host, mark)

    assert loop.run_until_complete(story()) == (
        1, 0, [ShoeChanged("jam")], [CardOff(1, (), "unknown"), ShoeChanged("cleared")])


@pytest.mark.parametrize("happens", ["lid", "host"])
def test_an_open_lid_and_a_lost_host_stop_the_motor_though_a_card_is_half_out(happens, loop, a_shoe, meets):
    pico = a_shoe()
    host = meets(pico)

    async def story():
        await opened(pico, host)
        if happens == "host":
            host.talks = False
            await asyncio.sleep(0.9)
        pico.close_contact(BEAM)
        await asyncio.sleep(0.05)
        assert pico.level(MOTOR) == 1
        if happens == "lid":
            pico.open_contact(LID)
        await asyncio.sleep(0.02 if happens == "lid" else 0.8)
        return pico.level(MOTOR)

    assert loop.run_until_complete(story()) == 0


def test_a_beam_that_flickers_at_the_edge_of_a_card_tells_one_card(loop, a_shoe, meets):
    pico = a_shoe()
    host = meets(pico)

    async def story():
        mark = await opened(pico, host)
        for _ in range(3):
            pico.close_contact(BEAM)
            await asyncio.sleep(0.003)
            pico.open_contact(BEAM)
            await asyncio.sleep(0.003)
        pico.close_contact(BEAM)
        await asyncio.sleep(0.15)
        pico.open_contact(BEAM)
        await asyncio.sleep(1)
        return told(host, mark)

    assert loop.run_until_complete(story()) == [CardOff(1, (), "unknown")]
