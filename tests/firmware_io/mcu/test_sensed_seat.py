"""A whole seat of the firmware, keys, cards and chips under an antenna, and the host that hears
it, a millisecond at a time.
"""

from firmware_io.host_session import HostSession
from firmware_io.messages import AreaChanged, AskLevels, HoleCardsSeen, KeyPressed, Lamp
from firmware_io.session import EdgeArrived, StateSet

from .building import core

core()
from firmware_io.kit.sim.c_seat import SensedSeats  # noqa: E402  the core is built first

ACE = bytes.fromhex("e004015012345678")


class Bench:
    """`happens` is what its people do; `run` lets time pass and says what was told."""

    def __init__(self, **how):
        self.seats, self.now_ms = SensedSeats((5, 25), **how), 0
        self.host = HostSession(epoch=5, kind="seat")
        self.shown = []
        self._epoch = 70
        self.start()

    def start(self):
        self._epoch += 1
        self.seat = self.seats(node=3, kind="seat", epoch=self._epoch, now_ms=self.now_ms)

    def happens(self, edge):
        self.seat.post(edge, self.now_ms)

    def run(self, ms):
        told = []
        for _ in range(ms):
            self.now_ms += 1
            reports = [*self.host.tick(self.now_ms), *self.host.receive(self._said(), self.now_ms)]
            for report in reports:
                if isinstance(report, EdgeArrived):
                    told.append(report.message)
                    self.host.acknowledge(report.epoch, report.number)
        return told

    def _said(self):
        to_node = self.host.take_output(self.now_ms)
        self.shown += [*self.seat.tick(self.now_ms), *self.seat.receive(to_node, self.now_ms)]
        return self.seat.take_output(self.now_ms)


def test_what_is_done_before_a_seat_is_told_once_it_has_settled():
    bench = Bench()
    bench.run(1_000)
    bench.happens(AreaChanged("bet", ((5, 2), (25, 1))))
    assert bench.seat.stored_edges == 1
    assert bench.run(1_000) == [AreaChanged("bet", ((5, 2), (25, 1)))]
    bench.happens(KeyPressed("raise", 60))
    bench.happens(KeyPressed("call_floor", 0))
    bench.happens(HoleCardsSeen((ACE,)))
    assert bench.run(200) == [
        HoleCardsSeen((ACE,)),
        KeyPressed("raise", 60),
        KeyPressed("call_floor", 0),
    ]
    assert bench.seat.stored_edges == 0


def test_chips_that_a_hand_carries_past_are_no_bet():
    bench = Bench()
    bench.happens(AreaChanged("bet", ((25, 1),)))
    bench.run(2_000)
    bench.happens(AreaChanged("bet", ((5, 2), (25, 1))))
    bench.run(250)
    bench.happens(AreaChanged("bet", ((25, 1),)))
    assert bench.run(5_000) == []


def test_a_seat_that_starts_anew_tells_no_empty_bet_before_it_has_read():
    bench = Bench()
    bench.happens(AreaChanged("bet", ((25, 3),)))
    bench.run(2_000)
    bench.start()
    told = bench.run(2_000)
    assert [edge for edge in told if isinstance(edge, AreaChanged)] == [
        AreaChanged("bet", ((25, 3),)),
        AreaChanged("stack", ()),
    ]
    bench.host.set_state(AskLevels())
    assert bench.run(50) == [
        AreaChanged("bet", ((25, 3),)),
        AreaChanged("stack", ()),
        HoleCardsSeen(()),
    ]


def test_what_the_host_wants_shown_is_shown():
    bench = Bench()
    lamp = Lamp((255, 201, 60), "chase", 9)
    bench.host.set_state(lamp)
    bench.run(500)
    assert bench.shown == [StateSet(lamp)]
