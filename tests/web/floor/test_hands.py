"""The last hands act by act, as the floor's page has them of the story of whole tables."""

import asyncio
from contextlib import contextmanager

import msgspec
import pytest

from tablectl.locale import ENGLISH, get_translator
from tablectl.service.story_reader import StoryReader
from tablectl.service.story_server import LONGEST_REQUEST, StoryServer
from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import read_script
from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.view import View
from tablectl.web.floor import hands as told
from tablectl.web.floor.hands import Hands
from tests.scenarios.files import SCENARIOS

from .served import floor_page

SPLIT = "example-6-odd-chips-to-the-first-winner"
VOID_TAKEN_BACK = "floor-undo-of-a-void"
OF_MUCKS = ("undo-of-a-muck", "cards-speak")
OF_GAMES = (SPLIT, "casino-every-irregularity-voids", "pool-a-game-up-to-a-target")


@contextmanager
def journal_of(scenario):
    with temporary_directory() as folder:
        run_script(read_script(SCENARIOS[scenario]), keep=folder)
        yield folder / f"{scenario}.db"


def story_of(journal, tr=ENGLISH):
    with StoryReader(journal, tr=tr) as reader:
        return [
            msgspec.json.decode(msgspec.json.encode(event))
            for events in iter(reader.read, None)
            for event in events
        ]


def hands_of(scenario, tr=ENGLISH):
    with journal_of(scenario) as journal:
        hands = Hands(tr)
        for event in story_of(journal, tr):
            hands.take(event)
        return hands


def shown(hands, number):
    """As a page is told."""
    return msgspec.json.decode(msgspec.json.encode(hands.show_hand(number)))


def texts(hand):
    return [row["text"] for row in hand["rows"]]


def test_a_hand_is_told_act_by_act():
    hands = hands_of(SPLIT)
    hand = shown(hands, 1)
    assert texts(hand)[:3] == [
        "HOLE CARDS · BLINDS 5 / 5",
        "Seat 7 posts the ante",
        "Seat 7 posts the small blind",
    ]
    assert texts(hand)[6:10] == [
        "Seat 5 folds",
        "Seat 7 checks",
        "Seat 2 checks",
        "THE FLOP · 25",
    ]
    assert texts(hand)[-4:] == [
        "Seat 7 shows",
        "Seat 2 shows",
        "Seat 7 wins 15: ace high",
        "Seat 2 wins 10: ace high",
    ]
    assert hand["rows"][-1]["clause"] == "T-16"
    assert hands.list_hands() == [
        {
            "number": 1,
            "title": "Seat 2 and Seat 7 split 25",
            "detail": "ace high",
            "board": ("Qs", "Js", "9h", "8c", "2h"),
            "is_over": True,
        }
    ]


def test_the_table_s_language_is_the_hand_s():
    hand = shown(hands_of(SPLIT, get_translator("es")), 1)
    assert hand["title"] == "Asiento 2 y Asiento 7 se reparten 25"
    assert texts(hand)[-1] == "Asiento 2 gana 10: carta alta, as"


def test_cards_stand_there_once_they_lay_face_up():
    rows = shown(hands_of(SPLIT), 1)["rows"]
    assert [len(row["board"]) for row in rows if row["kind"] == "street"] == [0, 3, 4, 5]
    first = next(n for n, row in enumerate(rows) if row["cards"])
    assert rows[first]["text"] == "Seat 7 shows"
    assert rows[first]["cards"] == {"7": ["Ah", "Kh"]}


@pytest.mark.parametrize("scenario", [*OF_MUCKS, *OF_GAMES])
def test_no_card_is_told_that_never_lay_face_up(scenario):
    with journal_of(scenario) as journal:
        story = story_of(journal)
    up = {card for event in story for card in event.get("cards", ())}
    hands = Hands(ENGLISH)
    for event in story:
        hands.take(event)
    for one in hands.list_hands():
        for row in shown(hands, one["number"])["rows"]:
            held = [card for cards in row["cards"].values() for card in cards]
            assert {*row["board"], *held} <= up
    assert hands.list_hands()


