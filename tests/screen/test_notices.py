"""Notices stand at the seat they concern, neutral unless something was refused, and never over what others are asked."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tablectl.screen.drawing.palette import FAULT, IVORY
from tablectl.screen.model import decode
from tablectl.screen.paint import Painter
from tablectl.screen.parts.strip import left_words
from tablectl.screen.parts.tabs import tabs_of
from tablectl.screen.style import LAYOUTS, TEXTS, Style
from tablectl.screen.telling.asking import bar_of
from tablectl.screen.telling.looks import look_of
from tablectl.screen.telling.notices import LEAST_MS, NOTICES, Notices, life_ms
from tablectl.screen.words import ENGLISH
from tablectl.view import View
from tests.screen.test_legible import faults, proofs_of
from tests.tiers import tiered

VIEWS = Path(__file__).parent / "views"
SIZE = (640, 360)
REFUSED = {"text": "Luca may raise to at least 2,400, not 1,800.", "seat": 2, "code": "below_minimum", "is_refusal": True}
TOO_EARLY = {"text": "Hanna: not your turn. Take 5 back.", "seat": 1, "code": "chips_out_of_turn"}
RULED = {"text": "Ruled: Viktor's hand is dead.", "code": "ruled"}


def model(*notices: dict[str, Any], file: str = "three-seats") -> View:
    return decode(json.dumps({**json.loads((VIEWS / f"{file}.json").read_bytes()), "notices": notices}).encode())


def shown(*models: View) -> Painter:
    """A painter that has been shown these, one every ten milliseconds."""
    painter = Painter(SIZE)
    for number, one in enumerate(models):
        painter.show(one, 10 * number)
    return painter


def tabs_at(painter: Painter, seat: int, now_ms: int = 100) -> list[tuple[str, str, object]]:
    assert painter.model is not None
    look = look_of(painter.model, seat, painter.model.seats[str(seat)], painter.moment(now_ms))
    return [(tab.glyph, tab.full, tab.edge) for tab in tabs_of(look, ENGLISH, (0, 0, 0)) if tab.glyph in "✕✓•"]


def test_a_refusal_has_the_fault_edge_and_a_cross_and_other_notices_have_not():
    assert tabs_at(shown(model(REFUSED)), 2) == [("✕", "Below the minimum", FAULT)]
    assert tabs_at(shown(model(TOO_EARLY)), 1) == [("•", "Not your turn: take it back", IVORY)]


def test_each_seat_has_its_own_and_a_newer_one_replaces_it():
    newer = {**TOO_EARLY, "text": "Hanna: time is up.", "code": "timed_out"}
    painter = shown(model(REFUSED), model(TOO_EARLY), model(newer))
    assert tabs_at(painter, 2) == [("✕", "Below the minimum", FAULT)]
    assert tabs_at(painter, 1) == [("•", "Time is up", IVORY)]


def test_all_that_one_event_brings_stand_each_at_its_seat():
    """Clauses: G-8."""
    painter = shown(model(REFUSED, TOO_EARLY, RULED))
    assert tabs_at(painter, 2) == [("✕", "Below the minimum", FAULT)]
    assert tabs_at(painter, 1) == [("•", "Not your turn: take it back", IVORY)]
    assert painter.model is not None
    assert [word.text for word in left_words(painter.model, painter.moment(100))[0]] == [RULED["text"]]


def test_a_view_that_comes_again_tells_nothing_anew_and_a_changed_one_only_what_it_brings():
    notices = Notices()
    for now_ms, told in ((0, (REFUSED, TOO_EARLY)), (1_000, (REFUSED, TOO_EARLY)), (2_000, (RULED,))):
        notices.hear(model(*told), now_ms)
    assert [notice.seat for notice in notices.live(2_001)] == [2, 1, None]
    assert [notice.seat for notice in notices.live(life_ms(str(TOO_EARLY["text"])))] == [2, None]


def test_it_goes_when_it_could_be_read():
    painter = shown(model(REFUSED), model())
    stays_ms = life_ms(str(REFUSED["text"]))
    assert LEAST_MS < stays_ms <= 8_000
    assert (tabs_at(painter, 2, stays_ms - 1), tabs_at(painter, 2, stays_ms)) == ([("✕", "Below the minimum", FAULT)], [])


def test_its_sentence_is_in_the_bar_only_where_the_bar_asks_that_seat():
    """Seat 3 is asked: a notice of seat 1 does not touch its prompt."""
    asked = model()
    assert asked.ask is not None
    number = asked.ask.seats[0]
    own, other = {**REFUSED, "seat": number}, {**TOO_EARLY, "seat": number % 3 + 1}
    sentences = [bar_of(painter.model, painter.moment(100)).sentence for painter in (shown(model(own)), shown(model(other)))
                 if painter.model is not None]
    assert sentences == [REFUSED["text"], asked.prompt]


def test_that_it_is_not_a_seat_s_turn_goes_when_it_is():
    early = {"text": "Luca: not your turn. Take 5 back.", "seat": 2, "code": "chips_out_of_turn"}
    before, now = replace(model(early), to_act=1), replace(model(early), to_act=2)
    assert [tab for tab, *_ in tabs_at(shown(before), 2)] == ["•"]
    assert tabs_at(shown(before, now), 2) == []
    assert [tab for tab, *_ in tabs_at(shown(before, replace(model({**early, "code": "bet_refused"}), to_act=2)), 2)] == ["•"]


def test_it_stands_over_no_instruction_of_the_floor_no_result_and_no_misdeal():
    for file in ("halted-flop", "reload", "result-split", "due-back"):
        painter = shown(model(TOO_EARLY, file=file))
        assert painter.model is not None
        assert TOO_EARLY["text"] not in bar_of(painter.model, painter.moment(100)).sentence


def test_a_notice_of_no_seat_stands_in_the_strip():
    painter = shown(model({"text": "A joker lay in the deck: it is put aside.", "code": "foreign_joker"}))
    assert painter.model is not None
    lefts = left_words(painter.model, painter.moment(100))
    assert [word.text for word in lefts[0]] == ["A joker lay in the deck: it is put aside."]


def test_what_lasts_is_a_state_and_no_notice():
    for code in ("device_lost", "change_due", "clock_warning"):
        notices = Notices()
        notices.hear(model({"text": "Seat 2.", "seat": 2, "code": code}), 0)
        assert notices.live(1) == ()


def test_beside_a_bet_a_notice_keeps_its_first_words():
    """A side seat of six has no room for all of it; a glyph alone tells nobody anything."""
    view = {**json.loads((VIEWS / "betting-6.json").read_bytes()), "notices": [{**TOO_EARLY, "seat": 5}, {**REFUSED, "seat": 2}]}
    texts = [written.text for written in proofs_of(json.dumps(view).encode(), (1920, 1080))[0]]
    assert {"Not your turn", "Below the minimum", "1,200"} <= set(texts)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("file", tiered(["betting-6", "betting-9", "side-pots-10"], ["betting-6"]))
def test_a_notice_has_words_or_is_not_there(file, layout):
    """Where a seat has the button, a bet, chips due back and a hand besides, there is no room: no pill with a dot alone."""
    view = json.loads((VIEWS / f"{file}.json").read_bytes())
    for number, seat in view["seats"].items():
        crowded = {**seat, "bet": 125_000, "due_back": 118_500, "hand_name": "two pair, aces up", "hand_short": "two pair"}
        seats = {**view["seats"], number: crowded}
        for told in ({**TOO_EARLY, "seat": int(number)}, {**REFUSED, "seat": int(number)}):
            shown = json.dumps({**view, "seats": seats, "button": int(number), "notices": [told]}).encode()
            style = Style(layout=layout)
            texts = [written.text for written in proofs_of(shown, style.display_px, style=style)[0]]
            marked = [texts[i + 1] for i, text in enumerate(texts[:-1]) if text in "✕•"]
            assert all(words[:4] in ("Not ", "Belo", told["text"][:4]) for words in marked), (number, marked)


@pytest.mark.parametrize("file", tiered(["three-seats", "betting-6", "betting-9", "side-pots-10"], ["betting-9"]))
@pytest.mark.parametrize("code", ["string_raise", "oversized_chip", "chips_out_of_turn"])
def test_what_chips_count_as_is_read_by_all_while_some_are_to_be_taken_back(file, code):
    """Clauses: L-9. Beside a bet and what is due back the tab has room for a word or two: the sentence stands in the strip."""
    view = json.loads((VIEWS / f"{file}.json").read_bytes())
    for number, seat in view["seats"].items():
        is_asked = view["ask"]["seats"] == [int(number)]
        told = {"text": f"Seat {number}: the first 1,200 counts. Take 400 back.", "seat": int(number), "code": code}
        owing = {**view["seats"], number: {**seat, "bet": 1200, "due_back": 400}}
        proofs = proofs_of(json.dumps({**view, "seats": owing, "notices": [told]}).encode(), (1920, 1080))[0]
        words_of = [written.text for written in proofs]
        assert told["text"] in words_of or NOTICES[code] in words_of or is_asked, (number, words_of)


LONGEST = ("Play cannot go on with it: The deck is fouled: the hand is void, every chip goes back. Before the next hand, count "
           "the deck and rule deck-checked. Maximiliana Wolfgang, you too.")


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("file", ["betting-6", "side-pots-10", "casino-deciding", "pool-shooting"])
@pytest.mark.parametrize("badge", [False, True])
def test_a_notice_to_all_is_never_cut(file, layout, badge):
    """However long it is, up to the longest there is in any language: rather it is smaller, and what stands beside it waits."""
    view = json.loads((VIEWS / f"{file}.json").read_bytes())
    words = LONGEST.split()
    for count in range(2, len(words) + 1):
        notice = {"text": " ".join(words[:count]), "code": "ruled"}
        style = Style(layout=layout, text=TEXTS[count % len(TEXTS)])
        shown = json.dumps({**view, "test": badge, "notices": [notice]}).encode()
        proofs, surface = proofs_of(shown, style.display_px, style=style)
        assert notice["text"] in " ".join(one.text for one in proofs), (count, style.text)
        assert faults(proofs, surface) == [], (count, style.text)


# What lasts

SHORT = {"text": "7♦ is missing from the deck red: never come in 34 hands. Count the deck.", "code": "deck_short"}


def left_of(painter: Painter, now_ms: int) -> list[str]:
    """The left end of the strip."""
    assert painter.model is not None
    return [word.text for word in left_words(painter.model, painter.moment(now_ms))[0]]


def test_what_is_wrong_with_the_deck_stands_for_as_long_as_the_view_has_it_and_behind_any_news():
    painter = shown(model(SHORT), model(SHORT, RULED))
    assert left_of(painter, 100) == [RULED["text"]]
    assert left_of(painter, 100_000) == [SHORT["text"]]
    painter.show(model(), 100_000)
    assert SHORT["text"] not in left_of(painter, 100_000)


def test_which_card_it_is_is_read_between_hands_with_what_the_floor_types():
    view = json.loads((VIEWS / "between-hands.json").read_bytes())
    for kind, command in (("next", ""), ("ready", "tablectl rule start"), ("deck", "tablectl rule deck-checked")):
        ask = {**view["ask"], "kind": kind, "command": command}
        told = json.dumps({**view, "notices": [SHORT], "ask": ask}).encode()
        words = " ".join(written.text for written in proofs_of(told, (1920, 1080), 20_000)[0])
        assert "is missing from the deck red: never come in 34 hands. Count the deck." in words
        assert command in words


def test_a_call_for_the_floor_stands_at_its_seat_until_it_is_answered():
    view = json.loads((VIEWS / "three-seats.json").read_bytes())
    told = {"text": "Luca calls the floor.", "seat": 2, "code": "floor_called"}
    painter = Painter(SIZE)
    painter.show(decode(json.dumps({**view, "notices": [told], "called": [2]}).encode()), 0)
    assert left_of(painter, 100) == [told["text"]]
    for notices in ([told], []):
        painter.show(decode(json.dumps({**view, "notices": notices, "called": [2]}).encode()), 0)
        assert painter.model is not None
        look = look_of(painter.model, 2, painter.model.seats["2"], painter.moment(100_000))
        tabs = [tab.full for tab in tabs_of(look, ENGLISH, (0, 0, 0))]
        assert tabs.count("CALLS THE FLOOR") == 1
    painter.show(decode(json.dumps({**view, "called": []}).encode()), 1)
    assert painter.model is not None
    look = look_of(painter.model, 2, painter.model.seats["2"], painter.moment(100_000))
    assert "CALLS THE FLOOR" not in [tab.full for tab in tabs_of(look, ENGLISH, (0, 0, 0))]


@pytest.mark.parametrize("file", ["three-seats", "betting-6", "betting-9", "side-pots-10", "halted-flop"])
def test_a_call_for_the_floor_can_be_read_at_each_seat(file):
    view = json.loads((VIEWS / f"{file}.json").read_bytes())
    for number, seat in view["seats"].items():
        if seat["status"] != "empty":
            proofs = proofs_of(json.dumps({**view, "called": [int(number)]}).encode(), (1920, 1080))[0]
            assert {"CALLS THE FLOOR", "FLOOR"} & {written.text for written in proofs}, (file, number)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("code", tiered(["chips_out_of_turn", "oversized_chip", "string_raise"], ["string_raise"]))
def test_news_of_a_seat_that_all_read_names_it_in_each_layout(layout, code):
    """The few words of a tab name nobody: in the strip they would be anybody's."""
    view = json.loads((VIEWS / "betting-6.json").read_bytes())
    number = next(number for number in view["seats"] if view["ask"]["seats"] != [int(number)])
    owing = {**view["seats"], number: {**view["seats"][number], "name": "Noor", "due_back": 400}}
    told = {"text": "Noor: the first 1,200 counts. Take 400 back.", "seat": int(number), "code": code}
    for text in TEXTS:
        proofs = proofs_of(json.dumps({**view, "seats": owing, "notices": [told]}).encode(), (1920, 1080), 0,
                           Style(layout=layout, text=text))[0]
        words = " ".join(written.text for written in proofs)
        assert "Noor: the first" in words
        assert "Take 400 back." in words or "400 back." in words


