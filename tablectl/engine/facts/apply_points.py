"""How the facts of a game for points change a table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts import facts_points as p
from tablectl.engine.facts.apply_back import as_now
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import no_clock, no_turn, with_card_out, with_seat
from tablectl.engine.state.table import Score, Seat, Table


def score(t: Table) -> Score:
    assert t.score is not None, "The game is not played for points."
    return t.score


def points_bet(t: Table, fact: p.PointsBet) -> Table:
    return _answered(t, fact.seat, fact.points)


def passed(t: Table, fact: p.Passed) -> Table:
    return _answered(t, fact.seat, 0)


def _answered(t: Table, number: int, points: int) -> Table:
    seat = t.seat(number)
    seats = with_seat(t, number, wagered=seat.wagered - seat.wagered_here + points, wagered_here=points, has_answered=True,
                      has_acted=True)
    return replace(t, seats=seats, last_acted=number)


def answer_taken_back(t: Table, fact: p.AnswerTakenBack) -> Table:
    seat = t.seat(fact.seat)
    seats = with_seat(t, fact.seat, wagered=seat.wagered - seat.wagered_here, wagered_here=0, has_answered=False,
                      has_acted=fact.has_acted)
    return replace(t, seats=seats)


def joker_covered(t: Table, fact: p.JokerCovered) -> Table:
    return covered(replace(t, seen=with_card_out(t, fact.card), pulls=max(t.pulls, fact.pull)), fact.card)


def covered(t: Table, card: str) -> Table:
    """The card, which has left the shoe, on the joker that lies last on the board."""
    board = (*t.board[:-1], card)
    return replace(t, board=board, score=replace(score(t), covered=(*score(t).covered, len(board) - 1)))


def shot_tried(t: Table, fact: p.ShotTried) -> Table:
    before = replace(t, before_act=None, before_ruling=None)
    seats = with_seat(t, fact.seat, points=(t.seat(fact.seat).points or 0) + fact.points)
    tries = (*score(t).tries, fact.is_made)
    return replace(t, seats=seats, score=replace(score(t), tries=tries), before_act=before, may_take_back=None, **no_turn())


def shot_taken_back(t: Table, fact: p.ShotTakenBack) -> Table:
    """The hand as it was before the try; what has nothing to do with it (devices, who sits out or leaves) as it is now."""
    was = t.before_act
    assert was is not None
    seats = tuple([
        _as_it_was(was.seat(now.number), now) if now.number in was.dealt else _outside(now) for now in t.seats
    ])
    return replace(
        was, seats=seats, is_shoe_empty=t.is_shoe_empty, is_deck_foul=t.is_deck_foul, to_act=None, **as_now(t), **no_clock())


def _as_it_was(was: Seat, now: Seat) -> Seat:
    """A seat of the hand; what was turned up has been seen."""
    return replace(
        was, lies=now.lies, is_connected=now.is_connected, is_level_known=now.is_level_known, is_level_told=now.is_level_told,
        front_when_lost=now.front_when_lost, is_absent=now.is_absent, is_leaving=now.is_leaving, shown=now.shown,
        status="foul" if now.status == "foul" else was.status)


def _outside(now: Seat) -> Seat:
    return now if now.status == "empty" else replace(now, status="sitting_out", place=None)


def hand_scored(t: Table, fact: p.HandScored) -> Table:
    scored = {won.seat: won.points or 0 for won in fact.won}
    seats = tuple([replace(s, points=(s.points or 0) + scored[s.number]) if s.number in scored else s for s in t.seats])
    return replace(t, seats=seats, won=fact.won, score=replace(score(t), played=score(t).played + 1))


def game_ended(t: Table, fact: p.GameEnded) -> Table:
    seats = tuple([replace(s, place=fact.places.get(s.number)) for s in t.seats])
    return replace(t, seats=seats, score=replace(score(t), is_over=True))


def game_began(t: Table, fact: p.GameBegan) -> Table:
    seats = tuple([replace(s, points=0 if s.points is not None else None, place=None) for s in t.seats])
    return replace(t, seats=seats, score=replace(score(t), played=0, is_over=False), before_act=None)


def points_set(t: Table, fact: p.PointsSet) -> Table:
    """A correction outlives a void hand, and the undoing of a shot that came before it."""
    more = fact.points - (t.seat(fact.seat).points or 0)
    before = _corrected(t.before_act, fact.seat, more) if t.before_act is not None else None
    return replace(_corrected(t, fact.seat, more), before_act=before)


def _corrected(t: Table, number: int, more: int) -> Table:
    seat = t.seat(number)
    return replace(t, seats=with_seat(t, number, points=(seat.points or 0) + more, began=seat.began + more))


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    p.PointsBet: points_bet, p.Passed: passed, p.AnswerTakenBack: answer_taken_back, p.JokerCovered: joker_covered,
    p.ShotTried: shot_tried, p.ShotTakenBack: shot_taken_back, p.HandScored: hand_scored, p.GameEnded: game_ended,
    p.GameBegan: game_began, p.PointsSet: points_set,
}
