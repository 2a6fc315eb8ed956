"""A game for points: bets of points, shots, the scoring of a hand, the game (the M clauses)."""

from msgspec.structs import replace

from tablectl.engine.facts.fact import Fact, OfSeat
from tablectl.engine.facts.undo import unchanged_fields
from tablectl.engine.state.changes import (
    player_changed,
    seat_changed,
    with_hand,
    with_player,
    with_players,
    with_seat,
    without_turn,
)
from tablectl.engine.state.hand import Won
from tablectl.engine.state.player import Player
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Score, Table, Undo


class PointsBet(OfSeat):
    """A flat bet; it may still be changed while the round is open (M-1)."""

    points: int

    def apply_to(self, t: Table) -> Table:
        return _with_answer(t, self.seat, self.points)


def _with_answer(t: Table, number: int, points: int) -> Table:
    player = t.playing.players[number]
    players = with_player(
        t.playing,
        number,
        wagered=player.wagered - player.wagered_here + points,
        wagered_here=points,
        has_answered=True,
        has_acted=True,
    )
    return with_hand(t, players=players, acted_last_in_round=number)


class Passed(OfSeat):
    """No bet in this round; one that the seat had made in it is withdrawn."""

    def apply_to(self, t: Table) -> Table:
        return _with_answer(t, self.seat, 0)


class AnswerTakenBack(OfSeat):
    """A seat undid its answer, and may answer again (F-1). `has_acted`: whether it has acted in an
    earlier round of the hand.
    """

    has_acted: bool

    def apply_to(self, t: Table) -> Table:
        player = t.playing.players[self.seat]
        return player_changed(
            t,
            self.seat,
            wagered=player.wagered - player.wagered_here,
            wagered_here=0,
            has_answered=False,
            has_acted=self.has_acted,
        )


class ShotTried(OfSeat):
    """A try at a shot. `points`: what it scored; 0 for a miss (M-4)."""

    card: str
    is_made: bool
    points: int

    def apply_to(self, t: Table) -> Table:
        before, of = replace(t, undo=Undo()), t.of_points
        seats = with_seat(t, self.seat, points=(t.seat(self.seat).points or 0) + self.points)
        t = replace(t, seats=seats, undo=replace(t.undo, act=before, seat=None))
        return without_turn(t, of=replace(of, tries=(*of.tries, self.is_made)))


class ShotTakenBack(OfSeat):
    """The last try was undone, with all that followed: the scoring of the hand, the end of the
    game (M-12).
    """

    def apply_to(self, t: Table) -> Table:
        """The hand is as before the try. Devices, and players who sit out or leave, are as they
        are now.
        """
        was = t.undo.act
        assert was
        before = was.playing.players
        seats = tuple(
            _as_it_was(was.seat(now.number), now) if now.number in before else _seat_outside(now)
            for now in t.seats
        )
        players = {n: _still_seen(before[n], t.player(n)) for n in before}
        t = replace(was, seats=seats, clock=None, **{**unchanged_fields(was, t), "shoe": t.shoe})
        return with_hand(t, players=players, to_act=None)


def _as_it_was(was: Seat, now: Seat) -> Seat:
    """A seat of the hand."""
    area = replace(now.area, to_pot=was.area.to_pot)
    return replace(
        was,
        area=area,
        is_connected=now.is_connected,
        is_absent=now.is_absent,
        is_leaving=now.is_leaving,
    )


def _still_seen(was: Player, now: Player) -> Player:
    """Cards that were turned up stay up, and a dead hand stays dead."""
    return replace(was, holding=now.holding, status="foul" if now.status == "foul" else was.status)


def _seat_outside(now: Seat) -> Seat:
    return now if now.status == "empty" else replace(now, status="sitting_out", place=None)


class HandScored(Fact):
    """What each hand scores at poker, added to its seat's total (M-7, M-8)."""

    won: tuple[Won, ...]

    def apply_to(self, t: Table) -> Table:
        scored = {won.seat: won.points or 0 for won in self.won}
        seats = tuple(
            replace(s, points=(s.points or 0) + scored[s.number]) if s.number in scored else s
            for s in t.seats
        )
        score = _require_score(t)
        return with_hand(
            replace(t, seats=seats, score=replace(score, played=score.played + 1)), won=self.won
        )


def _require_score(t: Table) -> Score:
    assert t.score, "The game is not played for points."
    return t.score


class GameEnded(Fact):
    """The game is over. `places`: seat -> place, of everyone at the table (M-8, F-13)."""

    places: dict[int, int]

    def apply_to(self, t: Table) -> Table:
        seats = tuple(replace(s, place=self.places.get(s.number)) for s in t.seats)
        return replace(t, seats=seats, score=replace(_require_score(t), is_over=True))


class GameBegan(Fact):
    """A new game begins: all points are 0, and nobody has a place."""

    def apply_to(self, t: Table) -> Table:
        seats = tuple(
            replace(s, points=0 if s.points is not None else None, place=None) for s in t.seats
        )
        return replace(
            t,
            seats=seats,
            score=replace(_require_score(t), played=0, is_over=False),
            undo=replace(t.undo, act=None),
        )


class PointsSet(OfSeat):
    """The floor corrected a seat's points (F-6)."""

    points: int

    def apply_to(self, t: Table) -> Table:
        """The correction stays even if the hand is void later, or a shot before it is undone."""
        more = self.points - (t.seat(self.seat).points or 0)
        before = _with_points_corrected(t.undo.act, self.seat, more) if t.undo.act else None
        return replace(_with_points_corrected(t, self.seat, more), undo=replace(t.undo, act=before))


def _with_points_corrected(t: Table, number: int, more: int) -> Table:
    t = seat_changed(t, number, points=(t.seat(number).points or 0) + more)
    player = t.shown.players.get(number)
    return (
        t
        if not player
        else with_players(t, with_player(t.shown, number, began=player.began + more))
    )
