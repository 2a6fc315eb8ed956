"""What moves between two views, in virtual time; views wait for it, keep their order, and the
last one always comes.
"""

import msgspec
import pygame
import pytest
from hypothesis import given, settings, strategies as st

from tablectl.screen.flying.flights import (
    AWARD_MS,
    BET_MS,
    BOARD_MS,
    GATHER_MS,
    HOLE_MS,
    MUCK_MS,
    TURN_UP_MS,
)
from tablectl.screen.flying.playback import FADE_MS, Playback
from tablectl.screen.flying.steps import DECIDED_MS, LAST_ACT_MS, NEXT_CARD_MS
from tablectl.screen.flying.view_queue import ASKED_WITHIN_MS, WAITING_MAX, WAITING_MS
from tablectl.screen.window import ViewSource, Window
from tablectl.view import Action, Ask, Irregularity, Key, Notice, Pot, Result
from tests.screen.proofs import model_of, pixels

TABLE = model_of("three-seats")
FLOP = ("9s", "4d", "Kh")
QUIET = msgspec.structs.replace(
    TABLE, to_act=None, keys=(), clock_left_ms=None, level=None, ask=Ask("deal"), legal=()
)


def view(base=QUIET, seats=None, **changes):
    """The table of three with some fields changed."""
    changed = {
        number: msgspec.structs.replace(seat, **(seats or {}).get(number, {}))
        for number, seat in base.seats.items()
    }
    return msgspec.structs.replace(base, seats=changed, **changes)


def course(*models, reduced=False):
    """A screen that shows the last of these since long."""
    made = Playback(reduced)
    for at, model in enumerate(models):
        made.come(model, -100_000 + at * 20_000)
        made.at(-100_000 + at * 20_000)
        made.at(-90_000 + at * 20_000)
    return made


def seen(before, after, *times, reduced=False):
    """What is shown at these times after the one view came, where the other had stood for long."""
    shown = course(before, reduced=reduced)
    shown.come(after, 0)
    return [shown.at(at) for at in times]


TURN = view(board=(*FLOP, "2c"))
RIVER = view(board=(*FLOP, "2c", "7d"))


# What flies


def test_a_flop_comes_face_down_and_its_cards_are_turned_up_together():
    """Also where the shoe deals them one by one; the turn and the river come face up."""
    down, up_ms = ("??",) * 3, BOARD_MS + TURN_UP_MS
    times = (0, BOARD_MS - 1, BOARD_MS, up_ms - 1, up_ms)
    assert [shown.board for shown in seen(view(board=()), view(board=FLOP), *times)] == [
        (),
        (),
        (),
        (),
        FLOP,
    ]
    shown = course(view(board=()))
    for cards in (1, 2, 3):
        shown.come(view(board=FLOP[:cards]), cards * 1_000)
        shown.at(cards * 1_000)
        came = [shown.at(cards * 1_000 + at).board for at in times]
        assert came[1:] == [
            down[: cards - 1],
            *([down[:cards]] * 3 if cards < 3 else [(), (), FLOP]),
        ]
    assert [one.board for one in seen(view(board=FLOP), TURN, 0, BOARD_MS)] == [FLOP, TURN.board]
    turning = course(view(board=()))
    turning.come(view(board=FLOP), 0)
    came = [
        [pose.card for pose in turning.poses(at)]
        for at in (0, BOARD_MS, BOARD_MS + 135)
        if turning.at(at)
    ]
    assert came == [["??"] * 3, ["??"] * 3, [*FLOP]]


def test_a_flop_that_halts_lies_face_up_as_it_was_dealt():
    stopped = view(board=FLOP[:2], phase="halted", irregularity=Irregularity("boxed_card"))
    assert seen(view(board=()), stopped, 0)[0].board == FLOP[:2]


def test_a_hole_card_lies_on_the_plate_when_it_has_landed():
    bare = {number: {"cards": ()} for number in "123"}
    came = seen(
        view(seats=bare), view(seats=bare | {"3": {"cards": ("??",)}}), 0, HOLE_MS - 1, HOLE_MS
    )
    assert [len(shown.seats["3"].cards) for shown in came] == [0, 0, 1]


