"""Each card in a hand knows its street and its face: a game that deals to players on several
streets, some of it face up, is rows.
"""

from msgspec.structs import replace

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import CardOff, HoleCardsSeen, KeyPressed, StartAsked
from tablectl.engine.play.wanted import next_place
from tablectl.games.catalog import preset
from tablectl.games.game import Street
from tablectl.present.public import public_view
from tablectl.rules.deck import STANDARD_52, fixed_order
from tablectl.rules.forced import Stakes

STREETS = (
    Street(name="third", hole=3, up=1, opens="left_of_blinds"),
    Street(name="fourth", hole=1, up=1),
    Street(name="fifth", hole=1, up=1),
    Street(name="sixth", hole=1, up=1),
    Street(name="seventh", hole=1),
)


def a_table():
    """Three seats, opened by blinds, with keys only."""
    table, _ = open_table(
        replace(preset("tournament"), streets=STREETS),
        {1: 500, 2: 500, 3: 500},
        stakes=Stakes(5, 10),
        chips=(5,),
        button=3,
        options={"chips_sensed": False},
    )
    return handle(table, [StartAsked(at_ms=0)])[0]


def dealt(table, deck):
    """With the cards of the street."""
    while next_place(table) is not None:
        table, _ = handle(table, [CardOff(at_ms=0, cards=(next(deck),))])
    return table


def pressed(table, key):
    return handle(table, [KeyPressed(at_ms=0, seat=table.to_act, key=key)])[0]


def checked(table):
    """With all bets of the round made."""
    while table.phase == "betting":
        table = pressed(table, "check")
    return table


def faces(table, seat):
    return [(held.street, held.is_up) for held in table.player(seat).holding]


def on_fourth_street():
    """Seat 3 has folded on third street."""
    deck = iter(fixed_order(STANDARD_52))
    table = dealt(a_table(), deck)
    for key in ("fold", "call", "check"):
        table = pressed(table, key)
    return dealt(table, deck), deck


def test_a_street_deals_some_cards_face_up_and_later_ones_only_to_hands_that_can_win():
    table, _ = on_fourth_street()
    third = [(0, False), (0, False), (0, True)]
    assert [faces(table, seat) for seat in (1, 2, 3)] == [
        [*third, (1, True)],
        [*third, (1, True)],
        third,
    ]


def test_people_see_the_cards_that_lie_up_and_no_other():
    table, _ = on_fourth_street()
    cards = table.player(1).cards
    assert public_view(table, 0).seats["1"].cards == ("??", "??", *cards[2:])


def test_the_best_five_of_seven_cards_without_a_board_win():
    table, deck = on_fourth_street()
    for _ in STREETS[2:]:
        table = dealt(checked(table), deck)
    table = checked(table)
    while table.phase == "showdown":
        seat = table.to_act
        table, _ = handle(
            table, [HoleCardsSeen(at_ms=0, seat=seat, cards=table.player(seat).cards)]
        )
    assert (len(table.player(1).cards), table.board, table.in_hand) == (7, (), False)
    assert [bool(won.hand) for won in table.won] == [True]
