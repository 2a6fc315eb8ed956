"""Replaying: a record's players get their cards and their chips, and what cannot be played is
said in a sentence.
"""

import json

import pytest
from hypothesis import given, strategies as st
from pokerkit import Automation, HandHistory, NoLimitShortDeckHoldem
from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.history.phh import BadHistory, Hand, parse_hands
from tablectl.history.replay import Record, Replayed, count_hands, replay, replay_files

HOLES = "d dh p1 AhAd; d dh p2 KhKd; d dh p3 7c2d"
CALLED = f"{HOLES}; p3 cc; p1 cc; p2 cc"
BOARD = (
    "d db 3s8c9d; p1 cc; p2 cc; p3 cc; d db Jh; p1 cc; p2 cc; p3 cc; d db 4s; p1 cc; p2 cc; p3 cc"
)
TWO = "d dh p1 AhAd; d dh p2 KhKd"


def test_p1_has_the_small_blind_and_the_last_player_the_button(play):
    assert play(f"{HOLES}; p3 f; p1 f").finishing_stacks == (995, 1005, 1000)


def test_heads_up_the_blinds_are_listed_the_other_way_round(play):
    """p2 has the button, posts the first blind of the list and acts first before the flop, p1
    after it.
    """
    heads_up = {"stacks": [1000, 1000]}
    assert play(f"{TWO}; p2 f", **heads_up).finishing_stacks == (1005, 995)
    assert play(f"{TWO}; p2 cc; p1 cc; d db 3s8c9d; p1 f", **heads_up).finishing_stacks == (
        990,
        1010,
    )


def test_a_raise_is_to_a_total(play):
    assert play(
        f"{HOLES}; p3 cbr 30; p1 f; p2 cc; d db 3s8c9d; p2 cbr 20; p3 f"
    ).finishing_stacks == (995, 1035, 970)


def test_a_raise_adds_at_least_the_last_increment(play):
    """Clauses: T-8. 30, then to 50: twice the bet would be 60."""
    assert play(f"{HOLES}; p3 cbr 30; p1 cbr 50; p2 f; p3 f").finishing_stacks == (1040, 990, 970)


def test_each_player_gets_the_cards_of_the_record(play):
    assert play(f"{CALLED}; {BOARD}; p1 sm AhAd; p2 sm KhKd; p3 sm").finishing_stacks == (
        1020,
        990,
        990,
    )
    kings = CALLED.replace("p1 AhAd", "p1 QhQd")
    assert play(f"{kings}; {BOARD}; p1 sm -; p2 sm -; p3 sm").finishing_stacks == (990, 1020, 990)


def test_burns_and_unknown_cards_are_made_up_and_marked(play):
    """No burn is a card that the record names later."""
    played = play(f"{CALLED}; {BOARD}; p1 sm; p2 sm -".replace("p3 7c2d", "p3 ????"))
    named = {"Ah", "Ad", "Kh", "Kd", "3s", "8c", "9d", "Jh", "4s"}
    assert (len(played.made_up), len(set(played.made_up)), named & set(played.made_up)) == (
        5,
        5,
        set(),
    )
    assert play(f"{HOLES}; p3 f; p1 f").made_up == ()


def test_the_same_hand_is_made_up_the_same_way(play):
    unknown = "d dh p1 ????; d dh p2 ????; d dh p3 ????; p3 f; p1 f"
    assert play(unknown) == play(unknown)


def test_a_better_hand_that_mucks_wins_nothing(play):
    """Clauses: T-15."""
    assert play(f"{CALLED}; {BOARD}; p1 sm; p2 sm KhKd; p3 sm").finishing_stacks == (990, 1020, 990)


def test_players_may_muck_and_show_in_the_records_own_order(play):
    assert play(f"{CALLED}; {BOARD}; p3 sm; p2 sm KhKd; p1 sm AhAd").finishing_stacks == (
        1020,
        990,
        990,
    )


def test_the_last_one_left_need_not_show_and_may(play):
    """Clauses: T-14."""
    assert play(f"{HOLES}; p3 f; p1 f; p2 sm KhKd").finishing_stacks == (995, 1005, 1000)
    assert play(f"{HOLES}; p3 f; p1 f; p2 sm").finishing_stacks == (995, 1005, 1000)


def test_whoever_the_record_forgets_at_the_showdown_shows(play):
    assert play(f"{CALLED}; {BOARD}").finishing_stacks == (1020, 990, 990)


