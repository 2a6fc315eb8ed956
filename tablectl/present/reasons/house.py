"""Bets against the house; flat bets and shots, for points."""

from tablectl.engine.state.why import Why
from tablectl.present.reasons.fields import Sentence
from tablectl.text import T

SENTENCES: dict[str, Sentence] = {
    Why.NO_BETS_NOW: T("{seat} cannot bet now: no bets are open."),
    Why.NO_MORE_BETS: T("No more bets."),
    Why.NOBODY_ANTED: T("No more bets. Nobody has anted: there is no hand."),
    Why.ANTE_BONUS_OR_PASS: T("{seat}: bet the ante or the bonus, or pass."),
    Why.BETS_ARE_OPEN: T("Bets are open: {seat} antes, bets the bonus or passes."),
    Why.HAS_PASSED: T("{seat} has passed already."),
    Why.BETS_MAY_CHANGE: T("{seat}: nothing to take back. Bets may be changed until they close."),
    Why.CALL_TAKES_MORE: T("{seat} keeps {stack:,}, and a call takes {call:,}."),
    Why.TAKES_NO_PART: T("{seat} takes no part: an ante is {least:,} or more."),
    Why.SIT_IN_TO_BET: T("{seat}: sit in first."),
    Why.ANTE_FIRST: T("{seat}: bet the ante first. A bonus goes with it."),
    Why.LINE_AT_LEAST: T("{seat}: the smallest {line} is {least:,}, not {amount:,}."),
    Why.LINE_AT_MOST: T("{seat}: the largest {line} is {most:,}, not {amount:,}."),
    Why.BANK_COVERS_LESS: T(
        "{seat}: the bank covers {a_line} of at most {most:,} now. {amount:,} is more than that."
    ),
    Why.BANK_COVERS_NONE: T(
        "{seat}: the bank does not cover {a_line} now. {amount:,} is more than that."
    ),
    Why.LINE_BEYOND_STACK: T("{seat} has {own:,} for {a_line}, not {amount:,}."),
    Why.PUT_LINE_FIRST: T("{seat}: put in {a_line} of {amount:,} first."),
    Why.CALL_STANDS: T("{seat}: your chips were read before the key. The call stands."),
    Why.BETS_CLOSED: T("{seat} cannot bet now: the bets are closed."),
    Why.CALL_OR_FOLD: T("{seat}: call {amount:,}, or fold."),
    Why.CANNOT_AFFORD: T("The call is {amount:,}; {seat} has {stack:,}."),
    Why.CALL_NOT_AFFORDED: T("The call is {amount:,}; {seat} has {stack:,}."),
    Why.CALL_IS_EXACTLY: T("{seat}: a call is exactly {amount:,}. Take {over:,} back."),
    Why.PAID_AND_SPENT: T("{seat} was paid {paid:,} and has {stack:,}: put its chips right first."),
    Why.PAYS_VOID: T(
        "Hand {hand} is void: what was paid and collected goes back. The deck is shuffled."
    ),
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
