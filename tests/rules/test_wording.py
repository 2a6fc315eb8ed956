"""How sentences put things."""

import pytest

from tablectl.rules.wording import counted, either, listed, ordinal, sentence_case


def test_a_list_has_an_and_before_its_last() -> None:
    assert [listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]


def test_of_several_one_is_chosen() -> None:
    assert [either(["check"]), either(["call 8", "raise to 16", "fold"])] == ["check", "call 8, raise to 16, or fold"]


@pytest.mark.parametrize(("number", "place"), [
    (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (10, "10th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
    (112, "112th")])
def test_places(number: int, place: str) -> None:
    assert ordinal(number) == place


def test_small_numbers_are_words() -> None:
    assert [counted(n) for n in (0, 1, 7, 8, 52)] == ["no", "one", "seven", "8", "52"]


def test_a_sentence_begins_large_and_stays_as_it_is() -> None:
    assert sentence_case("luca has AhKd") == "Luca has AhKd"
    assert sentence_case("") == ""
