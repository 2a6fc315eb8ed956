"""What a ruling would do: told to the floor before it rules."""

from tablectl.locale import Translator
from tablectl.views.says import Says
from tablectl.views.words.english.aloud import called
from tablectl.views.words.template import Names, Sentence


def would_undo(*, ruling: str, about: int | None, names: Names, tr: Translator) -> str:
    return tr("The last ruling, {ruling}, is taken back with all that followed from it.", ruling=called(ruling, about, names))


def level_would_last(*, more: float, tr: Translator) -> str:
    if more < 0:
        return tr("The level is {minutes:g} minutes shorter.", minutes=-more)
    return tr("The level is {minutes:g} minutes longer.", minutes=more)


SENTENCES: dict[str, Sentence] = {
    Says.EFFECT_UNKNOWN: "It cannot be told ({error}).",
    Says.NOTHING_ELSE: "Nothing else changes.",
    Says.HAND_BEGINS: "Hand {hand} begins.",
    Says.WOULD_PAUSE: "All clocks stand, and nobody may act until go-on.",
    Says.WOULD_ANSWER: "The call for the floor is answered; play goes on as it does.",
    Says.WOULD_GO_ON: "Play goes on; cards and chips that moved meanwhile are read now.",
    Says.WOULD_UNDO: would_undo,
    Says.WOULD_UNDO_SHOT: "The last shot is taken back with all that followed from it.",
    Says.WOULD_RESHUFFLE: "The deal goes on from the shoe as it is loaded now.",
    Says.WOULD_PASS_DECK: "The deck counts as checked: the next hand may begin.",
    Says.WOULD_TAKE_AS_CUT: "The deck counts as cut: the next hand may begin.",
    Says.THEN_CHECK_DECK: "Before the next hand the deck is checked: tablectl rule deck-checked.",
    Says.WOULD_CLOSE_BETS: "No more bets are taken in this round.",
    Says.WOULD_NAME_CARD: "The card that could not be read is this one.",
    Says.WOULD_COUNT_SHOT: "The shot counts as made.",
    Says.WOULD_MISS_SHOT: "The try counts as missed.",
    Says.WOULD_BEGIN_ANEW: "A new game begins: all points are 0.",
    Says.WOULD_BE_VOID: "Hand {hand} is void: {back}.",
    Says.WOULD_BE_MISDEAL: "Hand {hand} is a misdeal: {back}.",
    Says.DROPS_REPORT: "The report is dropped: play goes on as it was.",
    Says.DROPS_CARD: "The card that could not be read is laid aside: the next card takes its place.",
    Says.DROPS_CHIPS: "The chips stay as they lie: the table counts what it knew.",
    Says.DROPS_EARLY: "What left the shoe too early goes back into it unseen: play goes on as it was.",
    Says.DROPS_FAILED: "What failed stays aside: play goes on as the table knows it.",
    Says.DROPS_NOTHING: "Play goes on as it was.",
    Says.GETS: "{Seat} gets {amount:,}.",
    Says.LOSES: "{Seat} loses {amount:,}.",
    Says.IS_HALTED: "The table is halted, case {case}.",
    Says.IS_TURN_OF: "It is {Seat}'s turn.",
    Says.IS_OVER: "The hand is over.",
    Says.KILLS_HAND: "That hand is dead; what it put in stays in the pot, the others play on.",
    Says.ACTS_SO: "{Seat}: {choice}.",
    Says.GIVES_POT: "That pot goes to these seats; the hand ends with the last pot.",
    Says.GIVES_POT_ANEW: "That pot is taken back from who had it, and goes to these seats.",
    Says.SETS_STACK: "The stack of that seat is set to what was counted.",
    Says.NAMES_CARD: "The card that could not be read is this one; play goes on with it.",
    Says.REPORTS_EXPOSED: "The table halts; confirm then replaces the card, or it is a misdeal.",
    Says.REPORTS_COUNT: "The table halts; confirm then makes it a misdeal, or the hand dead.",
    Says.REPORTS_JOKER: "The table halts; confirm then replaces the joker, or the hand is foul.",
    Says.REPORTS_MISPLACED: "The table halts; confirm then puts right that two hands lie exchanged.",
    Says.REPORTS_DEALER: "The table halts; confirm then cancels the hand: the dealer's cards were seen.",
    Says.LENGTHENS_LEVEL: "The level, or the break that is on, is so many minutes longer; with a negative number shorter.",
    Says.SETS_BREAK: "The table is on a break for so many minutes from now; with 0 the break ends.",
    Says.LEVEL_WOULD_BE: "Level {level} begins, blinds {small:,} / {big:,}.",
    Says.LEVEL_WOULD_LAST: level_would_last,
    Says.BREAK_WOULD_LAST: "The break lasts {minutes:g} minutes from now: no hand begins before it ends.",
    Says.BREAK_WOULD_END: "The break is over.",
}
