"""What earlier versions of the rules wrote in another shape is read as today's."""

import msgspec
import pytest
from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import ChipsRead, DeviceLost, StartAsked
from tablectl.engine.source import SHOE, of_seat
from tablectl.engine.state.halt import Halt, Irregularity
from tablectl.engine.state.table import Table
from tablectl.games.catalog import preset
from tablectl.journal.earlier import DeviceLostAtSeat, completed, event_in, facts_in
from tablectl.rules.cards import UNREADABLE
from tablectl.rules.forced import Stakes


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


def a_table() -> Table:
    """Seat 2 posts the small blind of 50, of which it has 40."""
    table, _ = open_table(preset("tournament"), {1: 1_000, 2: 40, 3: 1_000}, stakes=Stakes(50, 100), button=1,
                          chips=(10, 50), options={"action_clock_s": 0})
    table, _ = handle(table, (StartAsked(at_ms=0),))
    return table


def test_who_is_all_in_followed_from_the_stack_to_version_10() -> None:
    table = a_table()
    assert completed(table, f.Posted(seat=2, ante=0, live=40, dead=0)) == f.Posted(
        seat=2, ante=0, live=40, dead=0, is_all_in=True)
    assert completed(table, f.Called(seat=2, added=40)) == f.Called(seat=2, added=40, is_all_in=True)
    assert completed(table, f.Called(seat=1, added=100)) == f.Called(seat=1, added=100)
    assert completed(table, f.Checked(seat=3)) == f.Checked(seat=3)


def test_chips_of_a_halt_were_due_back_by_the_table_to_version_10() -> None:
    """Those of the seat to act; the shoe that was empty counted as filled after the halt for it."""
    table = a_table()
    came, went_on = f.ChipsSensed(seat=2, chips=((10, 4),)), f.Resumed()
    assert (completed(table, came), completed(table, went_on)) == (came, went_on)
    halted = replace(table, halt=Halt(Irregularity("deck_exhausted", "F-11", "void")))
    assert completed(halted, came) == f.ChipsSensed(seat=2, chips=((10, 4),), is_due_back=True)
    assert completed(halted, f.ChipsSensed(seat=3, chips=())) == f.ChipsSensed(seat=3, chips=())
    assert completed(halted, went_on) == f.Resumed(is_shoe_filled=True)


def test_a_turn_and_a_returned_bet_followed_from_the_table_to_version_11() -> None:
    """What lay in front when the turn came was due back; whose bet came back was in again if it had been all-in."""
    table, _ = handle(a_table(), (ChipsRead(at_ms=1, node_ms=1, seat=3, chips=((50, 1),)),))
    given, returned = f.TurnGiven(seat=3, deadline_ms=None, clock_ms=None), f.BetReturned(seat=2, amount=10)
    assert completed(table, given) == f.TurnGiven(seat=3, deadline_ms=None, clock_ms=None, stale=50)
    assert completed(table, f.TurnGiven(seat=1, deadline_ms=None, clock_ms=None)).stale == 0
    assert completed(table, returned) == returned
    table, _ = handle(a_table(), (ChipsRead(at_ms=1, node_ms=1, seat=2, chips=((10, 4),)),))
    assert completed(table, returned) == f.BetReturned(seat=2, amount=10, is_in_again=True)


def test_a_fact_that_said_all_is_as_it_was() -> None:
    assert completed(a_table(), f.Folded(seat=2)) == f.Folded(seat=2)


@pytest.mark.parametrize("stored", [[{"fact": "device_gone"}, 3], [{"fact": "no_fact_of_ours", "card": "??"}], [["??"]]], ids=str)
def test_what_no_version_wrote_is_no_fact(stored: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        facts_in(msgspec.msgpack.encode(stored))
