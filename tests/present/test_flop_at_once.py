"""A flop is shown when it is all there; nor is anything shown before that follows from a card of
it.
"""

from tablectl.engine.engine import handle
from tablectl.engine.events import CardOff
from tablectl.present.public import audit_view, public_view
from tests.present.test_last_action import FLOP, cards, shown_down


def shown(t):
    view = public_view(t, 0)
    return (
        view.board,
        {n: (seat.equity, seat.hand_name) for n, seat in view.seats.items()},
        view.ask.headline,
        view.prompt,
    )


def test_a_flop_is_shown_when_its_third_card_has_come():
    """Clauses: T-12."""
    before = cards(shown_down(), FLOP[0])
    one, two, three = (cards(shown_down(), *FLOP[:count]) for count in (2, 3, 4))
    assert public_view(before, 0).board == ()
    assert shown(one) == shown(two) == shown(before)
    assert (len(audit_view(one, 0).board), len(audit_view(two, 0).board)) == (1, 2)
    assert public_view(three, 0).board == FLOP[1:]
    assert shown(three)[1:] != shown(before)[1:]


def test_a_boxed_third_card_is_replaced_before_the_flop_is_shown():
    """Clauses: T-12, L-13."""
    two = cards(shown_down(), *FLOP[:3])
    boxed, _ = handle(
        two, (CardOff(at_ms=0, cards=("3c",), pull=two.shoe.pulls + 1, is_face_up=True),)
    )
    assert (public_view(boxed, 0).board, len(audit_view(boxed, 0).board)) == ((), 2)
    assert public_view(cards(boxed, FLOP[3]), 0).board == FLOP[1:]


def test_the_turn_and_the_river_are_shown_as_they_come():
    """Clauses: T-12."""
    assert len(public_view(cards(shown_down(), *FLOP, "3c", "6d"), 0).board) == 4


def test_of_a_flop_with_a_card_too_many_that_has_not_been_turned_no_card_is_named():
    """Clauses: T-12, L-18, G-2."""
    two = cards(shown_down(), *FLOP[:3])
    halted, _ = handle(two, (CardOff(at_ms=0, cards=(FLOP[3], "Jh"), pull=two.shoe.pulls + 1),))
    wrong = public_view(halted, 0).irregularity
    assert (wrong.kind, wrong.cards, public_view(halted, 0).board) == (
        "too_many_flop_cards",
        ("??", "??"),
        (),
    )
