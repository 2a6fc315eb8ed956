"""A page says how long play stands still, and since which hand its player sits out."""

from tablectl.present.public import public_view
from tablectl.service.since import Since
from tests.happened import opened, played

TABLE = {
    "preset": "tournament",
    "seats": {"1": 500, "2": 500, "3": 500},
    "stakes": {"small_blind": 10, "big_blind": 20},
    "options": {"chips_sensed": False},
}


def table(*then):
    return played(opened(dict(TABLE)), *then)


def seen(since, t, now_ms):
    return since.put_on(public_view(t, now_ms, pages=t.places), t, now_ms)


def test_play_has_stood_still_since_the_case_was_found():
    since = Since()
    seen(since, table("start"), 1_000)
    halted = table("start", "cards 2c 2d 3h 4s 5c 6d", "cards 7h 8h 9h Th")
    assert seen(since, halted, 2_000).irregularity.ago_s == 0
    assert seen(since, halted, 44_900).irregularity.ago_s == 42


def test_of_what_was_so_when_the_service_began_nothing_is_said():
    since = Since()
    halted = table("2 sit_out", "start", "cards 2c 2d 3h 4s 5c 6d", "cards 7h 8h 9h Th")
    view = seen(since, halted, 44_000)
    assert view.irregularity.ago_s is None
    assert view.seats["2"].out_since is None


def test_a_player_is_out_since_the_first_hand_that_is_not_played():
    since = Since()
    seen(since, table(), 0)
    between = table("2 sit_out")
    assert seen(since, between, 0).seats["2"].out_since == 1
    later = played(between, "start")
    assert seen(since, later, 0).seats["2"].out_since == 1
    back = played(later, "2 sit_in")
    assert seen(since, back, 0).seats["2"].out_since is None
