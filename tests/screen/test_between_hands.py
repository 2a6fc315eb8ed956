"""Between hands: once the result has been told, the table sums the hand up and says how
everybody stands.
"""

import pytest

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.paint import Painter
from tablectl.screen.style import Style
from tablectl.view.pages import FIRST_MS, UNSHOWN_MS
from tests.screen.proofs import FULL, faults_on, model_of, proofs_of, texts, view
from tests.screen.test_legible import LARGE_STACK, LONG_NAME, crowded, each
from tests.tiers import tiered

LATER_MS = 60_000
RANKED = {
    "1": ("Walt", -8, 34),
    "2": ("Lou", -4, -39),
    "3": ("June", 60, 52),
    "4": ("Earl", -32, -40),
    "5": ("Bo", None, 37),
    "6": ("Dolores", -16, -44),
}


def over():
    """June has won hand 12 with two pair, Earl has shown a pair; Bo came in the middle of the
    hand.
    """
    table = view(
        "between-hands",
        preset="canterbury",
        hand=12,
        board=["Jd", "7h", "3c", "Qs", "2d"],
        next_hand_in_s=12,
        ask=asks("next"),
        result=[
            {
                "seat": 3,
                "won": 92,
                "cards": ["Qs", "Qh", "Jd", "Jc", "7h"],
                "hand": "two pair, queens and jacks",
                "pot": 0,
            }
        ],
    )
    for number, (name, net, tonight) in RANKED.items():
        table["seats"][number].update(
            name=name, net=net, tonight=tonight, status="folded" if net in (-8, -4, -16) else "in"
        )
    table["seats"]["3"].update(cards=["Qh", "Jc"], hand_name="two pair, queens and jacks")
    table["seats"]["4"].update(cards=["Ad", "Qc"], hand_name="pair of queens")
    return table


def asks(kind, *seats):
    return {"kind": kind, "headline": "", "seats": seats, "command": ""}


def told(table, at_ms):
    return texts(table, FULL, at_ms)


def test_the_panel_comes_when_the_result_has_been_told_and_goes_with_the_next_hand():
    assert "TONIGHT" not in told(over(), FIRST_MS - 1)
    words = told(over(), FIRST_MS)
    assert "HAND 12 is over June wins 92 Two pair, queens and jacks" in " ".join(words).replace(
        " 3 ", " "
    )
    assert {"Earl", "Pair of queens", "A", "Q"} <= set(words)
    assert "TONIGHT" not in told({**over(), "phase": "betting", "result": None}, LATER_MS)


def test_players_stand_in_the_order_of_what_they_have_gained_since_they_sat_down():
    words = told(over(), LATER_MS)
    ranked = words[words.index("TONIGHT") :]
    assert [word for word in ranked if word in ("June", "Bo", "Walt", "Lou", "Earl", "Dolores")][
        :6
    ] == ["June", "Bo", "Walt", "Lou", "Earl", "Dolores"]
    assert {"+52", "+37", "+34", "−39", "−40", "−44"} <= set(ranked)


def test_each_plate_says_what_the_hand_brought_and_nobody_has_folded_any_more():
    words = told(over(), LATER_MS)
    assert {"+60", "−32", "−8", "−4", "−16"} <= set(words)
    assert "FOLDED" not in words
    assert "+60" not in told(over(), 0)


def test_a_tournament_ranks_the_players_still_in_by_chips():
    table = over()
    table["tournament"] = {
        "name": "Friday",
        "entries": 6,
        "left": 5,
        "chips": 9_000,
        "average": 1_800,
    }
    for number, seat in table["seats"].items():
        seat.update(stack=int(number) * 1_000, tonight=None)
    table["seats"]["2"].update(status="out", stack=0, place=6)
    words = told(table, LATER_MS)
    ranked = words[words.index("STILL IN") :]
    assert [word for word in ranked if word.endswith(",000")][:5] == [
        "6,000",
        "5,000",
        "4,000",
        "3,000",
        "1,000",
    ]
    assert "OUT" in words


def test_the_strip_counts_down_to_the_next_hand():
    words = told(over(), 6_000)
    assert words[words.index("0:06") - 2 :][:3] == ["NEXT HAND", "in", "0:06"]


