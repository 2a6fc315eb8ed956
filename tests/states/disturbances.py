"""Disturbances, each counted as one: cards, chips, devices and clocks that go wrong, reports,
rulings, people.
"""

from collections.abc import Iterator

from tablectl.engine import events as e
from tablectl.engine.play.clocks import next_deadline_ms
from tablectl.engine.play.wanted import next_place
from tablectl.engine.questions import legal_now as asked
from tablectl.engine.source import PINS, SHOE, seat_source
from tablectl.engine.state.table import Table
from tablectl.rules.cards import UNREADABLE
from tablectl.rules.wagers import chip_value

from .moves import ANTE, Move, card, chips, press, right, rule, sitting
from .world import cards_for, fixed_cards, next_card, still_in

HELD_BY = (("emergency_stop", PINS), ("key_switch", PINS), ("lid", SHOE), ("jam", SHOE))
AN_ACT = {"ante_window": "ante", "call_or_fold": "call", "flat_bets": "bet"}


def disturbances(t: Table) -> list[Move]:
    return [
        move if isinstance(move, Move) else Move(move)
        for kind in KINDS.values()
        for move in kind(t)
    ]


def a_card_goes_wrong(t: Table) -> Iterator[e.AnyEvent]:
    """The one that is wanted: not read, foreign, a joker, the cut card, face up, two together,
    one twice.
    """
    wanted = next_card(t)
    if t.irregularity is not None and t.irregularity.remedy == "present" and t.board:
        yield e.CardPresented(at_ms=0, card=t.board[0])
    if not t.shoe.is_empty:
        yield e.ShoeEmptied(at_ms=0)
    if wanted is None:
        return
    yield from (card(other) for other in (UNREADABLE, "joker", "foreign", "cut"))
    yield card(wanted, is_face_up=True)
    for other in still_in(t, (other for other in fixed_cards(t).rest if other != wanted))[:1]:
        yield from (card(wanted, other), card(UNREADABLE, other))
    dealt = [
        *(player.cards[0] for _, player in sorted(t.shown.players.items()) if player.cards),
        *t.shown.deal.burns,
    ]
    if t.seen and dealt:
        yield card(dealt[0])


def a_card_comes_unwanted(t: Table) -> Iterator[e.AnyEvent]:
    unwanted = cards_for(t, None)
    if next_place(t) is not None or not unwanted:
        return
    first = unwanted[0]
    yield from (card(other, pull=0) for other in (first, UNREADABLE, "foreign", "joker"))
    yield card(first, pull=0, is_face_up=True)
    for second in still_in(t, (other for other in fixed_cards(t).rest if other != first))[:1]:
        yield card(first, second, pull=0)


def chips_move_wrongly(t: Table) -> Iterator[e.AnyEvent]:
    """Chips out of turn, out of a bet, beyond a motion's gap, between hands."""
    if not t.settings.chips_sensed:
        return
    for seat in sitting(t):
        if not seat.is_connected:
            continue
        lies = chip_value(seat.area.sensed)
        if not seat.area.is_level_known:
            yield chips(t, seat, lies + 1)
        elif t.to_act == seat.number and t.kind == "betting" and not t.is_stopped:
            if t.player(seat.number).bet:
                yield chips(t, seat, right(t, seat) - 1)
            if t.wager is not None and t.wager.ends_at_ms is not None:
                yield chips(t, seat, lies + 1, node_ms=1_000)
        elif t.kind not in ("ante_window", "call_or_fold") or t.is_stopped:
            yield from (chips(t, seat, lies + more) for more in (1, 2) if more <= seat.stack)
            if lies and t.in_hand:
                yield from (chips(t, seat, lies - 1), chips(t, seat, 0))


def play_is_held(t: Table) -> list[Move]:
    """By a stop, a lid, a jam, a key switch; and once more while one of them lasts. Not among
    KINDS: it has runs of its own.
    """
    lasting = {hold.kind for hold in t.holds}
    return [
        Move(e.HoldBegan(at_ms=0, kind=kind, source=source))
        for kind, source in HELD_BY
        if kind not in lasting
    ]


def a_device_is_lost(t: Table) -> Iterator[e.AnyEvent]:
    yield from (
        e.DeviceLost(at_ms=0, source=seat_source(seat.number))
        for seat in sitting(t)
        if seat.is_connected
    )
    if t.shoe.is_connected:
        yield e.DeviceLost(at_ms=0, source=SHOE)


