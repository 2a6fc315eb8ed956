"""A seat that says what it is and the service's device, through a real pty, keyed and not; and
one that is told none of it.
"""

from functools import partial

import pytest

from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.seat import SimSeat
from firmware_io.messages import Anchor, Asks
from firmware_io.session import AnchorTold, WheelTurned

from .test_devices import CHIPS, Service, at_rest

ROWS = Anchor(412, bytes(32))


@pytest.mark.parametrize("key", [None, bytes(range(32))], ids=["open", "keyed"])
def test_a_seat_is_told_what_is_asked_keeps_the_anchor_and_tells_its_wheel(loop, port, key):
    seat = loop.holds(
        SimSeat(
            loop,
            port,
            node=3,
            epoch=0x1000,
            denominations=CHIPS,
            sessions=partial(NodeSession, key=key),
        )
    )
    service = Service(loop, port, kind="seat", key=key).open()
    asks = Asks(("fold", "raise"), 40, 500, 5)
    service.device.set_asks(asks)
    service.device.set_anchor(ROWS)
    service.device.test_lamp(True)
    assert at_rest(loop, seat, service)
    assert (seat.asks, seat.anchor, seat.is_lamp_tested) == (asks, ROWS, True)
    seat.dial(60)
    loop.run_for(500)
    seat.press("raise", 60)
    loop.run_for(500)
    assert [told.amount for told in service.of_itself if isinstance(told, WheelTurned)] == [
        60,
        60,
        0,
        0,
    ]
    seat.reset()
    assert (seat.asks, seat.is_lamp_tested) == (Asks(), False)
    assert at_rest(loop, seat, service)
    assert AnchorTold(3, ROWS) in service.of_itself
    service.device.close()
    loop.run_for(2_000)
    assert not seat.is_lamp_tested
