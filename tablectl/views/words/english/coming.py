"""What is asked between two hands, and what is in the way of the next one."""

from collections.abc import Callable

from tablectl.rules.wording import counted, either, listed, ordinal
from tablectl.views.says import Says
from tablectl.views.words.english.fields import started, started_name
from tablectl.views.words.template import Names, Sentence


def group(does: str) -> Callable[..., str]:
    """"To your stack: Hanna 5, Luca 20."; many are not all named."""
    def told(*, named: tuple[str, ...], more: int) -> str:
        return f"{does}: {', '.join(named)}{f' and {more} more' if more else ''}."

    return told


def cleared(*, groups: tuple[str, ...]) -> str:
    return " ".join(groups)


def come_in(*, Seat: str, choices: tuple[str, ...]) -> str:     # a field of sentences
    return f"{Seat}: {either(choices)}."


def post_to_come(*, total: int, live: int) -> str:
    parts = f" ({live:,} plays as your bet, {total - live:,} goes to the pot)" if total > live else ""
    return f"post {total:,} to be dealt in{parts}"


def waiting_for(*, fewest: int) -> str:
    wanted = {1: "a player", 2: "a second player"}.get(fewest)
    return f"Waiting for {wanted or f'{counted(fewest)} players'}"


def positions(*, button: int, small: int | None, big: int | None, names: Names) -> str:
    blinds = [f"{word} {started_name(names, seat)}" for word, seat in (("small blind", small), ("big blind", big)) if seat]
    told = [f"Button: {started_name(names, button)}.", *([f"{started(', '.join(blinds))}."] if blinds else [])]
    return " ".join(told)


def won_by(*, Seats: tuple[str, ...], contest: str) -> str:     # a field of sentences
    return f"{listed(Seats)} {'share' if len(Seats) > 1 else 'wins'} the {contest}"


def places(*, places: tuple[int, ...], Seats: tuple[str, ...], points: tuple[int | None, ...]) -> str:  # a field of sentences
    told = [f"{ordinal(place)} {seat}{'' if scored is None else f' {scored:,}'}"
            for place, seat, scored in zip(places, Seats, points, strict=True)]
    return f"{', '.join(told)}."


SENTENCES: dict[str, Sentence] = {
    Says.CLEAR: "Clear the bet areas",
    Says.CLEARED: cleared,
    Says.TO_TAKE_BACK: group("Take back"),
    Says.TO_PUT_BACK: group("Put back"),
    Says.UNSEEN: group("No connection"),
    Says.TO_HOUSE: group("To the house"),
    Says.TO_STACK: group("To your stack"),
    Says.STILL_TO_DO: group("Still to do"),
    Says.AMOUNT_OF: "{Seat} {amount:,}",
    Says.PLACE: "Seat {at}",
    Says.CHIPS_BACK: "Take your chips back",
    Says.THEN_DEALT: "Then hand {hand} is dealt. {left}",
    Says.MOVE_TO_STACK: "{Seat}: move {amount:,} to your stack",
    Says.LEAVE_TO_HOUSE: "{Seat}: leave {amount:,} for the house",
    Says.NEXT_HAND_WAITS: "The next hand waits for it.",
    Says.STACK_HOLDS_MORE: "{Seat}: {amount:,} too much",
    Says.STACK_HOLDS_FOREIGN: "{Seat}: foreign chips",
    Says.STACK_TAKES_IN: "{Seat}: put {amount:,} on your stack",
    Says.STACK_IS_COUNTED: "{sensed:,} lie there; the table counts {ledger:,}.",
    Says.STACKS_DIFFER: "Put the stacks right",
    Says.TO_TAKE_OUT: group("Too much"),
    Says.TO_CHANGE: group("Foreign chips"),
    Says.TO_TAKE_IN: group("Still to take in"),
    Says.STACK_AS_RULED: "{Seat}'s stack is sensed as {sensed:,} and counts as {ledger:,}: the floor has ruled so.",
    Says.STACK_UNSENSED: "{Seat} does not sense its stack.",
    Says.STACK_UNHEARD: "{Seat} is not heard: nobody knows what lies on its stack.",
    Says.COME_IN: come_in,
    Says.WAIT_FOR_BLIND: "wait for the big blind",
    Says.POST_TO_COME: post_to_come,
    Says.BUY_BUTTON: "buy the button for {total:,}",
    Says.CHECK_DECK: "Floor: check the deck",
    Says.COUNT_DECK: "Count the deck ({count}) and look at the backs.",
    Says.HAS_BUTTON: "{Seat} has the button",
    Says.SHUFFLE: "Shuffle for the first hand.",
    Says.WAITING_FOR: waiting_for,
    Says.SIT_DOWN: "Sit down at any free seat.",
    Says.READY: "Ready for hand {hand}",
    Says.MAY_BEGIN: "The next hand can begin.",
    Says.NEXT_HAND_IN: "Next hand in {seconds}",
    Says.NEXT_HAND: "Hand {hand}.",
    Says.POSITIONS: positions,
    Says.WON_BY: won_by,
    Says.PLACES: places,
}