def test_who_is_asked_how_to_come_in_takes_the_bar_and_the_panel_stays():
    """The time to answer is the time to the next hand."""
    table = {
        **over(),
        "ask": asks("come", 5),
        "prompt": "Bo: post 6, or wait.",
        "keys": [{"seat": 5, "key": "post", "amount": 6}, {"seat": 5, "key": "wait"}],
    }
    words = told(table, 0)
    # while the result is being told, too
    assert {"POST", "WAIT", "12"} <= set(words)
    words = told(table, 9_000)
    assert {"POST", "WAIT", "3", "TONIGHT"} <= set(words)
    painter = Painter(FULL)
    painter.show(model_of(table), 0)
    painter.show(model_of({**table, "next_hand_in_s": 6}), 6_000)
    assert (painter.moment(6_000).clock_s, painter.moment(6_000).clock_left) == (6, 0.5)


def test_the_picture_changes_at_the_very_moment_at_which_the_result_has_been_told():
    painter = Painter(FULL)
    painter.show(model_of({**over(), "next_hand_in_s": None}), 0)
    assert painter.next_change_ms(FIRST_MS - 300) == 300


@pytest.mark.parametrize("dealt", [0, 3, 4, 5])
def test_of_a_pot_that_nobody_showed_for_only_cards_that_were_dealt_are_summed_up(
    dealt, monkeypatch
):
    """No place is drawn for a card that did not come."""
    slots = []
    monkeypatch.setattr(Canvas, "slot", lambda canvas, box: slots.append(box))
    table = over()
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


def test_nothing_between_hands_is_painted_over_or_cut():
    assert faults_on(over(), FULL, LATER_MS) == []