def test_whose_hand_is_mucked_shows_no_card():
    hands = hands_of("undo-of-a-muck")
    rows = shown(hands, 1)["rows"]
    mucked = next(row for row in rows if row["text"].endswith("mucks"))
    assert str(mucked["seat"]) not in mucked["cards"]


def test_a_void_that_was_taken_back_stays_and_says_so():
    hands = hands_of(VOID_TAKEN_BACK)
    rows = shown(hands, 1)["rows"]
    undone = [row["text"] for row in rows if row["is_undone"]]
    assert [text for text in undone if "VOID THE HAND" in text]
    after = next(n for n, row in enumerate(rows) if row["text"] == "Taken back.")
    before = next(row for row in reversed(rows[:after]) if not row["is_undone"])
    assert (rows[after]["board"], rows[after]["pot"]) == (before["board"], before["pot"])


@pytest.mark.parametrize(
    ("scenario", "clause"),
    [
        ("floor-gives-a-pot-before-the-board-is-out", "F-6"),
        ("card-double-feed-on-the-board", "L-22"),
    ],
    ids=["of no case", "of a case"],
)
def test_a_ruling_has_the_clause_of_its_case_or_else_its_own(scenario, clause):
    rows = shown(hands_of(scenario), 1)["rows"]
    assert {row["clause"] for row in rows if row["kind"] == "ruling"} == {clause}


@pytest.mark.parametrize("scenario", OF_GAMES)
def test_each_game_has_its_words(scenario):
    hands = hands_of(scenario)
    for one in hands.list_hands():
        assert one["title"]
        assert all(texts(shown(hands, one["number"])))


def test_an_evening_takes_no_more_room_than_its_last_hands(monkeypatch):
    monkeypatch.setattr(told, "MOST_HANDS", 3)
    monkeypatch.setattr(told, "MOST_ROWS", 10)
    hands = Hands(ENGLISH)
    for number in range(1, 9):
        hands.take({"kind": "hand_began", "hand": number, "wall": "", "button": 1, "seats": {}})
        for _ in range(30):
            hands.take({"kind": "folded", "hand": number, "seat": 1, "amount": 0, "to": 0})
    assert [one["number"] for one in hands.list_hands()] == [8, 7, 6]
    kept = texts(shown(hands, 8))
    assert (len(kept), kept[0]) == (11, "What happened before this is left out here.")


# As the page asks for them


@contextmanager
def page_with_story(scenario=SPLIT):
    """Its story is another table's: who sits at this one does not matter."""
    with journal_of(scenario) as journal, floor_page(story=f"{journal}.sock") as page:
        path = page.site._options.story
        serving = page.run(
            asyncio.start_unix_server(StoryServer(journal).answer, path, limit=LONGEST_REQUEST)
        )
        try:
            page.wait_for(lambda: [one for one in page.site._hands.list_hands() if one["is_over"]])
            yield page
        finally:
            serving.close()


def asked(page, **fields):
    answer = page.post("hands", fields)
    return answer.status, msgspec.json.decode(answer.body)


def test_whoever_has_signed_in_sees_the_last_hands():
    with page_with_story() as page:
        assert asked(page)[0] == 401
        page.sign_in()
        status, answer = asked(page)
        assert (status, [one["number"] for one in answer["hands"]]) == (200, [1])
        assert asked(page, hand=1)[1]["hand"]["title"] == "Seat 2 and Seat 7 split 25"
        assert asked(page, hand=7)[1]["text"] == "That hand is not kept here any more."
        assert asked(page, hand="1")[0] == 404


def test_a_table_that_speaks_another_language_now_has_its_hands_told_anew():
    with page_with_story() as page:
        page.table.screens.show(View(table="Table 1", language="es"))

        def is_told():
            hands = page.site._hands.list_hands()
            return bool(hands) and hands[0]["title"].startswith("Asiento 2 y")

        page.wait_for(is_told)


def test_a_story_that_is_gone_is_said_to_be_gone():
    with floor_page(story="nowhere.sock") as page:
        page.sign_in()
        assert asked(page) == (
            503,
            {
                "ok": False,
                "code": "no_story",
                "text": "The hands of this table cannot be read now.",
            },
        )