def test_why_a_key_was_refused_is_read_where_the_bar_asks_another_seat():
    refused = {"text": "Hanna has nothing to take back.", "code": "not_now", "is_refusal": True}
    asked = model()
    assert asked.ask is not None
    number = asked.ask.seats[0]
    assert left_of(shown(model({**refused, "seat": number % 3 + 1})), 100) == [refused["text"]]
    assert refused["text"] not in left_of(shown(model({**refused, "seat": number})), 100)


def test_why_the_asked_seat_was_refused_is_read_whole_from_both_sides():
    """The keys of a raise leave a low bar no room for a sentence."""
    view = {**json.loads((VIEWS / "betting-6.json").read_bytes()), "notices": [REFUSED]}
    proofs = proofs_of(json.dumps(view).encode(), (1280, 720), 0, Style(layout="two_sided"))[0]
    words = " ".join(written.text for written in proofs)
    assert view["ask"]["seats"] == [REFUSED["seat"]]
    assert (words.count("Luca may raise to"), words.count("not 1,800.")) == (2, 2)


def test_what_holds_play_besides_a_halt_stands_in_its_panel():
    """Clauses: G-8. The lid of the shoe is open while the floor is asked."""
    view = json.loads((VIEWS / "halted-flop.json").read_bytes())
    open_lid = {"kind": "lid", "what": "The lid of the shoe is open.", "clears": "Close it: play goes on by itself."}
    words = [" ".join(written.text for written in proofs_of(json.dumps({**view, "hold": hold}).encode(), (1920, 1080))[0])
             for hold in (open_lid, None)]
    assert ["lid of the shoe is open." in told for told in words] == [True, False]
