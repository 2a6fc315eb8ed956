"""What the floor may do, by name: its group, what it is in a sentence, and the clause that says so.

`tablectl rule --help` and the floor's page show the same. Those of the group `people` are no
rulings: each is a line of the control socket by itself.
"""

from collections.abc import Iterator

from tablectl.structs import Frozen
from tablectl.text import T, Text

GROUPS: dict[str, Text] = {
    "halted": T("What is halted, and play itself"),
    "seen": T("What eyes have seen"),
    "corrected": T("Corrections, each with a reason"),
    "scheduled": T("Levels, breaks and the button, each with a reason"),
    "bets": T("Against the house, and for points"),
    "people": T("Who plays"),
}
SENTENCES: dict[str, Text] = {
    "confirm": T("Do what the rulebook prescribes, as the screen shows it."),
    "resume": T("Drop what was reported: same turn, what was left of its clock."),
    "misdeal": T("A misdeal: every chip goes back, same button. Until two players have acted."),
    "void": T("The hand is void: every chip goes back, same button. Until the pot is pushed."),
    "card": T("Name the card that could not be read, where it lies face up."),
    "reshuffled": T("The shoe holds the stub again, shuffled."),
    "deck_checked": T("The deck has been counted and is sound."),
    "undo": T("Take back the last ruling, or shot; one deep, until the next act, card or chips."),
    "pause": T("Hold the table: all clocks stand, nobody acts, until go-on."),
    "go_on": T("Play goes on after a pause."),
    "exposed": T("A hole card of a seat was turned up by the deal."),
    "wrong_count": T("A seat has too many or too few hole cards; without a seat: the flop has."),
    "joker": T("A seat has a joker among its hole cards."),
    "misplaced": T("The hole cards of two seats lie exchanged."),
    "dealer_exposed": T("The dealer's cards were seen before the river."),
    "chips": T("Set a seat's stack to what was counted."),
    "act": T("Act for the seat whose turn it is."),
    "dead": T("A hand is dead: what it put in stays in the pot."),
    "award": T("Give a pot to one seat or several."),
    "colour_up": T("Take the smallest chip out of play: odd chips are rounded up."),
    "level": T("Go one level on or back, or make the level or break longer or shorter."),
    "break": T("A break of so many minutes from now; 0 ends the break that is on."),
    "button": T("Put the button at a seat: it has the next hand's."),
    "close_bets": T("No more bets."),
    "made": T("The shot was made."),
    "missed": T("The shot was missed."),
    "new_game": T("Begin a new game: all points are 0."),
    "start": T("Begin the next hand."),
    "sits": T("Somebody sits down with chips."),
    "buys": T("A seat buys chips: they count from the next hand."),
    "leaves": T("Somebody leaves the table."),
}
CLAUSES = {  # by group, in the order of --help
    "halted": "confirm F-6, resume F-6, misdeal G-4, void G-4, card G-10, reshuffled L-22, "
    "deck_checked G-10, undo F-6, pause F-6, go_on F-6",
    "seen": "exposed L-15, wrong_count L-17, joker L-14, misplaced F-2, dealer_exposed D-11",
    "corrected": "chips F-6, act F-6, dead F-6, award F-6, colour_up F-10",
    "scheduled": "level F-14, break F-14, button H-8",
    "bets": "close_bets D-1, made M-12, missed M-12, new_game M-8",
    "people": "start F-5, sits F-4, buys F-4, leaves F-7",
}


class Help(Frozen):
    ruling: str
    group: str
    sentence: Text
    clause: str


def _list_help() -> Iterator[Help]:
    for group, rulings in CLAUSES.items():
        for ruling, clause in (one.split() for one in rulings.split(", ")):
            yield Help(ruling, group, SENTENCES[ruling], clause)


HELP: dict[str, Help] = {one.ruling: one for one in _list_help()}