def test_an_unknown_hand_that_the_record_forgets_is_mucked(play):
    assert play(f"{CALLED}; {BOARD}".replace("p1 AhAd", "p1 ????")).finishing_stacks == (
        990,
        1020,
        990,
    )


def test_all_in_hands_may_be_turned_up_before_the_board_or_after(play):
    heads_up = {"stacks": [1000, 600]}
    before = play(
        f"{TWO}; p2 cbr 600; p1 cc; p1 sm AhAd; p2 sm KhKd; d db 3s8c9d; d db Jh; d db 4s",
        **heads_up,
    )
    after = play(
        f"{TWO}; p2 cbr 600; p1 cc; d db 3s8c9d; d db Jh; d db 4s; p1 sm AhAd; p2 sm KhKd",
        **heads_up,
    )
    assert before == after
    assert before.finishing_stacks == (1600, 0)


def test_an_all_in_hand_that_the_record_mucks_is_shown(play):
    """Clauses: T-15."""
    all_in = f"{TWO}; p2 cbr 600; p1 cc; d db 3s8c9d; d db Jh; d db 4s; p1 sm; p2 sm"
    assert play(all_in, stacks=[600, 600]).finishing_stacks == (1200, 0)
    assert play(all_in.replace("p2 KhKd", "p2 ????"), stacks=[600, 600]).error == (
        "Action 9 (p2 sm): The showdown cannot be judged: p2's cards are not known and have to be "
        "shown."
    )


def test_side_pots_and_uncalled_chips_go_where_they_belong(play):
    """Clauses: G-5, G-6."""
    all_in = f"{HOLES}; p3 cbr 500; p1 cbr 100; p2 cc; d db 3s8c9d; d db Jh; d db 4s"
    stacks = {"stacks": [100, 300, 500]}
    assert play(all_in.replace("p1 cbr 100", "p1 cc"), **stacks).finishing_stacks == (300, 400, 200)


def test_every_player_posts_an_ante(play):
    assert play(f"{HOLES}; p3 f; p1 f", antes=[1, 1, 1]).finishing_stacks == (994, 1007, 999)


def test_an_ante_of_the_big_blind_alone_is_dead(play):
    """Clauses: G-13."""
    assert play(f"{HOLES}; p3 f; p1 f", antes=[0, 10, 0]).finishing_stacks == (995, 1005, 1000)
    assert play(f"{HOLES}; p3 cbr 30; p1 f; p2 f", antes=[0, 10, 0]).finishing_stacks == (
        995,
        980,
        1025,
    )
    # p1 has the big blind, and the second place
    heads_up = {"stacks": [1000, 1000], "antes": [0, 10]}
    assert play(f"{TWO}; p2 cbr 30; p1 f", **heads_up).finishing_stacks == (980, 1020)
    # the ante first: 4 are left for the blind of 10
    short = {"stacks": [1000, 14, 1000], "antes": [0, 10, 0]}
    aces = f"{CALLED}; {BOARD}".replace("AhAd; d dh p2 KhKd", "KhKd; d dh p2 AhAd").replace(
        "p2 cc; ", ""
    )
    assert play(aces.replace("; p2 cc", ""), **short).finishing_stacks == (1002, 22, 990)


def test_match_says_whether_the_recorded_stacks_came_out(play):
    assert play(f"{HOLES}; p3 f; p1 f", finish=[995, 1005, 1000]).match is True
    assert play(f"{HOLES}; p3 f; p1 f", finish=[1000, 1000, 1000]) == Replayed(
        (995, 1005, 1000), (1000, 1000, 1000), match=False
    )
    assert play(f"{HOLES}; p3 f; p1 f").match is None


