"""Lamps and buzzers of a whole table, whichever outputs it has: nodes' own, pins of a seat, the
table's.
"""

import sys
from functools import partial

import pytest

from firmware_io.beeps import LAST_SECONDS, YOUR_TURN
from tablectl.engine import floor
from tablectl.intake.enrolling import enrolling_order
from tablectl.present.lamps import AMBER
from tablectl.service.config.loading import load_config
from tests.firmware_io.contacts import Contacts
from tests.firmware_io.fake_gpiod import FakeGpiod
from tests.firmware_io.pixel_wires import FakeSpidev, Ws2812Chain

from .evening import STAKES, SmallestTable, booked

BUZZER, TABLE_BUZZER = 16, 17
RGB = {1: (0, 1, 2), 2: (3, 4, 5), 3: (6, 12, 13)}
SPAN_OF_1 = slice(0, 10)
LOOK_MS = 30  # shorter than any beep


class Sounding(SmallestTable):
    """Three nodes; `more` is what the configuration says besides, `of_seats` what each [[seat]]
    does.
    """

    def __init__(self, loop, place, patch, *, more="", of_seats=None, clock_s=30):
        super().__init__(loop, place, table=STAKES)
        self.contacts, self.spidev = Contacts(), FakeSpidev()
        gpiod = FakeGpiod(self.contacts)
        for name, module in {
            "gpiod": gpiod,
            "gpiod.line": gpiod.line,
            "spidev": self.spidev,
        }.items():
            patch.setitem(sys.modules, name, module)
        file = place / "table.toml"
        text = (
            file.read_text()
            .replace("sound = false", "sound = true")
            .replace("clock_s = 0", f"clock_s = {clock_s}")
        )
        for seat, says in (of_seats or {}).items():
            text = text.replace(f"number = {seat}\n", f"number = {seat}\n{says}\n")
        file.write_text(text + more)
        self.config = load_config(file)
        self.deck = booked(self, "red", enrolling_order())
        self.start()

    def dealt(self):
        """A hand, up to its first act; whatever sounds of that is over."""
        self.begins()
        self.deals([self.deck.of[card] for card in enrolling_order()[:6]])
        self.loop.run_for(1_000)

    def hears(self, ms):
        """How often each node's buzzer is switched on within so long; of those that are at all."""
        heard = {}
        was = {number: seat.is_buzzing for number, seat in self.seats.items()}
        for _ in range(ms // LOOK_MS):
            self.loop.run_for(LOOK_MS)
            now = {number: seat.is_buzzing for number, seat in self.seats.items()}
            for number in now:
                if now[number] and not was[number]:
                    heard[number] = heard.get(number, 0) + 1
            was = now
        return heard

    def beeps_at(self, pin):
        """How often a buzzer on a pin has been switched on since it was asked last."""
        told = self.contacts.driven[pin].count(True)
        self.contacts.driven[pin].clear()
        return told


@pytest.fixture
def sounding(smallest, monkeypatch):
    return partial(smallest, Sounding, patch=monkeypatch)


@pytest.mark.slow
def test_a_node_s_buzzer_tells_its_turn_once_and_the_last_five_seconds_of_its_clock(sounding):
    table = sounding()
    table.dealt()
    table.seats[1].press("call")
    assert table.hears(10_000) == {2: len(YOUR_TURN)}
    left_ms = table.view.clock_left_ms
    assert (table.view.to_act, left_ms is not None) == (2, True)
    assert table.hears((left_ms or 0) - 5_100) == {}
    assert table.hears(5_050) == {2: len(LAST_SECONDS)}
    assert table.hears(2_000) == {3: len(YOUR_TURN)}  # seat 2 is folded by its clock
    table.rules(floor.Pause())
    assert table.hears(60_000) == {}


def test_a_seat_s_own_pin_sounds_in_the_place_of_its_node_and_silence_may_be_configured(
    tmp_path, sounding
):
    own = {2: f"buzzer = {BUZZER}"}
    table = sounding(of_seats=own, more=f"[gpio]\nbuzzer = {TABLE_BUZZER}\n")
    table.dealt()
    table.beeps_at(BUZZER)
    table.seats[1].press("call")
    assert (table.hears(3_000), table.beeps_at(BUZZER), table.beeps_at(TABLE_BUZZER)) == (
        {},
        len(YOUR_TURN),
        0,
    )
    table.stop()
    file = tmp_path / "table.toml"
    file.write_text(file.read_text().replace("sound = true", "sound = false"))
    table.config = load_config(file)
    table.start()
    table.seats[2].press("call")
    assert (table.hears(3_000), table.beeps_at(BUZZER), table.view.to_act) == ({}, 0, 3)


def test_a_lamp_of_three_colours_at_a_seat_shows_whose_turn_it_is_and_is_dark_when_the_service_stops(
    loop, sounding
):
    lamp = {
        seat: f"lamp = {{ red = {red}, green = {green}, blue = {blue} }}"
        for seat, (red, green, blue) in RGB.items()
    }
    table = sounding(of_seats=lamp, more='[lamps]\ndriver = "pins"\nbrightness = 1\n', clock_s=0)

    def lit():
        return {
            seat: tuple([table.contacts.outputs[pin] for pin in pins]) for seat, pins in RGB.items()
        }

    table.dealt()
    amber = tuple(part >= 128 for part in AMBER)  # gpiod knows on and off alone
    assert (table.view.to_act, lit()[1], lit()[2]) == (1, amber, (False, False, False))
    table.seats[1].press("call")
    loop.run_for(1_000)
    assert (lit()[1], lit()[2]) == ((False, False, False), amber)
    # the nodes' own rings stay dark
    assert {seat.lamp.pattern for seat in table.seats.values()} == {"off"}
    table.stop()
    assert not any(
        level for pins in RGB.values() for pin in pins for level in table.contacts.driven[pin][-1:]
    )


def test_a_strip_of_ws2812_shows_the_table_with_its_spans_and_below_its_limit(sounding):
    spans = {seat: f"span = {{ first = {10 * (seat - 1)}, count = 10 }}" for seat in RGB}
    strip = '[lamps]\ndriver = "ws2812"\npixels = 32\nbrightness = 1\nlimit_ma = 200\n'
    table = sounding(of_seats=spans, more=strip, clock_s=0)
    chain = Ws2812Chain(32)
    table.dealt()
    chain.hear(table.spidev.writes[-1])
    assert table.view.to_act == 1
    assert len(set(chain.shown[SPAN_OF_1])) == 1
    assert chain.shown[0][0] > chain.shown[0][2] > 0  # amber, dimmed by the limit
    assert sum(map(sum, chain.shown)) * 20 / 255 <= 200
    assert chain.shown[30:] == [(0, 0, 0)] * 2
    table.stop()
    chain.hear(table.spidev.writes[-1])
    assert set(chain.shown) == {(0, 0, 0)}
