"""The ways on that stand on the bar while the table waits for the floor: a few of what may be ruled now."""


from msgspec.structs import replace

from tablectl.engine.state.hold import Clears, Hold
from tablectl.engine.state.table import Table
from tablectl.rules.irregular import Remedy
from tablectl.view import Alternative, Ruling
from tablectl.views.says import Saying, Says
from tablectl.views.words import say, steps_of
from tablectl.views.words.template import Names

MOST = 3                         # that stand beside each other with their commands; all stand in `rule status`
PRESCRIBED = ("card", "confirm", "reshuffled", "go_on", "deck_checked")      # the rulebook's way
OTHERS = ("confirm", "resume", "act", "dead", "chips", "misdeal", "void")            # from the mildest to the hardest
ABOUT_CHIPS = (Remedy.PUT_RIGHT, Remedy.AS_KNOWN)
SHORT: dict[Remedy, str] = {         # what `resume` comes to, where it is more than that play goes on
    Remedy.PRESENT: "resume_without", Remedy.PUT_RIGHT: "resume_chips", Remedy.EARLY: "resume_early",
}
ENDS_THE_HAND = (Remedy.VOID, Remedy.MISDEAL)


def alternatives(t: Table, rulings: tuple[Ruling, ...], names: Names) -> tuple[Alternative, ...]:
    """The rulebook's first; what voids the hand stays among them however many there are."""
    by_name = {one.ruling: one for one in rulings}
    prescribed = ("award",) if t.won is not None and t.in_hand else PRESCRIBED
    first = next((by_name[name] for name in prescribed if name in by_name), None)
    others = [by_name[name] for name in OTHERS if name in by_name and by_name[name] is not first and _is_about(t, name)]
    chosen = others[:MOST - 1] if len(others) < MOST else [*others[:MOST - 2], others[-1]]
    ways = [_of(t, one, names) for one in ((first, *chosen) if first is not None else chosen)]
    return (_load(names), *ways) if first is None and t.reload is not None else tuple(ways)


def of_lost(t: Table, rulings: tuple[Ruling, ...], names: Names) -> tuple[Alternative, ...]:
    """What may be done while a lost seat is waited for: to wait, the mildest act for it, and to void the hand.

    A seat that has begun a wager cannot be acted for. If its device never comes back, and another knows nothing of the wager,
    the floor says that its hand is dead.
    """
    act, void, dead = (
        next((_of(t, one, names) for one in rulings if one.ruling == name), None) for name in ("act", "void", "dead"))
    wait = Alternative(say(Says.WAIT(), names), say(Says.GOES_ON_WHEN_BACK(), names), "")
    asked = replace(act, effect=say(Says.ASK_AND_ENTER(), names)) if act is not None else None
    if asked is None and dead is not None:
        command = dead.command.replace("…", str(t.to_act), 1)
        asked = replace(dead, effect=say(Says.DEAD_FOR_A_NEW_DEVICE(), names), command=command)
    return tuple([way for way in (wait, asked, void) if way is not None])


def _load(names: Names) -> Alternative:
    """The shoe is waited for: before it is loaded there is nothing that the floor could say of it."""
    return Alternative(say(Says.WAIT(), names), say(Says.AFTER_LOADING(), names), "")


def _is_about(t: Table, ruling: str) -> bool:
    """Whether a way on has to do with the case; all that is open stands in `rule status`."""
    wrong = t.irregularity
    if wrong is None:
        return True
    if ruling == "chips":
        return wrong.remedy in ABOUT_CHIPS
    if ruling == "dead":
        return wrong.seat is not None and _may_be_dead(t, wrong.seat)
    return {"void": Remedy.VOID, "misdeal": Remedy.MISDEAL}.get(ruling) != wrong.remedy        # which `confirm` does


def _may_be_dead(t: Table, seat: int) -> bool:
    return not t.is_last_hand(seat) and any(player.number == seat and player.cards for player in t.claiming)


def of_hold(hold: Hold, names: Names) -> tuple[Alternative, ...]:
    """What ends it: by itself, by the floor's word once it is right, or by an operator."""
    if hold.is_lock:
        clears = say(Says.CLEARS(hold=hold.kind), names)
        return (Alternative(say(Says.CLEAR_LOCK(), names), clears, "tablectl operator clear"),) if hold.is_right else ()
    if hold.is_right:
        title = say(Says.ALTERNATIVE(ruling="go_on", seat=None), names)
        return (Alternative(title, say(Says.FLOOR_LETS_GO_ON(), names), "tablectl rule go-on"),)
    if hold.clears is Clears.ITSELF:
        return (Alternative(say(Says.WAIT(), names), say(Says.GOES_ON_WHEN_RIGHT(), names), ""),)
    return ()


def _of(t: Table, one: Ruling, names: Names) -> Alternative:
    named = _resumed(t) if one.ruling == "resume" else one.ruling
    title = say(Says.ALTERNATIVE(ruling=named, seat=t.to_act), names)
    effect = _effect(t, one.ruling, names)
    told = say(effect, names) if effect is not None else one.effect
    return Alternative(title, told, f"tablectl {one.command}")


def _resumed(t: Table) -> str:
    return SHORT.get(t.irregularity.remedy, "resume") if t.irregularity is not None else "resume"


def _effect(t: Table, ruling: str, names: Names) -> Saying | None:
    """In few words; None: the effect that the ruling's trial tells."""
    wrong = t.irregularity
    if ruling == "confirm" and (wrong is None or wrong.remedy not in ENDS_THE_HAND):
        return Says.STEPS_COUNT(seat=t.to_act, steps=len(steps_of(wrong, names)[0]) if wrong is not None else 1)
    if ruling in ("confirm", "void", "misdeal") and t.hand is not None:
        back = "points" if t.score is not None else "chips"
        return Says.ALL_GOES_BACK(back=back, hand=t.hands + 1, is_deck_foul=_fouls_the_deck(t))
    if ruling == "resume":
        return Says.IN_SHORT(ruling=_resumed(t))
    return Says.IN_SHORT(ruling=ruling) if ruling in ("act", "dead", "chips", "award", "card") else None


def _fouls_the_deck(t: Table) -> bool:
    """Whether the next hand waits until the deck is checked, once this one is void (G-10)."""
    return t.shoe.is_deck_foul or any(wrong is not None and wrong.doubts_deck for wrong in (t.irregularity, *t.further))