STOPPED = [
    ("p1 f", "Action 4 (p1 f): Seat 1: not your turn. It is Seat 3's."),
    ("p3 cbr 15", "Action 4 (p3 cbr 15): Seat 3 may raise to at least 20, not 15."),
    ("p3 cbr 1001", "Action 4 (p3 cbr 1001): Seat 3 may raise to at most 1,000, not 1,001."),
    ("p3 cc; d db 3s8c9d", "Action 5 (d db 3s8c9d): 3s is not wanted: p1 is to act."),
    ("p3 f; p1 f; p2 f", "Action 6 (p2 f): p2 is not to act: the hand is over."),
    ("p3 f; p1 f; d db 3s8c9d", "Action 6 (d db 3s8c9d): 3s is not wanted: the hand is over."),
    ("p3 cc; p1 cc; p2 cc; p1 cc", "Action 7 (p1 cc): p1 is not to act: the flop is to be dealt."),
    (
        "p3 cc; p1 cc; p2 cc; d db 3s8c; p1 cc",
        "Action 8 (p1 cc): p1 is not to act: the flop is to be dealt.",
    ),
    (
        "p3 cc; p1 cc; p2 cc; d db 3s8c9dJh",
        "Action 7 (d db 3s8c9dJh): Jh is not wanted: p1 is to act.",
    ),
    (
        "p3 cc; p1 cc; p2 cc; d db 3s8c9d; p1 cbr 9",
        "Action 8 (p1 cbr 9): Seat 1 may bet at least 10, not 9.",
    ),
    ("p3 f; p3 sm 7c2d", "Action 5 (p3 sm 7c2d): p3 has folded and has no cards to show."),
    ("p3 f", "The record ends too early: p1 is to act."),
    ("p3 cc; p1 cc; p2 cc", "The record ends too early: the flop is to be dealt."),
    (f"p3 cc; p1 cc; p2 cc; {BOARD}; p1 f", "Action 19 (p1 f): p1 is not to act: p1 is to show."),
]


@pytest.mark.parametrize(
    ("actions", "sentence"), STOPPED, ids=[sentence for _, sentence in STOPPED]
)
def test_what_cannot_be_played_stops_the_hand_with_a_sentence(play, actions, sentence):
    played = play(f"{HOLES}; {actions}", finish=[1000, 1000, 1000])
    assert (played.error, played.match, played.finishing_stacks) == (sentence, False, ())


def test_a_short_all_in_does_not_reopen_the_betting(play):
    """Clauses: T-13."""
    actions = "p3 cbr 100; p1 cbr 120; p2 cc; p3 cbr 300"
    assert play(f"{HOLES}; {actions}", stacks=[120, 1000, 1000]).error == (
        "Action 7 (p3 cbr 300): Seat 3 may call 20 or fold: the betting is not reopened."
    )


NOT_PLAYED = [
    ({"blinds": [5, 10, 20]}, "A straddle of 20 is not played (F-13)."),
    ({"blinds": [0, 0, 20]}, "A smallest bet of 10 with a big blind of 20 is not played."),
    ({"antes": [0, 10, 5]}, "Antes that differ (0, 10, 5) are not played."),
    ({"antes": [10, 0, 0]}, "Antes that differ (10, 0, 0) are not played."),
    (
        {"antes": [0, 10, 0], "ante_trimming_status": "true"},
        "Antes that differ (0, 10, 0) are not played.",
    ),
    (
        {"antes": [5, 5, 5], "stacks": [4, 100, 100]},
        "A stack of 4 with a dead ante of 5 is not played.",
    ),
    ({"min_bet": 20}, "A smallest bet of 20 with a big blind of 10 is not played."),
    ({"blinds": [20, 10, 0]}, "Blinds of 20/10 with an ante of 0 are none."),
]


@pytest.mark.parametrize(
    ("fields", "sentence"), NOT_PLAYED, ids=[sentence for _, sentence in NOT_PLAYED]
)
def test_a_table_that_is_not_played_here_is_a_sentence(play, fields, sentence):
    assert play(f"{HOLES}; p3 f; p1 f", **fields).error == sentence


def test_more_players_than_seats_is_a_sentence(play):
    ranks = "23456789TJQ"
    dealt = "; ".join(f"d dh p{player} {rank}c{rank}d" for player, rank in enumerate(ranks, 1))
    assert (
        play(dealt, stacks=[100] * 11).error == "tournament has seats 1 to 10; there is no seat 11."
    )


# Short deck

# each an ante, the button a blind besides
ANTES = {"variant": '"NS"', "antes": [3, 3, 3], "blinds": [0, 0, 10]}
SHORT_HOLES = "d dh p1 AhKh; d dh p2 9c9s; d dh p3 7c6d"
SHORT_BOARD = (
    "d db 9hTh8c; p1 cc; p2 cc; p3 cc; d db 8d; p1 cc; p2 cc; p3 cc; d db 7h; p1 cc; p2 cc; p3 cc"
)
SHORT_CALLED = f"{SHORT_HOLES}; p1 cc; p2 cc; p3 cc"


