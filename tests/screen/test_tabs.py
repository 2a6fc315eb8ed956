"""What lies in front of a seat: what gives way where there is no room, and what each seat may
press.
"""

import json
from pathlib import Path

import pytest

from tablectl.screen.layout.arrangement import layout
from tablectl.screen.model import decode
from tablectl.screen.presenter.bar_text import own_keys
from tablectl.screen.style import LAYOUTS, USUAL, Style
from tests.screen.proofs import proofs_of

VIEWS = Path(__file__).parent / "views"
SIZE = (1920, 1080)


def view_of(name):
    return json.loads((VIEWS / f"{name}.json").read_bytes())


def told(view, style=USUAL):
    return [written.text for written in proofs_of(json.dumps(view).encode(), SIZE, style=style)[0]]


def due(view, style=USUAL):
    """What the tabs say about chips that have to be moved."""
    return sorted(
        text
        for text in told(view, style)
        if text.startswith(("POT ", "GIVE ", "TAKE ", "TAKE BACK ", "PUT IN "))
    )


@pytest.mark.parametrize("name", ["run-share", "run-to-the-pot"])
def test_what_to_do_with_chips_is_told_in_words_at_every_size(name):
    styles = [
        Style(layout=layout, text=text)
        for layout in ("one_sided", "portrait")
        for text in (1.0, 1.3)
    ]
    assert due(view_of(name)) != []
    assert [due(view_of(name), style) for style in styles] == [due(view_of(name))] * len(styles)


@pytest.mark.parametrize("name", ["betting-9", "showdown", "casino-result"])
def test_all_names_of_a_picture_have_one_size_and_so_have_all_stacks_of_who_is_in(name):
    view = view_of(name)
    here = [seat for seat in view["seats"].values() if seat["status"] in ("in", "folded")]
    here[0]["name"], here[1]["stack"] = "Maximiliana W", 123_456
    written = proofs_of(json.dumps(view).encode(), SIZE)[0]
    names, stacks = (
        {seat["name"] for seat in here},
        {f"{seat['stack']:,}" for seat in here if seat["status"] == "in"},
    )
    assert len({round(one.cap_px) for one in written if one.text in names and one.ink.y < 870}) == 1
    assert (
        len({round(one.cap_px) for one in written if one.text in stacks and one.ink.y < 870}) == 1
    )


def test_the_keys_of_each_seat_stand_there_where_not_all_may_do_the_same():
    view = view_of("run-own-bets")
    assert {"ANTE · PASS", "BONUS · PASS"} & set(told(view))
    model = decode(json.dumps(view).encode())
    labels = {tuple(key.label for key in own_keys(model, seat)) for seat in model.ask.seats}
    assert labels == {("ANTE", "PASS"), ("BONUS", "PASS")}


def test_where_all_may_do_the_same_the_bar_alone_has_the_keys():
    view = view_of("run-own-bets")
    for seat in view["seats"].values():
        seat["bets"] = {"ante": 0, "bonus": 0, "call": 0}
    view["keys"] = [
        {"seat": seat, "key": key} for seat in view["ask"]["seats"] for key in ("ante", "pass")
    ]
    model = decode(json.dumps(view).encode())
    assert len(model.ask.seats) > 1
    assert [own_keys(model, seat) for seat in model.ask.seats] == [()] * len(model.ask.seats)


@pytest.mark.parametrize("shape", LAYOUTS)
def test_no_tab_lies_on_a_card_of_the_board(shape):
    for seats in range(2, 11):
        places = layout("ring", seats, shape)
        for place in places.seats:
            tabs = places.seen(place, place.tabs)
            assert not [
                card
                for card in places.board
                if card.x < tabs.right
                and tabs.x < card.right
                and card.y < tabs.bottom
                and tabs.y < card.bottom
            ], (seats, tabs)
