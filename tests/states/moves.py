"""What may happen next at a table where all goes well: what it waits for, and what is free to
do.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tablectl.engine import events as e
from tablectl.engine.floor_json import read_ruling
from tablectl.engine.play.clocks import next_deadline_ms
from tablectl.engine.play.wanted import next_place
from tablectl.engine.questions import cut_awaited, legal_now as asked
from tablectl.engine.rounds import posting
from tablectl.engine.source import SHOE, seat_source
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.wagers import Chips, chip_value

from .world import cards_for

ANTE, BONUS = 5, 1  # the casino's smallest bets


class Move(NamedTuple):
    """An event, and how long after the last one it comes."""

    event: e.AnyEvent
    after_ms: int = 0


# Events


def card(*cards: str, pull: int = 1, is_face_up: bool = False) -> e.CardOff:
    return e.CardOff(at_ms=0, cards=cards, pull=pull, is_face_up=is_face_up)


def press(seat: int, key: str, amount: int = 0) -> e.KeyPressed:
    return e.KeyPressed(at_ms=0, seat=seat, key=key, amount=amount)


def rule(ruling: str, **fields) -> e.FloorRuled:
    return e.FloorRuled(at_ms=0, ruling=read_ruling({"floor": ruling, "why": "seen", **fields}))


def next_pot(t: Table) -> e.FloorRuled:
    """One of several pots has been given: the first that is left goes to a seat that can win it
    (F-6).
    """
    index, pot = next((index, pot) for index, pot in enumerate(t.pots) if pot.amount)
    return rule("award", pot=index, seats=pot.seats[:1])


def chips(t: Table, seat: Seat, amount: int, node_ms: int = 0) -> e.ChipsRead:
    """The seat's area holds this much, in as few chips as may be."""
    return e.ChipsRead(at_ms=0, seat=seat.number, chips=made_of(t, max(0, amount)), node_ms=node_ms)


def made_of(t: Table, amount: int) -> Chips:
    found = []
    for chip in reversed(t.chips or (1,)):
        number, amount = divmod(amount, chip)
        if number:
            found.append((chip, number))
    return tuple(found)


def right(t: Table, seat: Seat) -> int:
    """What should lie in front of it: after a hand nothing of the pot does, its winner takes
    that in.
    """
    return t.player(seat.number).bet + (
        seat.area.to_pot if t.in_hand or t.game.plays_for == "house" else 0
    )


def sitting(t: Table) -> list[Seat]:
    return [seat for seat in t.seats if seat.status != "empty"]


# Free moves


def free(t: Table) -> list[Move]:
    moves = [
        *clock(t),
        *map(Move, asked_of_the_floor(t)),
        *map(Move, wanted_cards(t)),
        *map(Move, levels(t)),
    ]
    if not t.is_stopped:
        moves += map(Move, keys(t))
    return [*moves, *map(Move, devices(t)), *map(Move, choices(t))]


def clock(t: Table) -> Iterator[Move]:
    deadline_ms = next_deadline_ms(t)
    if deadline_ms is not None:
        yield Move(e.ClockRanOut(at_ms=0), max(0, deadline_ms))


def asked_of_the_floor(t: Table) -> Iterator[e.AnyEvent]:
    wrong = t.irregularity
    if t.standstill is not None:
        yield from lets_go_on(t)
    if t.undo.ruling is not None:
        yield rule("undo")
    if wrong is not None:
        yield rule("confirm")
        if wrong.remedy == "present":
            unread = cards_for(t, None)[0]
            yield rule("card", card=unread)
            yield e.CardPresented(at_ms=0, card=unread)
        if wrong.is_report or wrong.remedy in ("present", "put_right", "early"):
            yield rule("resume")
    elif t.reload is not None:
        yield rule("reshuffled")
    if t.shoe.is_deck_foul and not t.in_hand:
        yield rule("deck_checked")
    if t.score is not None and t.score.is_over:
        yield rule("new_game")
    if t.kind == "ante_window" and not t.is_stopped:
        yield rule("close_bets")


def lets_go_on(t: Table) -> Iterator[e.AnyEvent]:
    """What is not right is put right; what waits for the floor's word gets it."""
    yield from (
        e.HoldEnded(at_ms=0, kind=hold.kind, source=hold.source)
        for hold in t.holds
        if not hold.is_right
    )
    if t.paused or any(hold.is_right for hold in t.holds):
        yield rule("go_on")


def wanted_cards(t: Table) -> Iterator[e.AnyEvent]:
    place = next_place(t)
    if place is not None and t.standstill is None:
        yield from map(card, cards_for(t, place))
        if t.game.deck.jokers:
            yield card("Jk")


def keys(t: Table) -> Iterator[e.AnyEvent]:
    if (cutter := cut_awaited(t)) is not None:
        yield press(cutter, "confirm")
    if t.owes or (t.kind == "betting" and t.to_act is not None):
        yield from _acts(t)
    elif t.kind == "call_or_fold":
        yield from _decisions(t)
    elif t.kind == "ante_window":
        yield from _house_bets(t)
    elif t.kind == "flat_bets":
        yield from _flat_bets(t)
    elif t.kind == "shots" and t.to_act is not None:
        yield from (press(t.to_act, key) for key in ("made", "missed"))
    elif t.phase == "showdown" and t.to_act is not None:
        yield from _showing(t, t.seat(t.to_act))
    if t.undo.act is not None:
        yield from (press(number, "undo") for number in t.dealt)


