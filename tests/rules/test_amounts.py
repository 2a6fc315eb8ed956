"""The most that any amount may be (the rulebook's first Decision)."""

from tablectl.rules.amounts import MOST_AMOUNT, is_too_much, why_too_much


def test_the_most_is_a_thousand_million_to_the_unit():
    assert [
        is_too_much(amount)
        for amount in (0, MOST_AMOUNT, -MOST_AMOUNT, MOST_AMOUNT + 1, -MOST_AMOUNT - 1)
    ] == [False, False, False, True, True]


def test_the_sentence_names_the_limit_and_no_number_of_a_thousand_digits():
    assert (
        why_too_much("A stack is", 10**9 + 1)
        == "A stack is at most 1,000,000,000, not 1,000,000,001."
    )
    assert why_too_much("A stack is", 10**1000) == "A stack is at most 1,000,000,000."
