"""Who shows first, and who wins which pot."""

from tablectl.rules.pots import Pot
from tablectl.rules.showdown import face_up, order_of_showing, winners


def test_the_last_to_bet_or_raise_shows_first_then_clockwise():
    """Clauses: T-15."""
    assert order_of_showing([1, 4, 6, 8], 8, 6) == (6, 8, 1, 4)


def test_with_no_bet_on_the_final_round_the_first_left_of_the_button_shows_first():
    """Clauses: T-15, S-13."""
    assert order_of_showing([1, 4, 6, 8], 4, None) == (6, 8, 1, 4)


def test_a_bettor_who_is_out_of_it_does_not_count():
    """Clauses: T-15."""
    assert order_of_showing([1, 4], 4, 6) == (1, 4)


def test_equal_hands_win_together_from_the_left_of_the_dealer_on():
    """Clauses: T-16, G-9."""
    assert winners(Pot(90, (1, 4, 6)), {1: 70, 4: 12, 6: 70}, 4) == (6, 1)


def test_a_pot_goes_to_the_best_of_those_who_can_win_it_and_a_mucked_hand_claims_nothing():
    """Clauses: G-6, G-9, T-15."""
    assert winners(Pot(90, (4, 6)), {1: 99, 4: 12, 6: 70}, 1) == (6,)
    assert winners(Pot(90, (4, 6)), {1: 99, 4: 12}, 1) == (4,)


def test_what_lies_face_up_is_counted_where_cards_look_alike():
    """Clauses: L-23, M-9."""
    assert face_up(["As", "Kd"], ["Kd", "2c"]) == (False, True)
    assert face_up(["Jk", "Jk"], ["Jk"]) == (True, False)
    assert face_up(["Jk", "Jk"], ["Jk", "Jk"]) == (True, True)
