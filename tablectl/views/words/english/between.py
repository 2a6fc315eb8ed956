"""Between hands: coming and going, and what is in the way of the next hand."""

from tablectl.engine.state.why import Why
from tablectl.views.words.english.fields import listed
from tablectl.views.words.template import Names, Sentence


def too_much(*, what: str, most: int, amount: int | None) -> str:
    return f"A {what} is at most {most:,}{not_so_much(amount)}."


def buys_too_much(*, seat: str, chips: int, most: int, amount: int) -> str:
    return f"With {chips:,} more {seat}'s stack could be at most {most:,}{not_so_much(amount)}."


def not_so_much(amount: int | None) -> str:
    """The end of the sentence; None stands for a number with more digits than anybody would read."""
    return "" if amount is None else f", not {amount:,}"


def game_over(*, seats: tuple[int, ...], points: int | None, names: Names) -> str:
    won = f"{listed([names(seat) for seat in seats]) if seats else 'nobody left'} {'have' if len(seats) > 1 else 'has'} won"
    total = "" if points is None else f" with {points:,} points"
    return f"The game is over: {won}{total}. The floor begins a new game."


def stack_foreign(*, Seat: str, chips: tuple[int, ...]) -> str:       # a field of sentences
    return f"{Seat}'s stack holds chips of {listed([f'{chip:,}' for chip in chips])}, which this table does not play with."


SENTENCES: dict[str, Sentence] = {
    Why.NO_SUCH_SEAT: "There is no seat {number} at this table.",
    Why.TOO_MUCH: too_much,
    Why.SITS_WITH_NOTHING: "Nobody sits down at seat {at} with {chips:,} chips.",
    Why.SEAT_TAKEN: "Seat {at} is taken.",
    Why.LATE_ENTRY_OVER: "Seat {at}: late entry is over.",
    Why.CHOOSE_BETWEEN_HANDS: "{Seat}: choose between hands.",
    Why.SIT_IN_FIRST: "{Seat}: sit in first.",
    Why.OWES_NOTHING: "{Seat} owes nothing.",
    Why.NO_CHOICE: "{Seat} has no choice: the house has set it.",
    Why.CANNOT_POST_YET: "{Seat} cannot post yet: after a missed big blind the small blind and the button pass too.",
    Why.CANNOT_BUY_BUTTON: "{Seat} cannot buy the button: only a newcomer between the button and the small blind may.",
    Why.BUTTON_NOT_FOR_SALE: "{Seat} cannot buy the button in this hand: choose again.",
    Why.NO_CHIPS_BOUGHT: "This game is played for points: no chips are bought.",
    Why.CANNOT_BUY: "{Seat} cannot buy {chips:,} chips.",
    Why.NO_REBUYS: "There are no rebuys here.",
    Why.BUYS_TOO_MUCH: buys_too_much,
    Why.BREAK: "A break of {minutes:g} minutes; then level {level}.",
    Why.ON_BREAK: "The table is on a break: no hand starts before it ends.",
    Why.HALTED: "The table is halted: the floor rules on that first.",
    Why.PAUSED: "The floor has paused play: it goes on at the floor's word.",
    Why.HAND_RUNNING: "Hand {hand} is still being played.",
    Why.DRAW_RUNNING: "The draw for the button is not over.",
    Why.DECK_UNCHECKED: "No hand starts before the floor has checked the deck.",
    Why.MOVE_TO_STACK: "{Seat}: move {amount:,} from your bet area to your stack.",
    Why.MOVE_TO_HOUSE: "{Seat}: move {amount:,} from your bet area to the house.",
    Why.STACK_BEYOND: "{Seat}'s stack holds {amount:,} too much: {sensed:,} lie there, and the table counts {ledger:,}.",
    Why.STACK_LACKS: "{Seat}'s stack lacks {amount:,}: {sensed:,} lie there, and the table counts {ledger:,}.",
    Why.STACK_FOREIGN: stack_foreign,
    Why.TOO_FEW_PLAYERS: "A hand needs {fewest} players; there is {able}.",
    Why.GAME_OVER: game_over,
    Why.NOT_FOR_POINTS: "This game is not played for points.",
    Why.GAME_BETWEEN_HANDS: "A new game begins between hands.",
}