def test_in_short_deck_the_blind_is_the_buttons_and_its_left_acts_first(play):
    assert play(f"{SHORT_HOLES}; p1 cbr 30; p2 f; p3 f", **ANTES).finishing_stacks == (
        1016,
        997,
        987,
    )
    assert (
        play(f"{SHORT_HOLES}; p3 f", **ANTES).error
        == "Action 4 (p3 f): Seat 3: not your turn. It is Seat 1's."
    )
    assert (
        play(f"{SHORT_HOLES}; p1 cbr 19", **ANTES).error
        == "Action 4 (p1 cbr 19): Seat 1 may raise to at least 20, not 19."
    )


def test_in_short_deck_the_button_has_the_option_and_a_flush_beats_a_full_house(play):
    """Clauses: S-3."""
    assert play(f"{SHORT_CALLED}; {SHORT_BOARD}", **ANTES).finishing_stacks == (1026, 987, 987)
    assert play(
        f"{SHORT_HOLES}; p1 cc; p2 cc; p3 cbr 20; p1 f; p2 f", **ANTES
    ).finishing_stacks == (987, 987, 1026)


def test_in_short_deck_the_ace_is_below_the_six_and_a_straight_beats_trips(play):
    """Clauses: S-2, S-3."""
    low = (
        f"{SHORT_CALLED}; {SHORT_BOARD}".replace("AhKh", "AhKd")
        .replace("8d", "Kc")
        .replace("9hTh8c", "9hAc8c")
    )
    assert play(low, **ANTES).finishing_stacks == (987, 987, 1026)


def test_short_deck_with_two_blinds_and_heads_up(play):
    two_blinds = {"variant": '"NS"'}
    assert play(f"{SHORT_HOLES}; p3 f; p1 f", **two_blinds).finishing_stacks == (995, 1005, 1000)
    two = "d dh p1 AhKh; d dh p2 9c9s"
    heads_up = {"variant": '"NS"', "stacks": [1000, 1000]}
    assert play(f"{two}; p2 f", **heads_up).finishing_stacks == (1005, 995)
    # the lists are the other way round: p2's stands first
    button = {**heads_up, "antes": [3, 3], "blinds": [10, 0]}
    assert play(f"{two}; p1 f", **button).finishing_stacks == (997, 1003)


def test_a_card_that_a_short_deck_does_not_have_stops_the_hand(play):
    """Clauses: S-1, G-2."""
    played = play(f"{SHORT_HOLES}; p1 f".replace("7c", "2c"), **ANTES)
    assert played.error == "A card from another deck came as Seat 3's hole card."
    unknown = play(f"{SHORT_CALLED}; {SHORT_BOARD}".replace("7c6d", "????"), **ANTES)
    assert {card[0] for card in unknown.made_up} <= set("6789TJQKA")


def test_a_hand_as_pokerkit_writes_it_ends_as_pokerkit_says():
    game = NoLimitShortDeckHoldem(
        (
            Automation.ANTE_POSTING,
            Automation.BET_COLLECTION,
            Automation.BLIND_OR_STRADDLE_POSTING,
            Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
            Automation.HAND_KILLING,
            Automation.CHIPS_PUSHING,
            Automation.CHIPS_PULLING,
        ),
        True,
        5,
        {-1: 10},
        10,
    )
    state = game((500, 80, 300, 120), 4)
    for cards in ("AhKh", "9c9s", "7c6d", "QdQs"):
        state.deal_hole(cards)
    calls = (None, None)  # a check or call each
    for burn, board, totals in (
        ("", "", (30, 75, None, 115, 200, None)),
        ("6s", "9hTh8c", (50, None)),
        ("6h", "8d", calls),
        ("6c", "7h", calls),
    ):
        if board:
            # left to itself PokerKit burns any card, one of the board's too
            state.burn_card(burn)
            state.deal_board(board)
        for total in totals:
            if total is None:
                state.check_or_call()
            else:
                state.complete_bet_or_raise_to(total)
    assert not state.status
    told = HandHistory.from_game_state(game, state, finishing_stacks=state.stacks).dumps()
    (hand,) = parse_hands(told.encode(), "pokerkit.phh", is_many=False)
    assert isinstance(hand, Hand)
    assert (hand.variant, hand.antes, hand.blinds) == ("NS", (5, 5, 5, 5), (0, 0, 0, 10))
    played = replay(hand)
    assert (played.match, played.finishing_stacks) == (True, tuple(state.stacks))


# Omaha

