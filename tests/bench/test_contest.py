"""Contests: turns, medians and ratios are computed right, and an entrant that finds something
else is noticed.
"""

import pytest

from tablectl.rules.equity import equity
from tests.bench import engines, evaluators, hands, showdowns
from tests.bench.contest import Beside, Contest, Entrant, Row, hold, rows, same_order, seconds
from tests.bench.rows import contests

TINY = 0.002


def entrant(name, said, found=None):
    def work():
        said.append(name)
        return 1

    return Entrant(name, work, None if found is None else lambda: found)


def test_all_take_turns_round_by_round():
    said = []
    contest = Contest(
        "x", "ns", "hand", (entrant("a", said), entrant("b", said)), (entrant("peer", said),)
    )
    hold(contest, 3)
    assert said == ["a", "b", "peer"] * 3


def test_a_ratio_is_how_many_times_as_long_the_peer_took():
    nothing = []
    contest = Contest(
        "x",
        "us",
        "question",
        (entrant("a", nothing), entrant("b", nothing)),
        (entrant("peer", nothing),),
    )
    assert rows(contest, {"a": 2.0, "b": 4.0, "peer": 10.0}, {"peer": True}, 5) == [
        Row("x", "a", 2.0, "us a question", 5, (Beside("peer", 10.0, 5.0, True),)),
        Row("x", "b", 4.0, "us a question", 5, (Beside("peer", 10.0, 2.5, True),)),
    ]


def test_a_figure_is_for_one_of_those_that_were_done():
    clock = iter([1_000, 501_000])
    assert seconds(lambda: 250, lambda: next(clock)) == pytest.approx(2e-6)


@pytest.mark.parametrize(
    ("theirs", "agrees"),
    [([3, 1, 1, 2], True), ([3, 1], True), ([3, 1, 2, 2], False), ([1, 3, 3, 2], False)],
)
def test_values_of_another_scale_agree_if_they_order_hands_alike(theirs, agrees):
    assert same_order([900, 100, 100, 500], theirs) is agrees


def test_a_peer_that_finds_something_else_is_found_out():
    nothing = []
    mine, same, other, silent = (
        entrant(name, nothing, found)
        for name, found in (("mine", [1, 2]), ("same", [1, 2]), ("other", [2, 1]), ("silent", None))
    )
    [row] = hold(Contest("x", "ns", "hand", (mine,), (same, other, silent)), 1)
    assert [peer.agrees for peer in row.peers] == [True, False, None]


@pytest.mark.parametrize(
    "module", [hands, showdowns, engines], ids=lambda module: module.__name__.rpartition(".")[2]
)
def test_whoever_is_installed_finds_what_we_find(module):
    """Seven cards in the same order, the same winners on every board, the same stacks after
    every hand.
    """
    found = [
        (contest.name, entrant.name, contest.agree(contest.ours[0].found(), entrant.found()))
        for contest in module.contests(TINY)
        for entrant in (*contest.ours, *contest.peers)
        if entrant.found and contest.ours[0].found
    ]
    assert [one for one in found if not one[2]] == []
    assert "PokerKit" in {name for _, name, _ in found} or module is showdowns


# package: what it is called in the tables, where that is not its own name
ENTRANTS = {
    "pokerkit": "PokerKit",
    "open-spiel": "OpenSpiel",
    "poker-equity": "poker-equity",
    "rlcard": "rlcard, hands of its own",
}


@pytest.mark.parametrize("name", evaluators.MODULES)
def test_each_peer_that_is_installed_is_an_entrant(name):
    pytest.importorskip(evaluators.MODULES[name], reason="pip install -e '.[bench]'")
    entrants = {entrant.name for contest in contests(TINY) for entrant in contest.peers}
    assert [entrant for entrant in entrants if entrant.startswith(ENTRANTS.get(name, name))] != []


def test_a_peer_that_is_not_installed_is_named_with_the_command(monkeypatch):
    monkeypatch.setitem(evaluators.MODULES, "no-such-peer", "no_such_peer")
    assert (
        evaluators.missing()[-1]
        == "no-such-peer is not installed and left out: pip install -e '.[bench]' brings it."
    )


def test_without_peers_ours_stand_alone(monkeypatch):
    monkeypatch.setattr(evaluators, "find_spec", lambda name: None)
    entrants = {peer.name for contest in contests(TINY) for peer in contest.peers}
    assert entrants == {"dealt by our own batches"}


def test_winner_masks_and_equities_are_compared_each_with_its_own():
    ours = [("masks", [(1, 2)]), ("equities", [0.25, 0.75])]
    assert showdowns.agree(ours, [("masks", [(1, 2)])])
    assert showdowns.agree(ours, [("equities", [0.25, 0.75])])
    assert not showdowns.agree(ours, [("equities", [0.25, 0.5])])
    assert not showdowns.agree(ours, [("masks", [(1, 3)])])


def test_dealing_samples_the_boards_evenly_and_knows_which_part_they_are():
    two, flop = showdowns.HANDS[:2], showdowns.FLOP
    whole, part = showdowns.boards_after(two, flop)
    assert (len(whole), part) == (990, 1.0)
    some, part = showdowns.boards_after(two, (), 1_000)
    assert len(some) == round(part * equity(two).boards) >= 1_000
    assert len({*some}) == len(some)
    assert {len({*board}) for board in some} == {5}


def test_every_row_has_a_name_of_its_own_and_can_be_asked_for_by_its_words():
    names = [contest.name for contest in contests(TINY)]
    assert len({*names}) == len(names)
    assert [contest.name for contest in contests(TINY, "Casino")] == [
        "casino odds",
        "casino odds, every outcome",
    ]
    assert contests(TINY, "no such row") == []
