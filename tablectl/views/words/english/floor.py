"""Why a ruling is refused."""

from tablectl.engine.state.why import Values, Why
from tablectl.locale import Translator
from tablectl.views.words.template import Names, Sentence, filled


def cannot_go_on(*, values: Values, names: Names, tr: Translator) -> str:
    language = names.language
    way = filled(language.ways[str(values["way"])], language.fields(values, names), tr)
    return tr("Play cannot go on with it: {way}", way=way)


def stack_too_large(*, seat: str, most: int, amount: int | None, tr: Translator) -> str:
    if amount is None:
        return tr("With what it has bought {seat}'s stack is at most {most:,}.", seat=seat, most=most)
    return tr("With what it has bought {seat}'s stack is at most {most:,}, not {amount:,}.", seat=seat, most=most, amount=amount)


def no_such_level(*, number: int, count: int, tr: Translator) -> str:
    return tr.plural("There is no level {number}: the schedule has one.", "There is no level {number}: the schedule has {count}.",
                     count, number=number, count=count)


SENTENCES: dict[str, Sentence] = {
    Why.OTHER_CASE: "The table is halted for case {case}, not for case {number}.",
    Why.NO_CASE: "The table is not halted.",
    Why.POTS_LEFT: "A pot has been given: the floor gives the rest, too.",
    Why.LOAD_FIRST: "Load the shoe with the stub first, then rule reshuffled.",
    Why.NOTHING_WAITS: "Nothing waits for the floor.",
    Why.NO_HAND: "No hand is being played.",
    Why.TOO_LATE_FOR_MISDEAL: "It is too late for a misdeal: {acted} players have acted.",
    Why.NOTHING_HALTED: "Nothing is halted.",
    Why.CANNOT_GO_ON: cannot_go_on,
    Why.NO_RESHUFFLE: "No reshuffle is asked for.",
    Why.HALT_FIRST: "The floor rules on what is halted first.",
    Why.NO_BETS_OPEN: "No bets are open.",
    Why.DECK_NOT_IN_DOUBT: "The deck was not in doubt.",
    Why.DECK_IN_PLAY: "The deck is checked after the hand.",
    Why.PAUSED_ALREADY: "Play is paused already.",
    Why.NOT_PAUSED: "Play is not paused.",
    Why.NOTHING_RULED: "Nothing has been ruled since the last act, card, chips or start. A fold or a check: UNDO at its seat.",
    Why.NAME_TWO_SEATS: "Name the two seats whose cards lie exchanged.",
    Why.NAME_POT_SEATS: "Name the seats that the pot goes to, each once.",
    Why.NOBODY_IN_TURN: "The floor acts for a seat in turn only: nobody is asked.",
    Why.FLOOR_OUT_OF_TURN: "The floor acts for a seat in turn only: it is {other}'s turn.",
    Why.NO_SUCH_ACT: 'There is no act "{act}".',
    Why.ACT_NEEDS_AMOUNT: "A {act} needs an amount.",
    Why.NO_HAND_TO_KILL: "{Seat} has no hand that could be declared dead.",
    Why.STACK_TOO_LARGE: stack_too_large,
    Why.NO_SUCH_STACK: "A stack is 0 or more, not {amount:,}.",
    Why.LET_IT_ACT_FIRST: "{Seat} is in the hand and would have nothing left: let it act first.",
    Why.POINTS_SET: "The floor sets {seat}'s points to {points:,}.",
    Why.CHIPS_ADDED: "The floor corrects {seat}'s chips: {amount:,} are added to the table.",
    Why.CHIPS_TAKEN_OFF: "The floor corrects {seat}'s chips: {amount:,} are taken off the table.",
    Why.TAKE_BACK_FIRST: "{Seat}: take {over:,} back first.",
    Why.PUT_IN_FIRST: "{Seat}: put {lacks:,} in your bet area first.",
    Why.STILL_READ: "What lies in front of {seat} is still being read.",
    Why.NO_POTS: "No pots are played for here.",
    Why.POT_GIVEN_WHEN: "A pot is given at the showdown, while the table is halted, or after the hand.",
    Why.NO_SUCH_POT: "There is no pot {pot}.",
    Why.POT_GIVEN: "Pot {pot} has been given.",
    Why.NO_POT_PLAYED: "There is no pot {pot} of a hand just played.",
    Why.WAS_NOT_IN_HAND: "{Other} was not in the hand.",
    Why.WINNER_LEFT: "Who played that hand at seat {at} has left: the pot stays as it was given.",
    Why.WINNINGS_SPENT: "{Seat} does not have what it won of that pot any more.",
    Why.COLOUR_UP_BETWEEN_HANDS: "Chips are coloured up between hands.",
    Why.COLOUR_UP_SMALLEST: "Only the smallest of several chips is coloured up.",
    Why.NO_TOURNAMENT: "Only a game with places has levels and breaks that the floor sets.",
    Why.NO_LEVELS: "This game has no schedule of levels.",
    Why.LEVEL_OR_MINUTES: "A level is set by its number or by minutes: give one of the two.",
    Why.LEVEL_BETWEEN_HANDS: "The floor goes to another level between hands.",
    Why.NO_SUCH_LEVEL: no_such_level,
    Why.IS_LEVEL_ALREADY: "It is level {number} already.",
    Why.ONE_LEVEL_AT_A_TIME: "The floor goes one level on or one back: level {to} is too far from level {number}.",
    Why.MINUTES_LONGER: "A level or a break is made longer or shorter by more than 0 and at most {most:,} minutes.",
    Why.LAST_LEVEL: "Level {number} is the last: it has no end that could be moved.",
    Why.LEVEL_BY_HANDS: "Level {number} does not go by minutes.",
    Why.LEVEL_IS_OVER: "Level {number} is over: the next hand begins the next one.",
    Why.BREAK_BETWEEN_HANDS: "A break is begun and ended between hands.",
    Why.BREAK_LENGTH: "A break lasts 0 to {most:,} minutes.",
    Why.NO_BREAK: "There is no break that could end.",
    Why.LEVEL_NEEDS_CHIP: "The level still needs it: {amount:,} cannot be made without.",
    Why.EXPOSED_REPLACED: "That card is being replaced already.",
    Why.EXPOSED_TOO_LATE: "It is too late: there has been action, the card plays.",
    Why.COUNT_IS_RIGHT: "{count} hole cards are the right number.",
    Why.NO_FLOP: "There is no flop to count.",
    Why.JOKER_PLAYS: "This game is played with jokers: that one plays.",
    Why.JOKER_IS_REPLACED: "That card is being replaced already.",
    Why.NO_DEALER_CARD: "No card of the dealer's lies face down.",
    Why.HAS_NO_CARDS: "{Other} has no cards.",
    Why.DEAD_ALREADY: "{Other}'s hand is dead already.",
}
