"""A game for points: flat bets and shots."""

from tablectl.engine.state.why import Why
from tablectl.views.words.template import Sentence

SENTENCES: dict[str, Sentence] = {
    Why.NOT_IN_HAND: "{Seat} is not in this hand.",
    Why.BET_POINTS_OR_PASS: "{Seat}: bet {points} points, or pass.",
    Why.ONLY_FLAT_BET: "{Seat} may bet {points} points, not {amount:,}.",
    Why.HAS_BET: "{Seat} has bet {points} already.",
    Why.NO_CHIPS_HERE: "This game has no chips. {Seat}: take back {over:,}.",
    Why.MADE_OR_MISSED: "{Other} shoots: press MADE or MISSED.",
    Why.SHOT_OF_ANOTHER: "It is {other}'s shot.",
    Why.NO_SHOT_TO_TAKE_BACK: "There is no shot to take back.",
    Why.SHOOTER_LEFT: "{Other} played that hand and has left: the shot stands.",
    Why.LAST_SHOT_OF_ANOTHER: "The last shot was {other}'s.",
    Why.NO_SHOT_AWAITED: "No shot is waited for.",
}
