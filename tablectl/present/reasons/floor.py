"""Why a ruling is refused."""

from tablectl.engine.state.why import Values, Why
from tablectl.present.reasons.fields import Sentence
from tablectl.present.reasons.steps import remedy_text
from tablectl.text import T, Text, plural


def cannot_go_on(*, values: Values) -> Text:
    return T("Play cannot go on with it: {way}", way=remedy_text(str(values["way"]), values))


def stack_too_large(*, amount: int | None) -> Text:
    if amount is None:
        return T("With what it has bought {seat}'s stack is at most {most:,}.")
    return T("With what it has bought {seat}'s stack is at most {most:,}, not {amount:,}.")


def no_such_level(*, count: int) -> Text:
    return plural(
        "There is no level {number}: the schedule has one.",
        "There is no level {number}: the schedule has {count}.",
        count,
    )


SENTENCES: dict[str, Sentence] = {
    Why.OTHER_CASE: T("The table is halted for case {case}, not for case {number}."),
    Why.NO_CASE: T("The table is not halted."),
    Why.POTS_LEFT: T("A pot has been given: the floor gives the rest, too."),
    Why.LOAD_FIRST: T("Load the shoe with the stub first, then rule reshuffled."),
    Why.NOTHING_WAITS: T("Nothing waits for the floor."),
    Why.NO_HAND: T("No hand is being played."),
    Why.TOO_LATE_FOR_MISDEAL: T("It is too late for a misdeal: {acted} players have acted."),
    Why.NOTHING_HALTED: T("Nothing is halted. A pause ends with go-on."),
    Why.CANNOT_GO_ON: cannot_go_on,
    Why.NO_RESHUFFLE: T("No reshuffle is asked for."),
    Why.HALT_FIRST: T("The floor rules on what is halted first."),
    Why.NO_BETS_OPEN: T("No bets are open."),
    Why.DECK_NOT_IN_DOUBT: T("The deck was not in doubt."),
    Why.DECK_IN_PLAY: T("The deck is checked after the hand."),
    Why.PAUSED_ALREADY: T("Play is paused already."),
    Why.NOT_PAUSED: T("Play is not paused."),
    Why.NOTHING_RULED: T(
        "Nothing has been ruled since the last act, card, chips or start. A fold or a check: UNDO "
        "at its seat."
    ),
    Why.NAME_TWO_SEATS: T("Name the two seats whose cards lie exchanged."),
    Why.NAME_POT_SEATS: T("Name the seats that the pot goes to, each once."),
    Why.NOBODY_IN_TURN: T("The floor acts for a seat in turn only: nobody is asked."),
    Why.FLOOR_OUT_OF_TURN: T("The floor acts for a seat in turn only: it is {other}'s turn."),
    Why.NO_SUCH_ACT: T('There is no act "{act}".'),
    Why.ACT_NEEDS_AMOUNT: T("A {act} needs an amount."),
    Why.NO_HAND_TO_KILL: T("{seat} has no hand that could be declared dead."),
    Why.STACK_TOO_LARGE: stack_too_large,
    Why.NO_SUCH_STACK: T("A stack is 0 or more, not {amount:,}."),
    Why.LET_IT_ACT_FIRST: T("{seat} is in the hand and would have nothing left: let it act first."),
    Why.POINTS_SET: T("The floor sets {seat}'s points to {points:,}."),
    Why.CHIPS_ADDED: T("The floor corrects {seat}'s chips: {amount:,} are added to the table."),
    Why.CHIPS_TAKEN_OFF: T(
        "The floor corrects {seat}'s chips: {amount:,} are taken off the table."
    ),
    Why.TAKE_BACK_FIRST: T("{seat}: take {over:,} back first."),
    Why.PUT_IN_FIRST: T("{seat}: put {lacks:,} in your bet area first."),
    Why.STILL_READ: T("What lies in front of {seat} is still being read."),
    Why.NO_POTS: T("No pots are played for here."),
    Why.POT_GIVEN_WHEN: T(
        "A pot is given at the showdown, while the table is halted, or after the hand."
    ),
    Why.NO_SUCH_POT: T("There is no pot {pot}."),
    Why.POT_GIVEN: T("Pot {pot} has been given."),
    Why.NO_POT_PLAYED: T("There is no pot {pot} of a hand just played."),
    Why.WAS_NOT_IN_HAND: T("{other} was not in the hand."),
    Why.WINNER_LEFT: T(
        "Who played that hand at seat {at} has left: the pot stays as it was given."
    ),
    Why.WINNINGS_SPENT: T("{seat} does not have what it won of that pot any more."),
    Why.COLOUR_UP_BETWEEN_HANDS: T("Chips are coloured up between hands."),
    Why.COLOUR_UP_SMALLEST: T("Only the smallest of several chips is coloured up."),
    Why.NO_TOURNAMENT: T("Only a game with places has levels and breaks that the floor sets."),
    Why.NO_LEVELS: T("This game has no schedule of levels."),
    Why.LEVEL_OR_MINUTES: T("A level is set by its number or by minutes: give one of the two."),
    Why.LEVEL_BETWEEN_HANDS: T("The floor goes to another level between hands."),
    Why.NO_SUCH_LEVEL: no_such_level,
    Why.IS_LEVEL_ALREADY: T("It is level {number} already."),
    Why.ONE_LEVEL_AT_A_TIME: T(
        "The floor goes one level on or one back: level {to} is too far from level {number}."
    ),
    Why.MINUTES_LONGER: T(
        "A level or a break is made longer or shorter by more than 0 and at most {most:,} minutes."
    ),
    Why.LAST_LEVEL: T("Level {number} is the last: it has no end that could be moved."),
    Why.LEVEL_BY_HANDS: T("Level {number} does not go by minutes."),
    Why.LEVEL_IS_OVER: T("Level {number} is over: the next hand begins the next one."),
    Why.BREAK_BETWEEN_HANDS: T("A break is begun and ended between hands."),
    Why.BREAK_LENGTH: T("A break lasts 0 to {most:,} minutes."),
    Why.NO_BREAK: T("There is no break that could end."),
    Why.NO_BUTTON: T("This game is played without a button."),
    Why.BUTTON_BETWEEN_HANDS: T("The floor puts the button at a seat between hands."),
    Why.NO_BUTTON_WITHOUT_CARDS: T(
        "Seat {at} is not dealt into the next hand: the button cannot be there."
    ),
    Why.BUTTON_GOES_ON: T(
        "The button cannot be at seat {at}: by the rules {other} would have the next hand's."
    ),
    Why.LEVEL_NEEDS_CHIP: T("The level still needs it: {amount:,} cannot be made without."),
    Why.EXPOSED_REPLACED: T("That card is being replaced already."),
    Why.EXPOSED_TOO_LATE: T("It is too late: there has been action, the card plays."),
    Why.COUNT_IS_RIGHT: T("{count} hole cards are the right number."),
    Why.NO_FLOP: T("There is no flop to count."),
    Why.JOKER_PLAYS: T("This game is played with jokers: that one plays."),
    Why.JOKER_IS_REPLACED: T("That card is being replaced already."),
    Why.NO_DEALER_CARD: T("No card of the dealer's lies face down."),
    Why.HAS_NO_CARDS: T("{other} has no cards."),
    Why.DEAD_ALREADY: T("{other}'s hand is dead already."),
}
