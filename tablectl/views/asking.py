"""The shape of what is asked: made in ask.py and its neighbours, sent in the view as `ask` with the sentence as `prompt`."""

from msgspec import Struct

KINDS = (
    "halted", "reload", "shoe", "lost", "break", "paused",
    "post", "act", "motion", "awaited", "complete", "show", "muck", "decide", "shot",       # of a seat at its turn
    "bets", "decide_all", "flat_bets",                                                      # of all at once
    "take_back", "deal", "draw",
    "void", "come", "move", "over", "deck", "button", "players", "ready", "next",           # between hands
)


class Ask(Struct, frozen=True):
    """`seats`: who is asked or concerned. `command`: what the floor types, where it has to."""

    kind: str
    headline: str
    sentence: str
    seats: tuple[int, ...] = ()
    command: str = ""
