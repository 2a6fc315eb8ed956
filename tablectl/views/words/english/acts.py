"""Acts in turn: what a player may do, and what chips without a word count as."""

from tablectl.engine.state.why import Why
from tablectl.locale import Translator
from tablectl.views.words.template import Sentence


def one_chip_counts(*, Seat: str, amount: int, bet: int, over: int, tr: Translator) -> str:     # a field of sentences
    if not over:
        return tr("{Seat}: one {amount:,} chip without a word makes the bet {bet:,}.", Seat=Seat, amount=amount, bet=bet)
    return tr("{Seat}: one {amount:,} chip without a word makes the bet {bet:,}: take {over:,} back.",
              Seat=Seat, amount=amount, bet=bet, over=over)


def motion_counts(*, Seat: str, amount: int, bet: int, over: int, tr: Translator) -> str:
    if not over:
        return tr("{Seat}: {amount:,} in one go makes the bet {bet:,}.", Seat=Seat, amount=amount, bet=bet)
    return tr("{Seat}: {amount:,} in one go makes the bet {bet:,}: take {over:,} back.",
              Seat=Seat, amount=amount, bet=bet, over=over)


SENTENCES: dict[str, Sentence] = {
    Why.NOT_YOUR_TURN: "{Seat}: not your turn.",
    Why.TURN_OF_ANOTHER: "{Seat}: not your turn. It is {other}'s.",
    Why.ACTION_STANDS: "{Seat}: your chips were read before the key. The action stands.",
    Why.KEY_DOES_NOTHING: '{Seat}: the key "{key}" does nothing now.',
    Why.MUST_CALL: "{Seat} cannot check: {to_call:,} to call.",
    Why.NOTHING_TO_CALL: "{Seat} has nothing to call.",
    Why.BET_ALREADY: "{Seat} cannot bet: {bet:,} is bet already. Press RAISE.",
    Why.CANNOT_RAISE: "{Seat} has {own:,} and cannot raise {bet:,}.",
    Why.CAPPED: "{Seat} may call {to_call:,} or fold: the betting is capped.",
    Why.NOT_REOPENED: "{Seat} may call {to_call:,} or fold: the betting is not reopened.",
    Why.ONLY_CALL_OR_FOLD: "{Seat} may only call or fold.",
    Why.AT_LEAST: "{Seat} may {verb} at least {least:,}, not {total:,}.",
    Why.BEYOND_STACK: "{Seat} may {verb} at most {most:,}, not {total:,}.",
    Why.AT_MOST: "{Seat} may {verb} at most {most:,}, not {total:,}.",
    Why.OVER_POT: "{Seat} may {verb} at most {most:,}, not {total:,}.",
    Why.SMALLEST_CHIP: "{Seat} cannot {verb} {total:,}: the smallest chip that plays is {unit:,}.",
    Why.COMPLETE_WAGER: "{Seat}: complete your wager to {total:,}.",
    Why.COMPLETE_OR_TAKE_BACK: "{Seat}: complete your wager, or take your chips back.",
    Why.CALLS_FLOOR: "{Seat} calls the floor.",
    Why.SITS_OUT_ALREADY: "{Seat} sits out already.",
    Why.IS_IN_ALREADY: "{Seat} is in already.",
    Why.NOBODY_THERE: "Nobody sits at seat {at}.",
    Why.TAKE_BACK: "{Seat}: take back {over:,}.",
    Why.GOES_IN_WHOLE: "{Seat}: your {front:,} goes in whole. Take {over:,} out of the pot.",
    Why.FIRST_BET_COUNTS: "{Seat}: what you put in first counts. Take {over:,} back.",
    Why.CHIPS_OUT_OF_TURN: "{Seat}: not your turn. Take {over:,} back.",
    Why.CHIPS_REMOVED: "{Seat}: put {lacks:,} back, your bet lacks them.",
    Why.POT_TAKEN: "{Seat}: {amount:,} of the pot left the bet area, {left:,} still lie there.",
    Why.ONE_CHIP_COUNTS: one_chip_counts,
    Why.MOTION_COUNTS: motion_counts,
    Why.CALL_SHORT: "{Seat}: {put:,} of {total:,} is in. Add {missing:,}, or fold.",
    Why.BET_SHORT: "{Seat}: the smallest bet is {total:,}: add {missing:,}, or take your {put:,} back.",
    Why.RAISE_SHORT: "{Seat} raises to {total:,}: add {missing:,}.",
    Why.NOTHING_BEGUN: "{Seat}: there is nothing to confirm.",
    Why.PUT_MORE_FIRST: "{Seat}: put in {missing:,} more first.",
    Why.NOTHING_DECLARED: "{Seat}: there is nothing to take back.",
    Why.BINDING: "{Seat}: what you declared is binding.",
    Why.CHIPS_BACK_FIRST: "{Seat}: take your chips back first.",
    Why.NOTHING_TO_TAKE_BACK: "{Seat} has nothing to take back.",
    Why.CARD_DEALT_SINCE: "{Seat}: a card has been dealt since. The act stands.",
    Why.FOLD_TAKEN_BACK: "{Seat} takes the fold back.",
    Why.CHECK_TAKEN_BACK: "{Seat} takes the check back.",
    Why.MUCK_TAKEN_BACK: "{Seat} takes the muck back.",
    Why.POST_FIRST: "{Seat} posts {amount:,} first.",
    Why.TAKEN_FROM_STACK: "{Seat} did not post {amount:,} in time: it is taken from the stack.",
    Why.NOT_POSTED: "{Seat} did not post {amount:,} in time: no cards in this hand.",
    Why.NOT_TURN_TO_SHOW: "It is not {seat}'s turn to show.",
    Why.NOT_ASKED_TO_SHOW: "{Seat} is not asked to show a hand.",
    Why.SHOWN_ALREADY: "{Seat}'s hand has been turned up.",
    Why.NO_MUCK_SHOWN: "{Seat}'s hand has been turned up.",
    Why.NO_MUCK_ALL_IN: "{Seat}'s hand is all-in and must be shown.",
    Why.NO_MUCK_LAST: "{Seat} has the last hand that can claim a pot.",
}
