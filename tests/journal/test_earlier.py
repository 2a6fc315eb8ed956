"""What earlier versions of the rules wrote in another shape is read as today's."""

import msgspec
import pytest

from tablectl.engine import facts as f
from tablectl.engine.events import DeviceLost
from tablectl.engine.source import SHOE, of_seat
from tablectl.engine.state.halt import Irregularity
from tablectl.journal.earlier import DeviceLostAtSeat, event_in, facts_in
from tablectl.rules.cards import UNREADABLE


def test_a_device_of_version_8_is_its_seat_and_no_seat_is_the_shoe() -> None:
    stored = msgspec.msgpack.encode([
        {"fact": "device_gone", "seat": None}, {"fact": "device_gone", "seat": 3, "is_faulty": True},
        {"fact": "device_returned", "seat": None}, {"fact": "device_returned", "seat": 3},
    ])
    assert facts_in(stored) == (
        f.DeviceGone(source=SHOE), f.DeviceGone(source=of_seat(3), is_faulty=True),
        f.DeviceReturned(source=SHOE), f.DeviceReturned(source=of_seat(3)))


def test_a_device_of_today_is_read_as_it_was_written() -> None:
    facts = (f.DeviceGone(source=SHOE), f.DeviceReturned(source=of_seat(3)))
    assert facts_in(msgspec.msgpack.encode(facts)) == facts


def test_an_event_of_version_8_is_shown_as_it_was_written() -> None:
    assert event_in(msgspec.msgpack.encode({"event": "device_lost", "at_ms": 5, "seat": 3})) == DeviceLostAtSeat(at_ms=5, seat=3)
    today = DeviceLost(at_ms=5, source=of_seat(3))
    assert event_in(msgspec.msgpack.encode(today)) == today


def test_a_card_of_version_8_that_could_not_be_read_is_unreadable() -> None:
    """Wherever it stands; a player may be called so all the same."""
    stored = msgspec.msgpack.encode([
        {"fact": "card_put_aside", "card": "??", "pull": 7},
        {"fact": "halted", "irregularity": {"kind": "unreadable_card", "clause": "G-10", "remedy": "present",
                                            "cards": ["??"], "up": ["??"], "what": "??"}},
        {"fact": "player_sat", "seat": 1, "stack": 100, "name": "??"},
    ])
    assert facts_in(stored) == (
        f.CardPutAside(card=UNREADABLE, pull=7),
        f.Halted(irregularity=Irregularity(
            "unreadable_card", "G-10", "present", cards=(UNREADABLE,), up=(UNREADABLE,), what="??")),
        f.PlayerSat(seat=1, stack=100, name="??"))


@pytest.mark.parametrize("stored", [[{"fact": "device_gone"}, 3], [{"fact": "no_fact_of_ours", "card": "??"}], [["??"]]], ids=str)
def test_what_no_version_wrote_is_no_fact(stored: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        facts_in(msgspec.msgpack.encode(stored))
