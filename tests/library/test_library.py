"""The library for other programs: what LIBRARY.md shows is true, and what makes no sense is
refused in a sentence.
"""

import doctest
import json
import re
import subprocess
import sys
from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import tablectl
from tablectl import BadCards, Card, Hand, IllegalAct, Table, equity, parse_cards
from tablectl.library.ranges import parse_range
from tablectl.rules.deck import DECKS, STANDARD_52

PAGE = Path(tablectl.__file__).with_name("LIBRARY.md")
HEAVY = ("pygame", "serial", "asyncio", "subprocess", "sqlite3", "firmware_io", "typer")


def test_the_page_shows_what_happens():
    done = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert done.attempted > 15
    assert done.failed == 0


def test_the_page_promises_the_names_that_there_are():
    promised = (
        PAGE.read_text()
        .partition("## What is promised")[2]
        .partition(":")[2]
        .partition(". The words")[0]
    )
    assert sorted(re.findall(r"`(\w+)`", promised)) == sorted(tablectl.__all__)
    assert all(hasattr(tablectl, name) for name in tablectl.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Deck'"):
        _ = tablectl.Deck


def test_importing_it_loads_no_picture_no_port_and_no_process():
    program = (
        "import json, sys; import tablectl; tablectl.Table; tablectl.equity; "
        "print(json.dumps(sorted(sys.modules)))"
    )
    loaded = json.loads(
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, check=True, text=True
        ).stdout
    )
    assert "tablectl.engine.engine" in loaded
    assert not set(HEAVY) & set(loaded)


# Cards and hands


@given(
    st.lists(st.sampled_from(STANDARD_52.cards), max_size=8),
    st.sampled_from(["", " ", ",", ", "]),
    st.booleans(),
    st.booleans(),
)
def test_cards_are_read_however_people_write_them(cards, between, is_upper, has_tens):
    text = between.join(card.replace("T", "10") if has_tens else card for card in cards)
    assert list(parse_cards(text.upper() if is_upper else text.lower())) == cards


@pytest.mark.parametrize("name", ["", "A", "1h", "11h", "Ax", "Ah ", "AhKh", "joker", "A♥"])
def test_what_is_no_card_is_refused(name):
    with pytest.raises(BadCards, match="is no card"):
        Card(name)


def test_cards_are_compared_by_rank():
    ten, ace, other = Card("10h"), Card("ah"), Card("AD")
    assert ten < ace > "Th"
    assert ten <= ace >= other
    assert not ace < other
    assert not ace > other
    assert ace != other
    assert (ten.rank, ten.suit, ten == "Th") == (10, "h", True)
    assert Card("jk") > ace


@pytest.mark.parametrize("deck", sorted(DECKS))
def test_hands_are_ordered_as_the_deck_orders_them(deck):
    flush, full = Hand("AhKhQhJh9h", deck=deck), Hand("AsAdAcKsKd", deck=deck)
    assert (flush > full) is (deck in ("short-flush", "short-trips"))
    assert Hand("As Ac Kd Kc Qh", deck=deck) == Hand("Ad Ah Ks Kh Qc", deck=deck)
    assert len({Hand("As Ac Kd Kc Qh", deck=deck), Hand("Ad Ah Ks Kh Qc", deck=deck)}) == 1


def test_hands_of_different_decks_are_not_compared():
    assert Hand("AhAd") != Hand("AhAd", deck="short")
    with pytest.raises(TypeError):
        _ = Hand("AhAd") < Hand("AhAd", deck="short")


def test_two_of_the_hand_and_three_of_the_board_count_where_there_is_a_board():
    assert Hand("AhAd2s3s", "Ac As Kd Kc 4h").text == "four aces"
    assert Hand("AhKh2s3s", "Qh Jh Th 9h 4c").text == "royal flush"
    assert Hand("Ah2d3s4s", "Qh Jh Th 9h 4c").category == "pair"


# Ranges


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("AA", 6),
        ("QQ+", 18),
        ("77-99", 18),
        ("99-77", 18),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("ka", 16),
        ("KTo+", 36),
        ("A5s-A2s", 16),
        ("T9", 16),
        ("109s", 4),
        ("22+", 78),
        ("AhKd", 1),
        ("random", 1326),
        ("AA, AA, AK", 22),
        ("A2s+", 48),
    ],
)
def test_a_range_has_its_holdings_each_once(text, count):
    found = parse_range(text, STANDARD_52)
    assert len(found) == len(set(map(frozenset, found))) == count


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "AAs",
        "AKx",
        "QQ++",
        "77-A5s",
        "A5s-K2s",
        "A5s-A2o",
        "AhAh",
        "AhKdQc",
        "+",
        "-",
        "AK-",
        "5%",
        "AhJk",
        "💥",
    ],
)
def test_what_is_no_range_is_refused(text):
    with pytest.raises(BadCards):
        parse_range(text, STANDARD_52)


def test_a_short_deck_has_no_fives_in_its_ranges():
    assert len(parse_range("random", DECKS["short"])) == 36 * 35 // 2
    with pytest.raises(BadCards, match="no such"):
        parse_range("22", DECKS["short"])


# Equity


def counted(hands, board):
    """Wins and shares of hold'em on every river that can still come, by comparing hands."""
    known = {card for hand in hands for card in hand} | set(board)
    won = Counter()
    for river in combinations(
        [card for card in STANDARD_52.cards if card not in known], 5 - len(board)
    ):
        made = [Hand([*hand, *board, *river]) for hand in hands]
        best = [n for n, hand in enumerate(made) if hand == max(made)]
        won.update({n: 1 / len(best) for n in best})
    total = sum(won.values())
    return [won[n] / total for n in range(len(hands))]


