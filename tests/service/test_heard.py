"""How well a device is heard: a silent one is named until it speaks, a poor wire is told when it
gets worse.
"""

from firmware_io.messages import Counters
from tablectl.engine.source import SHOE, seat_source
from tablectl.service.devices.link_health import LinkHealth

CLEAN = Counters(0, 0, 0, 0, 4, 0, "power_on")
GARBLED = Counters(2, 0, 0, 0, 4, 1, "power_on")


def test_a_silent_device_is_named_until_it_speaks_again():
    heard = LinkHealth()
    heard.mark_silent(seat_source(3), 900)
    assert heard.health_row(seat_source(3)) == {"silent_ms": 900, "counters": None}
    heard.mark_heard(seat_source(3))
    assert heard.health_row(seat_source(3)) == {"silent_ms": None, "counters": None}


def test_a_wire_is_poor_when_more_was_garbled_than_was_told_before():
    heard = LinkHealth()
    assert heard.compare_counters(SHOE, CLEAN) is None
    assert (
        heard.compare_counters(SHOE, GARBLED)
        == "The wire of the shoe is poor: bad crc 2, refused edges 1."
    )
    assert heard.compare_counters(SHOE, GARBLED) is None
    row = heard.health_row(SHOE)
    assert (row["silent_ms"], row["counters"]["bad_crc"]) == (None, 2)
