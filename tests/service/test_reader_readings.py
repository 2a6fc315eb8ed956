"""What becomes of a card between its passing the reader and the disk; and of cards that are not
of the deck in play.
"""

import json
import select
import socket

import msgspec
import pytest

from tablectl.intake.decks import BadDeck
from tablectl.intake.enrolling import enrolling_order
from tablectl.service.control.requests import PutDeck
from tablectl.service.sockets import Peer
from tablectl.text import say

from .evening import STAKES, TOLD_MS, booked, sticker

FULL = enrolling_order()
STRANGE = sticker(9_000)


@pytest.fixture
def table(smallest):
    return smallest(table=STAKES)


def dealing(table):
    """A hand whose first hole card is asked for."""
    deck = booked(table, "red", FULL)
    service = table.start()
    table.begins()
    while not table.is_lit:
        key = table.view.keys[0]
        table.seats[key.seat].press(key.key, key.amount or 0)
        table.loop.run_for(TOLD_MS)
    return service, deck


def held(table):
    """Who has which hole cards."""
    return {number: tuple(seat.cards) for number, seat in table.view.seats.items() if seat.cards}


def test_a_card_that_is_drawn_back_over_the_reader_is_the_same_card_and_no_second_one(table):
    service, deck = dealing(table)
    table.slide(deck.of["As"])
    table.loop.run_for(3_000)
    assert table.is_lit
    table.slide(deck.of["As"])
    assert table.said == [
        "The same card again: it was dealt in this hand, and is not dealt a second time."
    ]
    assert (list(held(table).values()), service.table.halts, table.is_lit) == ([("As",)], 0, True)
    table.slide(deck.of["Ks"])
    assert sorted(held(table).values()) == [("As",), ("Ks",)]


def test_control_a_second_tag_of_the_same_face_is_a_second_card(table):
    service, deck = dealing(table)
    table.slide(deck.of["As"])
    other = service.rows.deck.book.tags(("Ks",))[0]
    service.rows.deck.book = msgspec.structs.replace(
        service.rows.deck.book, cards={**service.rows.deck.book.cards, other: "As"}
    )
    table.loop.run_for(3_000)
    table.slide(deck.of["Ks"])
    assert (service.table.halts, table.view.irregularity and table.view.irregularity.kind) == (
        1,
        "duplicate_card",
    )


def test_two_cards_that_are_left_on_the_reader_are_said_once_for_a_third_would_slip_by(table):
    _, deck = dealing(table)
    for name in ("As", "Ks"):
        table.field.put(deck.of[name])
        table.loop.run_for(2_000)
    assert table.said == [
        "Two cards lie on the reader: take one away, or the next card is not read."
    ]
    table.loop.run_for(5_000)
    assert len(table.said) == 1
    table.field.take(deck.of["As"])
    table.loop.run_for(3_000)
    table.slide(deck.of["Qs"])
    assert len(table.said) == 1


# -------------------------------------------------------------- decks


def rows(table):
    """The decks that were put, by the journal."""
    return [
        fact.deck
        for record in table.service.journal.rows()
        for fact in record.facts
        if hasattr(fact, "deck")
    ]


def test_cards_of_no_deck_are_dealt_to_nobody_and_said_once(table):
    service, deck = dealing(table)
    for number in range(3):
        table.slide(sticker(9_000 + number))
    assert table.said == [
        "The shoe read a card that is in no deck of the book; red is in play. No card is dealt "
        "until one of it comes."
    ]
    assert (held(table), service.table.halts, table.is_lit) == ({}, 0, True)
    table.slide(deck.of["As"])
    assert list(held(table).values()) == [("As",)]


def test_a_foreign_card_after_one_of_the_deck_is_the_rulebook_s(table):
    service, deck = dealing(table)
    table.slide(deck.of["As"])
    table.slide(STRANGE)
    assert table.said == ["The shoe read a card that is in no deck of the book; red is in play."]
    assert (service.table.halts, table.view.irregularity and table.view.irregularity.kind) == (
        1,
        "unknown_card",
    )


