"""A game for points: flat bets and shots."""

from tablectl.engine.state.why import Why
from tablectl.present.reasons.fields import Sentence
from tablectl.text import T

SENTENCES: dict[str, Sentence] = {
    Why.NOT_IN_HAND: T("{seat} is not in this hand."),
    Why.BET_POINTS_OR_PASS: T("{seat}: bet {points} points, or pass."),
    Why.ONLY_FLAT_BET: T("{seat} may bet {points} points, not {amount:,}."),
    Why.HAS_BET: T("{seat} has bet {points} already."),
    Why.NO_CHIPS_HERE: T("This game has no chips. {seat}: take back {over:,}."),
    Why.MADE_OR_MISSED: T("{other} shoots: press MADE or MISSED."),
    Why.SHOT_OF_ANOTHER: T("It is {other}'s shot."),
    Why.NO_SHOT_TO_TAKE_BACK: T("There is no shot to take back."),
    Why.SHOOTER_LEFT: T("{other} played that hand and has left: the shot stands."),
    Why.LAST_SHOT_OF_ANOTHER: T("The last shot was {other}'s."),
    Why.NO_SHOT_AWAITED: T("No shot is waited for."),
}
