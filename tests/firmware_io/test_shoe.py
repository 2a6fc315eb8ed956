"""The simulated shoe: one card for each pull, cards that leave unasked or together, a card held
before the reader again.
"""

from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.shoe import MOTOR_MS, SimCard
from firmware_io.messages import CardOff, ShoeChanged

from .test_devices import at_rest, cards, shoe_and_service, tag


def test_a_card_that_clings_takes_the_next_one_with_it(loop, port):
    shoe, service = shoe_and_service(loop, port)
    shoe.load([SimCard(tag(1), clings=True), SimCard(tag(2)), SimCard(tag(3), clings=True)])
    for pull in (17, 18):
        service.device.set_gate(pull)
        loop.run_for(3 * MOTOR_MS)
    assert service.messages() == [
        CardOff(17, (tag(1), tag(2)), "down"),
        CardOff(18, (tag(3),), "down"),
    ]


def test_a_gate_that_shuts_stops_the_motor(loop, port):
    shoe, service = shoe_and_service(loop, port)
    shoe.load(cards(1))
    service.device.set_gate(17)
    loop.run_for(MOTOR_MS // 2)
    service.device.set_gate(0)
    loop.run_for(3 * MOTOR_MS)
    assert (service.messages(), len(shoe.cards)) == ([], 1)


def test_an_unread_card_a_boxed_card_and_an_empty_shoe(loop, port):
    shoe, service = shoe_and_service(loop, port)
    shoe.load([SimCard(None), SimCard(tag(2), "up")])
    shoe.pull(3)
    assert at_rest(loop, shoe, service)
    service.device.set_gate(17)
    loop.run_for(3 * MOTOR_MS)
    shoe.load(cards(1), announce=True)
    loop.run_for(3 * MOTOR_MS)
    assert service.messages() == [
        CardOff(0, (), "down"),
        CardOff(0, (tag(2),), "up"),
        ShoeChanged("empty"),
        ShoeChanged("reloaded"),
        CardOff(17, (tag(1),), "down"),
    ]


def test_a_lid_and_a_jam_hold_the_card_back(loop, port):
    shoe, service = shoe_and_service(loop, port)
    shoe.load(cards(1))
    shoe.open_lid()
    service.device.set_gate(17)
    loop.run_for(2 * MOTOR_MS)
    shoe.jam()
    shoe.close_lid()
    loop.run_for(2 * MOTOR_MS)
    shoe.clear_jam()
    loop.run_for(2 * MOTOR_MS)
    assert service.messages() == [
        ShoeChanged("lid_open"),
        ShoeChanged("jam"),
        ShoeChanged("lid_closed"),
        ShoeChanged("cleared"),
        CardOff(17, (tag(1),), "down"),
    ]


def test_a_card_that_stops_in_the_mouth_is_one_jam_and_leaves_when_that_is_cleared(loop, port):
    shoe, service = shoe_and_service(loop, port)
    shoe.load(cards(2))
    shoe.jam_next_card()
    service.device.set_gate(17)
    loop.run_for(2 * MOTOR_MS + 200)
    assert service.messages() == [ShoeChanged("jam")]
    service.device.set_gate(18)
    loop.run_for(10 * MOTOR_MS)
    assert service.messages() == [ShoeChanged("jam")]
    shoe.clear_jam()
    loop.run_for(2 * MOTOR_MS)
    assert service.messages()[1:] == [
        CardOff(17, (tag(1),), "down"),
        ShoeChanged("cleared"),
        CardOff(18, (tag(2),), "down"),
    ]


def test_a_node_speaks_with_the_session_that_it_is_given_after_a_reset_too(loop, port):
    started = []

    class WrittenElsewhere(NodeSession):
        def __init__(self, *, epoch, reset_cause="power_on", **more):
            super().__init__(epoch=epoch, reset_cause=reset_cause, **more)
            started.append((epoch, reset_cause))

    shoe, service = shoe_and_service(loop, port, sessions=WrittenElsewhere)
    shoe.reset("watchdog")
    assert at_rest(loop, shoe, service)
    assert started == [(0x2000, "power_on"), (shoe.session.epoch, "watchdog")]
    assert isinstance(shoe.session, WrittenElsewhere)
