"""The view takes all that a table says, and no card and no number beyond."""

import json

import msgspec
import pytest

from tablectl.rules.cards import CARDS, CUT, FOREIGN, FOREIGN_JOKER, JOKER, UNREADABLE
from tablectl.view import HIDDEN, Dealer, View

CALLED_CARDS = (*CARDS, JOKER, HIDDEN, FOREIGN, FOREIGN_JOKER, UNREADABLE, CUT)


def test_all_that_a_table_calls_a_card_is_taken():
    assert msgspec.convert({"cards": CALLED_CARDS}, Dealer).cards == CALLED_CARDS


@pytest.mark.parametrize(
    "card", ["", "A", "Asx", "xAs", "1s", "AS", "As\n", "?", "???", "Jk\n", "back"]
)
def test_nothing_else_is_taken_for_a_card(card):
    with pytest.raises(msgspec.ValidationError, match="matching regex"):
        msgspec.convert({"cards": [card]}, Dealer)


def test_every_number_has_bounds():
    schema = json.dumps(msgspec.json.schema(View))
    assert schema.count('"integer"') == schema.count('"minimum"') == schema.count('"maximum"') > 50
