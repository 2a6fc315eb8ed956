"""A game for points, hand by hand: how many hands it has, what chips mean at it, which jokers
are seen.
"""

from tablectl.engine import events
from tablectl.engine.engine import handle, open_table
from tablectl.engine.facts import Noticed, Refused
from tablectl.engine.play.wanted import next_place
from tablectl.games.catalog import preset
from tablectl.present.public import public_view
from tablectl.rules.cards import JOKER
from tablectl.service.books.books import load_shots
from tests.happened import press

DECK = ["As", "Kd", "Ac", "Kc", "2c", "4d", "6h", "8s", "9c", "Td"]


def a_table(**options):
    table, _ = open_table(
        preset("pool"), {1: 0, 2: 0}, button=2, options=options, shots=load_shots()
    )
    return table


def after(table, *happened):
    """The table, and what it said."""
    table, rows = handle(table, happened)
    return table, [
        (fact.code, fact.seat)
        for row in rows
        for fact in row.facts
        if isinstance(fact, Noticed | Refused)
    ]


def started(table, deck=DECK):
    """A hand begun and dealt until bets are asked for."""
    table, _ = after(table, events.StartAsked(at_ms=0))
    return dealt(table, list(deck))


def dealt(table, deck):
    while next_place(table) is not None:
        table, _ = after(
            table, events.CardOff(at_ms=0, cards=(deck.pop(0),), pull=table.shoe.pulls + 1)
        )
    return table


def played(table):
    """A hand in which everyone passes and misses."""
    table = started(table)
    for street in (4, 7, 10):
        table, _ = after(table, press(1, "pass"), press(2, "pass"))
        table = dealt(table, DECK[street:])
    while table.to_act is not None:
        table, _ = after(table, press(table.to_act, "missed"))
    return table


def test_without_a_setting_a_game_is_five_hands():
    """Clauses: M-8."""
    table = a_table()
    for hand in range(1, 6):
        table = played(table)
        view = public_view(table, 0)
        assert (view.game.hand, view.game.hands) == (hand, 5)
        assert {seat.place for seat in view.seats.values()} == ({None} if hand < 5 else {1, 2})
    _, said = after(table, events.StartAsked(at_ms=0))
    assert said == [("game_over", None)]


def test_with_both_set_whichever_comes_first_ends_the_game():
    """Clauses: M-8."""
    table = played(played(a_table(hands=2, target=1_000)))
    assert (table.score.is_over, table.score.played) == (True, 2)
    table = played(a_table(hands=2, target=10))  # the best hand of the first
    assert (table.score.is_over, table.score.played) == (True, 1)


def test_chips_in_an_area_are_no_bet_and_go_back():
    """Clauses: M-1, F-5."""
    five = events.ChipsRead(at_ms=0, seat=1, chips=((5, 1),), node_ms=0)
    table, said = after(started(a_table()), five)
    assert said == [("bet_refused", 1)]
    seat = public_view(table, 0).seats["1"]
    assert (seat.due_back, seat.wagered, seat.to_answer, seat.bet, seat.stack) == (5, 0, True, 0, 0)
    between, _ = after(a_table(), five)
    _, said = after(between, events.StartAsked(at_ms=0))
    assert said == [("stack_differs", 1)]


def test_one_joker_turned_up_is_not_both():
    """Clauses: F-3, M-9."""
    table = started(a_table(jokers=2), [JOKER, "Kd", JOKER, "Kc"])
    table, _ = after(table, events.HoleCardsSeen(at_ms=0, seat=1, cards=(JOKER,)))
    assert public_view(table, 0).seats["1"].cards.count(JOKER) == 1
    table, _ = after(table, events.HoleCardsSeen(at_ms=0, seat=1, cards=(JOKER, JOKER)))
    assert public_view(table, 0).seats["1"].cards == (JOKER, JOKER)
