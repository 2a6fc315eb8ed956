"""Acts in turn: what a player may do, and what chips without a word count as; clocks and
devices.
"""

from tablectl.engine.state.why import Why
from tablectl.present.reasons.fields import Sentence
from tablectl.text import T, Text


def one_chip_counts(*, over: int) -> Text:
    if not over:
        return T("{seat}: one {amount:,} chip without a word makes the bet {bet:,}.")
    return T(
        "{seat}: one {amount:,} chip without a word makes the bet {bet:,}: take {over:,} back."
    )


def motion_counts(*, over: int) -> Text:
    if not over:
        return T("{seat}: {amount:,} in one go makes the bet {bet:,}.")
    return T("{seat}: {amount:,} in one go makes the bet {bet:,}: take {over:,} back.")


SENTENCES: dict[str, Sentence] = {
    Why.NOT_YOUR_TURN: T("{seat}: not your turn."),
    Why.TURN_OF_ANOTHER: T("{seat}: not your turn. It is {other}'s."),
    Why.ACTION_STANDS: T("{seat}: your chips were read before the key. The action stands."),
    Why.KEY_DOES_NOTHING: T('{seat}: the key "{key}" does nothing now.'),
    Why.MUST_CALL: T("{seat} cannot check: {to_call:,} to call."),
    Why.OLD_VIEW: T("{seat}: the table went on before that press. Look again."),
    Why.NOTHING_TO_CALL: T("{seat} has nothing to call."),
    Why.BET_ALREADY: T("{seat} cannot bet: {bet:,} is bet already. Press RAISE."),
    Why.CANNOT_RAISE: T("{seat} has {own:,} and cannot raise {bet:,}."),
    Why.CAPPED: T("{seat} may call {to_call:,} or fold: the betting is capped."),
    Why.NOT_REOPENED: T("{seat} may call {to_call:,} or fold: the betting is not reopened."),
    Why.ONLY_CALL_OR_FOLD: T("{seat} may only call or fold."),
    Why.AT_LEAST: T("{seat} may {verb} at least {least:,}, not {total:,}."),
    Why.BEYOND_STACK: T("{seat} may {verb} at most {most:,}, not {total:,}."),
    Why.AT_MOST: T("{seat} may {verb} at most {most:,}, not {total:,}."),
    Why.OVER_POT: T("{seat} may {verb} at most {most:,}, not {total:,}."),
    Why.SMALLEST_CHIP: T(
        "{seat} cannot {verb} {total:,}: the smallest chip that plays is {unit:,}."
    ),
    Why.COMPLETE_WAGER: T("{seat}: complete your wager to {total:,}."),
    Why.COMPLETE_OR_TAKE_BACK: T("{seat}: complete your wager, or take your chips back."),
    Why.CALLS_FLOOR: T("{seat} calls the floor."),
    Why.SITS_OUT_ALREADY: T("{seat} sits out already."),
    Why.IS_IN_ALREADY: T("{seat} is in already."),
    Why.NOBODY_THERE: T("Nobody sits at seat {at}."),
    Why.TAKE_BACK: T("{seat}: take back {over:,}."),
    Why.GOES_IN_WHOLE: T("{seat}: your {front:,} goes in whole. Take {over:,} out of the pot."),
    Why.FIRST_BET_COUNTS: T("{seat}: what you put in first counts. Take {over:,} back."),
    Why.CHIPS_OUT_OF_TURN: T("{seat}: not your turn. Take {over:,} back."),
    Why.POSTED_EARLY: T(
        "{seat}: not your turn. Your {over:,} may stay there and counts when you are asked for it."
    ),
    Why.CHIPS_REMOVED: T("{seat}: put {lacks:,} back, your bet lacks them."),
    Why.POT_TAKEN: T("{seat}: {amount:,} of the pot left the bet area, {left:,} still lie there."),
    Why.ONE_CHIP_COUNTS: one_chip_counts,
    Why.MOTION_COUNTS: motion_counts,
    Why.CALL_SHORT: T("{seat}: {put:,} of {total:,} is in. Add {missing:,}, or fold."),
    Why.BET_SHORT: T(
        "{seat}: the smallest bet is {total:,}: add {missing:,}, or take your {put:,} back."
    ),
    Why.RAISE_SHORT: T("{seat} raises to {total:,}: add {missing:,}."),
    Why.NOTHING_BEGUN: T("{seat}: there is nothing to confirm."),
    Why.PUT_MORE_FIRST: T("{seat}: put in {missing:,} more first."),
    Why.NOTHING_DECLARED: T("{seat}: there is nothing to take back."),
    Why.BINDING: T("{seat}: what you declared is binding."),
    Why.CHIPS_BACK_FIRST: T("{seat}: take your chips back first."),
    Why.NOTHING_TO_TAKE_BACK: T("{seat} has nothing to take back."),
    Why.CARD_DEALT_SINCE: T("{seat}: a card has been dealt since. The act stands."),
    Why.FOLD_TAKEN_BACK: T("{seat} takes the fold back."),
    Why.CHECK_TAKEN_BACK: T("{seat} takes the check back."),
    Why.MUCK_TAKEN_BACK: T("{seat} takes the muck back."),
    Why.POST_FIRST: T("{seat} posts {amount:,} first."),
    Why.TAKEN_FROM_STACK: T("{seat} did not post {amount:,} in time: it is taken from the stack."),
    Why.NOT_POSTED: T("{seat} did not post {amount:,} in time: no cards in this hand."),
    Why.NOT_TURN_TO_SHOW: T("It is not {seat}'s turn to show."),
    Why.NOT_ASKED_TO_SHOW: T("{seat} is not asked to show a hand."),
    Why.NO_MUCK_SHOWN: T("{seat}'s hand has been turned up."),
    Why.NO_MUCK_ALL_IN: T("{seat}'s hand is all-in and must be shown."),
    Why.NO_MUCK_LAST: T("{seat} has the last hand that can claim a pot."),
    Why.TIME_UP_CALL: T("{seat}: time is up. The raise is not complete: a call."),
    Why.TIME_UP_CHECK: T("{seat}: time is up. Check."),
    Why.TIME_UP_FOLD: T("{seat}: time is up. The hand is folded."),
    Why.TIME_UP_SHOW: T("{seat}: time is up. The hand is turned up."),
    Why.TIME_UP_PASS: T("{seat}: time is up. Pass."),
    Why.TIME_UP_MISS: T("{seat}: time is up. The shot is missed."),
    Why.SECONDS_LEFT: T("{seat} has {seconds} seconds left."),
    Why.SECONDS_LEFT_FOR_ALL: T("There are {seconds} seconds left."),
    Why.LAST_BETS: T("Last bets: there are {seconds} seconds left."),
    Why.SHOE_LOST: T(
        "The shoe has no connection. Nothing is lost; play waits when a card is needed."
    ),
    Why.SEAT_LOST: T(
        "Seat {at} has no connection. Nothing is lost; play waits when it is {seat}'s turn."
    ),
    Why.SEAT_FAULTY: T(
        "The device of seat {at} reports what cannot be. Its reports do not count; the clock runs "
        "on."
    ),
    Why.SHOE_BACK: T("The shoe is back."),
    Why.SEAT_BACK: T("Seat {at} is back."),
    Why.PHONE_FREED: T("The floor has freed seat {at}: another phone may scan its code."),
    Why.PHONE_APPROVED: T("{other} has said yes: another phone may scan the code of seat {at}."),
    Why.PHONE_CHANGED: T("Another phone has seat {at} now. Its mark is {mark}."),
}
