"""Thousands of recorded hands come out as they did; the files lie beside the project and are not
part of it.
"""

import re
from pathlib import Path

import pytest

from tablectl.history.phh import Hand, parse_hands
from tablectl.history.replay import replay, replay_files

HANDS = Path(__file__).resolve().parents[3] / "shared" / "hands"

pytestmark = pytest.mark.skipif(
    not HANDS.is_dir(), reason="the recorded hands do not lie beside the project"
)

RECORDED = {
    "pluribus.phhs": 4_324,
    "acpc-2p.nolimit.phhs": 400,
    "acpc-3p.nolimit.phhs": 400,
    "acpc-2p.limit.phhs": 400,
    "acpc-3p.limit.phhs": 400,
}
QUICK = ("acpc-2p.nolimit.phhs", "acpc-3p.limit.phhs")


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        pytest.param(*recorded, marks=() if recorded[0] in QUICK else pytest.mark.slow)
        for recorded in RECORDED.items()
    ],
)
def test_every_recorded_hand_ends_with_the_recorded_stacks(name, hands):
    records = list(replay_files([HANDS / name]))
    assert [record for record in records if not record.match] == []
    assert len(records) == hands


def test_the_televised_hands_end_as_they_did():
    """Five have an ante of the big blind alone; one hand records no stacks."""
    records = list(replay_files([HANDS / "televised.phhs"]))
    assert [(record.hand, record.match) for record in records] == [
        ("dwan-ivey-2009", None),
        ("00-02-07", True),
        ("00-15-36", True),
        ("01-39-18", True),
        ("01-44-49", True),
        ("01-46-42", True),
        ("01-51-27", True),
        ("02-53-09", True),
        ("02-56-12", True),
        ("03-00-32", True),
    ]
    assert records[0].finishing_stacks == (572_100, 1_997_500, 1_109_500)


DEALT = re.compile(r"(d dh p\d) \w{4}")
SHOWN = re.compile(r'"(p\d) sm (\w{4})"')


def as_seen_from_the_rail(text):
    """The hand as somebody records it who learns all cards only at its end: `sm ????` comes
    first, and the cards later.
    """
    unnamed = SHOWN.sub(r'"\1 sm ????"', DEALT.sub(r"\1 ????", text))
    shown = [f'"{player} sm {cards}"' for player, cards in SHOWN.findall(text)]
    return re.sub(
        r"^(actions = .*)\]$",
        lambda found: f"{found[1]}, {', '.join(shown)}]",
        unnamed,
        flags=re.MULTILINE,
    )


@pytest.mark.slow
def test_hands_whose_cards_are_named_after_they_were_shown_end_as_recorded():
    """Clauses: G-9, T-15."""
    hands = re.split(r"^(?=\[\d+\]$)", (HANDS / "pluribus.phhs").read_text(), flags=re.MULTILINE)
    shown = [as_seen_from_the_rail(hand) for hand in hands if SHOWN.search(hand)]
    read = [
        hand for text in shown for hand in parse_hands(text.encode(), "rail.phhs", is_many=True)
    ]
    assert [
        hand.name for hand in read if not isinstance(hand, Hand) or not replay(hand).match
    ] == []
    assert len(read) > 500
