"""Between hands: once the result has been told, the table sums the hand up and says how
everybody stands.
"""

import pytest

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.paint import Painter
from tablectl.screen.style import Style
from tablectl.view.pages import FIRST_MS, UNSHOWN_MS
from tests.screen.crowds import LARGE_STACK, LONG_NAME, crowded, each
from tests.screen.proofs import FULL, faults_on, model_of, proofs_of, texts, view
from tests.tiers import tiered

LATER_MS = 60_000


def asks(kind, *seats):
    return {"kind": kind, "headline": "", "seats": seats, "command": ""}


def told(table, at_ms):
    return texts(table, FULL, at_ms)


def test_the_clock_of_who_is_asked_how_to_come_in_is_the_time_to_the_next_hand():
    painter = Painter(FULL)
    asked = {"ask": asks("come", 5), "prompt": "Bo: post 6, or wait."}
    painter.show(model_of(view("june-wins", **asked)), 0)
    painter.show(model_of(view("june-wins", **asked, next_hand_in_s=6)), 6_000)
    assert (painter.moment(6_000).clock_s, painter.moment(6_000).clock_left) == (6, 0.5)


def test_the_picture_changes_at_the_very_moment_at_which_the_result_has_been_told():
    painter = Painter(FULL)
    painter.show(model_of({**view("june-wins"), "next_hand_in_s": None}), 0)
    assert painter.next_change_ms(FIRST_MS - 300) == 300


@pytest.mark.parametrize("dealt", [0, 3, 4, 5])
def test_of_a_pot_that_nobody_showed_for_only_cards_that_were_dealt_are_summed_up(
    dealt, monkeypatch
):
    """No place is drawn for a card that did not come."""
    slots = []
    monkeypatch.setattr(Canvas, "slot", lambda canvas, box: slots.append(box))
    table = view("june-wins")
    table.update(
        board=table["board"][:dealt],
        result=[{"seat": 3, "won": 6, "cards": [], "hand": None, "pot": 0}],
    )
    each(cards=[], hand_name=None)(table)
    words = told(table, UNSHOWN_MS)
    assert slots == []
    assert {"June wins", "6", "Everybody else folded."} <= set(words)
    assert [word for word in words if word in ("J", "7", "3", "Q", "2")].count("J") == (dealt > 0)


@pytest.mark.parametrize("seats", tiered([2, 3, 6, 8, 9, 10], [10]))
@pytest.mark.parametrize("winners", [1, 3])
def test_long_names_and_large_stacks_fit_between_hands(seats, winners):
    """Everybody has shown."""
    table = crowded(seats, "shown")
    table["result"] = table["result"][:winners]
    each(
        net=-LARGE_STACK,
        tonight=-LARGE_STACK,
        hand_name="full house, queens over tens",
        name=LONG_NAME,
    )(table)
    assert faults_on(table, FULL, LATER_MS) == []


@pytest.mark.parametrize("name", ["run-kicker", "run-tonight"])
def test_the_card_that_decided_is_edged_where_the_hand_is_over_too(name, monkeypatch):
    edged, decides = [], [win.get("decides") for win in view(name)["result"]]
    monkeypatch.setattr(Canvas, "decides", lambda canvas, box: edged.append(box))
    told(view(name, ask=asks("next")), LATER_MS)
    assert len(edged) == len([card for card in decides if card])


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_panel_takes_the_felt_and_no_name_is_cut(language):
    """Eight long names with what they have gained; seats beside the panel have the room of a
    number, a stack and their gain.
    """
    shown = crowded(8, "shown")
    shown.update(language=language, result=shown["result"][:1])
    each(name=LONG_NAME, net=-5_000, tonight=-5_000, stack=15_000)(shown)
    words = told(shown, LATER_MS)
    ranked = words[words.index("TONIGHT" if language == "en" else "HOY") :]
    assert ranked[:17].count(LONG_NAME) >= 5
    assert faults_on(shown, FULL, LATER_MS) == []


def test_a_tournament_that_no_hand_has_ended_shows_its_winner_and_the_chips_large():
    table = view("mateo-has-won")
    table["seats"]["4"]["stack"] = 200_000
    sizes = {one.text: [] for one in proofs_of(table)[0]}
    for one in proofs_of(table)[0]:
        sizes[one.text].append(round(one.cap_px))
    assert (max(sizes["200,000"]), max(sizes["Mateo"])) == (72, 150)
    assert faults_on(view("mateo-has-won"), style=Style(layout="portrait")) == []


def test_whoever_has_left_the_table_is_called_by_name_in_the_last_result():
    table = {
        **view("mateo-has-won"),
        "result": [{"seat": 9, "won": 300, "cards": [], "hand": None, "pot": 0}],
    }
    table["seats"]["9"] = {**table["seats"]["9"], "status": "empty", "name": None}
    assert "Patrick wins" in told(table, 60_000)
