"""After a hand each chip that is to be moved has a giver and a taker in the sentence, however
many there are.
"""

import re

from hypothesis import given, strategies as st

from tablectl.present.asks.sharing import ask_to_share
from tablectl.text import say
from tablectl.view import Move

SEATS = [f"seat-{number}" for number in range(1, 11)]
ENDS = st.tuples(st.sampled_from([*SEATS, "pot"]), st.sampled_from([*SEATS, "pot"])).filter(
    lambda ends: ends != ("pot", "pot")
)
NAMED = r"(Seat \d+ \(\d+\)|the pot \d+)"
BEGINS = r"(From the pot: |Into the pot: |To your stack: |To Seat \d+: |Seat \d+ gives )"
GROUP = re.compile(rf"{BEGINS}{NAMED}(, {NAMED})*( and \d+ more)?\.")


@given(st.lists(ENDS, min_size=2, max_size=19, unique=True))
def test_each_group_of_a_sentence_names_somebody(ends):
    told = say(ask_to_share([Move(giver, taker, 5) for giver, taker in ends]).sentence)
    assert GROUP.sub("", told).strip() == ""


def test_three_who_give_to_three_are_named_though_others_take_back_their_own():
    ends = ((1, 4), (1, 5), (2, 5), (2, 6), (3, 6), (7, 7))
    moves = [
        Move(f"seat-{giver}", f"seat-{taker}", 10 * number)
        for number, (giver, taker) in enumerate(ends, 1)
    ]
    assert say(ask_to_share(moves).sentence) == (
        "Seat 1 gives Seat 4 (10), Seat 5 (20). Seat 2 gives Seat 5 (30), Seat 6 (40). Seat 3 "
        "gives Seat 6 (50). To your stack: Seat 7 (60)."
    )
