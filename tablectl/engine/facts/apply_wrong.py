"""How facts about things gone wrong change a table: cards out of their place, and the floor's corrections."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts import facts as f
from tablectl.engine.facts import facts_wrong as w
from tablectl.engine.facts.apply_back import meanwhile
from tablectl.engine.facts.apply_points import covered
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import left_the_showing, no_turn, with_card_out, with_cards_back, with_seat
from tablectl.engine.state.table import IN_A_ROUND, Table
from tablectl.rules.early import Early
from tablectl.rules.limits import Round


def _without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def card_came_loose(t: Table, fact: w.CardCameLoose) -> Table:
    return replace(t, loose=(*t.loose, fact.card), seen=with_card_out(t, fact.card), pulls=max(t.pulls, fact.pull))


def early_burned(t: Table, fact: w.EarlyBurned) -> Table:
    return replace(t, loose=t.loose[1:], burns=(*t.burns, t.loose[0]), early_burns=(*t.early_burns, fact.street))


def early_kept(t: Table, fact: w.EarlyKept) -> Table:
    return replace(t, loose=t.loose[1:], early=(*t.early, Early(t.loose[0], fact.street)))


def early_dealt(t: Table, fact: w.EarlyDealt) -> Table:
    card, t = t.early[0].card, replace(t, early=t.early[1:])
    if fact.seat is None:
        return replace(t, dealer=(*t.dealer, card))
    return replace(t, seats=with_seat(t, fact.seat, cards=(*t.seat(fact.seat).cards, card)))


def unread_taken(t: Table, fact: w.UnreadTaken) -> Table:
    return replace(t, early=t.early[1:]) if fact.is_early else replace(t, loose=t.loose[1:])


def loose_laid_aside(t: Table, fact: w.LooseLaidAside) -> Table:
    return replace(t, aside=(*t.aside, *t.loose), loose=())


def loose_put_back(t: Table, fact: w.LoosePutBack) -> Table:
    return replace(t, loose=(), seen=with_cards_back(t, t.loose), is_shoe_empty=False)


def loose_dealt(t: Table, fact: w.LooseDealt) -> Table:
    card, t = t.loose[0], replace(t, loose=t.loose[1:])
    if fact.kind == "hole" and fact.seat is not None:
        return replace(t, seats=with_seat(t, fact.seat, cards=(*t.seat(fact.seat).cards, card)))
    if fact.kind == "swap":
        return _swapped(t, card)
    if fact.kind == "burn":
        return replace(t, burns=(*t.burns, card), burned_here=t.burned_here + 1)
    if fact.kind == "house":
        return replace(t, dealer=(*t.dealer, card))
    if fact.kind == "cover":
        return covered(t, card)
    return replace(t, board=(*t.board, card), boarded_here=t.boarded_here + 1)


def burn_counted(t: Table, fact: w.BurnCounted) -> Table:
    return replace(t, burned_here=t.burned_here + 1)


def exposed_burned(t: Table, fact: w.ExposedBurned) -> Table:
    assert t.first_burn is not None
    return replace(t, burns=(*t.burns, t.first_burn), first_burn=None, burned_here=t.burned_here + 1)


def card_wanted(t: Table, fact: w.CardWanted) -> Table:
    return replace(t, wants=(*t.wants, fact.want))


def card_swapped(t: Table, fact: w.CardSwapped) -> Table:
    return _swapped(replace(t, seen=with_card_out(t, fact.card), pulls=max(t.pulls, fact.pull)), fact.card)


def _swapped(t: Table, card: str) -> Table:
    want = t.wants[0]
    seat = t.seat(want.seat)
    cards, shown = _without(seat.cards, (want.card,)), _without(seat.shown, (want.card,))
    t = replace(t, seats=with_seat(t, want.seat, cards=(*cards, card), shown=shown), wants=t.wants[1:])
    return replace(t, first_burn=want.card) if want.is_burn else replace(t, aside=(*t.aside, want.card))


def board_taken_back(t: Table, fact: w.BoardTakenBack) -> Table:
    kept = len(t.board) - t.boarded_here
    seats = tuple([replace(s, begun=None) if s.begun is not None else s for s in t.seats])
    return replace(t, seats=seats, board=t.board[:kept], loose=(*t.board[kept:], *t.loose), boarded_here=0, rounds_begun=0,
                   phase="dealing", round=Round(), is_collecting=False, **no_turn())


def reload_asked(t: Table, fact: w.ReloadAsked) -> Table:
    back = fact.reload.cards
    return replace(t, reload=fact.reload, halts=max(t.halts, fact.reload.number), loose=_without(t.loose, back),
                   early=tuple(e for e in t.early if e.card not in back))


def reshuffled(t: Table, fact: w.Reshuffled) -> Table:
    assert t.reload is not None
    burned = max(t.burned_here, t.game.streets[t.street].burn) if t.reload.is_burned else t.burned_here
    return replace(t, reload=None, seen=with_cards_back(t, t.reload.cards), burned_here=burned, is_reshuffled=True,
                   is_shoe_empty=False)


def shoe_ran_empty(t: Table, fact: w.ShoeRanEmpty) -> Table:
    return replace(t, is_shoe_empty=True)


def hand_fouled(t: Table, fact: w.HandFouled) -> Table:
    t = replace(t, seats=with_seat(t, fact.seat, status="foul"), pots=fact.pots)
    if t.phase in IN_A_ROUND and t.to_act == fact.seat:
        t = replace(t, last_acted=fact.seat, **no_turn())
    if len(t.live) == 1 and t.house is None:
        t = replace(t, **no_turn())                # the last one left is asked nothing
    return left_the_showing(t, fact.seat)


def cards_exchanged(t: Table, fact: w.CardsExchanged) -> Table:
    """A card that is to be replaced is so where it lies now."""
    one, other = (t.seat(n) for n in fact.seats)
    to = {one.number: other.number, other.number: one.number}
    t = replace(t, wants=tuple(replace(want, seat=to.get(want.seat, want.seat)) for want in t.wants))
    t = replace(t, seats=with_seat(t, one.number, cards=other.cards, shown=()))
    return replace(t, seats=with_seat(t, other.number, cards=one.cards, shown=()))


# The floor's corrections

def stack_set(t: Table, fact: f.StackSet) -> Table:
    seat = t.seat(fact.seat)
    more = fact.stack - seat.stack
    status = seat.status
    if t.in_hand and status == "out" and fact.stack:
        status = "sitting_out"                              # not in this hand
    elif not t.in_hand and status != "sitting_out":
        status = "in" if fact.stack else "out"
    place = None if fact.stack else seat.place
    seats = with_seat(t, fact.seat, stack=fact.stack, began=max(0, seat.began + more), status=status, place=place)
    return replace(t, seats=seats, total=t.total + more)


def pot_given_anew(t: Table, fact: f.PotGivenAnew) -> Table:
    stacks = {s.number: s.stack for s in t.seats}
    kept = tuple([won for won in t.won or () if won.pot != fact.pot])
    for won in t.won or ():
        stacks[won.seat] -= won.amount if won.pot == fact.pot else 0
    for won in fact.won:
        stacks[won.seat] += won.amount
    seats = tuple([
        replace(s, stack=stacks[s.number], place=None, status="in" if s.status == "out" else s.status)
        if s.number in t.dealt and s.status != "empty" else s
        for s in t.seats
    ])
    return replace(t, seats=seats, won=tuple(sorted((*kept, *fact.won), key=lambda won: won.pot)))


def coloured_up(t: Table, fact: f.ColouredUp) -> Table:
    seats = tuple([replace(s, stack=fact.stacks.get(s.number, s.stack)) for s in t.seats])
    more = sum([after.stack - before.stack for before, after in zip(t.seats, seats, strict=True)])
    settings = replace(t.settings, smallest_chip=max(t.unit, fact.chips[0]))
    return replace(t, seats=seats, chips=fact.chips, total=t.total + more, settings=settings)


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    w.CardCameLoose: card_came_loose, w.EarlyBurned: early_burned, w.EarlyKept: early_kept, w.EarlyDealt: early_dealt,
    w.LooseDealt: loose_dealt, w.UnreadTaken: unread_taken, w.LooseLaidAside: loose_laid_aside, w.LoosePutBack: loose_put_back,
    w.BurnCounted: burn_counted, w.ExposedBurned: exposed_burned, w.CardWanted: card_wanted, w.CardSwapped: card_swapped,
    w.BoardTakenBack: board_taken_back, w.ReloadAsked: reload_asked, w.Reshuffled: reshuffled,
    w.ShoeRanEmpty: meanwhile(shoe_ran_empty), w.HandFouled: hand_fouled, w.CardsExchanged: cards_exchanged,
    f.StackSet: stack_set, f.PotGivenAnew: pot_given_anew, f.ColouredUp: coloured_up,
}
