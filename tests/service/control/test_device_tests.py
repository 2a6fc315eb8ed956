"""The floor tries lamps and the reader while no hand needs them; of a card that a hand may hold
nobody is told more than that it was read.
"""

import pytest

from tablectl.engine import floor
from tablectl.intake.enrolling import enrolling_order
from tests.service.evening import STAKES, TOLD_MS, booked, sticker
from tests.service.staged import begin

from .paged import on_a_paged_table

FULL = enrolling_order()
IN_HAND = "Devices are tested between hands, or while the table is halted or paused."


def test_the_lamp_of_one_seat_is_lit_for_three_seconds_and_then_as_it_was():
    async def story(stage, people):
        before = {number: seat.lamp for number, seat in stage.seats.items()}
        done = await stage.asks(tests="lamps", seat=2)
        await stage.loop.advance(2_900)
        lit = {number: seat.lamp for number, seat in stage.seats.items()}
        await stage.loop.advance(200)
        return before, done, lit, {number: seat.lamp for number, seat in stage.seats.items()}

    before, done, lit, after = on_a_paged_table(story)
    assert (done["ok"], done["did"]) == (True, "The lamp of seat 2 is lit for a moment.")
    assert [number for number, lamp in lit.items() if lamp != before[number]] == [2]
    assert (len(set(lit[2].colour)), max(lit[2].colour) > 0) == (1, True)
    assert after == before


def test_no_lamp_is_tested_in_a_hand_but_while_it_is_paused_or_halted():
    async def story(stage, people):
        await begin(stage, people)
        told = [await stage.asks(tests="lamps", seat=2)]
        await stage.asks(floor="pause")
        told.append(await stage.asks(tests="lamps", seat=2))
        await stage.asks(floor="go_on")
        await stage.asks(floor="exposed", seat=2)
        told.append(await stage.asks(tests="lamps", seat=2))
        return told

    in_hand, paused, halted = on_a_paged_table(story)
    assert (in_hand["code"], in_hand["text"]) == ("in_hand", IN_HAND)
    assert (paused["ok"], halted["ok"]) == (True, True)


def test_a_seat_without_a_lamp_says_so():
    async def story(stage, people):
        return await stage.asks(tests="lamps", seat=9)

    assert on_a_paged_table(story)["text"] == "Seat 9 has no lamp."


@pytest.mark.parametrize(
    "line", [{"tests": "lamps"}, {"tests": "reader", "seat": 2}, {"tests": "horn"}], ids=str
)
def test_what_is_no_test_is_refused_in_a_sentence(line):
    async def story(stage, people):
        return await stage.asks(**line)

    answer = on_a_paged_table(story)
    assert (answer["ok"], '"lamps" with the number of the seat' in answer["text"]) == (False, True)


@pytest.fixture
def table(smallest):
    return smallest(table=STAKES)


def reader(table, service):
    """What a test of the reader tells."""
    testing = service.control._testing
    return testing.tell_reading()


def test_a_card_that_no_hand_has_dealt_is_named_between_hands(table):
    deck = booked(table, "red", FULL)
    service = table.start()
    assert reader(table, service)["read"] is None
    table.slide(deck.of["7h"])
    told = reader(table, service)
    assert (told["read"]["card"], told["read"]["deck"]) == ("7h", "red")
    assert told["did"].startswith("7♥ was read ")


def test_a_card_of_no_deck_says_so(table):
    booked(table, "red", FULL)
    service = table.start()
    table.slide(sticker(9_000))
    told = reader(table, service)
    assert told["read"] == {"ago_s": told["read"]["ago_s"], "deck": None, "card": None}
    assert told["did"].startswith("A card of no known deck was read ")


def test_a_card_that_a_hand_has_dealt_is_not_named_in_it_nor_after_it(table):
    """Clauses: G-14. It may be in a hand, or may have been thrown away face down."""
    deck = booked(table, "red", FULL)
    service = table.start()
    table.begins()
    table.deals([deck.of[card] for card in FULL[:6]])
    table.rules(floor.Pause())
    paused = reader(table, service)
    table.rules(floor.GoOn())
    while service.table.in_hand:
        key = next(key for key in table.view.keys if key.key in ("fold", "check"))
        table.seats[key.seat].press(key.key, 0)
        table.loop.run_for(TOLD_MS)
    after = reader(table, service)
    for told in (paused, after):
        assert (told["read"]["card"], told["read"]["deck"]) == (None, "red")
        assert told["did"].startswith("A card of the deck red was read ")
