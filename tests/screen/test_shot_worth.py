"""A shot loses a point with each miss: its card and its name say the same number."""

from tests.screen.proofs import texts


def test_the_card_that_is_shot_at_says_what_it_is_worth_now():
    """Clauses: M-4. After one miss a card of 8 is worth 7, beside its name as under its card;
    nothing says 8.
    """
    told = texts("pool-shooting")
    assert told.count("7") == 3  # and the rank of the card
    assert "8" not in told
