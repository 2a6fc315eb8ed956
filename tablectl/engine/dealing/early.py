"""Cards that left the shoe before their time: what the table does, what `confirm` does, when they
come back (L-18 to L-22).

While only chips are awaited, a loose card waits and takes its place. Else the table halts
(`report_loose`); confirmed, the card is burned, stays out of play until its street, or is laid
aside. When its street is due, `prepare_deal` has the shoe reloaded, or skips the burn.
"""

from collections.abc import Iterator

from tablectl.engine import facts as f
from tablectl.engine.play import clocks
from tablectl.engine.play.halting import end_halt, halt_for_card, halt_table, make_irregularity
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds.kinds import kind_of_round
from tablectl.engine.state.halt import Irregularity, Reload
from tablectl.engine.state.table import IN_A_ROUND, Table
from tablectl.engine.state.why import Values, Why
from tablectl.rules.cards import UNREADABLE
from tablectl.rules.dealing import Place
from tablectl.rules.early import (
    Early,
    EarlyPlace,
    early_clause,
    early_place,
    is_flop,
    reload_street,
)
from tablectl.rules.irregular import ROWS, Remedy, Row

# early cards for these places lie face up, as the board does
UP = ("board",)


def report_loose(handling: Handling) -> None:
    """Halts for the loose cards. If the table is halted for something else, that is settled
    first.
    """
    t = handling.table
    if not t.loose:
        return
    if t.irregularity and not t.irregularity.remedy.allows.more_cards_join:
        handling.notice(Why.LEFT_WHILE_HALTED())
    elif is_extra_on_the_flop(t):
        report_too_many(handling)
    elif not may_loose_wait(t):
        _report_early(handling)


def may_loose_wait(t: Table) -> bool:
    """Whether the loose cards are not early, and wait for the next street: while only chips are
    awaited (L-19).

    All betting is done; chips are still to be taken back or put right, or the last motion has not
    ended. No notice is given of the cards. If that motion turns out to be a raise, or a short call,
    they are early after all; nor do they wait if the stub will be reshuffled before that street.
    """
    following, streets = t.street + 1, t.game.streets
    if not 0 < following < len(streets) or any(
        reload_street(streets, out.street) == following for out in t.early
    ):
        return False
    return (
        t.phase == "between"
        or (t.phase == "showdown" and t.shown.is_tabling)
        or kind_of_round(t).awaits_chips_alone(t)
    )


def is_extra_on_the_flop(t: Table) -> bool:
    """Whether a loose card counts as one too many on the flop, not as an early burn: nobody has
    acted on the flop yet (L-18).
    """
    row = t.street_now
    is_dealt = row is not None and is_flop(row) and t.shown.deal.boarded_here == row.board
    return (
        is_dealt
        and t.phase in IN_A_ROUND
        and t.shown.rounds_begun == 1
        and t.shown.acted_last_in_round is None
    )


def report_too_many(handling: Handling) -> None:
    t = handling.table
    row = t.street_now
    assert row
    values: Values = {"street": row.name, "count": t.shown.deal.boarded_here + len(t.loose)}
    # a flop that is not all there has not been turned yet (T-12)
    up = t.loose if t.board_up == t.board else ()
    halt_table(
        handling,
        make_irregularity(
            t, ROWS["too_many_flop_cards"], values, cards=t.loose, up=up, place="board"
        ),
    )


def _report_early(handling: Handling) -> None:
    t = handling.table
    placed = tuple(zip(t.loose, early_places(t), strict=True))
    streets = t.game.streets
    up = tuple(card for card, place in placed if place.kind in UP)
    clause = next(
        (early_clause(streets, place) for _, place in placed if place.kind == "board"),
        early_clause(streets, placed[0][1]),
    )
    again = [
        reload_street(streets, place.street) if place.kind == "board" else -1 for _, place in placed
    ]
    values: Values = {
        "cards": tuple(card if place.kind in UP else "" for card, place in placed),
        "places": tuple(place.kind for _, place in placed),
        "at": tuple(place.street for _, place in placed),
        "again": tuple(again),
        "streets": tuple(row.name for row in streets),
        "other": t.dealt[0] if t.dealt else None,
    }
    row = Row("premature_card", clause, "left_too_early", "early", Remedy.EARLY)
    halt_table(handling, make_irregularity(t, row, values, cards=t.loose, up=up))


