"""Whose the chips are that still lie in front of a seat when its hand is over, and where
everybody is told to move them.
"""

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import (
    CardOff,
    ChipsRead,
    ClockRanOut,
    DeviceLost,
    HoleCardsSeen,
    PlayerCame,
    PlayerWent,
    StackRead,
    StartAsked,
)
from tablectl.engine.facts import Refused
from tablectl.engine.floor import ActFor, Award, Void
from tablectl.engine.source import seat_source
from tablectl.games.catalog import preset
from tablectl.present.public import public_view
from tablectl.rules.forced import Stakes
from tests.happened import press, ruled

STAKES = Stakes(5, 10)
TEN = ((5, 2),)
OPTIONS = {"chips_sensed": True, "action_clock_s": 0, "late_entry_until_level": 9}


def after(t, *events):
    return handle(t, events)[0]


def area(seat, *chips):
    return ChipsRead(at_ms=0, seat=seat, chips=chips, node_ms=0)


def dealt():
    """Hanna (1, the button and small blind) and Luca (2) have posted 5 and 10 and hold two cards
    each; Hanna is to act.
    """
    t, _ = open_table(
        preset("tournament"),
        {1: 100, 2: 100},
        stakes=STAKES,
        button=1,
        chips=(1, 5),
        options=OPTIONS,
        names={1: "Hanna", 2: "Luca"},
    )
    t = after(t, StartAsked(at_ms=0), area(1, (5, 1)), area(2, *TEN))
    return with_cards(t, "2c", "3c", "4c", "5c")


