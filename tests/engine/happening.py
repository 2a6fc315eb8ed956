"""Tables of every preset at which things go right and wrong, by chance from a seed: an event after
the other, and what it means.

Nothing is asserted here, and no player knows how to play: what such a table comes to is compared
with what it came to before.
"""

from random import Random
from typing import get_args

from msgspec.structs import replace

from tablectl.engine import events, floor
from tablectl.engine.engine import handle, open_table
from tablectl.engine.floor import RULINGS
from tablectl.engine.floor_json import USES, read_ruling
from tablectl.engine.play.clocks import next_deadline_ms
from tablectl.engine.play.wanted import next_place
from tablectl.engine.questions import cut_awaited
from tablectl.engine.rounds import antes
from tablectl.engine.rounds.betting import legal_bets
from tablectl.engine.source import PINS, SHOE, seat_source
from tablectl.engine.state.hold import KINDS, Clears
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.games.catalog import PRESETS
from tablectl.rules.cards import UNREADABLE
from tablectl.service.books.books import load_shots
from tests.happened import press
from tests.settings import CHOICES

from .playing import MUCK, TEMPERS, a_table, decision, is_beaten

HOLDS = get_args(events.HoldKind)
LOCKS = tuple(kind for kind in HOLDS if KINDS[kind].clears is Clears.OPERATOR)

EVENTS_A_HAND = 200  # after so many the floor voids the hand
# how often something unexpected happens; each table has one of these rates
AMISS = (0, 0.02, 0.06)
UNDOES = 0.05  # how often a key is taken back, or pressed for it
KEYS = (
    "fold",
    "check",
    "call",
    "bet",
    "raise_to",
    "all_in",
    "muck",
    "undo",
    "confirm",
    "ante",
    "bonus",
    "pass",
    "made",
    "missed",
    "sit_out",
    "sit_in",
    "post",
    "wait",
    "report_joker",
)
ACTS = {
    "ante_window": ("ante", "bonus", "pass", "ante", "bonus"),
    "call_or_fold": ("call", "call", "fold"),
    "flat_bets": ("bet", "pass"),
    "shots": ("made", "missed"),
}
OPTIONS = {"action_clock_s": 20, "time_bank_s": 9, "late_entry_until_level": 9}


def ruled(
    ruling: str, *, at_ms: int = 0, why: str | None = "seen", **names: object
) -> events.FloorRuled:
    """A ruling with the fields that it uses; with any other field it would be no ruling."""
    used = {name: value for name, value in names.items() if name in USES[ruling].may}
    return events.FloorRuled(at_ms=at_ms, ruling=read_ruling({"floor": ruling, "why": why, **used}))


def any_table(chance: Random, preset: str) -> Table:
    game = PRESETS[preset]
    if game.has_blinds:
        return a_table(chance, preset, **OPTIONS, cut=chance.choice(CHOICES["cut"]))
    seats = sorted(chance.sample(range(1, game.most + 1), chance.randint(game.fewest, game.most)))
    if game.plays_for == "house":
        stacks = {seat: chance.randint(5, 400) for seat in seats}
        options = {
            "chips_sensed": False,
            "decide": chance.choice(["in_turn", "together"]),
            "bank": 9_000,
            "burn": chance.random() < 0.5,
        }
        return open_table(game, stacks, options=options, chips=(1, 5, 25))[0]
    for_points = {"jokers": 2, "action_clock_s": 20, "cut": "confirm"}
    return open_table(game, dict.fromkeys(seats, 0), options=for_points, shots=load_shots())[0]


def hands_of(table: Table, chance: Random, hands: int) -> list[events.AnyEvent]:
    """The events of so many hands, whether they end with a result or are void."""
    temper, amiss_here, now_ms = chance.choice(TEMPERS), chance.choice(AMISS), 0
    happened = []
    for _ in range(hands):
        deck = chance.sample(table.game.deck.all_cards, len(table.game.deck.all_cards))
        for number in range(EVENTS_A_HAND):
            now_ms += chance.choice([0, 300, 2_000])
            if chance.random() < amiss_here:
                event = amiss(table, deck, chance)
            else:
                event = next_event(table, deck, chance, temper, is_late=number > EVENTS_A_HAND - 10)
            if isinstance(event, events.ClockRanOut):
                now_ms = max(now_ms, next_deadline_ms(table) or 0)
            happened.append(replace(event, at_ms=now_ms))
            was_played, (table, _) = table.in_hand, handle(table, happened[-1:])
            if was_played and not table.in_hand:
                break
    return happened


def next_event(
    table: Table,
    deck: list[str],
    chance: Random,
    temper: tuple[float, float, float],
    *,
    is_late: bool,
) -> events.AnyEvent:
    """What the table waits for: a ruling, a card, an answer, the next start."""
    if lost := [seat.number for seat in table.seats if not seat.is_connected]:
        return events.DeviceBack(at_ms=0, source=seat_source(lost[0]))
    if table.irregularity is not None:
        ruling = chance.choice(["confirm", "confirm", "resume", "card", "void"])
        return ruled(
            ruling,
            card=chance.choice(table.game.deck.cards),
            number=chance.choice([None, table.case]),
        )
    if table.reload is not None:
        return events.FloorRuled(at_ms=0, ruling=floor.Reshuffled())
    if table.standstill is not None:
        return lets_go_on(table)
    if table.shoe.is_deck_foul and not table.in_hand:
        return events.FloorRuled(at_ms=0, ruling=floor.DeckChecked())
    if is_late and table.in_hand:
        return events.FloorRuled(at_ms=0, ruling=floor.Void())
    if next_place(table) is not None:
        return events.CardOff(
            at_ms=0, cards=(deck.pop(),) if deck else ("cut",), pull=table.shoe.pulls + 1
        )
    return answer(table, chance, temper)


