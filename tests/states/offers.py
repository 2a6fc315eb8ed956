"""What the view says may be done is what is accepted, to the last chip; and nothing else is."""

from collections.abc import Iterator

from tablectl.engine import events as e, facts as f
from tablectl.engine.between.arranging import entry_choices
from tablectl.engine.engine import handle
from tablectl.engine.state.table import Table
from tablectl.present.keys import asked_seats
from tablectl.present.public import public_view
from tablectl.view import View

from .checks import waits_for_something
from .moves import card, lets_go_on, next_pot, press, rule
from .world import cards_for, next_card

ACTS = ("fold", "check", "call", "bet", "raise")
CHOICES = ("post", "wait", "buy_button")
# what is asked between hands
GO, STOP = ("ready", "next", "button"), ("void", "move", "deck", "cut", "players")
# Two keys for one act: the first is left out if the second is there.
SECOND_NAMES = {"raise": "bet", "bet": "raise", "call": "post", "check": "pass"}
KEYS = (
    *ACTS,
    *CHOICES,
    "all_in",
    "confirm",
    "muck",
    "show",
    "ante",
    "bonus",
    "pass",
    "made",
    "missed",
)


def accepted(t: Table, event: e.AnyEvent) -> bool:
    return refusals(t, event) == 0


def refusals(t: Table, event: e.AnyEvent) -> int:
    _, (row,) = handle(t, (event,))
    return sum(isinstance(fact, f.Refused) for fact in row.facts)


def what_is_told_is_so(t: Table) -> Iterator[str]:
    view = public_view(t, 0)
    yield from waits_for_something(t, view)
    yield from what_is_offered_is_accepted(t, view)
    yield from the_keys_are_those_accepted(t, view)


def what_is_offered_is_accepted(t: Table, view: View) -> Iterator[str]:
    if view.waiting_for in OFFERS:
        yield from OFFERS[view.waiting_for](t, view)
    if not t.in_hand:
        yield from _newcomers(t)


def _of_the_floor(t: Table, view: View) -> Iterator[str]:
    """`confirm` does what was announced, for this halt and no other; what is to be put right is
    put right.
    """
    wrong = t.irregularity
    if wrong is None:
        # a stop is released, a lid is shut, or `go_on`
        if not any(accepted(t, event) for event in lets_go_on(t)):
            yield "The floor is waited for, and may neither confirm nor go on."
        return
    # a pot has been given: the table asks for the others, and for nothing else (F-6)
    if t.in_hand and t.won is not None:
        if not accepted(t, next_pot(t)):
            yield "The other pots are asked for, and cannot be given."
        return
    if wrong.remedy == "put_right":
        return
    does = accepted(t, rule("confirm"))
    if not does and wrong.remedy == "present":
        does = accepted(t, e.CardPresented(at_ms=0, card=cards_for(t, None)[0]))
    if not does:
        yield f"Nothing is accepted for {wrong.kind} ({wrong.remedy})."
    if accepted(t, rule("confirm", number=t.halts + 1)):
        yield f"A confirmation is accepted that is meant for another halt than {wrong.kind}."
    if (
        wrong.number
        and does
        and accepted(t, rule("confirm")) != accepted(t, rule("confirm", number=wrong.number))
    ):
        yield f"The confirmation that names {wrong.kind} is refused."


def _of_a_reload(t: Table, view: View) -> Iterator[str]:
    if not accepted(t, rule("reshuffled")):
        yield "The shoe is to be reloaded, and reshuffled is refused."


def _of_the_shoe(t: Table, view: View) -> Iterator[str]:
    wanted = next_card(t)
    if wanted is None:
        yield "A card is waited for, and none has a place."
    elif not accepted(t, card(wanted)):
        yield "A card is waited for, and refused."