FOURS = "d dh p1 Ah2c7d3s; d dh p2 9d8cJcJs; d dh p3 5c5d6sTc"
FOURS_CALLED = (
    f"{FOURS}; p3 cc; p1 cc; p2 cc; d db KhQh4h; p1 cc; p2 cc; p3 cc; d db 9h; p1 cc; "
    "p2 cc; p3 cc; d db Jd; p1 cc"
)
PO = {"variant": '"PO"'}


def test_in_omaha_two_of_four_hole_cards_count(play):
    """Clauses: G-3. One heart makes no flush with four on the board: three jacks win."""
    river = f"{FOURS_CALLED}; p2 cc; p3 cc"
    assert play(f"{river}; p1 sm -; p2 sm 9d8cJcJs; p3 sm ????????", **PO).finishing_stacks == (
        990,
        1020,
        990,
    )
    assert play(f"{river}; p1 sm -; p2 sm; p3 sm -", **PO).finishing_stacks == (990, 990, 1020)


def test_in_omaha_a_raise_is_at_most_the_pot_with_the_call_in_it(play):
    """Clauses: S-5. 5 and 10 are in: 10 to call make 25, so a raise is to 35."""
    assert play(f"{FOURS}; p3 cbr 35; p1 f; p2 f", **PO).finishing_stacks == (995, 990, 1015)
    assert (
        play(f"{FOURS}; p3 cbr 36; p1 f; p2 f", **PO).error
        == "Action 4 (p3 cbr 36): Seat 3 may raise to at most 35, not 36."
    )


def test_in_omaha_as_many_cards_are_shown_as_were_dealt(read):
    assert (
        read(f"{FOURS}; p3 f; p1 f; p2 sm JcJs", **PO).sentence
        == "Action 6 (p2 sm JcJs): p2 was dealt 9d8cJcJs."
    )


# Files


def test_files_give_one_record_a_hand_in_their_order(tmp_path, write):
    folded = f"{HOLES}; p3 f; p1 f"
    many, one = tmp_path / "many.phhs", tmp_path / "one.phh"
    many.write_text(f"[1]\n{write(folded, finish=[995, 1005, 1000])}\n[2]\n{write('p9 f')}\n")
    one.write_text(write(folded, hand='"last"'))
    assert count_hands([many, one]) == 3
    assert list(replay_files([many, one])) == [
        Record(str(many), "1", (995, 1005, 1000), (995, 1005, 1000), match=True, error=None),
        Record(
            str(many),
            "2",
            (),
            None,
            match=None,
            error="Action 1 (p9 f): There is no p9 among 3 players.",
        ),
        Record(str(one), "last", (995, 1005, 1000), None, match=None, error=None),
    ]


def test_what_the_engine_refuses_or_halts_at_has_the_code_of_its_notice_in_the_line(
    tmp_path, write
):
    for actions, code in (
        (f"{SHORT_HOLES}; p1 cbr 19", "below_minimum"),
        (f"{SHORT_HOLES}; p3 f", "out_of_turn"),
    ):
        file = tmp_path / "hand.phh"
        file.write_text(write(actions, **ANTES))
        (line,) = CliRunner().invoke(app, ["replay", "--json", str(file)]).stdout.splitlines()
        error = json.loads(line)["error"]
        assert error.startswith("Action 4 (")
        assert error.endswith(f" ({code}).")


def test_a_bad_file_stops_the_files_after_it(tmp_path, write):
    good, bad = tmp_path / "good.phh", tmp_path / "bad.phh"
    good.write_text(write(f"{HOLES}; p3 f; p1 f"))
    bad.write_text("x =")
    records = replay_files([good, bad])
    assert next(records).error is None
    with pytest.raises(BadHistory, match=r"^bad\.phh: This is not TOML: .*\.$"):
        next(records)


# Any record

WHO = st.sampled_from(["p1", "p2", "p3"])
ACTS = st.one_of(
    st.builds("{} {}".format, WHO, st.sampled_from(["f", "cc", "sm", "sm -"])),
    st.builds("{} cbr {}".format, WHO, st.integers(1, 1100)),
    st.builds("{} sm {}".format, WHO, st.sampled_from(["AhAd", "QcQs"])),
    st.builds("d db {}".format, st.sampled_from(["3s8c9d", "Jh", "4s", "5d", "6h"])),
)


