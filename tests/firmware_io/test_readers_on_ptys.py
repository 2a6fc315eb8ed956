"""A reader behind a pty, opened as a serial port: pulled out and put back, it goes on."""


import pytest

from firmware_io.kit.sim.readers.field import Field
from firmware_io.kit.sim.readers.pepper import SimPepper
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.kit.sim.readers.pty import PtyReader
from firmware_io.kit.sim.readers.rdm6300 import SimRdm6300
from firmware_io.link import Link
from firmware_io.port import loop_ms
from firmware_io.readers.pepper import Pepper
from firmware_io.readers.pn532 import Pn532
from firmware_io.readers.rdm6300 import BAUD, Rdm6300
from firmware_io.readers.reader import Found, Seen, Trouble

from .reading import ACE, BADGE, tag


class Port:
    """A driver on a port, as a service has it."""

    def __init__(self, loop, path, driver, baud):
        self.reports = []
        self._loop, self._driver, self._link = loop, driver, Link(str(path), baud)
        self._timer = None
        self.open()

    @property
    def is_open(self):
        return self._link.is_open

    def open(self):
        assert self._link.open(self._loop, self._came, self._gone) is None
        self._link.write(self._driver.start(loop_ms(self._loop)))
        self._step()

    def close(self):
        self._link.close()
        if self._timer is not None:
            self._timer.cancel()

    def _came(self, data):
        self.reports += self._driver.receive(data, loop_ms(self._loop))
        self._step()

    def _gone(self, why):
        self.reports += self._driver.lost()

    def _step(self):
        now_ms = loop_ms(self._loop)
        due_ms = self._driver.next_at_ms
        if due_ms is not None and due_ms <= now_ms:
            self.reports += self._driver.tick(now_ms)
            due_ms = self._driver.next_at_ms
        self._link.write(self._driver.to_send())
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if due_ms is None else self._loop.call_at(due_ms / 1_000, self._step)


@pytest.mark.parametrize(
    ("driver", "simulated", "lying", "baud"),
    [(Pn532, SimPn532, ACE, 115_200), (Pepper, SimPepper, ACE, 115_200), (Rdm6300, SimRdm6300, BADGE, BAUD)],
    ids=["pn532", "pepper", "rdm6300"],
)
def test_a_tag_is_seen_through_a_pty_before_and_after_the_plug_was_pulled(loop, port, driver, simulated, lying, baud):
    field = Field()
    field.put(lying)
    plug = PtyReader(loop, port, simulated(field))
    reading = Port(loop, port, driver(), baud)
    seen = Seen(1, (tag(lying),))
    assert loop.run_until(lambda: seen in reading.reports)
    assert any(isinstance(report, Found) for report in reading.reports)
    plug.unplug()
    assert loop.run_until(lambda: not reading.is_open)
    assert reading.reports[-1] == Trouble("no_reader", blind=(1,))
    plug.replug()
    reading.reports.clear()
    reading.open()
    assert loop.run_until(lambda: seen in reading.reports)
    assert isinstance(reading.reports[0], Found)
    reading.close()
    plug.close()
