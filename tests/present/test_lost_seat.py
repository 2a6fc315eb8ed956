"""A seat whose device is lost at its turn: what the panel says of it, and what may be done
meanwhile (G-7).
"""

import pytest
from msgspec.structs import replace

from tablectl.engine.engine import handle
from tablectl.engine.events import DeviceLost, FloorRuled
from tablectl.engine.floor import Pause
from tablectl.engine.source import seat_source
from tablectl.engine.state.changes import with_seat
from tablectl.present.asks.lost import with_absence
from tablectl.present.public import public_view
from tablectl.service.devices.link_health import Absences
from tests.harvest import of_scenarios
from tests.present.test_rulings import lost_at_its_turn

NOT_AT_ITS_TURN = "a-seat-unplugged-out-of-turn-holds-nothing"


def test_nobody_waits_for_a_seat_that_is_lost_out_of_turn(tmp_path):
    """Clauses: G-7. From its turn on play waits for it."""
    views = [public_view(t, now_ms) for t, now_ms, _ in of_scenarios([NOT_AT_ITS_TURN], tmp_path)]
    waits = {
        (view.to_act == int(number), view.lost is not None)
        for view in views
        for number, seat in view.seats.items()
        if view.to_act and not seat.connected
    }
    assert waits == {(True, True), (False, False)}


def test_a_pause_comes_before_the_seat_that_is_waited_for():
    """Clauses: F-6, G-7."""
    table = lost_at_its_turn(())
    assert public_view(table, 0).lost is not None
    paused, _ = handle(table, (FloorRuled(at_ms=0, ruling=Pause()),))
    assert public_view(paused, 0).lost is None


@pytest.mark.parametrize(
    ("now_ms", "away_s"), [(7_000, 0), (7_999, 0), (8_000, 1), (607_500, 600), (6_000, 0)]
)
def test_how_long_a_seat_is_away_counts_from_the_moment_it_was_found_lost(now_ms, away_s):
    """Clauses: G-7."""
    absences, table = Absences(), lost_at_its_turn(())
    assert absences.away_s(table, 7_000) == 0
    view = with_absence(public_view(table, now_ms), absences.away_s(table, now_ms))
    assert view.lost.away_s == away_s


def test_a_seat_that_comes_back_and_is_lost_again_counts_anew():
    """Clauses: G-7. One that is lost before its turn has been away since then."""
    lost = lost_at_its_turn(())
    there = replace(lost, seats=with_seat(lost, lost.to_act, is_connected=True))
    other = next(
        seat.number for seat in lost.seats if seat.status == "in" and seat.number != lost.to_act
    )
    both, _ = handle(lost, (DeviceLost(at_ms=2_000, source=seat_source(other)),))
    absences = Absences()
    looks = ((lost, 0), (both, 2_000), (there, 3_000), (both, 5_000))
    assert [absences.away_s(t, at_ms) for t, at_ms in looks] == [0, 2, None, 0]
