"""What is said is said again at a second check out of turn; nobody else's key, and no call for
the floor, asks for it.
"""

import json

import pytest

from .staged import begin, on_a_table


def asked_again(*presses):
    """How often what is said was asked for again, after each of these presses: seat, key, and
    how long after the one before.
    """

    async def story(stage, people):
        await begin(stage, people)
        asked = []
        for seat, key, later_ms in presses:
            await stage.loop.advance(later_ms)
            stage.seats[seat].press(key)
            await stage.loop.advance(300)
            asked.append(json.loads(stage.screen.newest)["repeats"])
        assert stage.view.to_act == 1
        return asked

    return on_a_table(story, screens=1)


@pytest.mark.parametrize("key", ["check", "check_call"])
def test_a_second_check_out_of_turn_asks_to_hear_it_again_and_the_next_is_a_first_one(key):
    assert asked_again((2, key, 300), (2, key, 1_000), (2, key, 1_000), (2, key, 1_000)) == [
        0,
        1,
        1,
        2,
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((2, "check", 300), (2, "check", 6_000)),
        ((2, "check", 300), (3, "check", 300)),
        ((2, "fold", 300), (2, "fold", 300)),
        ((2, "call_floor", 300), (2, "call_floor", 300)),
        ((1, "check", 300), (1, "check", 300)),
    ],
)
def test_neither_late_nor_by_two_seats_nor_by_another_key_nor_at_its_turn_is_it_asked_for(
    first, second
):
    assert asked_again(first, second) == [0, 0]
