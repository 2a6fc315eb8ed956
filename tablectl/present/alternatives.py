"""The ways on that stand on the bar while the table waits for the floor: a few of what may be
ruled now.
"""

from collections.abc import Iterable
from typing import NamedTuple

from tablectl.engine.state.hold import Clears, Hold
from tablectl.engine.state.table import Table
from tablectl.present.reasons import remedy_steps
from tablectl.present.reasons.holds import KINDS
from tablectl.present.terms import BACK
from tablectl.rules.irregular import Remedy
from tablectl.text import Names, T, Value, join_parts, plural, say
from tablectl.view import Alternative, Ruling

# that stand beside each other with their commands; all stand in `rule status`
MOST = 3
PRESCRIBED = ("card", "confirm", "reshuffled", "go_on", "deck_checked")  # the rulebook's way
# from the mildest to the hardest
OTHERS = ("confirm", "resume", "act", "dead", "chips", "misdeal", "void")
ABOUT_CHIPS = (Remedy.PUT_RIGHT, Remedy.AS_KNOWN)
# what `resume` comes to, where it is more than that play goes on
SHORT: dict[Remedy, str] = {
    Remedy.PRESENT: "resume_without",
    Remedy.PUT_RIGHT: "resume_chips",
    Remedy.EARLY: "resume_early",
}
WAIT = T("WAIT")
ENDS_THE_HAND = (Remedy.VOID, Remedy.MISDEAL)
TITLES = {
    "confirm": T("CONFIRM"),
    "card": T("NAME THE CARD"),
    "award": T("GIVE THE POT"),
    "reshuffled": T("THE SHOE IS LOADED"),
    "go_on": T("PLAY GOES ON"),
    "deck_checked": T("THE DECK IS RIGHT"),
    "resume": T("LEAVE IT AS IT IS"),
    "resume_without": T("LAY IT ASIDE"),
    "resume_chips": T("LEAVE IT AS IT IS"),
    "resume_early": T("BACK INTO THE SHOE"),
    "dead": T("A HAND IS DEAD"),
    "chips": T("COUNT THE CHIPS"),
    "misdeal": T("MISDEAL"),
    "void": T("VOID THE HAND"),
}
EFFECTS = {
    "act": T("Enter what it did. It counts."),
    "dead": T("That hand is out. Its chips stay in the pot."),
    "chips": T("A stack becomes what you counted. It is recorded."),
    "award": T("The pot goes to the seats that you name."),
    "card": T("The card is the one that you name. Play goes on."),
    "resume": T("Nothing is done about it. Play goes on."),
    "resume_without": T("The card is laid aside. The next one counts."),
    "resume_chips": T("The chips stay as they lie. Play goes on."),
}


class Way(NamedTuple):
    """An `Alternative`, with texts instead of words."""

    title: Value
    effect: Value
    command: str = ""


def say_ways(ways: Iterable[Way], names: Names) -> tuple[Alternative, ...]:
    """The view's field `alternatives`."""
    return tuple(
        [Alternative(say(way.title, names), say(way.effect, names), way.command) for way in ways]
    )


def ways_out_of_halt(t: Table, rulings: tuple[Ruling, ...]) -> list[Way]:
    """The rulebook's first; what voids the hand stays among them however many there are."""
    by_name = {one.ruling: one for one in rulings}
    prescribed = ("award",) if t.won is not None and t.in_hand else PRESCRIBED
    first = next((by_name[name] for name in prescribed if name in by_name), None)
    others = [
        by_name[name]
        for name in OTHERS
        if name in by_name and by_name[name] is not first and _is_relevant(t, name)
    ]
    chosen = others[: MOST - 1] if len(others) < MOST else [*others[: MOST - 2], others[-1]]
    if first is not None:
        chosen = [first, *chosen]
    # before it is loaded there is nothing that the floor could say of it
    elif t.reload is not None:
        return [
            Way(WAIT, T("Load the shoe first. Then the floor rules that it is loaded.")),
            *(_make_way(t, one) for one in chosen),
        ]
    return [_make_way(t, one) for one in chosen]