@given(st.lists(ACTS, max_size=25), st.sampled_from(["7c2d", "????"]))
def test_no_record_is_worse_than_wrong(write, actions, third):
    """Whatever a record says, it is refused, or its replay stops with a sentence, or its chips
    add up (G-1).
    """
    holes = ["d dh p1 AhAd", "d dh p2 KhKd", f"d dh p3 {third}"]
    (hand,) = parse_hands(
        write([*holes, *actions], stacks=[1000, 300, 700]).encode(), "any.phh", is_many=False
    )
    if isinstance(hand, Hand):
        played = replay(hand)
        assert (
            (played.error or "").endswith(".")
            if played.error
            else sum(played.finishing_stacks) == 2000
        )


def test_a_hand_shown_that_nobody_recorded_is_as_good_as_mucked(play):
    unknown = f"{CALLED}; {BOARD}; p1 sm AhAd; p2 sm KhKd; p3 sm ????".replace("p3 7c2d", "p3 ????")
    assert play(unknown).finishing_stacks == (1020, 990, 990)


UNKNOWN_ALL_IN = (
    "d dh p1 ????; d dh p2 ????; p2 cbr 500; p1 cc; p1 sm ????; p2 sm ????; d db "
    "2c7d9h; d db Jc; d db 4s"
)
ALL_IN = {"stacks": [500, 1000], "finish": [0, 1500]}


def test_a_hand_that_is_named_after_it_was_shown_is_that_hand(play):
    """Clauses: G-9. The aces win, whichever of the two shows first."""
    for shows in ("p1 sm KsKd; p2 sm AsAd", "p2 sm AsAd; p1 sm KsKd"):
        assert play(f"{UNKNOWN_ALL_IN}; {shows}", **ALL_IN).match
        assert play(
            f"{UNKNOWN_ALL_IN}; {shows}".replace("p1 sm ????; p2 sm ????; ", ""), **ALL_IN
        ).match
    river = f"{CALLED}; {BOARD}; p1 sm ????; p2 sm KhKd; p3 sm 7c2d; p1 sm AhAd".replace(
        "d dh p1 AhAd", "d dh p1 ????"
    )
    assert play(river).finishing_stacks == (1020, 990, 990)


def test_a_hand_shown_without_its_cards_is_the_one_that_was_dealt(play):
    assert play(f"{CALLED}; {BOARD}; p1 sm ????; p2 sm KhKd; p3 sm").finishing_stacks == (
        1020,
        990,
        990,
    )


def test_a_showdown_that_the_record_cannot_judge_is_no_match_and_no_difference(play):
    """Nobody recorded p2's cards: all-in they have to be shown, and on the river they may have
    won what the record gives them.
    """
    all_in = play(f"{UNKNOWN_ALL_IN}; p1 sm KsKd", stacks=[500, 500], finish=[0, 1000])
    assert (all_in.match, all_in.finishing_stacks, all_in.error) == (
        None,
        (),
        "Action 9 (d db 4s): The showdown cannot be judged: p2's cards are not known and have to "
        "be shown.",
    )
    river = f"{CALLED}; {BOARD}; p1 sm AhAd; p2 sm ????; p3 sm 7c2d".replace("KhKd", "????")
    won = play(river, finish=[990, 1020, 990])
    assert (won.match, won.finishing_stacks, won.error) == (
        None,
        (),
        "The showdown cannot be judged: p2's cards are not known.",
    )
    # it was beaten: what is mucked wins nothing (T-15)
    assert play(river, finish=[1020, 990, 990]).match is True
    nobody = f"{CALLED}; {BOARD}; p1 sm ????; p2 sm ????; p3 sm ????".replace(
        "AhAd", "????"
    ).replace("KhKd", "????")
    assert play(nobody.replace("7c2d", "????"), finish=[990, 1020, 990]).match is None


def test_a_difference_that_no_unknown_card_explains_is_one(play):
    """The control: all cards are known, or the unknown ones were folded."""
    known = f"{CALLED}; {BOARD}; p1 sm AhAd; p2 sm KhKd; p3 sm ????"
    assert play(known, finish=[990, 1020, 990]).match is False
    folded = f"{HOLES}; p3 f; p1 cc; p2 cc; {BOARD}; p1 sm -; p2 sm".replace(
        "p2 cc; p3 cc", "p2 cc"
    )
    assert play(folded.replace("7c2d", "????"), finish=[990, 1010, 1000]).match is False


def test_a_hand_without_a_blind_is_named_as_what_it_is(play):
    assert play(f"{HOLES}; p1 cc", blinds=[0, 0, 0], antes=[5, 5, 5]).error == (
        "Nobody posts a blind: a hand without one is not played."
    )