def test_of_two_decks_none_is_in_play_until_one_is_put_and_then_its_cards_are_asked_for(table):
    booked(table, "red", FULL)
    booked(table, "blue", FULL, first=1_000)
    service = table.start()
    assert table.said == [
        "No deck is in play: the book has red, blue. Choose one: tablectl deck put red --config "
        "table.toml"
    ]
    assert (table.view.hold is not None and table.view.hold.kind, table.is_lit) == ("deck", False)
    assert say(service.rows.put_deck(PutDeck(put="red", would=True))) == "The deck red is in play."
    assert (rows(table), table.is_lit) == ([], False)
    service.rows.put_deck(PutDeck(put="red"))
    table.begins()
    assert (rows(table), table.view.hold, table.is_lit) == (["red"], None, True)


def test_no_deck_is_put_in_a_hand(table):
    service, deck = dealing(table)
    table.slide(deck.of["As"])
    with pytest.raises(
        BadDeck, match=r"^Cards of a hand are out: another deck is put when the hand is over\.$"
    ):
        service.rows.put_deck(PutDeck(put="red"))


def test_the_only_deck_is_in_play_by_itself_which_is_a_fact_and_survives_a_second_one(table):
    booked(table, "red", FULL)
    table.start()
    assert (rows(table), table.said) == (["red"], [])
    table.stop()
    blue = booked(table, "blue", FULL, first=1_000)
    service = table.start()
    assert (rows(table), table.said, service.rows.deck.book.deck) == (["red"], [], "red")
    table.slide(blue.of["As"])
    assert table.said == [
        "The shoe read a card of the deck blue; red is in play. No card is dealt until one of it "
        "comes, or tablectl deck put blue --config table.toml."
    ]
    assert say(service.rows.put_deck(PutDeck(put="blue"))) == "The deck blue is in play."
    assert rows(table) == ["red", "blue"]
    table.stop()
    assert table.start().rows.deck.book.deck == "blue"


def test_a_table_without_a_deck_asks_for_no_card_and_says_how_to_get_one(table):
    service = table.start()
    assert table.said == [
        f"No deck is in play: {table.place}/decks.json has none. Make one: tablectl deck enrol red "
        "--config table.toml"
    ]
    table.begins()
    table.slide(STRANGE)
    table.slide(STRANGE)
    assert table.said[1:] == [
        f"The shoe read a card that is in no deck of the book. {table.said[0]}"
    ]
    assert (table.is_lit, service.table.halts) == (False, 0)


def answered(table, floor, line):
    """What the control socket answers to a line."""
    floor.sendall(json.dumps(line).encode() + b"\n")
    assert table.loop.run_until(lambda: bool(select.select([floor], [], [], 0)[0]))
    return json.loads(floor.recv(65_536))


def test_the_control_socket_puts_a_deck(table):
    booked(table, "red", FULL)
    booked(table, "blue", FULL, first=1_000)
    service = table.start()
    ours, theirs = socket.socketpair()
    service.control.add(Peer(ours))
    with theirs:
        theirs.setblocking(False)
        answers = [
            answered(table, theirs, line)
            for line in (
                {"put": "blue", "would": True},
                {"put": "blue"},
                {"put": "green"},
                {"put": "blue", "seat": 3},
            )
        ]
    assert answers[1].pop("on")["hand"] == 0
    assert answers == [
        {"ok": True, "said": [], "effect": "The deck blue is in play."},
        {"ok": True, "said": [], "did": "The deck blue is in play."},
        {
            "ok": False,
            "code": "bad_deck",
            "seat": None,
            "text": 'There is no deck "green" in the book. There is red, blue.',
        },
        {
            "ok": False,
            "code": "bad_line",
            "seat": None,
            "text": 'A line with "put" does not use "seat": leave it out.',
        },
    ]
    assert rows(table) == ["blue"]
