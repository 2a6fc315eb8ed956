"""Coming and going: sitting down, how a newcomer comes in, leaving, buying chips (L-30 to L-35,
S-16 to S-18, F-4, F-7, F-10).
"""

from tablectl.engine import facts as f
from tablectl.engine.between import ending
from tablectl.engine.between.arranging import NEWCOMER, blinds_go_round, entry_choices
from tablectl.engine.events import ChipsBought, PlayerCame, PlayerWent
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.seat import Choice
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.games.settings import Settings
from tablectl.rules.amounts import MOST_AMOUNT, is_too_much


def player_came(handling: Handling, event: PlayerCame) -> None:
    """A player sits down; during a hand this counts from the next one."""
    t = handling.table
    if not t.score and event.chips < 1:
        handling.refuse(Why.SITS_WITH_NOTHING(at=event.seat, chips=event.chips), event.seat)
    elif t.seat(event.seat).status not in ("empty", "out"):
        handling.refuse(Why.SEAT_TAKEN(at=event.seat), event.seat)
    elif not may_enter(t):
        handling.refuse(Why.LATE_ENTRY_OVER(at=event.seat), event.seat)
    else:
        is_first = all(s.status == "empty" for s in t.seats)
        chips, points = (event.chips, None) if not t.score else (0, event.chips)
        ending.open_places(handling, None)
        handling.record(
            f.PlayerSat(
                seat=event.seat,
                stack=chips,
                name=event.name,
                bank_ms=bank_ms(t.settings),
                points=points,
                debt=NEWCOMER if t.hands and blinds_go_round(t) else "",
            )
        )
        if is_first and t.settings.first_to_sit_has_button and t.hands == 0:
            handling.record(f.ButtonPlaced(seat=event.seat))


def choose_entry(handling: Handling, seat: int, choice: Choice) -> None:
    """The keys `post`, `wait`, `buy_button`: between hands, by a seat that owes (L-30 to L-35)."""
    t = handling.table
    who = t.seat(seat)
    if t.in_hand:
        handling.refuse(Why.CHOOSE_BETWEEN_HANDS(), seat)
    elif who.is_absent:
        handling.refuse(Why.SIT_IN_FIRST(), seat)
    elif not who.debt or t.settings.absent_are_dealt_in:
        handling.refuse(Why.OWES_NOTHING(), seat)
    elif choice not in (may := entry_choices(t, who)):
        handling.refuse(WHY_NOT[choice]() if may else Why.NO_CHOICE(), seat)
    else:
        handling.record(f.EntryChosen(seat=seat, choice=choice))


WHY_NOT = {
    "post": Why.CANNOT_POST_YET,  # S-17
    "buy_button": Why.CANNOT_BUY_BUTTON,  # L-32
}


def bank_ms(settings: Settings) -> int:
    """The time bank a player sits down with (G-7)."""
    return round(settings.time_bank_s * 1000)


def may_enter(t: Table) -> bool:
    """Whether a new player may sit down: before the first hand always, later up to the level of
    the setting (F-10).
    """
    return (
        t.hands == 0
        or not t.settings.absent_are_dealt_in
        or t.schedule.level + 1 <= t.settings.late_entry_until_level
    )


def player_went(handling: Handling, event: PlayerWent) -> None:
    """A player leaves. During a hand it is folded at its turn, unless it is all-in; chips in the
    pot stay there (F-7).
    """
    t = handling.table
    seat = t.seat(event.seat)
    if seat.status == "empty":
        handling.refuse(Why.NOBODY_THERE(at=event.seat), event.seat)
    elif t.in_hand and event.seat in t.dealt and t.status(event.seat) != "sitting_out":
        handling.record(f.SatOut(seat=event.seat))
        handling.record(f.LeaveAnnounced(seat=event.seat))
    else:
        ending.let_go(handling, {event.seat: seat.stack})


def chips_bought(handling: Handling, event: ChipsBought) -> None:
    """A player buys chips, which count from the next hand (F-4); in T only if the setting
    `rebuys` allows it (F-10).
    """
    t = handling.table
    seat = t.seat(event.seat)
    if seat.status == "empty":
        handling.refuse(Why.NOBODY_THERE(at=event.seat), event.seat)
    elif t.score:
        handling.refuse(Why.NO_CHIPS_BOUGHT(), event.seat)
    elif event.chips < 1:
        handling.refuse(Why.CANNOT_BUY(chips=event.chips), event.seat)
    elif t.settings.absent_are_dealt_in and not t.settings.rebuys:
        handling.refuse(Why.NO_REBUYS(), event.seat)
    elif is_too_much(most := seat.stack + seat.bought + event.chips):
        handling.refuse(
            Why.BUYS_TOO_MUCH(chips=event.chips, most=MOST_AMOUNT, amount=most), event.seat
        )
    else:
        handling.record(f.ChipsPromised(seat=event.seat, chips=event.chips))
