"""What may be bet with no upper limit: the least raise, and to whom the betting is open."""

import pytest

from tablectl.rules.limits import Bettor, Legal, Limits, Round, after_raise, legal_acts

DOUBLE, INCREMENT = Limits(), Limits(min_raise="increment")
BEFORE_THE_FLOP = Round(bet=50, full=50, fulls=1, opening=50)
ON_THE_FLOP = Round(full=50, opening=50)


def raised(limits: Limits, round: Round, *totals: int) -> Round:
    """The round after bets and raises to these totals, one after the other."""
    for total in totals:
        round = after_raise(limits, round, total, 3)
    return round


def may(limits: Limits, round: Round, who: Bettor) -> Legal:
    return legal_acts(limits, round, who, 0)


def least(limits: Limits, round: Round) -> int | None:
    """The least that somebody with plenty, who has yet to act, may raise to."""
    return may(limits, round, Bettor(0, 100_000)).raise_min


@pytest.mark.parametrize(("limits", "round", "totals", "least_raise"), [
    (DOUBLE, BEFORE_THE_FLOP, [], 100),
    (DOUBLE, BEFORE_THE_FLOP, [100], 200),
    (DOUBLE, BEFORE_THE_FLOP, [100, 200], 400),
    (INCREMENT, BEFORE_THE_FLOP, [100], 150),
    (INCREMENT, BEFORE_THE_FLOP, [100, 200], 300),
    (DOUBLE, ON_THE_FLOP, [], 50),
    (DOUBLE, ON_THE_FLOP, [100, 200], 400),
    (DOUBLE, ON_THE_FLOP, [30], 80),                        # all-in 30 at 50
    (INCREMENT, ON_THE_FLOP, [30], 80),
    (DOUBLE, ON_THE_FLOP, [300, 500], 800),                 # a short all-in: the last full bet was 300
    (INCREMENT, ON_THE_FLOP, [300, 500], 800),
    (DOUBLE, ON_THE_FLOP, [300, 500, 650, 800], 1_100),
    (DOUBLE, ON_THE_FLOP, [300, 600], 1_200),               # all-in or not, double is a full raise
    (INCREMENT, ON_THE_FLOP, [300, 500, 800], 1_100),
])
def test_the_least_raise(limits, round, totals, least_raise):
    """Clauses: T-8, T-13."""
    assert least(limits, raised(limits, round, *totals)) == least_raise


def test_there_is_no_upper_limit_but_the_stack():
    """Clauses: T-8."""
    assert may(DOUBLE, BEFORE_THE_FLOP, Bettor(25, 9_975)) == Legal(("fold", "call", "raise"), 25, 100, 10_000)


def test_a_stack_below_the_minimum_may_go_all_in():
    """Clauses: T-8."""
    assert may(DOUBLE, BEFORE_THE_FLOP, Bettor(0, 70)) == Legal(("fold", "call", "raise"), 50, 70, 70)


@pytest.mark.parametrize("stack", [40, 50])
def test_who_cannot_do_more_than_call_may_not_raise(stack):
    """Clauses: T-8."""
    assert may(DOUBLE, BEFORE_THE_FLOP, Bettor(0, stack)) == Legal(("fold", "call"), 50, None, None)


def test_with_nothing_bet_one_checks_or_bets_and_the_big_blind_checks_or_raises():
    """Clauses: T-10, T-13."""
    assert may(DOUBLE, ON_THE_FLOP, Bettor(0, 900)) == Legal(("fold", "check", "bet"), 0, 50, 900)
    assert may(DOUBLE, BEFORE_THE_FLOP, Bettor(50, 900)) == Legal(("fold", "check", "raise"), 0, 100, 950)


@pytest.mark.parametrize(("totals", "acted_at", "bet", "is_open"), [
    ([300, 500], -1, 0, True),          # has yet to act
    ([300, 500], 1, 300, False),        # the bettor: 200 more is no full raise
    ([300, 500, 650], 1, 300, True),    # 350 more is
    ([300, 500, 650], 1, 500, False),   # who called the 500 faces 150
    ([300, 500, 600], 1, 300, True),    # exactly the 300 that a raise must add
    ([300, 500, 595], 1, 300, False),
    ([300, 600], 1, 300, True),         # a full raise since
    ([30], 0, 0, False),                # checked, then an all-in of 30
    ([30, 80], 0, 0, True),
])
def test_to_whom_the_betting_is_open_is_judged_player_by_player(totals, acted_at, bet, is_open):
    """Clauses: T-13."""
    legal = may(DOUBLE, raised(DOUBLE, ON_THE_FLOP, *totals), Bettor(bet, 5_000, acted_at))
    assert ("raise" in legal.acts, legal.raise_min is not None) == (is_open, is_open)


def test_where_everyone_else_is_all_in_one_may_only_call_or_fold():
    """Clauses: G-11."""
    assert may(DOUBLE, BEFORE_THE_FLOP, Bettor(0, 900, all_ins_have=50)) == Legal(("fold", "call"), 50, None, None)