def early_places(t: Table) -> Iterator[EarlyPlace]:
    """The place that each loose card would have had, in order."""
    streets = t.game.streets
    unburned = {*t.shown.deal.early_burns}
    if t.shown.deal.first_burn is not None:
        unburned.update([n for n, row in enumerate(streets) if row.burn and n > t.street][:1])
    out = [e.street for e in t.early]
    for _ in t.loose:
        place = early_place(streets, t.street, unburned, out, len(t.dealt))
        if place.kind == "burn":
            unburned.add(place.street)
        elif place.kind != "none":
            out.append(place.street)
        yield place


def confirm_early(handling: Handling, irregularity: Irregularity) -> None:
    """`confirm`: burns stay burned, board cards wait for their street, others are out of
    play.
    """
    for place in tuple(early_places(handling.table)):
        if place.kind == "burn":
            handling.record(f.EarlyCardBurned(street=place.street))
        elif place.kind != "none":
            handling.record(f.EarlyCardKept(street=place.street))
        else:
            handling.record(f.LooseCardsLaidAside())
            break
    end_halt(handling)


def settle_loose(handling: Handling, place: Place | None) -> None:
    """After a halt: a card that came meanwhile takes the place for which one is wanted now, or
    leads to the next halt.
    """
    if not place:
        report_loose(handling)
    elif place.kind != "burn" and handling.table.loose[0] == UNREADABLE:
        handling.record(f.CardSetAsideUnread())
        halt_for_card(handling, "unreadable_card", (UNREADABLE,), place, handling.table.shoe.pulls)
    else:
        handling.record(f.LooseCardDealt(kind=place.kind, seat=place.seat))
        clocks.continue_clock(handling)  # the turn may have waited for this replacement


def take_flop_back(handling: Handling, irregularity: Irregularity) -> None:
    """Takes the flop with its extra cards back, to be reshuffled at once. The burn stays, and
    there is no new one (L-18).
    """
    handling.record(f.BoardTakenBack())
    handling.record(
        f.ReloadAsked(
            reload=Reload(
                irregularity.kind,
                irregularity.clause,
                handling.table.loose,
                number=irregularity.number,
            )
        )
    )
    end_halt(handling)


def reshuffle_loose(handling: Handling, irregularity: Irregularity) -> None:
    """Loose cards in an unknown order are reshuffled at once, and the deal goes on (L-22)."""
    handling.record(
        f.ReloadAsked(
            reload=Reload(
                irregularity.kind,
                irregularity.clause,
                handling.table.loose,
                is_burned=False,
                is_up=irregularity.place == "board",
                number=irregularity.number,
            )
        )
    )
    end_halt(handling)


# When the street is due


def prepare_deal(handling: Handling, place: Place) -> bool:
    """Does what has to be done before a street's cards are dealt: early cards, reloads, burns.
    False: nothing.
    """
    t = handling.table
    hand = t.playing
    deal, row = hand.deal, t.game.streets[hand.street]
    if row.hole:
        return bool(deal.early) and _early_hole_card(handling, deal.early[0], place)
    if deal.boarded_here:
        return False
    if deal.first_burn is not None and deal.burned_here < row.burn:
        handling.record(f.ExposedCardBurned())
    elif deal.early and (due := early_cards_due_back(t)):
        _ask_reload(handling, due)
    elif (
        hand.street in deal.early_burns
        and deal.burned_here < row.burn
        and all(e.street != hand.street for e in deal.early)
    ):
        handling.record(f.BurnSkipped())
    else:
        return False
    return True


def _early_hole_card(handling: Handling, first: Early, place: Place) -> bool:
    t = handling.table
    if first.street != t.street:
        return False
    if first.card == UNREADABLE:
        handling.record(f.CardSetAsideUnread(is_early=True))
        halt_for_card(handling, "unreadable_card", (UNREADABLE,), place, t.shoe.pulls)
    else:
        handling.record(f.EarlyCardDealt(seat=place.seat))
    return True


def early_cards_due_back(t: Table) -> tuple[Early, ...]:
    """The early cards that go back into the stub before this street is dealt."""
    streets = t.game.streets
    return tuple(
        e
        for e in t.early
        if reload_street(streets, e.street) == t.street and streets[e.street].board
    )


def _ask_reload(handling: Handling, due: tuple[Early, ...]) -> None:
    """Asks the floor for a reload, when the street is due; if the hand ends before, there is
    none (L-19).
    """
    t = handling.table
    clause = early_clause(t.game.streets, EarlyPlace("board", due[-1].street))
    cards = tuple(out.card for out in due)
    handling.record(
        f.ReloadAsked(reload=Reload("premature_card", clause, cards, number=t.halts + 1))
    )
