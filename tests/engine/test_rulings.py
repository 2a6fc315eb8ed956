"""The record of a ruling, and the words of a halted table: what they hold, and what they never
name.
"""

import pytest

from tablectl.engine.engine import handle
from tablectl.engine.events import CardOff, FloorRuled
from tablectl.engine.facts import Noticed, Refused, Ruled
from tablectl.engine.floor_json import read_ruling
from tablectl.engine.state.table import Standing
from tablectl.games.catalog import preset
from tablectl.present.public import audit_view, public_view
from tests.happened import press, three_dealt

TO_THE_FLOP = tuple(press(seat, key) for seat, key in ((3, "call"), (1, "call"), (2, "check")))
TO_THE_TURN = tuple(press(seat, "check") for seat in (1, 2, 3))


def cards(*names):
    return tuple(CardOff(at_ms=0, cards=(name,)) for name in names)


def after(table, happened):
    return handle(table, happened)[0]


def ruled(ruling, *, who="floor", **fields):
    return FloorRuled(at_ms=0, ruling=read_ruling({"floor": ruling, **fields}), who=who)


def test_a_ruling_is_recorded_with_who_and_why_and_the_state_before_and_after_it():
    """Clauses: G-12, F-6."""
    _, rows = handle(three_dealt(), [ruled("dead", seat=3, why="cards in the drink", who="Ann")])
    stacks, bets = {1: 98, 2: 96, 3: 100}, {1: 2, 2: 4, 3: 0}
    assert rows[0].facts[0] == Ruled(
        ruling="dead",
        who="Ann",
        why="cards in the drink",
        seat=3,
        card=None,
        before=Standing("betting", 0, 6, stacks, bets, {1: "in", 2: "in", 3: "in"}),
        after=Standing("betting", 0, 6, stacks, bets, {1: "in", 2: "in", 3: "foul"}),
        may_be_taken_back=True,
        acts_stand=True,
    )
    _, rows = handle(three_dealt(), [ruled("exposed", seat=3, card="Qd")])
    assert [fact.card for fact in rows[0].facts if isinstance(fact, Ruled)] == ["Qd"]


@pytest.mark.parametrize(
    ("happened", "named"),
    [
        # the burn lies face down, the flop face up
        (cards("9c", "3s"), ("??", "3s")),
        ((ruled("joker", seat=3),), ("??",)),
        ((ruled("exposed", seat=3, card="Qd"),), ("Qd",)),
        ((*TO_THE_FLOP, *cards("9c", "3s", "8c", "9h", "2d")), ("2d",)),
        # its twin lies face down before seat 1
        ((*TO_THE_FLOP, *cards("9c", "3s", "Ah")), ("??",)),
        # the flop is not turned yet (T-12)
        ((*TO_THE_FLOP, *cards("9c", "3s", "3s")), ("??",)),
        # face up on the board
        ((*TO_THE_FLOP, *cards("9c", "3s", "8c", "9h"), *TO_THE_TURN, *cards("4c", "3s")), ("3s",)),
    ],
    ids=[
        "early",
        "joker",
        "exposed",
        "fourth flop card",
        "twin of a hole card",
        "twin of a card of half a flop",
        "twin of a board card",
    ],
)
def test_everyone_hears_only_of_the_cards_in_question_that_lie_face_up(happened, named):
    """Clauses: L-22, L-14, L-15, L-18, G-2."""
    table = after(three_dealt(), happened)
    open_to_all, open_to_none = (
        public_view(table, 0).irregularity,
        audit_view(table, 0).irregularity,
    )
    assert open_to_all.cards == named
    assert len(open_to_none.cards) == len(named)
    assert "??" not in open_to_none.cards
    assert "Ah" not in open_to_all.remedy + open_to_all.what


@pytest.mark.parametrize("ruling", ["exposed", "joker"])
@pytest.mark.parametrize(
    "acts",
    [(), TO_THE_FLOP[:1], TO_THE_FLOP[:2]],
    ids=["before anyone", "one has acted", "two have"],
)
def test_no_report_tells_where_a_card_was_dealt(ruling, acts):
    """Clauses: L-15, L-14: whichever card is named, the table says and shows the same, but for
    that name.
    """
    told = set()
    for card in preset("canterbury").deck.cards:
        table, rows = handle(three_dealt(), (*acts, ruled(ruling, seat=2, card=card)))
        said = [fact for row in rows for fact in row.facts if isinstance(fact, Noticed | Refused)]
        told.add(repr((said, public_view(table, 0))).replace(repr(card), "the card"))
    assert len(told) == 1


def test_cards_left_the_shoe_are_each_in_one_place_through_a_reload():
    """Clauses: L-19, L-22, G-2."""
    table = after(three_dealt(), (*cards("9c", "3s", "8c"), ruled("confirm"), *TO_THE_FLOP))
    back = table.reload.cards if table.reload else None
    assert (table.shown.deal.burns, back, table.seen.bit_count()) == (("9c",), ("3s", "8c"), 9)
    table = after(table, (ruled("reshuffled"), *cards("8c", "2d", "Tc")))
    assert (table.board, table.shown.deal.burns, table.seen.bit_count(), table.to_act) == (
        ("8c", "2d", "Tc"),
        ("9c",),
        10,
        1,
    )