@pytest.mark.parametrize(
    "gone",
    [{"status": "folded"}, {"last_action": Action("mucked")}, {"status": "folded", "cards": ()}],
)
def test_a_hand_that_is_thrown_away_is_gone_from_the_plate_at_once_and_its_backs_fade_inward(gone):
    """The view keeps them, for a fold may be taken back."""
    shown = course(QUIET)
    shown.come(view(seats={"1": gone}), 0)
    assert shown.at(0).seats["1"].lies == ()
    poses = [list(shown.poses(at)) for at in (0, MUCK_MS // 2, MUCK_MS)]
    assert [len(pair) for pair in poses] == [2, 2, 0]
    assert poses[0][0].alpha == 255 > poses[1][0].alpha
    assert abs(poses[1][0].box.middle - 960) < abs(poses[0][0].box.middle - 960)


def test_a_fold_that_is_taken_back_flies_nowhere():
    shown = course(view(seats={"1": {"status": "folded"}}))
    shown.come(QUIET, 0)
    assert (len(shown.at(0).seats["1"].lies), list(shown.poses(0))) == (2, [])


def test_a_hand_that_is_turned_up_goes_to_no_width_and_opens_again():
    """And is drawn before it opens, so that the frame in which many open at once has little to
    draw.
    """
    shown = course(QUIET)
    shown.come(view(seats={"2": {"cards": ("As", "Kd")}}), 0)
    shown.at(0)
    assert [pose.card for pose in shown.leaving(0)] == ["As", "Kd"]
    poses = [[(pose.card, round(pose.share, 1)) for pose in shown.poses(at)] for at in (0, 45, 135)]
    assert poses == [[("??", 1.0)] * 2, [("??", 0.5)] * 2, [("As", 0.5), ("Kd", 0.5)]]
    assert list(shown.leaving(TURN_UP_MS // 2)) == []
    assert [shown.at(at).seats["2"].cards for at in (0, TURN_UP_MS - 1, TURN_UP_MS)] == [
        (),
        (),
        ("As", "Kd"),
    ]


def test_the_pot_stands_as_it_was_until_the_chips_that_come_have_landed():
    shown = course(QUIET)
    shown.come(view(seats={"1": {"bet": 200}}, pot_total=QUIET.pot_total + 200), 0)
    assert [shown.at(at).pot_total - QUIET.pot_total for at in (0, BET_MS // 2, BET_MS - 1)] == [
        0,
        0,
        0,
    ]
    assert shown.turned == ()
    assert (shown.at(BET_MS).pot_total - QUIET.pot_total, len(shown.turned)) == (200, 1)
    # into the new amount
    assert [shown.fade(BET_MS + at) for at in (0, FADE_MS // 2, FADE_MS)] == [1.0, 0.5, 0.0]


def test_the_winners_stack_stands_as_it_was_until_the_chips_it_wins_have_landed():
    shown = course(QUIET)
    won = view(
        seats={"2": {"stack": QUIET.seats["2"].stack + 1_200}},
        result=(Result(2, 1_200, (), None, 0),),
    )
    shown.come(won, 0)
    assert {shown.at(at).seats["2"].stack for at in (0, AWARD_MS // 2, AWARD_MS - 1)} == {
        QUIET.seats["2"].stack
    }
    assert shown.at(AWARD_MS) == won


def test_the_plate_of_who_was_asked_fades_and_the_next_one_fills():
    shown = course(view(to_act=1, ask=Ask("act", seats=(1,))))
    shown.come(view(to_act=2, ask=Ask("act", seats=(2,))), 0)
    shown.at(0)
    assert len(shown.turned) == 2
    assert [shown.fade(at) for at in (0, FADE_MS // 2, FADE_MS)] == [1.0, 0.5, 0.0]


def test_nothing_flies_across_a_change_of_scene():
    for stopped in ({"paused": True}, {"phase": "halted", "irregularity": Irregularity("void")}):
        shown = course(QUIET)
        shown.come(view(board=(), **stopped), 0)
        shown.at(0)
        assert not shown.is_moving(0)


# When it is told

WON = {"result": (Result(2, 1_200, ("9s",), "pair", 0),), "phase": "idle"}


@pytest.mark.parametrize("reduced", [False, True])
def test_a_winner_is_named_when_the_deciding_card_has_lain_for_a_moment(reduced):
    step_ms = BOARD_MS + DECIDED_MS
    came = seen(TURN, view(RIVER, **WON), 0, BOARD_MS, step_ms - 1, step_ms, reduced=reduced)
    assert [(len(shown.board), shown.result is not None) for shown in came[1:]] == [
        (5, False),
        (5, False),
        (5, True),
    ]


HANDS_UP = {
    "1": {"status": "all_in", "cards": ("As", "Ah")},
    "2": {"status": "all_in", "cards": ("Ks", "Kd")},
}
SHARES = {
    "1": {**HANDS_UP["1"], "equity": 0.9, "hand_name": "pair of aces"},
    "2": {**HANDS_UP["2"], "equity": 0.1},
}


def test_all_in_odds_and_outs_follow_the_card_and_the_next_card_waits_for_as_long_again():
    before = view(
        seats=SHARES,
        street="turn",
        board=FLOP,
        ask=Ask("deal", "Two to come"),
        prompt="Then turn and river.",
    )
    turned = view(
        before,
        seats={"1": {"equity": 0.95}},
        street="river",
        board=(*FLOP, "2c"),
        ask=Ask("deal", "One to come"),
        prompt="Outs.",
    )
    shown = course(before)
    shown.come(turned, 0)
    shown.at(0)
    shown.come(view(turned, board=(*FLOP, "2c", "7d"), street=None), 350)
    step_ms, next_ms = BOARD_MS + DECIDED_MS, BOARD_MS + NEXT_CARD_MS
    seen = {
        at: shown.at(at) for at in (step_ms - 1, step_ms, next_ms - 1, next_ms, next_ms + BOARD_MS)
    }
    told = [(model.seats["1"].equity, model.prompt, len(model.board)) for model in seen.values()]
    assert told == [(0.9, "Then turn and river.", 4), *[(0.95, "Outs.", 4)] * 3, (0.95, "Outs.", 5)]


def test_odds_come_when_the_last_hand_has_been_turned_up_and_lies():
    all_in = {number: {"status": "all_in"} for number in HANDS_UP}
    before = view(
        seats={**all_in, "2": HANDS_UP["2"]},
        street="turn",
        board=FLOP,
        to_act=1,
        ask=Ask("show", seats=(1,)),
    )
    after = view(seats=SHARES, street="river", board=FLOP, ask=Ask("deal"), prompt="Outs.")
    step_ms = TURN_UP_MS + DECIDED_MS
    told = [
        (shown.seats["1"].equity, shown.ask.kind, shown.prompt)
        for shown in seen(before, after, 0, TURN_UP_MS, step_ms - 1, step_ms)
    ]
    assert told == [(None, "deal", "")] * 3 + [(0.9, "deal", "Outs.")]


def test_while_a_flop_comes_the_odds_stand_until_its_last_card_lies():
    before = view(seats=SHARES, street="flop", board=())
    shown = course(before)
    for cards in (1, 2):
        shown.come(
            view(before, seats={"1": {"equity": cards / 10}}, street="flop", board=FLOP[:cards]),
            300 * cards,
        )
        shown.at(300 * cards)
        assert shown.at(300 * cards + BOARD_MS).seats["1"].equity == 0.9
        assert not shown.is_busy(300 * cards + BOARD_MS)
    shown.come(view(before, seats={"1": {"equity": 0.3}}, street="turn", board=FLOP), 900)
    shown.at(900)
    step_ms = 900 + BOARD_MS + TURN_UP_MS + DECIDED_MS
    assert [
        shown.at(at).seats["1"].equity for at in (900, 900 + BOARD_MS, step_ms - 1, step_ms)
    ] == [0.9, 0.9, 0.9, 0.3]


def test_a_hand_has_its_name_when_its_cards_are_up():
    up = view(seats={"2": {"cards": ("As", "Kd"), "hand_name": "pair of aces"}})
    names = [shown.seats["2"].hand_name for shown in seen(QUIET, up, 0, TURN_UP_MS - 1, TURN_UP_MS)]
    assert names == [None, None, "pair of aces"]


def test_who_has_the_button_is_told_when_the_card_that_decides_it_lies():
    drawn = {"1": {"cards": ("Jh",)}, "2": {"cards": ("9c",)}, "3": {"cards": ()}}
    before = view(seats=drawn, phase="seating", button=None, board=(), ask=Ask("draw"))
    after = view(before, {"3": {"cards": ("Qd",)}}, button=3, ask=Ask("button"))
    came = seen(before, after, 0, HOLE_MS, HOLE_MS + DECIDED_MS - 1, HOLE_MS + DECIDED_MS)
    assert [(shown.button, shown.ask.kind) for shown in came] == [(None, "draw")] * 3 + [
        (3, "button")
    ]


@pytest.mark.parametrize(
    ("stack", "status", "did"),
    [
        (50, "in", Action("call", 100)),
        (150, "in", Action("check", 0)),
        (0, "all_in", Action("all_in", 250)),
    ],
)
def test_the_last_act_of_a_street_stands_before_its_chips_are_gathered(stack, status, did):
    bets = {"1": {"bet": 200, "last_action": Action("bet", 200)}, "2": {"bet": 100, "stack": 150}}
    before = view(
        seats=bets,
        phase="betting",
        street="flop",
        board=FLOP,
        to_act=2,
        pot_total=1_000,
        ask=Ask("act", seats=(2,)),
    )
    gone = {
        "1": {"bet": 0, "last_action": None},
        "2": {"bet": 0, "stack": stack, "status": status, "last_action": None},
    }
    after = view(
        before,
        seats=gone,
        phase="dealing",
        street="turn",
        to_act=None,
        pot_total=1_150 - stack,
        ask=Ask("deal", "Turn"),
    )
    _, early, late = seen(before, after, 0, BET_MS, LAST_ACT_MS + GATHER_MS)
    assert (early.seats["2"].last_action, early.seats["2"].bet) == (did, 250 - stack)
    assert (early.seats["1"].bet, early.seats["1"].last_action, early.ask.headline) == (
        200,
        Action("bet", 200),
        "Turn",
    )
    assert late == after


def test_a_street_that_ends_with_a_fold_is_gathered_at_once():
    bets = {"1": {"bet": 200}, "2": {"bet": 100}, "3": {"bet": 200}}
    before = view(
        seats=bets, phase="betting", street="flop", board=FLOP, to_act=2, ask=Ask("act", seats=(2,))
    )
    gone = {"1": {"bet": 0}, "2": {"bet": 0, "status": "folded"}, "3": {"bet": 0}}
    (shown,) = seen(before, view(before, gone, phase="dealing", street="turn", to_act=None), 0)
    assert [seat.bet for seat in shown.seats.values()] == [0, 0, 0]


def test_with_reduced_motion_changes_are_cuts_and_the_next_view_waits_as_long():
    for reduced in (False, True):
        shown = course(view(board=FLOP), reduced=reduced)
        shown.come(TURN, 0)
        shown.come(RIVER, 10)
        boards = [len(shown.at(at).board) for at in (0, BOARD_MS - 1, BOARD_MS, 2 * BOARD_MS)]
        assert boards == ([4, 4, 5, 5] if reduced else [3, 3, 4, 5])
        assert shown.is_moving(2 * BOARD_MS - 1) is not reduced


# Views that wait


def test_the_next_view_is_shown_when_the_last_card_has_landed():
    shown = course(view(board=()))
    shown.come(view(board=FLOP), 0)
    shown.at(0)
    shown.come(view(board=FLOP, hand=77), 20)
    assert [shown.at(at).hand for at in (20, 220, 399, 400)] == [12, 12, 12, 77]


def test_of_more_than_three_views_only_the_newest_waits_and_what_flies_lands():
    shown = course(view(board=()))
    shown.come(view(board=FLOP), 0)
    shown.at(0)
    for number in range(WAITING_MAX + 1):
        shown.come(view(board=FLOP, hand=100 + number), 10)
    assert [shown.at(at).hand for at in (10, 220, 399, 400)] == [12, 12, 12, 100 + WAITING_MAX]


def test_chips_that_are_taken_back_do_not_cut_short_how_a_hand_ends():
    shown = course(TURN)
    for number, at in enumerate(range(0, 600, 60)):
        shown.come(view(RIVER, **WON, seats={"1": {"due_back": 100 - 10 * number}}), at)
        assert shown.at(at).result is None
    assert shown.at(BOARD_MS + DECIDED_MS).result is not None


def test_no_view_waits_longer_than_a_little_over_a_second():
    shown = course(TURN)
    # 220 + 400 to the name, 450 to the chips
    shown.come(view(RIVER, **WON), 0)
    shown.at(0)
    shown.come(view(RIVER, **WON, hand=99), 10)
    for at in range(0, 10 + WAITING_MS, 10):
        shown.come(view(RIVER, **WON, hand=100), at) if at == 600 else None
        seen = shown.at(at).hand
    assert seen >= 99


@pytest.mark.parametrize("asked", [{"to_act": 3}, {"keys": (Key(2, "check"),), "to_act": 2}])
def test_whose_turn_it_is_waits_no_longer_than_300_ms(asked):
    shown = course(TURN)
    shown.come(view(RIVER, **WON), 0)
    shown.at(0)
    shown.come(view(**asked, hand=50), 40)
    assert [shown.at(at).hand for at in (40, 39 + ASKED_WITHIN_MS, 40 + ASKED_WITHIN_MS)] == [
        12,
        12,
        50,
    ]


@pytest.mark.parametrize(
    "urgent",
    [
        {"phase": "halted", "irregularity": Irregularity("void", number=3)},
        {"paused": True},
        {"notices": (Notice(1, "out_of_turn", "Not your turn.", True),)},
        {"seats": {"2": {"connected": False}}},
    ],
    ids=["halted", "paused", "refused", "lost"],
)
def test_what_is_urgent_is_shown_at_once(urgent):
    shown = course(view(board=()))
    shown.come(view(board=FLOP), 0)
    shown.at(0)
    shown.come(view(board=FLOP, hand=50), 5)
    shown.come(view(board=FLOP, hand=51, **urgent), 10)
    assert shown.at(10).hand == 51


def test_the_clock_of_a_view_counts_from_when_it_came():
    shown = course(view(board=()))
    shown.come(view(board=FLOP), 0)
    shown.at(0)
    shown.come(view(board=FLOP, hand=50), 150)
    shown.at(BOARD_MS)
    shown.at(400)
    assert (shown.came_ms, shown.step_ms) == (150, 400)


CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "board": st.sampled_from([(), FLOP, (*FLOP, "2c"), (*FLOP, "2c", "7d")]),
        "to_act": st.sampled_from([None, 1, 2]),
        "result": st.sampled_from([None, WON["result"]]),
        "paused": st.booleans(),
        "pot_total": st.integers(0, 5_000),
        "pots": st.sampled_from([(), (Pot(10, (1, 2)),)]),
        "notices": st.sampled_from([(), (Notice(1, "capped", "No.", True),)]),
        "seats": st.sampled_from(
            [
                {},
                {"1": {"bet": 40}},
                {"2": {"cards": ()}},
                {"2": {"cards": ("As", "Kd")}},
                {"3": {"stack": 9}},
            ]
        ),
    },
)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 700), CHANGES), min_size=1, max_size=14), st.booleans())
def test_the_last_view_always_comes_in_time_and_none_before_one_that_came_earlier(coming, reduced):
    """Views by chance at times by chance: what is shown is in their order; soon after the last
    it is the last, whole.
    """
    shown, at, last_ms, seen = Playback(reduced), 0, 0, []
    for number, (wait_ms, changes) in enumerate(coming):
        for at in range(last_ms, last_ms + wait_ms, 20):
            model = shown.at(at)
            seen.append(model.hand if model is not None else -1)
        last_ms += wait_ms
        model = view(hand=number, **changes)
        shown.come(model, last_ms)
    settled_ms = last_ms + WAITING_MS + 2_500
    for at in range(last_ms, settled_ms, 20):
        seen.append(shown.at(at).hand)
        assert at <= last_ms + WAITING_MS or shown.came_ms == last_ms
    hands = [hand for hand in seen if hand >= 0]
    assert hands == sorted(hands)
    assert shown.at(settled_ms) == model
    assert shown.next_change_ms(settled_ms) is None


# The picture


def test_each_frame_is_taken_off_again_to_the_pixel():
    """A hand with deals, bets, a fold, a flop, a hand turned up and a winner; after each the
    picture is what a new one is.
    """
    up, none = {"2": {"cards": ("As", "Kd")}}, {"cards": ()}
    shows = [
        view(seats={"1": none, "2": none, "3": none}, board=()),
        view(board=()),
        view(
            seats={"1": {"bet": 200}},
            board=(),
            pot_total=1_400,
            to_act=2,
            ask=Ask("act", seats=(2,)),
        ),
        view(
            seats={"3": {"cards": (), "status": "folded"}},
            board=(),
            to_act=1,
            ask=Ask("act", seats=(1,)),
        ),
        view(board=FLOP),
        view(seats=up, board=FLOP),
        view(seats=up, board=FLOP, **WON),
    ]
    window = Window(pygame.Surface((640, 360), 0, 32), ViewSource())
    for number, model in enumerate(shows):
        window.course.come(model, number * 5_000)
        moved = False
        for at in range(number * 5_000, number * 5_000 + 1_500, 16):
            window._paint(at)
            moved |= window.course.is_moving(at)
        fresh = Window(pygame.Surface((640, 360), 0, 32), ViewSource())
        fresh.course.come(model, number * 5_000)
        fresh._paint(number * 5_000)
        fresh._paint(at)
        same = pixels(window.display) == pixels(fresh.display)
        assert same, number
        assert moved == (number > 0), number
