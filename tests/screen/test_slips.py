"""Against the house: a slip over each plate says what the dealer pays or takes, seat after seat."""

import pytest

from tablectl.locale import LANGUAGES, get_translator
from tablectl.present.grouping import group_players, player_amount
from tablectl.screen.layout.arrangement import layout
from tablectl.screen.paint import Painter
from tablectl.screen.parts.house import above_slips
from tablectl.screen.presenter.results import slip_states
from tablectl.screen.style import Style
from tablectl.text import T, player_names, say
from tablectl.view.pages import SEAT_MS
from tests.screen.proofs import FULL, faults_on, model_of, proofs_of, texts, view
from tests.screen.test_legible import EACH_SIZE, LARGE_STACK, LONG_NAME, each

TO_STACK, TO_HOUSE = T("To your stack: {players}."), T("To the house: {players}.")


def paid():
    """Hand 305 as the table tells it, paid from seat 1 on."""
    table = view("casino-result")
    table["result"].sort(key=lambda win: win["seat"])
    table["slips"] = [slip(win) for win in table["result"]]
    return table


def slip(win):
    lines = [
        {
            "line": line["line"],
            "bet": line["bet"],
            "gain": line.get("paid", 0) + line.get("returned", 0) - line["bet"],
            "pays": line.get("paid", 0) // line["bet"],
            "back": "returned" if line.get("returned") and not line.get("paid") else "",
        }
        for line in win["lines"]
    ]
    gain = sum(line["gain"] for line in lines)
    short = win["hand"].partition(",")[0] if win["hand"] else None
    return {
        "seat": win["seat"],
        "number": 305,
        "kind": "pay" if gain > 0 else "take" if gain < 0 else "even",
        "amount": abs(gain),
        "hand": win["hand"],
        "hand_short": short,
        "lines": lines,
    }


def told(table, at_ms):
    return texts(table, FULL, at_ms)


def test_no_slip_lies_while_the_dealer_s_hand_is_told():
    assert "PAID" not in told(paid(), SEAT_MS - 1)
    assert "PAID" in told(paid(), SEAT_MS)


def test_whether_the_dealer_qualifies_stands_beside_its_cards_before_and_above_the_slips():
    assert "DOES NOT QUALIFY" in told(paid(), 0)
    assert {"DOES NOT QUALIFY", "PAID", "lost", "returned"} <= set(told(paid(), 4 * SEAT_MS))


def test_what_lies_in_front_of_a_seat_is_told_above_its_slip_and_never_over_a_card_of_the_board():
    for seats in range(1, 8):
        places = layout("house", seats)
        higher = [above_slips(place, places.board).tabs for place in places.seats]
        for tabs in (*higher, *(place.tabs for place in places.seats)):
            assert not any(overlap(tabs, card) for card in places.board), (seats, tabs)


def overlap(one, other) -> bool:
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def test_slips_are_paid_from_seat_1_on_and_each_stands_its_time():
    painter = Painter(FULL)
    painter.show(model_of(paid()), 0)
    now = [
        [
            (one.seat, state)
            for one, state in slip_states(painter.model, painter.moment(SEAT_MS * page))
        ]
        for page in (1, 3, 7)
    ]
    assert now[0] == [(1, "now"), *[(seat, "waits") for seat in (2, 3, 4, 5, 7)]]
    assert now[1] == [
        (1, "done"),
        (2, "done"),
        (3, "now"),
        (4, "waits"),
        (5, "waits"),
        (7, "waits"),
    ]
    assert {state for _, state in now[2]} == {"done"}


def test_the_bar_says_the_slip_s_number_its_amount_and_whose_it_is():
    words = told(paid(), 4 * SEAT_MS)
    assert {
        "Pay 25 to Elena",
        "Slip 305-4. Ante 25 pays 25, call 50 is returned: 100 to the player.",
    } <= set(words)
    assert {"Take 20 from Ravi"} <= set(told(paid(), 2 * SEAT_MS))


def test_a_slip_says_each_bet_with_its_odds_and_what_it_gains():
    words = told(paid(), 4 * SEAT_MS)
    first = words[words.index("Queen high") :]
    assert first[:9] == [
        "Queen high",
        "+25",
        "ANTE 25",
        "1:1",
        "0",
        "CALL 50",
        "returned",
        "PAID",
        "25",
    ]
    royal = words[words.index("+500") :]
    # too wide for the odds
    assert royal[:4] == ["+500", "BONUS 5", "+1,000", "ANTE 10"]


def test_done_slips_have_a_tick():
    assert [told(paid(), page * SEAT_MS).count("✓") for page in (1, 3, 8)] == [0, 2, 6]


@pytest.mark.parametrize("at_ms", [SEAT_MS, 4 * SEAT_MS, 60_000])
@pytest.mark.parametrize("size", EACH_SIZE[:2])
def test_long_names_and_large_bets_fit_on_the_slips(size, at_ms):
    table = paid()
    each(name=LONG_NAME, stack=LARGE_STACK)(table)
    for one in table["slips"]:
        one.update(
            amount=3 * LARGE_STACK, hand="full house, queens over tens", hand_short="full house"
        )
        for line in one["lines"]:
            line.update(bet=LARGE_STACK, gain=-LARGE_STACK, pays=100)
    assert faults_on(table, size, at_ms) == []


def test_nothing_of_the_slips_is_cut_or_painted_over():
    assert [
        fault for page in range(1, 9) for fault in faults_on(paid(), FULL, page * SEAT_MS)
    ] == []


def test_all_seven_who_clear_their_areas_are_named_on_the_bar_and_none_is_cut():
    """Of the longest names, in the largest text."""
    names = "Maximiliana Christopher Alessandra Bartholomew Konstantin Wilhelmina Evangelina"
    for language in LANGUAGES:
        told = say(
            group_players(
                (TO_STACK if n < 4 else TO_HOUSE, player_amount(n, 1_000 * n)) for n in range(1, 8)
            ),
            player_names(get_translator(language), *names.split()),
        )
        assert [name for name in names.split() if name not in told] == []
        asked = {"kind": "move", "headline": "", "seats": [*range(1, 8)], "command": ""}
        shown = view("casino-result", result=None, ask=asked, prompt=told, language=language)
        for style in (Style(text=1.3), Style(text=1.3, layout="portrait")):
            written = proofs_of(shown, style.display_px, style=style)[0]
            assert not [one.text for one in written if one.text.endswith("…")]
