"""`handle(table, events)`: decides what events mean, and returns the next Table and the rows for
the journal.

Pure: the same table and events give the same rows. An irregularity is a value in the table; an
exception is a bug.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from tablectl.engine import events, facts as f, floor
from tablectl.engine.advance import advance
from tablectl.engine.between import coming, comparing, configuring, cutting, levels, starting
from tablectl.engine.dealing import dealing
from tablectl.engine.facts import ActTakenBack, RulingTakenBack, TableOpened, make_table
from tablectl.engine.halts import reports, rulings
from tablectl.engine.play.handling import Handling, Row
from tablectl.engine.readings import chips, devices, holds, keys, timeouts
from tablectl.engine.rounds import undoing
from tablectl.engine.state.audit import adds_up_since, audit_table
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.games.game import Game, as_played
from tablectl.games.money import money_problems
from tablectl.games.settings import BadSetting, Settings
from tablectl.rules.amounts import MOST_AMOUNT, is_short, is_too_much, why_too_much
from tablectl.rules.bounds import Key, Problem
from tablectl.rules.forced import Stakes, on_the_button, smallest_chip
from tablectl.rules.shotcards import BadShots, ShotCard, ShotDeck, with_points

KEPT = (
    events.CardOff,
    events.CardPresented,
    events.ShoeEmptied,
    events.ChipsRead,
    events.HoleCardsSeen,
)

# raised when the same events lead to other facts
RULES_VERSION = "1"

# these move nothing else: no step follows them (F-5, for a stack)
APART = frozenset(
    {
        events.StackRead,
        events.ProgramUpgraded,
        events.PowerCame,
        events.PowerWent,
        events.WallClockSet,
        events.PinsTried,
    }
)
WITH_SOURCE = frozenset(
    {
        events.HoldBegan,
        events.HoldEnded,
        events.DeviceLost,
        events.DeviceBack,
        events.NodeBeganAgain,
        events.NodeReplaced,
        events.EdgesMissing,
    }
)
# after these an unfinished wager is back, but chips may lie elsewhere
TAKEN_BACK = frozenset({ActTakenBack, RulingTakenBack})
NO_STAKES = Stakes(0, 0)  # of a game without blinds

# What befalls the program itself, and the deck that is played with, is only recorded.
HANDLE: dict[type[events.Event], Callable[[Handling, Any], None]] = {
    events.TableSetUp: lambda handling, event: None,
    events.TableSetAnew: configuring.table_set_anew,
    events.ProgramWentOn: lambda handling, event: handling.record(
        f.RulesChanged(was=event.was, now=event.now)
    ),
    events.ProgramUpgraded: lambda handling, event: None,
    events.PowerCame: lambda handling, event: handling.record(f.PowerSwitched(is_on=True)),
    events.PowerWent: lambda handling, event: handling.record(f.PowerSwitched(is_on=False)),
    events.WallClockSet: lambda handling, event: None,
    events.PinsTried: lambda handling, event: handling.record(
        f.PinsCounted(group=event.group, wrong=event.wrong)
    ),
    events.DeckPut: lambda handling, event: handling.record(f.DeckInPlay(deck=event.deck)),
    events.StartAsked: starting.start_asked,
    events.CardOff: dealing.card_off,
    events.CardPresented: dealing.card_presented,
    events.ShoeEmptied: dealing.shoe_emptied,
    events.ShoeReloaded: dealing.shoe_reloaded,
    events.HoldBegan: holds.hold_began,
    events.HoldEnded: holds.hold_ended,
    events.LockCleared: holds.lock_cleared,
    events.ChipsRead: chips.chips_read,
    events.StackRead: chips.stack_read,
    events.KeyPressed: keys.key_pressed,
    events.PhoneAsleep: lambda handling, event: handling.record(f.PhoneSlept(seat=event.seat)),
    events.PhoneAwake: lambda handling, event: handling.record(f.PhoneWoke(seat=event.seat)),
    events.HoleCardsSeen: reports.hole_cards_seen,
    events.ClockRanOut: timeouts.clock_ran_out,
    events.FloorRuled: rulings.floor_ruled,
    events.PlayerCame: coming.player_came,
    events.PlayerWent: coming.player_went,
    events.ChipsBought: coming.chips_bought,
    events.DeviceLost: devices.device_lost,
    events.DeviceBack: devices.device_back,
    events.NodeBeganAgain: devices.node_began_again,
    events.NodeReplaced: devices.node_replaced,
    events.PhoneFreed: devices.phone_freed,
    events.EdgesMissing: reports.edges_missing,
    events.EventFailed: reports.event_failed,
}


def handle(table: Table, happened: Iterable[events.AnyEvent]) -> tuple[Table, tuple[Row, ...]]:
    """The table after `happened`, and each event with its facts. Audited after every event (G-1,
    G-2).
    """
    rows = []
    for event in happened:
        handling = Handling(table, event.at_ms)
        kind, seat = type(event), getattr(event, "seat", None)
        if (
            kind in CHECKED or (seat is not None and not 1 <= seat <= len(table.seats))
        ) and _is_impossible(handling, event):
            pass
        elif table.standstill and isinstance(event, KEPT):
            defer_event(handling, event)
        elif kind in APART:
            HANDLE[kind](handling, event)
        else:
            HANDLE[kind](handling, event)
            if (
                (hand := handling.table.hand)
                and hand.wager
                and (table.is_stopped or not TAKEN_BACK.isdisjoint(map(type, handling.facts)))
            ):
                chips.count_waiting_chips(handling)
            advance(handling)
            if (stood := table.standstill) and not handling.table.standstill:
                handle_deferred(handling, stood.deferred)
            undo = handling.table.undo
            if (undo.act or undo.ruling) and (
                ended := undoing.undo_ended_by(table, handling, event)
            ):
                handling.record(ended)
        t = handling.table
        if t.settings.levels and levels.is_level_clock_stopped(t) != (
            t.schedule.stopped_ms is not None
        ):
            levels.switch_level_clock(handling)
        if not t.hand:
            levels.begin_break(handling)
            comparing.compare_stacks(handling, table)
            cutting.give_up_absent_cutter(handling, table)
        if not adds_up_since(table, handling.table):
            audit_table(handling.table)
        table = handling.table
        rows.append(Row(event, tuple(handling.facts)))
    return table, tuple(rows)


def _is_impossible(handling: Handling, event: events.AnyEvent) -> bool:
    """Refuses a seat that is not there, and an amount that is too large."""
    # of a ruling its own fields are checked
    of: Any = event.ruling if type(event) is events.FloorRuled else event
    kind = type(of)
    number: int | None = of.source.seat if kind in WITH_SOURCE else getattr(of, "seat", None)
    if number is not None and not 1 <= number <= len(handling.table.seats):
        handling.refuse(Why.NO_SUCH_SEAT(number=number))
    elif kind in AMOUNTS and (why := why_amount_too_large(of)):
        handling.refuse(why, number)
    else:
        return False
    return True


AMOUNTS: dict[type[object], tuple[str, ...]] = {
    events.PlayerCame: ("chips",),
    events.ChipsBought: ("chips",),
    floor.SetStack: ("stack",),
    floor.Exposed: ("cards",),
    floor.SetLevel: ("to", "minutes"),
    floor.SetBreak: ("minutes",),
    floor.WrongCount: ("cards",),
    floor.Award: ("pot",),
    floor.ColourUp: ("chip",),
}


def why_amount_too_large(of: events.AnyEvent | floor.AnyRuling) -> Reason | None:
    """The refusal of an amount that is too large. Bets are not checked here: the stack limits
    them.
    """
    named = {name: getattr(of, name) for name in AMOUNTS[type(of)]}
    return next(
        (
            Why.TOO_MUCH(
                what=KINDS.get(name, "number"),
                most=MOST_AMOUNT,
                amount=amount if is_short(amount) else None,
            )
            for name, amount in named.items()
            if amount is not None and is_too_much(amount)
        ),
        None,
    )


KINDS = {"stack": "stack", "chips": "stack", "chip": "chip"}
CHECKED = {events.FloorRuled, *WITH_SOURCE, *AMOUNTS}  # for more than a seat of their own


def defer_event(handling: Handling, event: events.AnyEvent) -> None:
    """Cards and chips that move while play stands still are read when it goes on (F-6); what is
    as it was says nothing.
    """
    if isinstance(event, events.ChipsRead) and not any(
        _is_reading_of(deferred, event) for deferred in handling.table.deferred
    ):
        seat = handling.seat(event.seat)
        if event.chips == seat.area.sensed and seat.area.is_level_known:
            return
    handling.record(f.EventDeferred(event=event))


def _is_reading_of(deferred: events.AnyEvent, event: events.ChipsRead) -> bool:
    return isinstance(deferred, events.ChipsRead) and deferred.seat == event.seat


def handle_deferred(handling: Handling, deferred: tuple[events.AnyEvent, ...]) -> None:
    """What moved while play stood still, as if it came now."""
    for event in deferred:
        now = replace(event, at_ms=handling.now_ms)
        HANDLE[type(now)](handling, now)
        advance(handling)


def open_table(
    game: Game,
    stacks: dict[int, int],
    *,
    stakes: Stakes | None = None,
    options: dict[str, object] | None = None,
    chips: tuple[int, ...] = (),
    button: int | None = None,
    name: str = "Table 1",
    names: dict[int, str] | None = None,
    places: tuple[int, ...] = (),
    shots: ShotDeck | None = None,
    is_test: bool = False,
) -> tuple[Table, Row]:
    """A new table and row 1 of its journal; `places`: its seats, where empty ones are among them.

    In a game for points `stacks` are points. `shots`: of the deck file, where the game is played
    with one. Raises BadSetting with a sentence where the description does not fit the game.
    """
    game = as_played(game, options or {})
    settings = game.settings
    stakes = _first_stakes(game, stakes)
    is_for_points = game.plays_for == "points"
    for key, what, amount in _named_amounts(stacks, stakes, chips, settings):
        if is_too_much(amount):
            raise _bad_setting(key, why_too_much(f"{what} is", amount))
    for seat, stack in stacks.items():
        if not 1 <= seat <= game.most:
            raise _bad_setting(
                ("seats", str(seat)),
                f"{game.name} has seats 1 to {game.most}; there is no seat {seat}.",
            )
        if stack < 0 and not is_for_points:
            raise _bad_setting(("seats", str(seat)), f"Seat {seat} cannot have {stack} chips.")
    if button is not None and not (button in stacks if is_for_points else stacks.get(button)):
        who = "nobody" if is_for_points else "nobody with chips"
        raise _bad_setting(("button",), f"The button cannot be at seat {button}: {who} sits there.")
    if any(chip < 1 for chip in chips):
        raise _bad_setting(("chips",), f"Chips are worth 1 or more, not {min(chips)}.")
    if problems := [*money_problems(game, settings, stakes, chips, stacks)]:
        raise BadSetting(*problems)
    if settings.smallest_chip is None:
        settings = replace(
            settings, smallest_chip=smallest_chip(chips, stakes, game.smallest_chip_from)
        )
    fact = TableOpened(
        game=game,
        settings=settings,
        stakes=stakes,
        chips=tuple(sorted(chips)),
        name=name,
        stacks={} if is_for_points else stacks,
        points=stacks if is_for_points else {},
        names=names or {},
        places=tuple(sorted({*stacks, *places})),
        button=button,
        rules_version=RULES_VERSION,
        shots=_shots_in_play(game, shots),
        is_test=is_test,
    )
    return make_table(fact), Row(events.TableSetUp(at_ms=0), (fact,))


def _named_amounts(
    stacks: dict[int, int],
    stakes: Stakes,
    chips: tuple[int, ...],
    settings: Settings,
) -> Iterator[tuple[Key, str, int]]:
    """All amounts of the description, by their keys in [table] and their names; `with_options`
    has bounded the settings.
    """
    yield from (
        (("seats", str(seat)), f"Seat {seat}'s stack", stack) for seat, stack in stacks.items()
    )
    yield from ((("chips",), "A chip", chip) for chip in chips)
    levels: list[tuple[Key, Stakes]] = [
        (("options", "levels", n), level.stakes) for n, level in enumerate(settings.levels)
    ]
    for key, of in ((("stakes",), stakes), *levels):
        yield from (((*key, name), name, getattr(of, name)) for name in Stakes.__struct_fields__)


def _bad_setting(key: Key, sentence: str) -> BadSetting:
    """`key`: in [table]."""
    return BadSetting(Problem(("table", *key), sentence))


def _shots_in_play(game: Game, shots: ShotDeck | None) -> dict[str, ShotCard]:
    """The shots of the deck file, with points replaced by the setting `points` (M-11); empty in
    other games.
    """
    if not game.has_shots:
        if game.settings.points:
            raise _bad_setting(
                ("options", "points"), f"{game.name} is played without shots: no card has points."
            )
        return {}
    if shots is None:
        raise _bad_setting(
            ("deck_file",),
            f"{game.name} needs a deck file: what each card asks for, and its points.",
        )
    try:
        return with_points(shots, game.settings.points)
    except BadShots as error:
        raise _bad_setting(("options", "points"), str(error)) from None


def _first_stakes(game: Game, stakes: Stakes | None) -> Stakes:
    """The stakes of the first level; without levels the given ones, with the settings for ante
    and button applied.
    """
    settings = game.settings
    if settings.levels:
        return settings.levels[0].stakes
    if not game.has_blinds:
        return stakes or NO_STAKES
    if not stakes and not settings.button_ante:
        raise _bad_setting(
            ("stakes",),
            f"{game.name} needs stakes: stakes = {{ small_blind = 5, big_blind = 10 }}.",
        )
    stakes = stakes or Stakes()
    if settings.button_ante:
        stakes = on_the_button(stakes, settings.button_ante)
    if settings.ante is not None:
        stakes = replace(stakes, ante=settings.ante)
    if (
        stakes.big_blind < 1
        or stakes.small_blind < 0
        or stakes.ante < 0
        or stakes.small_blind > stakes.big_blind
    ):
        sentence = (
            f"Blinds of {stakes.small_blind}/{stakes.big_blind} with an ante of {stakes.ante} "
            "are none."
        )
        raise _bad_setting(
            ("stakes", "big_blind" if stakes.big_blind < 1 else "small_blind"), sentence
        )
    return stakes