def lets_go_on(table: Table) -> events.AnyEvent:
    """Ends a pause, a hold or a lock: what is not right is put right, an operator clears, then
    the floor says `go_on`.
    """
    if wrong := [hold for hold in table.holds if not hold.is_right]:
        return events.HoldEnded(at_ms=0, kind=wrong[0].kind, source=wrong[0].source)
    if lock := next((hold for hold in table.holds if hold.is_lock), None):
        return events.LockCleared(at_ms=0, kind=lock.kind, who="Ann")
    return ruled("go_on")


def answer(table: Table, chance: Random, temper: tuple[float, float, float]) -> events.AnyEvent:
    """Of whoever is asked: a seat in turn, or one of all."""
    if table.to_act is None and not table.asks_all:
        return between_hands(table, chance)
    seat = table.seat(
        table.to_act or chance.choice([n for n in table.dealt if is_asked(table, n)] or table.dealt)
    )
    if chance.random() < UNDOES:
        return press(chance.choice(table.places), "undo")
    if table.phase == "showdown":
        if chance.random() < MUCK and is_beaten(table, table.player(seat.number)):
            return press(seat.number, "muck")
        return events.HoleCardsSeen(
            at_ms=0, seat=seat.number, cards=table.player(seat.number).cards
        )
    if table.kind not in ACTS:
        act = decision(table, seat, chance, temper)
        # by an amount: in limit a key of its own
        if act.key == "all_in" and chance.random() < 0.5:
            return replace(
                act, key=legal_bets(table).acts[-1], amount=legal_bets(table).raise_max or 0
            )
        return act
    key = chance.choice(ACTS[table.kind])
    amount = chance.randint(1, 60) if key in antes.LINES else 0
    return press(seat.number, key, amount)


def between_hands(table: Table, chance: Random) -> events.AnyEvent:
    """Puts right what has gone wrong and seats players, for else the next start would be
    refused.
    """
    seats = [table.seat(number) for number in table.places]
    if lying := [seat for seat in seats if seat.area.sensed]:
        return events.ChipsRead(at_ms=0, seat=lying[0].number, chips=(), node_ms=0)
    if table.score is not None and table.score.is_over:
        return events.FloorRuled(at_ms=0, ruling=floor.NewGame())
    if broke := [seat for seat in seats if not seat.stack + seat.bought and seat.points is None]:
        return comes(broke[0], chance)
    if absent := [seat for seat in seats if seat.is_absent]:
        return press(absent[0].number, "sit_in")
    if (cutter := cut_awaited(table)) is not None:
        return chance.choice(
            [press(cutter, "confirm"), ruled("confirm"), events.StartAsked(at_ms=0)]
        )
    return events.StartAsked(at_ms=0)


def is_asked(table: Table, number: int) -> bool:
    seat = table.seat(number)
    return (
        antes.is_waited_for(table, seat.number)
        if table.kind == "ante_window"
        else not table.player(seat.number).has_answered
    )


def comes(seat: Seat, chance: Random) -> events.AnyEvent:
    came = events.ChipsBought if seat.status == "out" else events.PlayerCame
    return came(
        at_ms=0, seat=seat.number, chips=chance.randint(50, 300) if seat.points is None else 0
    )


def held(chance: Random) -> events.AnyEvent:
    """A hold or a lock begins, is right again, or is cleared by an operator."""
    kind, source = chance.choice(HOLDS), chance.choice([SHOE, PINS])
    return chance.choice(
        [
            events.HoldBegan(at_ms=0, kind=kind, source=source),
            events.HoldEnded(at_ms=0, kind=kind, source=source),
            events.LockCleared(at_ms=0, kind=kind, who="Ann"),
        ]
    )


def amiss(table: Table, deck: list[str], chance: Random) -> events.AnyEvent:
    """An unexpected card, key, clock, device, player, report or ruling."""
    seat, card = chance.choice(table.places), chance.choice(table.game.deck.cards)
    next_card, pull = deck.pop() if deck else "cut", table.shoe.pulls + 1
    ruling, report = (
        chance.choice(list(RULINGS)),
        chance.choice(["exposed", "wrong_count", "joker", "misplaced"]),
    )
    to = chance.choice([None, 1, 2]) if ruling == "level" else None
    return chance.choice(
        (
            events.CardOff(at_ms=0, cards=(next_card,)),
            events.CardOff(at_ms=0, cards=(next_card,), pull=pull, is_face_up=True),
            events.CardOff(at_ms=0, cards=(next_card, deck.pop() if deck else "cut"), pull=pull),
            events.CardOff(
                at_ms=0, cards=(chance.choice([UNREADABLE, "joker", "foreign", card]),), pull=pull
            ),
            events.ShoeEmptied(at_ms=0),
            events.ShoeReloaded(at_ms=0),
            held(chance),
            press(seat, chance.choice(KEYS), chance.randint(0, 60)),
            events.ClockRanOut(at_ms=0),
            events.ChipsRead(at_ms=0, seat=seat, chips=((5, chance.randint(1, 9)),), node_ms=0),
            events.DeviceLost(at_ms=0, source=seat_source(seat)),
            events.PlayerWent(at_ms=0, seat=seat),
            comes(table.seat(seat), chance),
            ruled(report, seat=seat, card=card, cards=1, seats=(seat, seat)),
            ruled(
                ruling,
                seat=seat,
                act=chance.choice(KEYS),
                stack=50,
                pot=0,
                card=card if ruling == "card" else None,
                chip=0,
                seats=(seat, seat) if ruling == "misplaced" else (seat,),
                to=to,
                minutes=chance.choice([-1, 0, 1]) if to is None else None,
            ),
        )
    )