def ways_for_lost(t: Table, rulings: tuple[Ruling, ...]) -> list[Way]:
    """What may be done while a lost seat is waited for: to wait, the mildest act for it, and to
    void the hand.

    A seat that has begun a wager cannot be acted for. If its device never comes back, and another
    knows nothing of the wager, the floor says that its hand is dead.
    """
    act, void, dead = (
        next((_make_way(t, one) for one in rulings if one.ruling == name), None)
        for name in ("act", "void", "dead")
    )
    wait = Way(WAIT, T("Play goes on by itself when the seat is back."))
    for_seat = (
        act._replace(effect=T("Ask what it is to be, and enter it. It counts."))
        if act is not None
        else None
    )
    if for_seat is None and dead is not None:
        command = dead.command.replace("…", str(t.to_act), 1)
        for_seat = Way(
            dead.title, T("A new device knows nothing of its wager: that hand is out."), command
        )
    return [way for way in (wait, for_seat, void) if way is not None]


def _is_relevant(t: Table, ruling: str) -> bool:
    """Whether a way on has to do with the case; all that is open stands in `rule status`."""
    irregularity = t.irregularity
    if irregularity is None:
        return True
    if ruling == "chips":
        return irregularity.remedy in ABOUT_CHIPS
    if ruling == "dead":
        return irregularity.seat is not None and _may_be_dead(t, irregularity.seat)
    # which `confirm` does
    return {"void": Remedy.VOID, "misdeal": Remedy.MISDEAL}.get(ruling) != irregularity.remedy


def _may_be_dead(t: Table, seat: int) -> bool:
    return not t.is_last_hand(seat) and any(
        player.number == seat and player.cards for player in t.claiming
    )


def ways_out_of_hold(hold: Hold) -> list[Way]:
    """What ends it: by itself, by the floor's word once it is right, or by an operator."""
    if hold.is_lock:
        return (
            [Way(T("CLEAR THE LOCK"), KINDS[hold.kind].how, "tablectl operator clear")]
            if hold.is_right
            else []
        )
    if hold.is_right:
        return [
            Way(
                TITLES["go_on"],
                T("Look at cards and chips. Then the floor lets play go on."),
                "tablectl rule go-on",
            )
        ]
    return (
        [Way(WAIT, T("Play goes on by itself when it is right."))]
        if hold.clears is Clears.ITSELF
        else []
    )


def _make_way(t: Table, one: Ruling) -> Way:
    named = _resume_key(t) if one.ruling == "resume" else one.ruling
    command = f"tablectl {one.command}"
    if t.irregularity is not None and t.irregularity.seat is not None:
        command = command.replace("--seat …", f"--seat {t.irregularity.seat}")
    return Way(_way_title(t, named), _short_effect(t, one.ruling) or one.effect, command)


def _resume_key(t: Table) -> str:
    return SHORT.get(t.irregularity.remedy, "resume") if t.irregularity is not None else "resume"


def _way_title(t: Table, ruling: str) -> Value:
    if ruling == "act" and t.to_act is not None:
        return T("ACT FOR {SEAT}", SEAT=t.to_act)
    return TITLES.get(ruling) or ruling.replace("_", " ").upper()


def _short_effect(t: Table, ruling: str) -> Value:
    """In few words; None: the effect that the ruling's trial tells."""
    irregularity = t.irregularity
    if ruling == "confirm" and (irregularity is None or irregularity.remedy not in ENDS_THE_HAND):
        is_one = irregularity is None or len(remedy_steps(irregularity)[0]) == 1
        counts = T("What stands above counts.") if is_one else T("The steps above count.")
        return (
            counts
            if t.to_act is None
            else join_parts([counts, T("{seat} is next.", seat=t.to_act)])
        )
    if ruling in ("confirm", "void", "misdeal") and t.hand is not None:
        back = BACK["points" if t.score is not None else "chips"]
        if _fouls_the_deck(t):
            return T("{Back}. Then the deck is checked.", Back=back)
        return T("{Back}. Hand {hand} is dealt.", Back=back, hand=t.hands + 1)
    named = _resume_key(t) if ruling == "resume" else ruling
    if named == "resume_early" and irregularity is not None:
        return plural(
            "The card goes back unseen. Play goes on.",
            "The cards go back unseen. Play goes on.",
            len(irregularity.cards),
        )
    return EFFECTS.get(named)


def _fouls_the_deck(t: Table) -> bool:
    """Whether the next hand waits until the deck is checked, once this one is void (G-10)."""
    return t.shoe.is_deck_foul or any(
        irregularity is not None and irregularity.doubts_deck
        for irregularity in (t.irregularity, *t.further)
    )
