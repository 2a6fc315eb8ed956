"""What play waits for until it is right, what is to be done about it, and what a player who acts meanwhile is answered."""

from typing import Final

from tablectl.engine.state.why import Why
from tablectl.views.says import Says
from tablectl.views.words.template import Sentence

NOT_RIGHT: Final = {
    "emergency_stop": "The emergency stop is pressed", "lid": "The lid of the shoe is open",
    "jam": "A card is jammed in the shoe", "key_switch": "The key switch is turned",
    "deck": "No deck has been put into play", "logic_door": "The door of the electronics is open",
    "switches": "The switches of the table are not read",
}
RIGHT: Final = {
    "emergency_stop": "The emergency stop is released", "lid": "The lid of the shoe is closed", "jam": "The jam is cleared",
    "key_switch": "The key switch is turned back", "deck": "A deck is in play",
    "logic_door": "The door of the electronics is shut", "switches": "The switches of the table are read",
}
PUT_RIGHT: Final = {
    "emergency_stop": "Release the emergency stop", "lid": "Close the lid of the shoe", "jam": "Clear the jam in the shoe",
    "key_switch": "Turn the key switch back", "deck": "Put a deck into play",
    "logic_door": "Shut the door of the electronics", "switches": "Have the table's pins seen to",
}
CLEARS: Final = {
    "emergency_stop": "Leave cards and chips where they lie. Once it is released the floor lets play go on.",
    "lid": "Close it: play goes on by itself.", "jam": "Clear it: play goes on by itself.",
    "key_switch": "Turn it back: play goes on by itself.", "deck": "Put one into play: play goes on by itself.",
    "logic_door": "Only the card room opens it. Once it is shut the floor lets play go on.",
    "switches": "Whether a stop is pressed is not known. Its log says why: play goes on by itself once they are read.",
}


def is_not_right(*, hold: str) -> str:
    return f"{NOT_RIGHT[hold]}."


def is_right_again(*, hold: str) -> str:
    return f"{RIGHT[hold]}."


def put_it_right(*, hold: str) -> str:
    return PUT_RIGHT[hold]


def clears(*, hold: str) -> str:
    return CLEARS[hold]


def hold_began(*, hold: str) -> str:
    return f"{NOT_RIGHT[hold]}: play stands still."


def hold_right(*, hold: str) -> str:
    return f"{RIGHT[hold]}: play goes on at the floor's word."


def hold_ended(*, hold: str) -> str:
    return f"{RIGHT[hold]}."


def held(*, hold: str) -> str:
    return f"{NOT_RIGHT[hold]}: nothing is accepted until that is right."


SENTENCES: dict[str, Sentence] = {
    Why.HELD: held,
    Why.HOLD_BEGAN: hold_began,
    Why.HOLD_RIGHT: hold_right,
    Why.HOLD_ENDED: hold_ended,
}

SAYS: dict[str, Sentence] = {
    Says.IS_NOT_RIGHT: is_not_right,
    Says.IS_RIGHT_AGAIN: is_right_again,
    Says.PUT_IT_RIGHT: put_it_right,
    Says.CLEARS: clears,
    Says.GOES_ON_BY_ITSELF: "Leave your chips where they lie. Play goes on by itself.",
    Says.FLOOR_IS_ASKED: "Floor: let play go on",
    Says.FLOOR_LETS_GO_ON: "Look at cards and chips. Then the floor lets play go on.",
}
