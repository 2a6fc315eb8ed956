"""Between hands: coming and going, and what is in the way of the next hand."""

from tablectl.engine.state.why import Why
from tablectl.present.reasons.fields import Sentence
from tablectl.text import Amount, Player, T, Text, join_with_and, plural

LIMITED = {"stack": T("A stack"), "chip": T("A chip"), "number": T("A number")}


def too_much(*, what: str, amount: int | None) -> Text:
    """`amount`: None stands for a number with more digits than anybody would read."""
    text = (
        T("{What} is at most {most:,}.")
        if amount is None
        else T("{What} is at most {most:,}, not {amount:,}.")
    )
    return text(What=LIMITED[what])


def buys_too_much(*, amount: int | None) -> Text:
    if amount is None:
        return T("With {chips:,} more {seat}'s stack could be at most {most:,}.")
    return T("With {chips:,} more {seat}'s stack could be at most {most:,}, not {amount:,}.")


def game_over(*, seats: tuple[int, ...], points: int | None) -> Text:
    if not seats:  # who has won has left
        return T("The game is over. The floor begins a new game.")
    who = join_with_and(map(Player, seats))
    if points is None:
        return plural(
            "The game is over: {players} has won. The floor begins a new game.",
            "The game is over: {players} have won. The floor begins a new game.",
            len(seats),
            players=who,
        )
    return plural(
        "The game is over: {players} has won with {points:,} points. The floor begins a new game.",
        "The game is over: {players} have won with {points:,} points. The floor begins a new game.",
        len(seats),
        players=who,
    )


def stack_foreign(*, chips: tuple[int, ...]) -> Text:
    return T(
        "{seat}'s stack holds chips of {chips}, which this table does not play with.",
        chips=join_with_and(map(Amount, chips)),
    )


SENTENCES: dict[str, Sentence] = {
    Why.NO_SUCH_SEAT: T("There is no seat {number} at this table."),
    Why.TOO_MUCH: too_much,
    Why.SITS_WITH_NOTHING: T("Nobody sits down at seat {at} with {chips:,} chips."),
    Why.SEAT_TAKEN: T("Seat {at} is taken."),
    Why.LATE_ENTRY_OVER: T("Seat {at}: late entry is over."),
    Why.CHOOSE_BETWEEN_HANDS: T("{seat}: choose between hands."),
    Why.SIT_IN_FIRST: T("{seat}: sit in first."),
    Why.OWES_NOTHING: T("{seat} owes nothing."),
    Why.NO_CHOICE: T("{seat} has no choice: the house has set it."),
    Why.CANNOT_POST_YET: T(
        "{seat} cannot post yet: after a missed big blind the small blind and the button pass too."
    ),
    Why.CANNOT_BUY_BUTTON: T(
        "{seat} cannot buy the button: only a newcomer between the button and the small blind may."
    ),
    Why.BUTTON_NOT_FOR_SALE: T("{seat} cannot buy the button in this hand: choose again."),
    Why.NO_CHIPS_BOUGHT: T("This game is played for points: no chips are bought."),
    Why.CANNOT_BUY: T("{seat} cannot buy {chips:,} chips."),
    Why.NO_REBUYS: T("There are no rebuys here."),
    Why.BUYS_TOO_MUCH: buys_too_much,
    Why.BREAK: T("A break of {minutes:g} minutes; then level {level}."),
    Why.ON_BREAK: T("The table is on a break: no hand starts before it ends."),
    Why.HALTED: T("The table is halted: the floor rules on that first."),
    Why.PAUSED: T("The floor has paused play: it goes on at the floor's word."),
    Why.HAND_RUNNING: T("Hand {hand} is still being played."),
    Why.DRAW_RUNNING: T("The draw for the button is not over."),
    Why.DECK_UNCHECKED: T("No hand starts before the floor has checked the deck."),
    Why.CUT_AWAITED: T("No hand starts before {seat} has cut the deck and pressed CONFIRM."),
    Why.FROM_THE_NEXT_GAME: T("From the next game on: {settings}."),
    Why.NEW_IN_THIS_GAME: T("New in this game: {settings}."),
    Why.MOVE_TO_STACK: T("{seat}: move {amount:,} from your bet area to your stack."),
    Why.MOVE_TO_HOUSE: T("{seat}: move {amount:,} from your bet area to the house."),
    Why.MOVE_TO_WINNER: T("{seat}: move {amount:,} from your bet area to the pot's winner."),
    Why.STACK_BEYOND: T(
        "{seat}'s stack holds {amount:,} too much: {sensed:,} lie there, and the table counts "
        "{ledger:,}."
    ),
    Why.STACK_LACKS: T(
        "{seat}'s stack lacks {amount:,}: {sensed:,} lie there, and the table counts {ledger:,}."
    ),
    Why.STACK_FOREIGN: stack_foreign,
    Why.TOO_FEW_PLAYERS: T("A hand needs {fewest} players; there is {able}."),
    Why.GAME_OVER: game_over,
    Why.NOT_FOR_POINTS: T("This game is not played for points."),
    Why.GAME_BETWEEN_HANDS: T("A new game begins between hands."),
}
