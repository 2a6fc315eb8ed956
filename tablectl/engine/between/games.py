"""Games for points: the end of a game, and the start of a new one (M-8)."""

from tablectl.engine import facts as f
from tablectl.engine.floor import NewGame
from tablectl.engine.play.play import Play
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why


def new_game(play: Play, ruling: NewGame) -> None:
    """The floor begins a new game: points are 0, nobody has a place, and the button moves as usual."""
    t = play.table
    if t.score is None:
        play.refuse(Why.NOT_FOR_POINTS())
    elif t.in_hand or t.drawn_for:
        play.refuse(Why.GAME_BETWEEN_HANDS())
    else:
        play.record(f.GameBegan())


def why_no_start(t: Table) -> Reason | None:
    """Why no hand can start: the game is over (M-8); None: it is not."""
    if t.score is None or not t.score.is_over:
        return None
    first = [s for s in t.seats if s.place == 1]
    return Why.GAME_OVER(seats=tuple([s.number for s in first]), points=first[0].points if first else None)