def _of_a_seat(t: Table, view: View) -> Iterator[str]:
    """What is legal, with its amounts. A key ends an open motion first, so it is asked for
    without one.
    """
    if not t.in_hand:
        yield from _of_the_next_hand(t, view)
    if t.to_act is None or t.kind != "betting" or t.owes or t.phase != "betting":
        return
    if t.wager is not None:
        if t.wager.ends_at_ms is None:
            yield from (
                f"A {act} is legal, and refused." for act in view.legal if not _may(t, view, act)
            )
        return
    if not view.legal:
        yield "Nothing is legal."
    raises = {"bet", "raise"} & {*view.legal}
    for act in ACTS:
        is_legal = act in view.legal or (act == "raise" and bool(raises))
        if _may(t, view, act) != is_legal:
            yield f"A {act} is {'legal, and refused' if is_legal else 'accepted, and not legal'}."
    if raises:
        yield from _amounts(t, view, "bet" if "bet" in raises else "raise")


def _may(t: Table, view: View, act: str) -> bool:
    amount = view.raise_to_min or 0 if act in ("bet", "raise") else 0
    return accepted(t, press(t.to_act or 0, act, amount))


def _amounts(t: Table, view: View, act: str) -> Iterator[str]:
    assert t.to_act is not None
    assert view.raise_to_min is not None
    assert view.raise_to_max is not None
    seat, least, most = t.seat(t.to_act), view.raise_to_min, view.raise_to_max
    all_in = t.player(seat.number).bet + t.playable(seat.number)
    if t.settings.betting != "fixed_limit":
        for amount in range(least, most + 1):
            if (amount % t.unit == 0 or amount == all_in) and not accepted(
                t, press(seat.number, act, amount)
            ):
                yield f"A {act} of {amount} is refused, and {least} to {most} are legal."
    for amount in (least - 1, most + 1):
        if amount > 0 and accepted(t, press(seat.number, act, amount)):
            yield f"A {act} of {amount} is accepted, and {least} to {most} are legal."


def _of_the_next_hand(t: Table, view: View) -> Iterator[str]:
    """The sentence says that a hand can begin where it can, and what is in the way where it
    cannot.
    """
    does = accepted(t, e.StartAsked(at_ms=0))
    if view.ask is not None and view.ask.kind in (*GO, *STOP) and does != (view.ask.kind in GO):
        yield f"A start is {'accepted' if does else 'refused'}: {view.ask.headline}: {view.prompt}"


def _newcomers(t: Table) -> Iterator[str]:
    for seat in t.seats:
        if seat.status == "empty":
            continue
        may = entry_choices(t, seat) if not t.is_stopped else ()
        for choice in CHOICES:
            if accepted(t, press(seat.number, choice)) != (choice in may):
                yield f"{choice} is {'refused, and offered' if choice in may else 'accepted, and not offered'}."


def the_keys_are_those_accepted(t: Table, view: View) -> Iterator[str]:
    """Of whoever is asked; a key with its amounts, and no other key but by its second name."""
    for seat in asked_seats(t):
        by_motion = _refused_with_its_motion(t, seat)
        of_seat = {key.key: key for key in view.keys if key.seat == seat}
        for name, key in of_seat.items():
            for amount in {key.amount or 0, key.most or key.amount or 0}:
                if refusals(t, press(seat, name, amount)) > by_motion:
                    yield f"The key {name} of {amount} is lit, and refused ({t.phase}, {t.kind})."
        for name in KEYS:
            is_lit = (
                name in of_seat
                or SECOND_NAMES.get(name) in of_seat
                or (name == "show" and not t.in_hand)
            )
            if (
                not is_lit
                and not (by_motion and name in CHOICES)
                and refusals(t, press(seat, name)) <= by_motion
            ):
                yield f"The key {name} is accepted, and not lit ({t.phase}, {t.kind})."


def _refused_with_its_motion(t: Table, seat: int) -> int:
    """A key ends an open motion first: what is refused of that is not the key's."""
    motion = t.player(seat).begun or (
        t.wager if t.wager is not None and t.wager.seat == seat else None
    )
    return (
        refusals(t, press(seat, "confirm"))
        if motion is not None and motion.ends_at_ms is not None
        else 0
    )


OFFERS = {
    "floor": _of_the_floor,
    "reload": _of_a_reload,
    "card": _of_the_shoe,
    "action": _of_a_seat,
    "nothing": _of_the_next_hand,
}
