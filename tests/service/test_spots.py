"""Cards that are tabled on a seat's showing spot: one MUX reads the shoe and the spots, and a
hand is shown by lying there.
"""

import pytest

from firmware_io.kit.sim.readers.pepper import SimPepper
from tablectl.engine.facts import CardsShown
from tablectl.intake.enrolling import enrolling_order
from tablectl.service.config.loading import BadConfig, load_config

from .evening import STAKES, TOLD_MS, booked, sticker

SHOE_AT, SPOTS = 1, {1: 2, 2: 4, 3: 6}  # antennas of the MUX
# a card that is put down is told after 1.3 s, one that is taken away after 1.8 s
SEEN_MS = 2_500
PRESSED = ("post", "check", "call")


def with_spots(table):
    """The configuration with a MUX in the place of the shoe's reader, and a spot at each seat."""
    file = table.place / "table.toml"
    text = file.read_text().replace('driver = "pn532"', f'driver = "pepper"\nantenna = {SHOE_AT}')
    for seat, antenna in SPOTS.items():
        port = f'port = "{table.place}/seat-{seat}"\n'
        spot = (
            f'spot = {{ driver = "pepper", port = "{table.place}/reader", antenna = {antenna} }}\n'
        )
        text = text.replace(port, port + spot)
    file.write_text(text)
    table.config = load_config(file)
    return table


@pytest.fixture
def build(smallest):
    return lambda **options: with_spots(
        smallest(reader=lambda field: SimPepper(field, antennas=8), **options)
    )


def shown(service):
    return [
        fact
        for record in service.journal.rows()
        for fact in record.facts
        if isinstance(fact, CardsShown)
    ]


def to_the_showdown(table, deck):
    """Dealt, posted, checked and called until somebody is asked to show."""
    table.begins()
    while "show" not in {key.key for key in table.view.keys}:
        table.deals(deck)
        for key in [key for key in table.view.keys if key.key in PRESSED][:1]:
            table.seats[key.seat].press(key.key, key.amount or 0)
        table.loop.run_for(TOLD_MS)


def lays_down(table, deck, seat, cards):
    table.field.put(*(deck.of[card] for card in cards), antenna=SPOTS[seat])
    table.loop.run_for(SEEN_MS)


def tables_in_turn(table, deck):
    """Whoever is asked to show puts the hand on the spot."""
    for _ in range(5):
        view = table.view
        asked = next((key.seat for key in view.keys if key.key == "show"), None)
        if asked is None:
            return
        lays_down(table, deck, asked, tuple(view.seats[str(asked)].cards or ()))


def test_the_hands_of_a_tournament_are_shown_by_laying_them_on_the_spots(build):
    table = build(table=STAKES)
    deck = booked(table, "red", enrolling_order())
    service = table.start()
    to_the_showdown(table, [deck.of[card] for card in enrolling_order()])
    tables_in_turn(table, deck)
    assert (service.table.hands, service.table.in_hand, service.table.halts, table.said) == (
        1,
        False,
        0,
        [],
    )
    assert len({fact.seat for fact in shown(service)}) >= 2


def test_a_seat_whose_node_is_gone_is_not_back_with_its_spot(build):
    table = build(table=STAKES)
    booked(table, "red", enrolling_order())
    service = table.start()
    table.seats[2].unplug()
    assert table.loop.run_until(lambda: not service.table.seat(2).is_connected)
    table.reader.unplug()
    assert table.loop.run_until(lambda: not service.table.seat(1).is_connected)
    table.reader.replug()
    assert table.loop.run_until(lambda: service.table.seat(1).is_connected)
    assert not service.table.seat(2).is_connected
    table.seats[2].replug()
    assert table.loop.run_until(lambda: service.table.seat(2).is_connected)


def test_tags_that_are_no_cards_of_the_deck_show_nothing(build):
    table = build(table=STAKES)
    deck = booked(table, "red", enrolling_order())
    service = table.start()
    to_the_showdown(table, [deck.of[card] for card in enrolling_order()])
    seat = next(key.seat for key in table.view.keys if key.key == "show")
    table.field.put(sticker(9_000), sticker(9_001), antenna=SPOTS[seat])
    table.loop.run_for(SEEN_MS)
    assert (service.table.playing.players[seat].up_cards, service.table.halts) == ((), 0)


SAME_PORT = "seat 2 spot and {0} are at the same port, {{place}}/reader, {1}."


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (
            ('driver = "pepper", port', 'driver = "rdm6300", port'),
            'seat 1 spot has the driver "rdm6300"; there is pn532, pepper, pepper-c1.',
        ),
        (
            ("antenna = 4 }", "antenna = 2 }"),
            SAME_PORT.format("seat 1 spot", "with the same antenna"),
        ),
        ((", antenna = 4 }", " }"), SAME_PORT.format("[shoe]", "and one of them names no antenna")),
        (("antenna = 4 }", "antenna = 9 }"), "[[seat.spot]] antenna is 1 to 8, not 9."),
        (
            ('driver = "pepper", port', 'driver = "pn532", port'),
            "seat 1 spot has the antenna 2; the driver pn532 knows of one alone.",
        ),
    ],
)
def test_a_configuration_with_a_wrong_antenna_is_refused_in_a_sentence(build, wrong, sentence):
    table = build(table=STAKES)
    file = table.place / "table.toml"
    file.write_text(file.read_text().replace(*wrong))
    with pytest.raises(BadConfig) as refused:
        load_config(file)
    # a spot stands in the line after its seat's port
    seat = 1 if sentence.startswith("seat 1") else 2
    line = 2 + file.read_text().partition(f"/seat-{seat}")[0].count("\n")
    assert str(refused.value) == f"{file}:{line}: {sentence.format(place=table.place)}"
