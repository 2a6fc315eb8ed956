"""Chips are enrolled by laying them on an antenna, and a damaged book of them is left alone."""

import pytest

from firmware_io.kit.sim.readers.pepper import SimPepper
from tablectl.intake.chipbook import BadChip, ChipBook
from tablectl.intake.enrolling_chips import EnrollingChips
from tablectl.service.books.books import BadChipBook, change_chips, load_chips
from tablectl.service.config.values import ReaderConfig
from tablectl.service.decks.tapping import Tapping

from .test_tagged_chips import chip


@pytest.fixture
def table(smallest):
    return smallest(reader=lambda field: SimPepper(field, antennas=8))


def test_chips_are_enrolled_a_few_at_a_time(table):
    known = ChipBook().added(chip(5, 5).raw_id, 5)
    enrolling = EnrollingChips(25, known)
    ended = []
    tapping = Tapping(
        table.loop,
        ReaderConfig("pepper", str(table.reader.slave_path), 1),
        enrolling,
        tell=table.said.append,
        over=lambda: ended.append(True),
    )
    tapping.open()
    table.loop.run_for(2_000)  # it starts
    for chips in ([chip(1, 1), chip(1, 2), chip(1, 3)], [chip(1, 4)], [chip(1, 4)], [chip(5, 5)]):
        table.slide(*chips)
        table.loop.run_for(2_000)
    tapping.close()
    assert table.said[1:] == [
        "3 new. 3 so far: lay chips of 25 on the antenna.",
        "1 new. 4 so far: lay chips of 25 on the antenna.",
        "1 in the book already. 4 so far: lay chips of 25 on the antenna.",
        "The tag E004015000000505 is a chip of 5 already. 4 so far: lay chips of 25 on "
        "the antenna.",
    ]
    assert enrolling.typed("u") == "1 taken back. 3 so far: lay chips of 25 on the antenna."
    assert (enrolling.typed("q"), enrolling.is_over) == ("3 chips of 25 in all.", True)
    assert enrolling.book.counts == ((5, 1), (25, 3))


@pytest.mark.parametrize(
    ("tag", "value", "why"),
    [
        (bytes(8), 5, "The tag 00 has no number: it was not read rightly."),
        (
            bytes.fromhex("0000000008112233"),
            5,
            "The tag 08112233 has a number that is another at each reading, as telephones and bank"
            " cards have: it cannot be a chip.",
        ),
        (chip(1, 1).raw_id, 0, "A chip is worth 1 to 4,294,967,295, not 0."),
    ],
)
def test_what_cannot_be_a_chip_is_refused_in_a_sentence(tag, value, why):
    with pytest.raises(BadChip) as refused:
        ChipBook().added(tag, value)
    assert str(refused.value) == why


def test_a_book_of_chips_that_was_changed_by_other_hands_is_left_alone(tmp_path):
    path = tmp_path / "chips.json"
    change_chips(path, lambda book: book.added(chip(1, 1).raw_id, 25))
    change_chips(path, lambda book: book.added(chip(1, 2).raw_id, 25))
    assert load_chips(path).counts == ((25, 2),)
    text = path.read_bytes().replace(b"0102", b"0103")
    path.write_bytes(text)
    with pytest.raises(BadChipBook) as refused:
        change_chips(path, lambda book: book.without(25))
    assert str(refused.value) == (
        f"The chip book {path} is not as it was written: it is left alone, and no chip is read "
        f"with it. As it was before the last change it lies in {path}.before."
    )
    assert path.read_bytes() == text
