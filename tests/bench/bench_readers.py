"""What one reader costs, in processor time: `python tests/bench/bench_readers.py [--seconds N]`.

Each driver is given what its simulated reader says in so many seconds of virtual time, with two cards lying there (ten chips in
an inventory), and what it sees goes to a presence and its use. The simulation runs before and is not timed. Printed:
microseconds of processor time a look, and what share of a core the reader's own pace of looks makes of it.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))        # run as a script, the tests are no package

from firmware_io.kit.sim.readers.field import Field
from firmware_io.readers.bet_area import BetArea
from firmware_io.readers.passive_shoe import PassiveShoe
from firmware_io.readers.pepper import C1, Pepper
from firmware_io.readers.pn532 import Pn532
from firmware_io.readers.presence import COUNT_MS, Presence
from firmware_io.readers.rdm6300 import Rdm6300
from firmware_io.readers.reader import Seen
from tests.firmware_io.reading import ACE, BADGE, KING, MUX, Noted, Reading, chip, mux, pepper, pn532, rdm6300, tag


def shoe():
    passive = PassiveShoe()
    return passive.report


def areas():
    """A bet area on each of eight antennas."""
    presence = Presence(settle_ms=COUNT_MS)
    all_areas = [BetArea(antenna, {tag(chip(number)): 5 for number in range(10)}) for antenna in range(1, 9)]

    def told(report, now_ms):
        presence.report(report, now_ms)
        for area in all_areas:
            area.look(presence, now_ms)

    return told


def cost(make, fresh, use, seconds):
    """Looks, and seconds of processor time that they took."""
    made = make()
    noted = Noted(fresh())
    Reading(noted, made.sim).run(seconds * 1_000)
    driver, looks = fresh(), 0
    driver.start(0)
    began = time.process_time()
    for now_ms, data in noted.given:
        for report in driver.tick(now_ms) if data is None else driver.receive(data, now_ms):
            looks += isinstance(report, Seen)
            use(report, now_ms)
        driver.to_send()
    return looks, time.process_time() - began


def lying(make, *, chips=False):
    def made():
        reading = make(Field(), inventory=True) if chips else make(Field())
        reading.field.put(*([chip(number) for number in range(10)] if chips else [BADGE] if make is rdm6300 else [ACE, KING]))
        return reading

    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=300)
    seconds = parser.parse_args().seconds
    rows = [
        ("PN532, two cards, shoe", lying(pn532), Pn532, shoe()),
        ("Pepper C1, two cards, shoe", lying(pepper), lambda: Pepper(C1), shoe()),
        ("Pepper MUX, two cards, eight areas", lying(mux), lambda: Pepper(MUX), areas()),
        ("Pepper MUX, ten chips, eight areas", lying(mux, chips=True), lambda: Pepper(MUX, inventory=True), areas()),
        ("RDM6300, a badge, shoe", lying(rdm6300), Rdm6300, shoe()),
    ]
    for name, make, fresh, use in rows:
        looks, took_s = cost(make, fresh, use, seconds)
        share = 100 * took_s / seconds
        print(f"{name:36} {looks / seconds:5.1f} looks/s {1e6 * took_s / looks:7.1f} us a look {share:6.2f} % of a core")


if __name__ == "__main__":
    main()
