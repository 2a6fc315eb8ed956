"""How facts about people, the button and the level change a table: what is between the hands."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts import facts as f
from tablectl.engine.facts.apply_back import meanwhile
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import with_card_out, with_seat
from tablectl.engine.state.table import Seat, Table

# Coming and going

def player_sat(t: Table, fact: f.PlayerSat) -> Table:
    seat = Seat(fact.seat, "sitting_out" if t.in_hand else "in", fact.name, fact.stack, bank_ms=fact.bank_ms, debt=fact.debt,
                lies=t.seat(fact.seat).lies, is_connected=t.seat(fact.seat).is_connected, points=fact.points)
    seats = list(t.seats)
    seats[fact.seat - 1] = seat
    places = t.places if fact.seat in t.places else tuple(sorted((*t.places, fact.seat)))
    before = None if fact.seat in t.dealt else t.before_act             # somebody else's seat of that hand
    return replace(t, seats=tuple(seats), total=t.total + fact.stack, places=places, before_act=before)


def player_left(t: Table, fact: f.PlayerLeft) -> Table:
    was = t.seat(fact.seat)
    seats = list(t.seats)
    seats[fact.seat - 1] = Seat(fact.seat, lies=was.lies, is_connected=was.is_connected)
    asked = tuple([n for n in t.dealt if n != fact.seat]) if t.in_hand else t.dealt
    before_act, before_ruling = [
        was if was is not None and fact.seat not in was.dealt else None for was in (t.before_act, t.before_ruling)
    ]                                   # of a hand that one of its seats has left nothing is taken back
    return replace(
        t, before_act=before_act, before_ruling=before_ruling, seats=tuple(seats), total=t.total - fact.stack, dealt=asked,
        eligible=tuple([n for n in t.eligible if n != fact.seat]), voided=tuple([n for n in t.voided if n != fact.seat]),
        draw=tuple([n for n in t.draw if n != fact.seat]),
        drawing=tuple([n for n in t.drawing if n != fact.seat]))


def leaving_said(t: Table, fact: f.LeavingSaid) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_leaving=True))


def chips_promised(t: Table, fact: f.ChipsPromised) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, bought=t.seat(fact.seat).bought + fact.chips))


def chips_added(t: Table, fact: f.ChipsAdded) -> Table:
    seat = t.seat(fact.seat)
    status = "in" if seat.status == "out" else seat.status
    seats = with_seat(t, fact.seat, stack=seat.stack + fact.chips, bought=0, status=status, place=None)
    return replace(t, seats=seats, total=t.total + fact.chips)


def sat_out(t: Table, fact: f.SatOut) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_absent=True, choice=""))


def sat_in(t: Table, fact: f.SatIn) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_absent=False))


def coming_chosen(t: Table, fact: f.ComingChosen) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, choice=fact.choice))


# The button and the level

def draw_began(t: Table, fact: f.DrawBegan) -> Table:
    seats = tuple(replace(s, cards=(), shown=()) for s in t.seats)
    return replace(t, phase="seating", draw=fact.seats, drawing=fact.seats, seats=seats, seen=0, won=None,
                   is_shoe_empty=False)


def button_card_dealt(t: Table, fact: f.ButtonCardDealt) -> Table:
    seats = with_seat(t, fact.seat, cards=(fact.card,), shown=(fact.card,))
    return replace(t, seats=seats, draw=t.draw[1:], seen=with_card_out(t, fact.card), pulls=max(t.pulls, fact.pull))


def draw_tied(t: Table, fact: f.DrawTied) -> Table:
    return replace(t, draw=fact.seats, drawing=fact.seats)


def button_placed(t: Table, fact: f.ButtonPlaced) -> Table:
    return replace(t, button=fact.seat, button_stays=True, draw=(), drawing=())


def break_began(t: Table, fact: f.BreakBegan) -> Table:
    return replace(t, break_ends_ms=fact.ends_at_ms)


def level_began(t: Table, fact: f.LevelBegan) -> Table:
    return replace(t, level=fact.level, level_hands=0, level_began_ms=fact.at_ms, break_ends_ms=None, stakes=fact.stakes)


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    f.PlayerSat: meanwhile(player_sat), f.PlayerLeft: meanwhile(player_left), f.LeavingSaid: meanwhile(leaving_said),
    f.ChipsPromised: meanwhile(chips_promised), f.ChipsAdded: chips_added, f.SatOut: meanwhile(sat_out),
    f.SatIn: meanwhile(sat_in), f.ComingChosen: meanwhile(coming_chosen), f.DrawBegan: draw_began,
    f.ButtonCardDealt: button_card_dealt, f.DrawTied: draw_tied, f.ButtonPlaced: button_placed, f.BreakBegan: break_began,
    f.LevelBegan: level_began,
}