def won():
    """Mateo has won; Sofia went out sixth and has left the table."""
    table = view("break")
    outs = [
        {"seat": int(number), "name": seat["name"], "place": seat["place"] or 7 - int(number) // 2}
        for number, seat in table["seats"].items()
        if number != "4"
    ]
    for number, seat in table["seats"].items():
        seat.update(
            {"status": "in", "place": 1} if number == "4" else {"status": "out", "place": 2}
        )
    table["seats"].pop("10")
    table["level"]["break"] = False
    table.update(
        paused=False,
        ask={**asks("over", 4), "headline": "Mateo wins the tournament"},
        tournament={
            "name": "Friday",
            "entries": 10,
            "left": 1,
            "chips": 200_000,
            "average": 200_000,
            "last_out": sorted(outs, key=lambda out: out["place"]),
        },
    )
    return table


def test_a_tournament_s_end_names_everybody_from_the_first_to_the_last_and_stays():
    for at_ms in (0, 3_600_000):
        words = told(won(), at_ms)
        assert words[words.index("PLACES") :][1:3] == ["1st", "Mateo"]
        assert {"Sofia", "6th", "Tomek", "10th", "Mateo wins the tournament"} <= set(words)
        assert {"STILL IN", "OUT", "NEXT"} & set(words) == set()
    assert faults_on(won()) == []


def test_a_tournament_that_no_hand_has_ended_shows_its_winner_and_the_chips_large():
    table = won()
    table["seats"]["4"]["stack"] = 200_000
    sizes = {one.text: [] for one in proofs_of(table)[0]}
    for one in proofs_of(table)[0]:
        sizes[one.text].append(round(one.cap_px))
    assert (max(sizes["200,000"]), max(sizes["Mateo"])) == (72, 150)
    assert faults_on(won(), style=Style(layout="portrait")) == []


def test_whoever_has_left_the_table_is_called_by_name_in_the_last_result():
    table = {**won(), "result": [{"seat": 9, "won": 300, "cards": [], "hand": None, "pot": 0}]}
    table["seats"]["9"] = {**table["seats"]["9"], "status": "empty", "name": None}
    assert "Patrick wins" in told(table, 60_000)


def test_the_last_result_of_a_tournament_is_told_before_the_places():
    table = {**won(), "result": [{"seat": 4, "won": 200_000, "cards": [], "hand": None, "pot": 0}]}
    assert "PLACES" not in told(table, UNSHOWN_MS - 1)
    assert "PLACES" in told(table, UNSHOWN_MS)


def test_a_break_counts_who_entered_and_has_left_the_table_too():
    table = view(
        "break",
        tournament={
            "name": "Friday",
            "entries": 12,
            "left": 5,
            "chips": 200_000,
            "average": 40_000,
            "last_out": [{"seat": 2, "name": "Zoe", "place": 6}],
        },
    )
    assert {"5 of 12", "40,000", "Zoe", "6th"} <= set(told(table, 0))


@pytest.mark.parametrize("language", ["en", "es"])
def test_of_players_without_a_name_no_seat_is_cut(language):
    """Where "Asiento 3" has no room in one row, the disc tells in all."""
    table = {
        **over(),
        "language": language,
        "tournament": {"players": 6, "left": 6, "average": 3_000},
    }
    for number, seat in table["seats"].items():
        seat.update(name=None, stack=1_000 * int(number))
    words = told(table, LATER_MS)
    assert not [word for word in words if word.endswith("…")]
    assert "6,000" in words or "6.000" in words


def test_who_gives_which_chips_to_whom_stands_there_until_it_is_done():
    """At the seats, and as arrows in the panel; then the players' standings are back."""
    view = over()
    moves = [
        {"from": giver, "to": "seat-3", "amount": amount, "done": False}
        for giver, amount in (("seat-4", 32), ("pot", 28), ("seat-3", 32))
    ]
    view.update(ask=asks("move", 4, 3), moves=moves)
    words = told(view, LATER_MS)
    # June's own chips in front are taken in with the others'
    assert {"GIVE 32", "TAKE 92"} <= set(words)
    arrows = words[words.index("CHIPS TO MOVE") :]
    # who gives is named where there is room
    shown = ["CHIPS TO MOVE", "4", "3", "Earl", "→", "32", "June", "3", "→", "28"]
    assert arrows[:10] == shown
    for move in moves:
        move["done"] = True
    words = told(view, LATER_MS)
    assert not {"GIVE 32", "TAKE 92", "CHIPS TO MOVE"} & set(words)
    assert "TONIGHT" in words


def test_in_a_hand_chips_that_belong_in_the_pot_are_named_at_the_seat_until_they_lie_there():
    view = over()
    view.update(
        phase="betting",
        result=None,
        moves=[{"from": "seat-5", "to": "pot", "amount": 20, "done": False}],
    )
    assert "POT 20" in told(view, 0)
    view["seats"]["5"]["missing"] = 20  # to be put in: another tab says so
    assert "POT 20" not in told(view, 0)
    view.update(moves=[])
    assert "POT 20" not in told(view, 0)


def test_each_of_several_winners_has_its_cards_and_the_names_of_its_pots():
    words = told("result-pots", LATER_MS)
    lines = [words[words.index(f"{name} wins") :][1:5] for name in ("Viktor", "Noor", "Luca")]
    assert lines == [
        ["12,300", "A", "J", "SIDE 1"],
        ["900", "K", "Q", "SIDE 2"],
        ["600", "A", "7", "MAIN"],
    ]


def test_no_name_of_who_gets_chips_is_cut_while_the_panel_has_room():
    view = over()
    moves = [
        {"from": "pot", "to": f"seat-{number}", "amount": 12_300, "done": False}
        for number in (3, 6)
    ]
    view["seats"]["6"].update(name="Maximiliane")
    view.update(ask=asks("move", 3, 6), moves=moves)
    words = told(view, LATER_MS)
    arrows = words[words.index("CHIPS TO MOVE") :]
    assert [arrows[at + 2] for at, word in enumerate(arrows) if word == "→"] == [
        "June",
        "Maximiliane",
    ]
    assert faults_on(view, FULL, LATER_MS) == []


def test_the_card_that_decided_is_named_when_the_hand_is_over_too():
    words = told(view("run-kicker", ask=asks("next")), LATER_MS)
    assert {"Pair of aces, nine kicker", "Hanna", "Pair of aces, 8"} <= set(words)


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