def _acts(t: Table) -> Iterator[e.AnyEvent]:
    number, may = t.to_act, asked(t)
    if number is None:
        return
    for act in may.acts:
        if act in ("bet", "raise") and may.raise_min is not None and may.raise_max is not None:
            totals = {may.raise_min, min(may.raise_min + 1, may.raise_max), may.raise_max}
            yield from (
                press(number, act, total)
                for total in sorted(totals | ({0} if t.settings.chips_sensed else set()))
            )
        else:
            yield press(number, act)
    yield press(number, "all_in")
    if t.wager is not None:
        yield from (press(number, key) for key in ("confirm", "undo"))


def _decisions(t: Table) -> Iterator[e.AnyEvent]:
    for number in [t.to_act] if t.to_act is not None else t.undecided:
        begun = t.player(number).begun
        yield from (
            press(number, key) for key in ("call", "fold", *(("undo", "confirm") if begun else ()))
        )


def _house_bets(t: Table) -> Iterator[e.AnyEvent]:
    for number in t.dealt:
        seat = t.seat(number)
        yield from (
            press(number, "ante", ANTE),
            press(number, "bonus", BONUS),
            press(number, "pass"),
        )
        if seat.stack > ANTE + BONUS:
            yield press(number, "ante", ANTE + 1)
        if t.player(seat.number).begun or t.player(seat.number).has_answered:
            yield press(number, "undo")
        if t.player(seat.number).begun:
            yield press(number, "confirm")


def _flat_bets(t: Table) -> Iterator[e.AnyEvent]:
    for number in t.dealt:
        yield from (
            press(number, key)
            for key in ("bet", "pass", *(("undo",) if t.player(number).has_answered else ()))
        )


def _showing(t: Table, seat: Seat) -> Iterator[e.AnyEvent]:
    yield e.HoleCardsSeen(at_ms=0, seat=seat.number, cards=t.player(seat.number).cards)
    yield e.HoleCardsSeen(at_ms=0, seat=seat.number, cards=t.player(seat.number).cards[:1])
    yield from (press(seat.number, key) for key in ("muck", "show"))


def devices(t: Table) -> Iterator[e.AnyEvent]:
    """Whoever was lost comes back."""
    yield from (
        e.DeviceBack(at_ms=0, source=seat_source(seat.number))
        for seat in sitting(t)
        if not seat.is_connected
    )
    if not t.shoe.is_connected:
        yield e.DeviceBack(at_ms=0, source=SHOE)


def choices(t: Table) -> Iterator[e.AnyEvent]:
    for seat in sitting(t):
        if seat.debt and not t.in_hand:
            yield from (press(seat.number, key) for key in ("post", "wait", "buy_button"))
        if seat.is_absent:
            yield press(seat.number, "sit_in")


# Chips


def levels(t: Table) -> Iterator[e.AnyEvent]:
    """What the areas may hold next."""
    for seat in sitting(t):
        if not seat.is_connected:
            continue
        if not seat.area.is_level_known:
            yield e.ChipsRead(at_ms=0, seat=seat.number, chips=seat.area.sensed, node_ms=0)
            if t.settings.chips_sensed and chip_value(seat.area.sensed) != right(t, seat):
                yield chips(t, seat, right(t, seat))
        elif t.settings.chips_sensed:
            yield from _levels_of(t, seat)


def _levels_of(t: Table, seat: Seat) -> Iterator[e.AnyEvent]:
    lies, wanted = chip_value(seat.area.sensed), right(t, seat)
    begins = (t.wager is not None and t.wager.seat == seat.number) or t.player(
        seat.number
    ).begun is not None
    if lies != wanted and not begins:
        yield chips(t, seat, wanted)
    if t.is_stopped:
        return
    if t.to_act == seat.number and (t.owes or t.kind == "betting"):
        yield from _wagers(t, seat)
    elif t.kind == "ante_window":
        yield from (
            chips(t, seat, lies + more) for more in (ANTE, ANTE + 1, BONUS) if more <= seat.stack
        )
        if lies:
            yield from (chips(t, seat, lies - 1), chips(t, seat, 0))
    elif t.kind == "call_or_fold" and (
        t.to_act == seat.number or (t.asks_all and seat.number in t.undecided)
    ):
        call = 2 * t.player(seat.number).bets.ante
        yield from (
            chips(t, seat, wanted + more) for more in (call, call - 1) if more <= seat.stack
        )
        if begins and lies != wanted:
            yield chips(t, seat, wanted)


def _wagers(t: Table, seat: Seat) -> Iterator[e.AnyEvent]:
    """Motions of 1, 2, one less than the call, the call, one more, the smallest raise and one
    less, everything.
    """
    may = asked(t)
    call = posting.due_post(t).total if t.owes else min(may.to_call, seat.stack)
    sizes = {call, seat.stack}
    if not t.owes:
        sizes |= {1, 2, call - 1, call + 1, seat.stack - 1}
        if may.raise_min is not None:
            sizes |= {
                may.raise_min - t.player(seat.number).bet,
                may.raise_min - t.player(seat.number).bet - 1,
            }
    lies, wanted = chip_value(seat.area.sensed), right(t, seat)
    yield from (
        chips(t, seat, wanted + more)
        for more in sorted(sizes)
        if 0 < more <= seat.stack and wanted + more != lies
    )
    if t.wager is not None and lies != wanted:
        yield chips(t, seat, wanted)
    # one large chip on top of what lies there
    for large in t.chips:
        if 1 < large <= seat.stack:
            held = dict(seat.area.sensed)
            held[large] = held.get(large, 0) + 1
            yield e.ChipsRead(
                at_ms=0,
                seat=seat.number,
                chips=tuple(sorted(held.items(), reverse=True)),
                node_ms=0,
            )
