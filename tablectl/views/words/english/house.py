"""Bets against the house, and for points."""

from tablectl.engine.state.why import Why
from tablectl.views.words.template import Sentence

SENTENCES: dict[str, Sentence] = {
    Why.NO_BETS_NOW: "{Seat} cannot bet now: no bets are open.",
    Why.NO_MORE_BETS: "No more bets.",
    Why.NOBODY_ANTED: "No more bets. Nobody has anted: there is no hand.",
    Why.ANTE_BONUS_OR_PASS: "{Seat}: bet the ante or the bonus, or pass.",
    Why.BETS_ARE_OPEN: "Bets are open: {seat} antes, bets the bonus or passes.",
    Why.HAS_PASSED: "{Seat} has passed already.",
    Why.BETS_MAY_CHANGE: "{Seat}: nothing to take back. Bets may be changed until they close.",
    Why.CALL_TAKES_MORE: "{Seat} keeps {stack:,}, and a call takes {call:,}.",
    Why.TAKES_NO_PART: "{Seat} takes no part: an ante is {least:,} or more.",
    Why.SIT_IN_TO_BET: "{Seat}: sit in first.",
    Why.ANTE_FIRST: "{Seat}: bet the ante first. A bonus goes with it.",
    Why.LINE_AT_LEAST: "{Seat}: the smallest {line} is {least:,}, not {amount:,}.",
    Why.LINE_AT_MOST: "{Seat}: the largest {line} is {most:,}, not {amount:,}.",
    Why.BANK_COVERS_LESS: "{Seat}: the bank covers {a_line} of at most {most:,} now. {amount:,} is more than that.",
    Why.BANK_COVERS_NONE: "{Seat}: the bank does not cover {a_line} now. {amount:,} is more than that.",
    Why.LINE_BEYOND_STACK: "{Seat} has {own:,} for {a_line}, not {amount:,}.",
    Why.PUT_LINE_FIRST: "{Seat}: put in {a_line} of {amount:,} first.",
    Why.CALL_STANDS: "{Seat}: your chips were read before the key. The call stands.",
    Why.BETS_CLOSED: "{Seat} cannot bet now: the bets are closed.",
    Why.CALL_OR_FOLD: "{Seat}: call {amount:,}, or fold.",
    Why.CANNOT_AFFORD: "The call is {amount:,}; {seat} has {stack:,}.",
    Why.CALL_NOT_AFFORDED: "The call is {amount:,}; {seat} has {stack:,}.",
    Why.CALL_IS_EXACTLY: "{Seat}: a call is exactly {amount:,}. Take {over:,} back.",
    Why.PAID_AND_SPENT: "{Seat} was paid {paid:,} and has {stack:,}: put its chips right first.",
    Why.PAYS_VOID: "Hand {hand} is void: what was paid and collected goes back. The deck is shuffled.",
}
