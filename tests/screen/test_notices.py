"""Notices stand at the seat they concern, neutral unless something was refused, and never over what others are asked."""

import json
from pathlib import Path
from typing import Any

from tablectl.screen.asking import bar_of
from tablectl.screen.looks import look_of
from tablectl.screen.model import Model, decode
from tablectl.screen.notices import LEAST_MS, Notices, life_ms
from tablectl.screen.paint import Painter
from tablectl.screen.palette import FAULT, IVORY
from tablectl.screen.strip import left_words
from tablectl.screen.tabs import tabs_of

VIEWS = Path(__file__).parent / "views"
SIZE = (640, 360)
REFUSED = {"notice": "Luca may raise to at least 2,400, not 1,800.", "notice_seat": 2, "notice_code": "below_minimum",
           "is_refusal": True}
TOO_EARLY = {"notice": "Hanna: not your turn. Take 5 back.", "notice_seat": 1, "notice_code": "chips_out_of_turn",
             "is_refusal": False}


def model(file: str = "three-seats", **changes: Any) -> Model:
    return decode(json.dumps({**json.loads((VIEWS / f"{file}.json").read_bytes()), **changes}).encode())


def shown(*models: Model) -> Painter:
    """A painter that has been shown these, one every ten milliseconds."""
    painter = Painter(SIZE)
    for number, one in enumerate(models):
        painter.show(one, 10 * number)
    return painter


def tabs_at(painter: Painter, seat: int, now_ms: int = 100) -> list[tuple[str, str, object]]:
    assert painter.model is not None
    look = look_of(painter.model, seat, painter.model.seats[str(seat)], painter.moment(now_ms))
    return [(tab.glyph, tab.full, tab.edge) for tab in tabs_of(look, (0, 0, 0)) if tab.glyph in "✕✓•"]


def test_a_refusal_has_the_fault_edge_and_a_cross_and_other_notices_have_not() -> None:
    assert tabs_at(shown(model(**REFUSED)), 2) == [("✕", "Below the minimum", FAULT)]
    assert tabs_at(shown(model(**TOO_EARLY)), 1) == [("•", "Not your turn: take it back", IVORY)]


def test_each_seat_has_its_own_and_a_newer_one_replaces_it() -> None:
    newer = {**TOO_EARLY, "notice": "Hanna: time is up.", "notice_code": "timed_out"}
    painter = shown(model(**REFUSED), model(**TOO_EARLY), model(**newer))
    assert tabs_at(painter, 2) == [("✕", "Below the minimum", FAULT)]
    assert tabs_at(painter, 1) == [("•", "Time is up", IVORY)]


def test_it_goes_when_it_could_be_read() -> None:
    painter = shown(model(**REFUSED), model())
    stays_ms = life_ms(str(REFUSED["notice"]))
    assert LEAST_MS < stays_ms <= 8_000
    assert (tabs_at(painter, 2, stays_ms - 1), tabs_at(painter, 2, stays_ms)) == ([("✕", "Below the minimum", FAULT)], [])


def test_its_sentence_is_in_the_bar_only_where_the_bar_asks_that_seat() -> None:
    """Seat 3 is asked: a notice of seat 1 does not touch its prompt."""
    asked = model()
    assert asked.ask is not None
    number = asked.ask.seats[0]
    own, other = {**TOO_EARLY, "notice_seat": number}, {**TOO_EARLY, "notice_seat": number % 3 + 1}
    sentences = [bar_of(painter.model, painter.moment(100)).sentence for painter in (shown(model(**own)), shown(model(**other)))
                 if painter.model is not None]
    assert sentences == [TOO_EARLY["notice"], asked.prompt]


def test_it_stands_over_no_instruction_of_the_floor_no_result_and_no_misdeal() -> None:
    for file in ("halted-flop", "reload", "result-split", "due-back"):
        painter = shown(model(file, **TOO_EARLY))
        assert painter.model is not None
        assert TOO_EARLY["notice"] not in bar_of(painter.model, painter.moment(100)).sentence


def test_a_notice_of_no_seat_stands_in_the_strip() -> None:
    painter = shown(model(notice="A joker lay in the deck: it is put aside.", notice_seat=None, notice_code="foreign_joker"))
    assert painter.model is not None
    lefts = left_words(painter.model, painter.moment(100))
    assert [word.text for word in lefts[0]] == ["A joker lay in the deck: it is put aside."]


def test_what_lasts_is_a_state_and_no_notice() -> None:
    for code in ("device_lost", "change_due", "clock_warning"):
        notices = Notices()
        notices.hear(model(notice="Seat 2.", notice_seat=2, notice_code=code), 0)
        assert notices.live(1) == ()
