"""A reader at a port as a passive shoe: cards that slide over it, a port that goes and comes
back, what lies there at a start.
"""

from __future__ import annotations

import pytest

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.kit.sim.readers.field import Field
from firmware_io.kit.sim.readers.pepper import SimPepper
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.kit.sim.readers.pty import PtyReader
from firmware_io.kit.sim.readers.rdm6300 import SimRdm6300
from firmware_io.messages import CardOff, CardPresented
from firmware_io.reader_port import ReaderPort
from firmware_io.reader_shoe import ReaderShoe
from firmware_io.readers.pepper import Pepper
from firmware_io.readers.pn532 import Pn532
from firmware_io.readers.rdm6300 import BAUD, Rdm6300

from .reading import ACE, BADGE, KING, tag

IN_FIELD_MS = 150  # a pitched card
BETWEEN_MS = 330  # and until the next


READERS = {
    "pn532": (Pn532, SimPn532, 115_200),
    "pepper": (Pepper, SimPepper, 115_200),
    "rdm6300": (Rdm6300, SimRdm6300, BAUD),
}
every_reader = pytest.mark.parametrize("kind", READERS)


class Deal:
    """A reader on a pty, the shoe that the service has of it, and somebody who slides cards."""

    def __init__(self, loop, port, *, kind="pn532", lying=(), field=None):
        self.loop, self.field = loop, field or Field()
        self.told = []
        self.states = []
        driver, sim, baud = READERS[kind]
        self.plug = PtyReader(loop, port, sim(self.field))
        reader = ReaderPort(
            str(port), driver(), antennas=(1,), baud=baud, only_talks=kind == "rdm6300"
        )
        self.shoe = ReaderShoe(
            reader, lying=lying, on_message=self.told.append, on_state=self.states.append
        )

    def open(self):
        self.shoe.open(self.loop)
        assert self.loop.run_until(lambda: self.states[:1] != [])
        return self

    def slide(self, *tags):
        self.field.put(*tags)
        self.loop.run_for(IN_FIELD_MS)
        self.field.take(*tags)
        self.loop.run_for(BETWEEN_MS)

    def messages(self):
        return [told.message for told in self.told]

    def close(self):
        self.shoe.close()
        self.plug.close()


def off(pull, *tags):
    return CardOff(pull, tuple(tag(one) for one in tags), "unknown")


def test_each_card_answers_the_pull_that_was_asked_for(loop, port):
    deal = Deal(loop, port).open()
    assert deal.states == [DeviceAnswers()]
    deal.shoe.set_gate(7)
    assert deal.shoe.is_lit
    deal.slide(ACE)
    assert not deal.shoe.is_lit
    deal.shoe.set_gate(8)
    deal.slide(KING)
    assert deal.messages() == [off(7, ACE), off(8, KING)]
    deal.close()


def test_a_card_that_is_held_there_again_is_presented(loop, port):
    deal = Deal(loop, port).open()
    deal.shoe.set_presenting(True)
    deal.slide(ACE)
    assert deal.messages() == [CardPresented((tag(ACE),))]
    deal.close()


def test_a_card_that_lay_there_when_the_table_died_is_read_at_the_next_start(loop, port):
    field = Field()
    field.put(ACE)
    deal = Deal(loop, port, field=field)
    deal.shoe.set_gate(7)
    deal.open()
    loop.run_for(BETWEEN_MS)
    assert deal.messages() == [off(7, ACE)]
    deal.close()


def test_a_card_that_is_on_disk_and_still_lies_there_is_no_second_one(loop, port):
    field = Field(seed=3, flicker=0.3)
    field.put(ACE)
    deal = Deal(loop, port, lying=(tag(ACE),), field=field)
    deal.shoe.set_gate(8)
    deal.open()
    loop.run_for(5_000)
    assert deal.messages() == []
    deal.slide(KING)
    assert deal.messages() == [off(8, KING)]
    deal.close()


def test_a_card_that_is_on_disk_and_has_gone_may_come_again(loop, port):
    """As the same card of the next hand."""
    deal = Deal(loop, port, lying=(tag(ACE),)).open()
    loop.run_for(2_000)
    deal.slide(ACE)
    assert deal.messages() == [off(0, ACE)]
    deal.close()


@every_reader
def test_a_reader_whose_plug_is_pulled_is_lost_once_and_found_again(loop, port, kind):
    deal, card = Deal(loop, port, kind=kind).open(), BADGE if kind == "rdm6300" else ACE
    for _ in range(2):
        deal.states.clear()
        deal.plug.unplug()
        loop.run_for(3_000)
        assert [type(state) for state in deal.states] == [DeviceGone]
        assert deal.shoe.why_closed == "No such file or directory"
        deal.plug.replug()
        assert loop.run_until(lambda: deal.states[-1] == DeviceAnswers())
        assert deal.shoe.why_closed is None
    deal.shoe.set_gate(7)
    deal.slide(card)
    assert loop.run_until(lambda: deal.told != [])
    assert deal.messages() == [off(7, card)]
    deal.close()


@every_reader
def test_a_port_that_is_not_there_is_told_once_and_tried_again(loop, port, kind):
    deal = Deal(loop, port, kind=kind)
    deal.plug.unplug()
    deal.open()
    loop.run_for(3_000)
    assert deal.states == [DeviceGone("No such file or directory")]
    deal.plug.replug()
    assert loop.run_until(lambda: isinstance(deal.states[-1], DeviceAnswers))
    deal.close()
