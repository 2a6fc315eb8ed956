"""What the view says of each seat."""

from collections.abc import Mapping, Sequence

from tablectl import view
from tablectl.engine.questions import OutOfPlace, is_dealt_in_soon, lacking_chips, why_no_undo
from tablectl.engine.state.player import Player
from tablectl.engine.state.seat import Seat, Status
from tablectl.engine.state.table import Table
from tablectl.present import house, points, standing
from tablectl.present.asks.ask import to_answer
from tablectl.present.hands import NO_NAME, HandName, hand_names, is_up
from tablectl.present.keys import keys_ids
from tablectl.present.kickers import deciding_cards
from tablectl.present.odds import audit_equities, public_odds
from tablectl.text import Names

FOLDED, MUCKED, LOST = view.Action("folded"), view.Action("mucked"), view.Action("lost")


def list_seats(
    t: Table,
    lying: Sequence[OutOfPlace],
    accepted: Sequence[view.Key],
    names: Names,
    *,
    is_open: bool,
    has_equities: bool,
) -> dict[str, view.Seat]:
    """`lying`: of each seat, what is out of place in front of it. `accepted`: the keys.
    `is_open`: with every card face up; `has_equities`: and the equity of each live hand, by all
    that is known then.
    """
    waiting, undoes, ids = to_answer(t), undo_seat(t), keys_ids(t, accepted)
    equities: Mapping[int, float] = {}
    if has_equities:
        equities = audit_equities(t)
    elif not is_open and (of_pots := public_odds(t).shares):
        equities = of_pots[0]
    hands = hand_names(t, deciding_cards(t), names)
    return {
        str(n): _make_seat(
            t,
            t.seats[n - 1],
            lying[n - 1],
            waiting,
            undoes,
            equities.get(n),
            hands.get(n, NO_NAME),
            ids.get(n, ""),
            is_open=is_open,
        )
        for n in t.places
    }


def _make_seat(
    t: Table,
    s: Seat,
    lies: OutOfPlace,
    to_answer: tuple[int, ...],
    undoes: int | None,
    equity: float | None,
    hand: HandName,
    keys_id: str,
    *,
    is_open: bool,
) -> view.Seat:
    """`to_answer`: the seats that must still answer. `undoes`: the seat that may undo its act."""
    n, player, status = s.number, t.player(s.number), _shown_status(t, s)
    more = standing.seat_fields(t, s) if t.hand is None else {}
    if t.game.plays_for == "house":
        more |= house.seat_fields(t, player, status)
    elif t.score is not None:
        more |= points.seat_fields(t, s)
    return view.Seat(
        status,
        s.stack,
        player.bet,
        _shown_cards(t, n, player, is_open=is_open),
        lies.due_back,
        lies.missing or (lacking_chips(t, n) if n in to_answer else 0),
        s.is_connected and not s.is_faulty,
        place=_finishing_place(t, s),
        name=s.name,
        to_answer=n in to_answer,
        equity=equity,
        may_undo=n == undoes,
        is_leaving=s.is_leaving,
        last_action=_last_action(t, n, player),
        by_clock=player.by_clock,
        hand_name=hand.whole,
        hand_short=hand.short,
        away=s.is_away,
        keys_id=keys_id,
        **more,
    )


def _shown_status(t: Table, s: Seat) -> Status:
    if t.game.plays_for == "house":
        return house.shown_status(t, s)
    status = t.status(s.number)
    if t.hand is None and (status in ("in", "sitting_out") or (status == "folded" and s.is_absent)):
        # will it be dealt in?
        return "in" if is_dealt_in_soon(t, s) and not s.is_absent else "sitting_out"
    return status


def _finishing_place(t: Table, s: Seat) -> int | None:
    """Whoever has left a seat has their place there until somebody else sits down (T-18)."""
    if s.status != "empty":
        return s.place
    return next((one.place for one in reversed(t.gone) if one.seat == s.number), None)


def _last_action(t: Table, number: int, player: Player) -> view.Action | None:
    """What it did last, or what has become of its hand."""
    if player.status == "folded":
        return FOLDED
    if player.is_mucked:
        return MUCKED
    if player.did is not None:
        return view.Action(player.did.what, player.did.amount)
    return LOST if t.hand is None and _has_lost(t, number, player) else None


def _has_lost(t: Table, number: int, player: Player) -> bool:
    """Whether a hand that was shown has won nothing."""
    if t.won is None or t.game.plays_for != "pots":
        return False
    return is_up(player, t.game) and number not in {won.seat for won in t.won if won.amount}


def undo_seat(t: Table) -> int | None:
    """The seat that may take its act back now."""
    number = t.undo.seat
    return (
        number
        if number is not None and not t.is_stopped and why_no_undo(t, number) is None
        else None
    )


def _shown_cards(t: Table, number: int, player: Player, *, is_open: bool) -> tuple[str, ...]:
    """What lies before a seat: a hand, or the card that it drew for the button."""
    if t.draw is not None:
        card = t.draw.cards.get(number)
        return () if card is None else (card,)
    if is_open:
        return player.cards
    return tuple([held.card if held.is_up else view.HIDDEN for held in player.holding])
