"""The forms of the rulings that are open: what stands in them is taken, and what lies beyond
their bounds is not offered.
"""

import msgspec
import pytest

from tablectl.engine.engine import handle
from tablectl.engine.events import KeyPressed
from tablectl.engine.floor import RULINGS, ColourUp, Correction, PutButton
from tablectl.engine.floor_json import read_ruling
from tablectl.engine.questions import is_ruling_open
from tablectl.games.catalog import PRESETS
from tablectl.present.rulings import (
    describe_effect,
    find_refusal,
    list_stack_changes,
    open_rulings,
    ruling_views,
)
from tablectl.service.control.requests import parse_request
from tests.happened import opened, ruled
from tests.tiers import tiered

from .test_rulings import waiting

PEOPLE = ("sits", "buys", "leaves")  # lines of their own, and no rulings


def filled(field):
    """Each choice, or as few and as many as it may be."""
    if field.kind == "choice":
        yield from field.choices
    elif field.kind == "choices":
        yield list(field.choices[: field.least])
    elif field.kind == "card":
        yield "9c"
    elif field.kind == "whole":
        yield from (number for number in (field.least, field.most) if number is not None)
    else:
        yield "x" * (field.most or 0)


def lines(form):
    """What a page may send: each field in turn with all that it may be, the others with the
    first.
    """
    first = {
        field.name: next(filled(field))
        for field in form.fields
        if field.is_needed or field.name == "why"
    }
    for field in form.fields:
        for value in filled(field):
            yield {**form.line, **first, field.name: value}


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_what_a_form_says_is_taken(name):
    """Clauses: F-6, F-14."""
    for table, _ in waiting(name):
        for form in ruling_views(table, 0):
            for line in lines(form):
                if "floor" in line:
                    is_taken = is_ruling_open(table, read_ruling(line), 0)
                else:
                    event = parse_request(msgspec.json.encode(line)).event(0)
                    is_taken = find_refusal(table, event) is None
                assert is_taken or form.ruling == "card", line


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_no_form_names_a_card(name):
    """Clauses: G-14. Those that could not be chosen would be in hands."""
    kinds = set()
    for table, _ in waiting(name):
        for form in ruling_views(table, 0):
            kinds |= {field.kind for field in form.fields}
            assert not any(
                choice in table.game.deck.cards for field in form.fields for choice in field.choices
            ), form.ruling
    assert "card" in kinds or name == "pool"


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_a_form_is_the_open_ruling_with_its_fields(name):
    for table, _ in waiting(name):
        forms = [one for one in ruling_views(table, 0) if one.ruling not in PEOPLE]
        assert [(one.ruling, one.effect, one.command) for one in forms] == [
            (one.ruling, one.effect, one.command) for one in open_rulings(table, 0)
        ]
        for form in forms:
            if form.ruling != "start":
                kind = RULINGS[form.ruling]
                assert {field.name for field in form.fields} | set(form.values) <= set(
                    kind.__struct_fields__
                )
                assert (form.fields[-1].name, form.fields[-1].is_needed) == (
                    "why",
                    issubclass(kind, Correction),
                )


@pytest.mark.parametrize(("chips", "goes"), [((5, 25, 100), [5]), ((25, 100), []), ((), [])])
def test_the_smallest_chip_may_go_where_no_level_needs_it(chips, goes):
    """Clauses: F-10. Of the stacks that are odd then it is told before what they become."""
    table = opened(
        {
            "preset": "tournament",
            "seats": {"1": 1_010 if 5 in chips else 1_000, "2": 1_000},
            "stakes": {"small_blind": 25, "big_blind": 50},
            "chips": chips,
            "options": {"action_clock_s": 0},
        }
    )
    forms = [one for one in ruling_views(table, 0) if one.ruling == "colour_up"]
    assert [one.fields[0].choices for one in forms] == [(chip,) for chip in goes]
    for chip in goes:
        event = ruled(ColourUp(chip=chip, why="no level needs it"))
        assert [one["change"] for one in list_stack_changes(table, event)] == [15]


@pytest.mark.parametrize(
    ("preset", "goes"), [("canterbury", (1, 3)), ("tournament", (1, 2, 3)), ("casino", ())]
)
def test_the_button_may_be_put_between_hands_at_who_is_dealt_in(preset, goes):
    """Clauses: H-8. Where the absent are dealt in, at them too."""
    table = opened(
        {
            "preset": preset,
            "seats": {"1": 500, "2": 500, "3": 500},
            "stakes": {"small_blind": 25, "big_blind": 50},
            "chips": (5, 25, 100),
        }
    )
    table = handle(table, (KeyPressed(at_ms=0, seat=2, key="sit_out"),))[0]
    forms = [one for one in ruling_views(table, 0) if one.ruling == "button"]
    assert [one.fields[0].choices for one in forms] == ([goes] if goes else [])
    for seat in goes:
        event = ruled(PutButton(seat=seat, why="it was not moved on"))
        assert describe_effect(table, event) == f"Seat {seat} has the next hand's button."
