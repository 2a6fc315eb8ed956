"""What the page of a seat says to its player alone: keys that may be pressed whatever is asked,
what an undo would take back, and what is to be done by hand.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tablectl import view
from tablectl.engine.questions import next_place, shooting_now, why_no_shot_undo
from tablectl.engine.state.player import Player
from tablectl.engine.state.table import Table
from tablectl.present.seats import undo_seat
from tablectl.present.street import seats_before
from tablectl.present.terms import line_name
from tablectl.text import Names, T, Text, say

FREE_KEYS = {
    "sit_out": T("SIT OUT"),
    "sit_in": T("SIT IN"),
    "call_floor": T("CALL THE FLOOR"),
}
UNDO = T("UNDO")
ACTS_AFTER = T("You act after {other}.")
UNTIL_ACT = T("Until {other} acts.")
UNTIL_ANY_ACT = T("Until somebody acts.")
UNTIL_CARD = T("Until the next card is dealt.")
UNTIL_HAND = T("Until the next hand begins.")
TAKES_ANSWER = T("Takes your answer back.")
TAKES_DECLARED = T("Takes back what you have declared.")
TAKES_MADE, TAKES_MISSED = (
    T("Takes back: try {number} made."),
    T("Takes back: try {number} missed."),
)
PUT, PUT_TO = (
    T("Put {amount:,} in front of you."),
    T("Put in chips until {amount:,} lies in front of you."),
)
PUT_ALL = T("Put all your chips in front of you.")
PUT_ON = T("Put {amount:,} on the {line}.")
TO_MUCK = T("Lay your cards on the muck.")
# of the middle, by its name: what is given to it, and taken from it
MIDDLE = {
    "pot": (T("Put {amount:,} into the pot."), T("Take {amount:,} from the pot.")),
    "house": (T("Leave {amount:,} for the house."), T("Take {amount:,} from the house.")),
}
# in these each seat may change its answer until all have given one
OF_ANSWERS = ("ante_window", "flat_bets")
# asked for in these rounds, by the lines of a bet against the house
LINES_OF = {"ante_window": ("ante", "bonus"), "call_or_fold": ("call",)}


def with_pages(
    seats: Mapping[str, view.Seat],
    t: Table,
    accepted: Sequence[view.Key],
    moves: Sequence[view.Move],
    pages: Collection[int],
    names: Names,
) -> dict[str, view.Seat]:
    """The seats, those of `pages` with what their own page says. `accepted`: the keys that answer
    a question.
    """
    answering = [key.seat for key in accepted if key.key == "undo"]
    undoing = (*answering, *_undoing_seats(t))
    before, free, said = seats_before(t), _free_keys(names), dict(seats)
    for n in pages:
        if (s := t.seats[n - 1]).status == "empty":
            continue
        found: dict[str, Any] = {"any_time": free[s.is_absent, n in t.called]}
        if n in undoing:
            found["undo_until"] = say(_undo_sentence(t, n), names)
            if n not in answering:
                found["any_time"] += (view.FreeKey("undo", say(UNDO, names)),)
        if n in before:
            found["acts_after"] = say(ACTS_AFTER(other=before[n]), names)
        if tasks := _tasks(t, n, moves):
            found["to_do"] = tuple([say(task, names) for task in tasks])
        said[str(n)] = replace(seats[str(n)], **found)
    return said


def _free_keys(names: Names) -> dict[tuple[bool, bool], tuple[view.FreeKey, ...]]:
    """By whether the player sits out, and has called the floor."""
    out, back, call = [view.FreeKey(key, say(word, names)) for key, word in FREE_KEYS.items()]
    return {
        (False, False): (out, call),
        (False, True): (out,),
        (True, False): (back, call),
        (True, True): (back,),
    }


def _undoing_seats(t: Table) -> list[int]:
    """The seats that may press `undo`, though nothing is asked of them."""
    if t.is_stopped:
        return []
    if t.kind in OF_ANSWERS:
        players = t.playing.players.values()
        return [player.number for player in players if player.has_answered or _has_declared(player)]
    was = t.undo.act
    if was is not None and was.kind == "shots":
        shooter = was.to_act
        return [shooter] if shooter and why_no_shot_undo(t, shooter) is None else []
    number = undo_seat(t)
    return [number] if number is not None else []


def _has_declared(player: Player) -> bool:
    return player.begun is not None and not player.begun.is_moving


def _undo_sentence(t: Table, number: int) -> Text:
    """Until when the seat may press `undo`, or what it takes back. Only where it may."""
    was, player = t.undo.act, t.player(number)
    if was is not None and was.kind == "shots":
        at = shooting_now(was)
        is_made = t.of_points.tries[-1]
        return (TAKES_MADE if is_made else TAKES_MISSED)(number=at.failed + 1)
    if player.begun is not None or (t.to_act == number and t.wager is not None):
        return TAKES_DECLARED
    if t.kind in OF_ANSWERS:
        return TAKES_ANSWER
    if t.to_act is not None:
        return UNTIL_ACT(other=t.to_act)
    if t.hand is None:
        return UNTIL_HAND
    return UNTIL_CARD if next_place(t) is not None else UNTIL_ANY_ACT


def _tasks(t: Table, number: int, moves: Sequence[view.Move]) -> Sequence[Text]:
    """What the player of a seat has to do by hand. Chips of a hand are named where nobody senses
    them; where they are, the table asks for what lacks.
    """
    if t.hand is None:
        return _moves_of(f"seat-{number}", moves)
    player = t.player(number)
    if player.did is not None and player.did.what == "fold":
        return (TO_MUCK,)
    if t.settings.chips_sensed or t.score is not None:
        return ()
    return _chips_to_put(t, player)


def _moves_of(place: str, moves: Sequence[view.Move]) -> list[Text]:
    tasks = []
    for move in moves:
        if move.done or place not in (move.giver, move.taker):
            continue
        if move.giver == move.taker:
            tasks.append(T("Take your {amount:,} back.", amount=move.amount))
        elif move.giver == place:
            give = T("Give {amount:,} to {other}.")
            tasks.append(_with_other(MIDDLE.get(move.taker, (give,))[0], move.taker, move.amount))
        else:
            take = T("Take {amount:,} from {other}.")
            tasks.append(
                _with_other(MIDDLE.get(move.giver, (take, take))[1], move.giver, move.amount)
            )
    return tasks


def _with_other(text: Text, place: str, amount: int) -> Text:
    if place in MIDDLE:
        return text(amount=amount)
    return text(amount=amount, other=int(place.removeprefix("seat-")))


def _chips_to_put(t: Table, player: Player) -> list[Text]:
    if lines := LINES_OF.get(t.kind):
        bets = {line: getattr(player.bets, line) for line in lines}
        return [PUT_ON(amount=bet, line=line_name(line)) for line, bet in bets.items() if bet]
    did = player.did
    if did is None or not did.amount:
        return []
    if did.what == "all_in":
        return [PUT_ALL]
    return [(PUT_TO if did.what == "raise" else PUT)(amount=did.amount)]
