"""Contests: turns, medians and ratios are computed right, and an entrant that finds something else is noticed."""

from collections.abc import Sequence
from random import Random

import pytest

from tablectl.bench import engines, hands, peers, showdowns
from tablectl.bench.contest import Beside, Contest, Entrant, Row, hold, rows, same_order, seconds, turns
from tablectl.bench.rows import contests
from tablectl.rules.equity import equity

TINY = 0.002


def entrant(name: str, said: list[str], found: Sequence[int] | None = None) -> Entrant:
    def work() -> float:
        said.append(name)
        return 1
    return Entrant(name, work, None if found is None else lambda: found)


def test_all_take_turns_round_by_round() -> None:
    said: list[str] = []
    ticks: list[None] = []
    contest = Contest("x", "ns", "hand", (entrant("a", said), entrant("b", said)), (entrant("peer", said),))
    hold(contest, 3, lambda: ticks.append(None))
    assert said == ["a", "b", "peer"] * 3
    assert len(ticks) == turns(contest, 3) == 9


def test_a_ratio_is_how_many_times_as_long_the_peer_took() -> None:
    nothing: list[str] = []
    contest = Contest("x", "us", "question", (entrant("a", nothing), entrant("b", nothing)), (entrant("peer", nothing),))
    assert rows(contest, {"a": 2.0, "b": 4.0, "peer": 10.0}, {"peer": True}, 5) == [
        Row("x", "a", 2.0, "us a question", 5, (Beside("peer", 10.0, 5.0, True),)),
        Row("x", "b", 4.0, "us a question", 5, (Beside("peer", 10.0, 2.5, True),))]


def test_a_figure_is_for_one_of_those_that_were_done() -> None:
    clock = iter([1_000, 501_000])
    assert seconds(lambda: 250, lambda: next(clock)) == pytest.approx(2e-6)


@pytest.mark.parametrize(("theirs", "agrees"), [
    ([3, 1, 1, 2], True), ([3, 1], True), ([3, 1, 2, 2], False), ([1, 3, 3, 2], False)])
def test_values_of_another_scale_agree_if_they_order_hands_alike(theirs: list[int], agrees: bool) -> None:
    assert same_order([900, 100, 100, 500], theirs) is agrees


def test_a_peer_that_finds_something_else_is_found_out() -> None:
    nothing: list[str] = []
    mine, same, other, silent = (entrant(name, nothing, found) for name, found in (
        ("mine", [1, 2]), ("same", [1, 2]), ("other", [2, 1]), ("silent", None)))
    [row] = hold(Contest("x", "ns", "hand", (mine,), (same, other, silent)), 1)
    assert [peer.agrees for peer in row.peers] == [True, False, None]


@pytest.mark.parametrize("module", [hands, showdowns, engines], ids=lambda module: module.__name__.rpartition(".")[2])
def test_whoever_is_installed_finds_what_we_find(module) -> None:
    """Seven cards in the same order, the same winners on every board, the same stacks after every hand."""
    found = [(contest.name, entrant.name, contest.agree(contest.ours[0].found(), entrant.found()))
             for contest in module.contests(TINY) for entrant in (*contest.ours, *contest.peers)
             if entrant.found and contest.ours[0].found]
    assert [one for one in found if not one[2]] == []
    assert "PokerKit" in {name for _, name, _ in found} or module is showdowns


@pytest.mark.parametrize("name", peers.PEERS)
def test_each_peer_that_is_installed_is_an_entrant(name: str) -> None:
    pytest.importorskip(name, reason=f"pip install {name}")
    entrants = {entrant.name.lower().partition(",")[0] for entrant in peers.seven_cards(hands.deal(range(52), 10))}
    assert name in entrants


def test_a_peer_that_is_not_installed_is_named_with_the_command() -> None:
    assert peers.missing(["pokerkit", "no_such_peer"]) == [
        "no_such_peer is not installed and left out: pip install no_such_peer"]


def test_without_peers_ours_stand_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "find_spec", lambda name: None)
    monkeypatch.setattr(showdowns.peers, "phevaluator_of_seven", lambda: None)
    entrants = {peer.name for contest in contests(TINY) for peer in contest.peers}
    assert entrants == {"dealt by our own batches"}


def test_dealing_samples_the_boards_evenly_and_knows_which_part_they_are() -> None:
    two, flop = showdowns.HANDS[:2], showdowns.FLOP
    whole, part = showdowns.boards_after(two, flop)
    assert (len(whole), part) == (990, 1.0)
    some, part = showdowns.boards_after(two, (), 1_000)
    assert len(some) == round(part * equity(two).boards) >= 1_000
    assert len({*some}) == len(some)
    assert {len({*board}) for board in some} == {5}


def test_hands_of_the_engines_are_all_that_a_hand_can_be() -> None:
    table = engines.first_table()
    chance = Random(engines.SEED)
    played = [engines.played(table, chance) for _ in range(60)]
    assert {kind for hand in played for kind, _ in hand.steps} == {"hole", "burn", "board", "fold", "call", "raise"}
    assert {sum(hand.ended) for hand in played} == {engines.PLAYERS * engines.STACK}
    assert len({hand.ended for hand in played}) > 30


def test_every_row_has_a_name_of_its_own_and_can_be_asked_for_by_its_words() -> None:
    names = [contest.name for contest in contests(TINY)]
    assert len({*names}) == len(names)
    assert [contest.name for contest in contests(TINY, "Casino")] == ["casino odds", "casino odds, every outcome"]
    assert contests(TINY, "no such row") == []


