"""Where the next card goes."""

from tablectl.engine.state.player import HeldCard, Player
from tablectl.rules.dealing import Place, next_board, next_hole


def test_one_card_at_a_time_from_the_dealer_s_left_two_rounds():
    """Clauses: T-6."""
    hands, order = {n: Player(n) for n in (4, 6, 1)}, []
    while (place := next_hole(hands.values(), 2)) is not None:
        order.append(place)
        hands[place.seat] = Player(
            place.seat, holding=(*hands[place.seat].holding, HeldCard("As", 0))
        )
    assert order == [
        Place("hole", seat, is_last=last)
        for seat, last in [(4, False), (6, False), (1, False), (4, False), (6, False), (1, True)]
    ]


def test_the_top_card_is_burned_before_the_flop_s_three():
    """Clauses: T-12."""
    assert [
        next_board(burned, 1, board, 3)
        for burned, board in [(0, 0), (1, 0), (1, 1), (1, 2), (1, 3)]
    ] == [Place("burn"), Place("board"), Place("board"), Place("board", is_last=True), None]


def test_a_street_without_a_burn_begins_with_the_board():
    """Clauses: T-12, D-4."""
    assert next_board(0, 0, 0, 2) == Place("board")
    assert next_board(0, 0, 1, 2) == Place("board", is_last=True)