def stack(seat, amount):
    return StackRead(at_ms=0, seat=seat, chips=((5, amount // 5),))


def with_cards(t, *cards):
    for card in cards:
        t = after(t, CardOff(at_ms=0, cards=(card,), pull=t.shoe.pulls + 1))
    return t


def luca_has_folded():
    """Hanna has raised to 30 and Luca folded: 20 went back to her, 10 of each make the pot, and
    all of it lies there yet.
    """
    return after(dealt(), area(1, (5, 6)), press(1, "confirm"), press(2, "fold"))


def told(t):
    """The bar's headline and the line below it."""
    view = public_view(t, 0)
    return f"{view.ask.headline}. {view.prompt}"


def test_a_folded_bet_goes_to_the_pot_s_winner_who_takes_the_own_chips_back():
    """Clauses: G-5."""
    t = luca_has_folded()
    assert (t.hand, [t.seat(n).stack for n in (1, 2)]) == (None, [110, 90])
    assert told(t) == "Share the pot. Luca gives Hanna 10. To your stack: Hanna 30."
    t = after(t, area(1))
    assert told(t) == "Luca: give 10 to Hanna. The next hand waits for it."
    assert told(after(t, area(2))).startswith("Ready for hand 2")


def test_no_hand_starts_before_the_folded_bet_is_with_the_winner():
    t = after(luca_has_folded(), area(1))
    same, (row,) = handle(t, (StartAsked(at_ms=0),))
    assert [fact.why for fact in row.facts if isinstance(fact, Refused)] == ["move_to_winner"]
    assert (same.hand, after(same, area(2), StartAsked(at_ms=0)).in_hand) == (None, True)


def test_what_a_loser_adds_to_them_goes_back_to_the_own_stack():
    t = after(luca_has_folded(), area(1), area(2, (5, 2), (1, 3)))
    assert told(t) == "Share the pot. Luca gives Hanna 10. To your stack: Luca 3."
    assert told(after(t, area(2, (1, 3)))).startswith("Luca: move 3 to your stack")


def test_they_stay_the_pot_s_when_the_loser_leaves_and_another_sits_down():
    t = after(luca_has_folded(), area(1), PlayerWent(at_ms=0, seat=2))
    assert t.seat(2).area.to_pot == 10
    t = after(t, PlayerCame(at_ms=0, seat=2, chips=100, name="Noor"))
    assert told(t).startswith("Noor: give 10 to Hanna")


def test_an_undone_fold_makes_them_a_bet_again():
    """Clauses: F-1."""
    t = after(luca_has_folded(), press(2, "undo"))
    assert (t.to_act, t.player(2).bet, t.seat(2).area.to_pot, t.seat(2).in_front) == (2, 10, 0, 10)


def test_of_a_void_hand_everybody_takes_the_own_chips_back():
    """Clauses: G-4."""
    t = after(dealt(), ruled(Void(why="a foul deck")))
    assert [t.seat(n).area.to_pot for n in (1, 2)] == [0, 0]
    assert told(t).startswith("Take your chips back")


def test_what_a_loser_takes_back_first_is_its_own():
    """In whichever order it follows the sentence."""
    t = after(luca_has_folded(), area(1), area(2, (5, 2), (1, 3)), area(2, *TEN))
    assert told(t).startswith("Luca: give 10 to Hanna")


def test_who_wins_a_part_takes_back_no_more_than_that():
    """Clauses: G-6: the smallest stack wins the main pot with aces, and the others share the 20
    beside it.
    """
    t, _ = open_table(
        preset("tournament"),
        {1: 100, 2: 100, 3: 40},
        stakes=STAKES,
        button=1,
        chips=(5,),
        options=OPTIONS,
    )
    t = with_cards(
        after(t, StartAsked(at_ms=0), area(2, (5, 1)), area(3, *TEN)),
        "2c",
        "Ad",
        "2d",
        "3c",
        "Ac",
        "3d",
    )
    t = after(
        t,
        area(1, (5, 10)),
        press(1, "confirm"),
        area(2, (5, 10)),
        press(2, "confirm"),
        area(3, (5, 8)),
        press(3, "confirm"),
    )
    for street in (("4h", "Kh", "Qs", "9s"), ("4s", "8s"), ("5h", "Jd")):
        t = after(with_cards(t, *street), press(2, "check"), press(1, "check"))
    while t.to_act is not None:
        t = after(t, HoleCardsSeen(at_ms=0, seat=t.to_act, cards=t.player(t.to_act).cards))
    assert {won.seat: won.amount for won in t.won or ()} == {3: 120, 1: 10, 2: 10}
    assert told(t) == (
        "Share the pot. To Seat 3: Seat 1 (40), Seat 2 (40). To your stack: Seat 1 (10), Seat 2 "
        "(10), Seat 3 (40)."
    )


def test_a_pot_that_the_floor_gives_to_the_other_player_takes_its_chips_along():
    """Clauses: F-5."""
    t = after(luca_has_folded(), ruled(Award(pot=0, seats=(2,), why="Hanna's hand was fouled")))
    assert told(t) == "Share the pot. Hanna gives Luca 10. To your stack: Hanna 20, Luca 10."


def test_of_an_only_chip_that_went_in_whole_the_winner_gives_change():
    """They change it between them."""
    t, _ = open_table(
        preset("tournament"),
        {1: 100, 2: 25},
        stakes=STAKES,
        button=1,
        chips=(5, 25),
        options=OPTIONS,
    )
    t = after(t, StartAsked(at_ms=0), area(1, (5, 1)), area(2, (25, 1)), ClockRanOut(at_ms=9_000))
    t = after(t, press(2, "post"), press(2, "confirm"), ClockRanOut(at_ms=99_000))
    t = after(with_cards(t, "2c", "3c", "4c", "5c"), area(1, (5, 4)), press(1, "confirm"))
    t = after(
        t,
        press(2, "call"),
        area(2),
        area(2, (25, 1)),
        press(2, "confirm"),
        ClockRanOut(at_ms=200_000),
    )
    t = after(with_cards(t, "6c", "7d", "8h", "9s"), press(2, "fold"))
    assert (
        told(after(t, area(1)))
        == "Share the pot. Seat 2 gives Seat 1 (20). To your stack: Seat 2 (5)."
    )


def test_a_faulty_bet_area_keeps_no_hand_from_starting_nor_a_lost_one_where_nobody_sits():
    """Clauses: F-5."""
    t = after(luca_has_folded(), area(1))
    assert not after(t, DeviceLost(at_ms=0, source=seat_source(2)), StartAsked(at_ms=0)).in_hand
    assert after(
        t, DeviceLost(at_ms=0, source=seat_source(2), is_faulty=True), StartAsked(at_ms=0)
    ).in_hand
    gone = after(t, DeviceLost(at_ms=0, source=seat_source(2)), PlayerWent(at_ms=0, seat=2))
    assert told(gone).startswith("Hanna wins the tournament")


def test_after_a_void_hand_of_a_foul_deck_the_deck_is_checked_before_the_next():
    """Clauses: G-2."""
    t, _ = open_table(
        preset("tournament"), {1: 100, 2: 100}, stakes=STAKES, button=1, chips=(5,), options=OPTIONS
    )
    t = with_cards(after(t, StartAsked(at_ms=0), area(1, (5, 1)), area(2, *TEN)), "2c", "2c")
    assert t.halt is not None
    t = after(t, ruled(Void(why="two of them")))
    assert told(t) == (
        "Take your chips back. Then the floor checks the deck. Still to do: Seat 1 (5), Seat 2 "
        "(10)."
    )
    assert told(after(t, area(1), area(2))).startswith("Floor: check the deck. ")


def test_winners_who_have_yet_to_take_in_the_pot_are_asked_for_that_alone():
    """Clauses: F-5: their stacks are no trouble. One that holds too much is."""
    t, _ = open_table(
        preset("tournament"), {1: 100, 2: 100}, stakes=STAKES, button=1, chips=(5,), options=OPTIONS
    )
    t = after(t, StartAsked(at_ms=0), area(1, (5, 1)), area(2, *TEN), stack(1, 95), stack(2, 90))
    t = after(
        with_cards(t, "2c", "3c", "4c", "5c"),
        area(1, (5, 2)),
        stack(1, 90),
        press(1, "confirm"),
        press(2, "check"),
    )
    t = after(
        with_cards(t, "Ah", "Ad", "Kh", "Kd"),
        area(1),
        area(2),
        press(2, "check"),
        press(1, "check"),
    )
    for street in (("6h", "Qs"), ("7h", "Qd")):
        t = after(with_cards(t, *street), press(2, "check"), press(1, "check"))
    while t.to_act is not None:
        t = after(t, HoleCardsSeen(at_ms=0, seat=t.to_act, cards=t.player(t.to_act).cards))
    assert {won.seat: won.amount for won in t.won or ()} == {1: 10, 2: 10}
    assert told(t) == "Share the pot. From the pot: Seat 1 (10), Seat 2 (10)."
    assert (
        told(after(t, stack(2, 120)))
        == "Share the pot. Still to take in: Seat 1 (10). Too much: Seat 2 (20)."
    )


def test_chips_that_the_floor_bets_for_a_seat_are_put_in_and_not_back():
    """Clauses: F-5, G-7: the bar says what the tab at the seat says, and of a lost seat what is
    to be done.
    """
    t = after(dealt(), ruled(ActFor(seat=1, act="call", why="the own words")), press(2, "check"))
    assert told(t) == "Hanna: put in 5. Then the bets go into the pot."
    assert public_view(t, 0).seats["1"].missing == 5
    t = after(t, DeviceLost(at_ms=0, source=seat_source(1)))
    assert told(t) == (
        "Seat 1 has no connection: its chips are not seen. Check its plug. Then the bets go "
        "into the pot."
    )


def test_chips_beside_a_bet_are_asked_for_as_more():
    """What is to be put in is no total."""
    t = dealt()
    assert told(after(t, press(1, "call"))) == "CALL 5. Put 5 more in front of you."
    called = after(t, area(1, *TEN), press(1, "confirm"), press(2, "check"))
    t = after(with_cards(called, "6c", "7d", "8h", "9s"), area(1), area(2))
    assert told(after(t, press(2, "bet", 20))) == "BET 20. Put 20 in front of you."


def test_bets_of_a_street_are_asked_for_while_the_next_is_dealt():
    """Clauses: G-1: each pushes the own bet."""
    t = after(dealt(), area(1, *TEN), press(1, "confirm"), press(2, "check"))
    assert told(t) == "Flop. Push into the pot: Hanna 10, Luca 10."