@pytest.mark.parametrize("board", ["Th 9h 2c 4d", "Ts Td 2c 2d"])
def test_the_equity_of_ranges_is_the_mean_of_their_match_ups(board):
    first, second = parse_range("JTs, 22", STANDARD_52), parse_range("AhKh, T9s", STANDARD_52)
    on_board = set(parse_cards(board))
    dealt = [pair for pair in product(first, second) if len({*pair[0], *pair[1], *on_board}) == 8]
    found = equity("JTs, 22", "AhKh, T9s", board=board)
    means = [
        sum(shares) / len(dealt)
        for shares in zip(*(counted(pair, parse_cards(board)) for pair in dealt), strict=True)
    ]
    assert (found.match_ups, found.is_exact) == (len(dealt), True)
    assert [player.equity for player in found.players] == pytest.approx(means)


def test_many_match_ups_are_drawn_the_same_ones_for_the_same_seed():
    found = [
        equity("random", "random", "22+", board="Th9h2c", trials=400, seed=seed)
        for seed in (1, 1, 2)
    ]
    assert found[0] == found[1] != found[2]
    assert (found[0].match_ups, found[0].is_exact) == (400, False)
    assert sum(player.equity for player in found[0].players) == pytest.approx(1)
    with pytest.raises(ValueError, match="At least one"):
        equity("random", "random", trials=0)


@pytest.mark.parametrize(
    ("hands", "more", "told"),
    [
        ((), {}, "between 2 and 10"),
        (("AA",), {}, "between 2 and 10"),
        (("AA",) * 11, {}, "need the same cards"),
        (("AA", "AA", "AhAd"), {}, "need the same cards"),
        (("AhKh", "QQ"), {"board": "Ah 2c 3c"}, "on the board, or dead"),
        (("AA", "KK"), {"board": "2c 3c 4c 5c 6c 7c"}, "at most 5"),
        (("AA", "KK"), {"dead": "2c 2c"}, "there twice"),
        (("AA", "KK"), {"deck": "tarot"}, "no deck 'tarot'"),
        (("AA", "KK"), {"board": "2x"}, "no card"),
    ],
)
def test_what_is_no_showdown_is_refused(hands, more, told):
    with pytest.raises(BadCards, match=told):
        equity(*hands, **more)


# A table

STRUCTURES = [
    ("tournament", (5, 10), {}),
    ("canterbury", (5, 10), {}),
    ("texas6plus", (5, 10), {}),
    ("texas6plus", None, {"button_ante": 10}),
]


@pytest.mark.parametrize(("game", "blinds", "options"), STRUCTURES, ids=str)
@given(
    acts=st.lists(st.sampled_from(["fold", "call", "least", "most", "all in"]), max_size=60),
    seed=st.integers(0, 10**6),
)
def test_no_chip_is_lost_however_hands_are_played(game, blinds, options, acts, seed):
    table, left = (
        Table(game, {2: 300, 5: 120, 6: 1_000}, blinds=blinds, seed=seed, **options),
        iter(acts),
    )
    for _ in range(4):
        if len([stack for stack in table.stacks.values() if stack]) < 2:
            break
        table.deal()
        while table.to_act is not None:
            play(table, next(left, "call"))
        assert sum(table.stacks.values()) == 1_420
        assert sum(table.won.values()) >= table.pot == 0


def play(table, act):
    legal = table.legal
    if act == "fold" and "fold" in legal.acts:
        table.fold()
    elif act in ("least", "most") and legal.raise_min is not None:
        table.raise_to(legal.raise_min if act == "least" else legal.raise_max)
    elif act == "all in":
        try:
            table.all_in()
        except IllegalAct:  # fixed limit takes no more than a bet
            table.check_or_call()
    else:
        table.check_or_call()


def test_the_same_seed_deals_the_same_hands():
    def hands(seed):
        table = Table("tournament", [100, 100], blinds=(1, 2), seed=seed)
        for _ in range(3):
            table.deal()
            yield table.hole_cards(1)
            while table.to_act:
                table.check_or_call()
            yield table.board

    assert [*hands(5)] == [*hands(5)] != [*hands(6)]


def test_what_the_rules_refuse_changes_nothing():
    table = Table("tournament", [100, 100, 100], blinds=(5, 10), seed=1)
    with pytest.raises(IllegalAct, match="No hand is being played"):
        table.fold()
    table.deal()
    before = table.to_act, table.bets, table.stacks, table.pot
    for act in (
        lambda: table.raise_to(11),
        lambda: table.raise_to(10**12),
        lambda: table.deal(),
        lambda: table.raise_to(-5),
    ):
        with pytest.raises(IllegalAct):
            act()
    assert (table.to_act, table.bets, table.stacks, table.pot) == before


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Table("casino", [100]), "check, call, raise and fold"),
        (lambda: Table("chess", [100]), "no preset"),
        (lambda: Table("tournament", [100, -1], blinds=(1, 2)), "cannot have -1"),
        (lambda: Table("tournament", [100, 100]), "needs stakes"),
        (lambda: Table("tournament", {11: 5, 1: 5}, blinds=(1, 2)), "no seat 11"),
        (lambda: Table("tournament", [100, 100], blinds=(1, 2), clock=3), 'no key "clock"'),
        (lambda: Table("tournament", [100, 100], blinds=(1, 2)).deal("Ah Ah"), "there twice"),
        (
            lambda: Table("texas6plus", [100, 100], blinds=(1, 2)).deal("2h"),
            "not in the short deck",
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(make, told):
    with pytest.raises(ValueError, match=told):
        make()
