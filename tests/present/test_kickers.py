"""Where two hands have the same name the table tells which card decides between them, and where
none does names the five.
"""

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import CardOff, StartAsked
from tablectl.games.catalog import preset
from tablectl.locale import get_translator
from tablectl.present.public import public_view
from tablectl.rules.forced import Stakes
from tests.happened import press


def over(*hands, board, stacks=None, language="en"):
    """The view after an all-in before the flop. `hands`: from seat 1 on, the last has the
    button; `board` without its burns.
    """
    seats = range(1, len(hands) + 1)
    table, _ = open_table(
        preset("tournament"),
        stacks or dict.fromkeys(seats, 100),
        stakes=Stakes(2, 4),
        button=len(hands),
        options={"chips_sensed": False, "action_clock_s": 0},
        names={1: "Luca", 2: "Hanna", 3: "Noor"},
    )
    off = [hand[at : at + 2] for at in (0, 2) for hand in hands]
    table, _ = handle(
        table, (StartAsked(at_ms=0), *(CardOff(at_ms=0, cards=(card,)) for card in off))
    )
    for key in ("all_in", *["call"] * (len(hands) - 1)):
        table, _ = handle(table, [press(table.playing.to_act, key)])
    for seat in seats:
        table, _ = handle(table, [press(seat, "show")])
    flop, turn, river = board.split()
    for cards in ("2c", *(flop[at : at + 2] for at in (0, 2, 4)), "2d", turn, "2h", river):
        table, _ = handle(table, [CardOff(at_ms=0, cards=(cards,))])
    return public_view(table, 0, language=get_translator(language))


def told(view):
    """What is told of each pot, and what stands at the seats."""
    return (
        [(win.seat, win.headline, win.why, win.decides) for win in view.result],
        {n: seat.hand_name for n, seat in view.seats.items()},
    )


def test_the_first_card_that_differs_decides_between_two_hands_of_one_name():
    assert told(over("AsQd", "AhTd", board="AcKs8d 7s 3h")) == (
        [(1, "pair of aces, queen kicker", "Luca's queen beats Hanna's ten.", "Qd")],
        {"1": "pair of aces, Q", "2": "pair of aces, 10"},
    )


def test_in_a_flush_it_is_no_kicker():
    assert told(over("AsJs", "KsTs", "9h8h", board="Qs7s2s Ac Kd"))[0] == [(1, None, None, None)]
    assert told(over("KsJs", "Ts9s", "3d4d", board="As7s5s Ac Kd"))[0] == [
        (1, "flush, ace high, then king", "Luca's king beats Hanna's ten.", "Ks")
    ]


def test_hands_of_other_names_are_told_by_these():
    view = over("AsQd", "KhTd", board="AcKs8d 7s 3h")
    assert told(view) == ([(1, None, None, None)], {"1": "pair of aces", "2": "pair of kings"})


def test_of_equal_hands_the_five_cards_are_named():
    view = over("AsQd", "AhQc", board="AcKs8d Ts 3h")
    assert [(win.seat, win.headline, win.why, win.decides) for win in view.result] == [
        (seat, "same five cards: A A K Q 10", "Pair of aces.", None) for seat in (1, 2)
    ]


def test_where_equal_hands_beat_another_of_their_name_the_winners_card_is_named_too():
    why = "Pair of aces, queen kicker. Luca and Hanna's queen beats Noor's nine."
    assert told(over("AsQd", "AhQc", "Ac9d", board="AdKs8d 7s 3h")) == (
        [
            (1, "same five cards: A A K Q 8", why, "Qd"),
            (2, "same five cards: A A K Q 8", why, "Qc"),
        ],
        {"1": "pair of aces, Q", "2": "pair of aces, Q", "3": "pair of aces, 9"},
    )
    fifth = "Two pair, aces and kings, queen kicker. Luca and Hanna's queen beats Noor's jack."
    view = over("AsQd", "AhQc", "AcJd", board="AdKsKd 7s 3h")
    assert [win.why for win in view.result] == [fifth, fifth]
    assert [win.decides for win in view.result] == ["Qd", "Qc"]


def test_it_is_said_in_spanish():
    assert told(over("AsQd", "AhTd", board="AcKs8d 7s 3h", language="es"))[0] == [
        (
            1,
            "pareja de ases, kicker dama",
            "Decide una carta: dama de Luca contra diez de Hanna.",
            "Qd",
        )
    ]
    assert told(over("AsQd", "AhQc", board="AcKs8d Ts 3h", language="es"))[0][0][1:3] == (
        "las mismas cinco cartas: A A K Q 10",
        "Pareja de ases.",
    )


def test_each_hand_of_that_name_is_named_with_the_card_by_which_it_lost():
    """And the winner's with the one that beats the next best."""
    assert told(over("AsQd", "AhTd", "Ac9d", board="AdKs8d 7s 3h")) == (
        [(1, "pair of aces, queen kicker", "Luca's queen beats Hanna's ten.", "Qd")],
        {"1": "pair of aces, Q", "2": "pair of aces, 10", "3": "pair of aces, 9"},
    )


def test_each_pot_is_decided_among_those_who_can_win_it():
    """Luca is in the main pot alone, and Hanna wins the side pot from Noor."""
    view = over("AsQd", "KhJd", "KdTh", board="AdKs8d 7s 3h", stacks={1: 50, 2: 100, 3: 100})
    assert told(view) == (
        [
            (1, None, None, None),
            (2, "pair of kings, jack kicker", "Hanna's jack beats Noor's ten.", "Jd"),
        ],
        {"1": "pair of aces", "2": "pair of kings, J", "3": "pair of kings, 10"},
    )
