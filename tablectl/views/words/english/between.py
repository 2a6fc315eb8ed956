"""Between hands: coming and going, and what is in the way of the next hand."""


from tablectl.engine.state.why import Why
from tablectl.locale import Translator
from tablectl.locale.translator import Texts
from tablectl.views.words.template import Names, Sentence

SETTINGS_TOLD = 3                # of those changed; the log has all
LIMITED: Texts = {"stack": "A stack", "chip": "A chip", "number": "A number"}


def too_much(*, what: str, most: int, amount: int | None, tr: Translator) -> str:
    """`amount`: None stands for a number with more digits than anybody would read."""
    if amount is None:
        return tr("{What} is at most {most:,}.", What=tr(LIMITED[what]), most=most)
    return tr("{What} is at most {most:,}, not {amount:,}.", What=tr(LIMITED[what]), most=most, amount=amount)


def buys_too_much(*, seat: str, chips: int, most: int, amount: int | None, tr: Translator) -> str:
    if amount is None:
        return tr("With {chips:,} more {seat}'s stack could be at most {most:,}.", seat=seat, chips=chips, most=most)
    return tr("With {chips:,} more {seat}'s stack could be at most {most:,}, not {amount:,}.",
              seat=seat, chips=chips, most=most, amount=amount)


def game_over(*, seats: tuple[int, ...], points: int | None, names: Names, tr: Translator) -> str:
    who = tr.listed([names(seat) for seat in seats]) if seats else tr("nobody left")
    if points is None:
        return tr.plural(
            "The game is over: {players} has won. The floor begins a new game.",
            "The game is over: {players} have won. The floor begins a new game.", max(1, len(seats)), players=who)
    return tr.plural(
        "The game is over: {players} has won with {points:,} points. The floor begins a new game.",
        "The game is over: {players} have won with {points:,} points. The floor begins a new game.",
        max(1, len(seats)), players=who, points=points)


def stack_foreign(*, Seat: str, chips: tuple[int, ...], tr: Translator) -> str:       # a field of sentences
    return tr("{Seat}'s stack holds chips of {chips}, which this table does not play with.",
              Seat=Seat, chips=tr.listed([tr.number(chip) for chip in chips]))


def from_the_next_game(*, changes: tuple[str, ...], tr: Translator) -> str:
    return tr("From the next game on: {settings}.", settings=_first_of(changes))


def new_in_this_game(*, changes: tuple[str, ...], tr: Translator) -> str:
    return tr("New in this game: {settings}.", settings=_first_of(changes))


def _first_of(changes: tuple[str, ...]) -> str:
    return ", ".join(changes[:SETTINGS_TOLD]) + (", …" if len(changes) > SETTINGS_TOLD else "")


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
    Why.CUT_AWAITED: "No hand starts before {seat} has cut the deck and pressed CONFIRM.",
    Why.FROM_THE_NEXT_GAME: from_the_next_game,
    Why.NEW_IN_THIS_GAME: new_in_this_game,
    Why.MOVE_TO_STACK: "{Seat}: move {amount:,} from your bet area to your stack.",
    Why.MOVE_TO_HOUSE: "{Seat}: move {amount:,} from your bet area to the house.",
    Why.MOVE_TO_WINNER: "{Seat}: move {amount:,} from your bet area to the pot's winner.",
    Why.STACK_BEYOND: "{Seat}'s stack holds {amount:,} too much: {sensed:,} lie there, and the table counts {ledger:,}.",
    Why.STACK_LACKS: "{Seat}'s stack lacks {amount:,}: {sensed:,} lie there, and the table counts {ledger:,}.",
    Why.STACK_FOREIGN: stack_foreign,
    Why.TOO_FEW_PLAYERS: "A hand needs {fewest} players; there is {able}.",
    Why.GAME_OVER: game_over,
    Why.NOT_FOR_POINTS: "This game is not played for points.",
    Why.GAME_BETWEEN_HANDS: "A new game begins between hands.",
}