def the_clock_overtakes(t: Table) -> Iterator[Move]:
    """A turn ends although its warning or a motion would have come before; chips come in its
    last moment.
    """
    next_ms = next_deadline_ms(t)
    if t.deadline_ms is None or next_ms is None or t.deadline_ms <= next_ms:
        return
    yield Move(e.ClockRanOut(at_ms=0), t.deadline_ms)
    if t.wager is not None and t.wager.ends_at_ms is not None:
        seat = t.seat(t.wager.seat)
        yield Move(chips(t, seat, chip_value(seat.area.sensed) + 1), t.deadline_ms - 1)


def somebody_reports(t: Table) -> Iterator[e.AnyEvent]:
    for seat in sitting(t):
        yield press(seat.number, "report_joker")
        if t.in_hand and t.player(seat.number).cards:
            yield rule("exposed", seat=seat.number, cards=1)
            yield rule("wrong_count", seat=seat.number, cards=3)
            yield rule("joker", seat=seat.number)
    if t.in_hand:
        yield rule("wrong_count")
        if len(sitting(t)) > 1:
            yield rule("misplaced", seats=tuple(seat.number for seat in sitting(t)[:2]))
        if t.game.plays_for == "house":
            yield rule("dealer_exposed")


def cards_are_turned_up(t: Table) -> Iterator[e.AnyEvent]:
    """By a seat that is not asked to: its own, or another's."""
    for seat in sitting(t):
        if (
            t.in_hand
            and t.player(seat.number).cards
            and not (t.phase == "showdown" and t.to_act == seat.number)
        ):
            others = [
                other
                for other in sitting(t)
                if other.number != seat.number and t.player(other.number).cards
            ]
            for whose in (seat, *others[:1]):
                yield e.HoleCardsSeen(at_ms=0, seat=seat.number, cards=t.player(whose.number).cards)


def the_floor_rules(t: Table) -> Iterator[e.AnyEvent]:
    yield from (rule(ruling) for ruling in ("undo", "pause"))
    if t.in_hand:
        yield from (rule("void"), rule("misdeal"))
        yield from _floor_acts(t)
    else:
        if t.won is not None:
            yield rule("void")
        yield rule("colour_up", chip=t.chips[0]) if t.chips else rule("new_game")
        if t.game.has_button:
            yield from (rule("button", seat=seat.number) for seat in sitting(t)[-1:])
    if t.kind == "flat_bets":
        yield rule("close_bets")
    for seat in sitting(t):
        yield from (
            rule("chips", seat=seat.number, stack=stack)
            for stack in _corrected(t, seat.points or 0, seat.stack)
        )
        if t.in_hand and t.player(seat.number).cards and not t.player(seat.number).is_mucked:
            yield rule("dead", seat=seat.number)
    if t.game.plays_for == "pots":
        yield from _pots_given(t)


def _corrected(t: Table, points: int, stack: int) -> list[int]:
    if t.score is not None:
        return [points + 1]
    return [stack + 1, stack - 1] if stack else [stack + 1]


def _floor_acts(t: Table) -> Iterator[e.AnyEvent]:
    if t.kind in AN_ACT:
        yield from (rule("act", seat=number, act=AN_ACT[t.kind], amount=ANTE) for number in t.dealt)
    elif t.to_act is not None and not t.is_halted:
        yield from (
            rule("act", seat=t.to_act, act=act) for act in ("call", "fold", "check", "all_in")
        )
        most = asked(t).raise_max
        if most is not None:
            yield rule("act", seat=t.to_act, act="raise_to", amount=most)


def _pots_given(t: Table) -> Iterator[e.AnyEvent]:
    numbers = [seat.number for seat in sitting(t)]
    for pot in range(max(1, min(2, len(t.pots)))):
        yield from (rule("award", pot=pot, seats=(number,)) for number in numbers)
    if len(numbers) > 1:
        yield rule("award", pot=0, seats=tuple(numbers))


def people_come_and_go(t: Table) -> Iterator[e.AnyEvent]:
    for seat in sitting(t):
        yield e.PlayerWent(at_ms=0, seat=seat.number)
        yield press(seat.number, "sit_in" if seat.is_absent else "sit_out")
        if t.score is None:
            yield e.ChipsBought(at_ms=0, seat=seat.number, chips=2)
        if seat.debt and t.in_hand:
            yield from (press(seat.number, key) for key in ("post", "wait", "buy_button"))
    for seat in t.seats:
        if seat.status == "out" or (seat.status == "empty" and seat.number in t.places):
            yield e.PlayerCame(at_ms=0, seat=seat.number, chips=4 if t.score is None else 0)


KINDS = {
    "card": a_card_goes_wrong,
    "unwanted": a_card_comes_unwanted,
    "chips": chips_move_wrongly,
    "device": a_device_is_lost,
    "clock": the_clock_overtakes,
    "report": somebody_reports,
    "seen": cards_are_turned_up,
    "floor": the_floor_rules,
    "people": people_come_and_go,
}
