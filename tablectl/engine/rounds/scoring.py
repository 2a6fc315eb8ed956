"""Scoring a hand for points: the best hand of what was made, the running totals, and the end of
the game (M-5 to M-8).
"""

from tablectl.engine import facts as f
from tablectl.engine.between import ending
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds import shots, showing
from tablectl.engine.state.hand import Won
from tablectl.engine.state.player import Player
from tablectl.engine.state.table import Table
from tablectl.rules.evaluate import BestHand
from tablectl.rules.shots import best_of_made, final_places, hand_points, is_game_over


def settle_for_points(handling: Handling, is_last: bool) -> bool:
    """After the last round the hands are turned up and scored, at once: cards speak (G-9)."""
    if not is_last:
        return False
    for player in handling.table.live:
        if not player.is_shown:
            showing.turn_up_hand(handling, player.number)
    handling.record(f.HandScored(won=_score_hands(handling.table)))
    ending.leave_table(handling)
    _end_game(handling)
    return True


def _score_hands(t: Table) -> tuple[Won, ...]:
    """One entry a seat, from the left of the dealer; a dead hand wins nothing and loses what it
    bet.
    """
    hands = {player.number: best_hand(t, player) for player in t.live}
    points = {n: -t.player(n).wagered for n in t.dealt}
    if hands:
        points |= hand_points(
            {n: hand.strength for n, hand in hands.items()}, {n: t.player(n).wagered for n in hands}
        )
    return tuple(_score_entry(n, hands.get(n), points[n]) for n in t.dealt)


def _score_entry(seat: int, hand: BestHand | None, points: int) -> Won:
    return Won(0, seat, 0, hand.cards if hand else (), hand.text if hand else None, points=points)


def best_hand(t: Table, player: Player) -> BestHand:
    """Both hole cards with the best of the cards that the seat made (M-5)."""
    made = [
        t.board[over.shot.place]
        for over in shots.shooting_now(t).over
        if over.shot.seat == player.number and over.is_made
    ]
    return best_of_made(player.cards, made, t.game.deck)


def _end_game(handling: Handling) -> None:
    """After the game's last hand, or at the target, everyone at the table has a place (M-8)."""
    t = handling.table
    assert t.score
    totals = {s.number: s.points for s in t.seats if s.status != "empty" and s.points is not None}
    if is_game_over(t.score.played, totals.values(), t.settings.hands, t.settings.target):
        handling.record(f.GameEnded(places=final_places(totals)))
