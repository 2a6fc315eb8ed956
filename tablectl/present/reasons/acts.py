"""Acts in turn: what a player may do, and what chips without a word count as."""

from tablectl.engine.state.why import Why
from tablectl.present.reasons.fields import Sentence
from tablectl.text import Player, T, Text


def one_chip_counts(*, seat: int, amount: int, bet: int, over: int) -> Text:
    if not over:
        return T("{Seat}: one {amount:,} chip without a word makes the bet {bet:,}.", Seat=Player(seat), amount=amount, bet=bet)
    return T("{Seat}: one {amount:,} chip without a word makes the bet {bet:,}: take {over:,} back.",
              Seat=Player(seat), amount=amount, bet=bet, over=over)


def motion_counts(*, seat: int, amount: int, bet: int, over: int) -> Text:
    if not over:
        return T("{Seat}: {amount:,} in one go makes the bet {bet:,}.", Seat=Player(seat), amount=amount, bet=bet)
    return T("{Seat}: {amount:,} in one go makes the bet {bet:,}: take {over:,} back.",
              Seat=Player(seat), amount=amount, bet=bet, over=over)


SENTENCES: dict[str, Sentence] = {
    Why.NOT_YOUR_TURN: T("{Seat}: not your turn."),
    Why.TURN_OF_ANOTHER: T("{Seat}: not your turn. It is {other}'s."),
    Why.ACTION_STANDS: T("{Seat}: your chips were read before the key. The action stands."),
    Why.KEY_DOES_NOTHING: T('{Seat}: the key "{key}" does nothing now.'),
    Why.MUST_CALL: T("{Seat} cannot check: {to_call:,} to call."),
    Why.NOTHING_TO_CALL: T("{Seat} has nothing to call."),
    Why.BET_ALREADY: T("{Seat} cannot bet: {bet:,} is bet already. Press RAISE."),
    Why.CANNOT_RAISE: T("{Seat} has {own:,} and cannot raise {bet:,}."),
    Why.CAPPED: T("{Seat} may call {to_call:,} or fold: the betting is capped."),
    Why.NOT_REOPENED: T("{Seat} may call {to_call:,} or fold: the betting is not reopened."),
    Why.ONLY_CALL_OR_FOLD: T("{Seat} may only call or fold."),
    Why.AT_LEAST: T("{Seat} may {verb} at least {least:,}, not {total:,}."),
    Why.BEYOND_STACK: T("{Seat} may {verb} at most {most:,}, not {total:,}."),
    Why.AT_MOST: T("{Seat} may {verb} at most {most:,}, not {total:,}."),
    Why.OVER_POT: T("{Seat} may {verb} at most {most:,}, not {total:,}."),
    Why.SMALLEST_CHIP: T("{Seat} cannot {verb} {total:,}: the smallest chip that plays is {unit:,}."),
    Why.COMPLETE_WAGER: T("{Seat}: complete your wager to {total:,}."),
    Why.COMPLETE_OR_TAKE_BACK: T("{Seat}: complete your wager, or take your chips back."),
    Why.CALLS_FLOOR: T("{Seat} calls the floor."),
    Why.SITS_OUT_ALREADY: T("{Seat} sits out already."),
    Why.IS_IN_ALREADY: T("{Seat} is in already."),
    Why.NOBODY_THERE: T("Nobody sits at seat {at}."),
    Why.TAKE_BACK: T("{Seat}: take back {over:,}."),
    Why.GOES_IN_WHOLE: T("{Seat}: your {front:,} goes in whole. Take {over:,} out of the pot."),
    Why.FIRST_BET_COUNTS: T("{Seat}: what you put in first counts. Take {over:,} back."),
    Why.CHIPS_OUT_OF_TURN: T("{Seat}: not your turn. Take {over:,} back."),
    Why.CHIPS_REMOVED: T("{Seat}: put {lacks:,} back, your bet lacks them."),
    Why.POT_TAKEN: T("{Seat}: {amount:,} of the pot left the bet area, {left:,} still lie there."),
    Why.ONE_CHIP_COUNTS: one_chip_counts,
    Why.MOTION_COUNTS: motion_counts,
    Why.CALL_SHORT: T("{Seat}: {put:,} of {total:,} is in. Add {missing:,}, or fold."),
    Why.BET_SHORT: T("{Seat}: the smallest bet is {total:,}: add {missing:,}, or take your {put:,} back."),
    Why.RAISE_SHORT: T("{Seat} raises to {total:,}: add {missing:,}."),
    Why.NOTHING_BEGUN: T("{Seat}: there is nothing to confirm."),
    Why.PUT_MORE_FIRST: T("{Seat}: put in {missing:,} more first."),
    Why.NOTHING_DECLARED: T("{Seat}: there is nothing to take back."),
    Why.BINDING: T("{Seat}: what you declared is binding."),
    Why.CHIPS_BACK_FIRST: T("{Seat}: take your chips back first."),
    Why.NOTHING_TO_TAKE_BACK: T("{Seat} has nothing to take back."),
    Why.CARD_DEALT_SINCE: T("{Seat}: a card has been dealt since. The act stands."),
    Why.FOLD_TAKEN_BACK: T("{Seat} takes the fold back."),
    Why.CHECK_TAKEN_BACK: T("{Seat} takes the check back."),
    Why.MUCK_TAKEN_BACK: T("{Seat} takes the muck back."),
    Why.POST_FIRST: T("{Seat} posts {amount:,} first."),
    Why.TAKEN_FROM_STACK: T("{Seat} did not post {amount:,} in time: it is taken from the stack."),
    Why.NOT_POSTED: T("{Seat} did not post {amount:,} in time: no cards in this hand."),
    Why.NOT_TURN_TO_SHOW: T("It is not {seat}'s turn to show."),
    Why.NOT_ASKED_TO_SHOW: T("{Seat} is not asked to show a hand."),
    Why.SHOWN_ALREADY: T("{Seat}'s hand has been turned up."),
    Why.NO_MUCK_SHOWN: T("{Seat}'s hand has been turned up."),
    Why.NO_MUCK_ALL_IN: T("{Seat}'s hand is all-in and must be shown."),
    Why.NO_MUCK_LAST: T("{Seat} has the last hand that can claim a pot."),
}
