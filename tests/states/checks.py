"""What must be true of every state, and of every step from one to the next; each check yields
what is wrong, in sentences.
"""

from collections.abc import Iterator

import msgspec

from tablectl.engine import events, facts as f
from tablectl.engine.between.arranging import can_be_dealt_in
from tablectl.engine.facts import ANY_FACT, Fact
from tablectl.engine.floor import ColourUp, SetStack, Undo
from tablectl.engine.play import areas
from tablectl.engine.state.hand import Hand
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.present.lamps import seat_lamps
from tablectl.view import View

from .relative import difference

_encoder = msgspec.msgpack.Encoder()
_facts = msgspec.msgpack.Decoder(tuple[ANY_FACT, ...])


# Of a state (that chips add up and each card is in one place is audited in `handle`)


def waits_for_something(t: Table, view: View) -> Iterator[str]:
    """The table says what it waits for, in a sentence; the lamps know what to show."""
    seat_lamps(view)
    if not view.prompt:
        yield "There is no prompt."
    if view.waiting_for == "nothing" and t.in_hand:
        yield f"In a hand ({t.phase}) the table waits for nothing."
    if t.is_stopped and view.legal:
        yield f"A table that is held lets {view.legal} be done."


def clocks_are_right(t: Table) -> Iterator[str]:
    """A clock runs for who is asked and can answer, and for nobody else (G-7)."""
    if t.is_stopped and t.deadline_ms is not None:
        yield "A clock runs while the table is held."
    if not t.in_hand or t.is_stopped or not t.needed:
        return
    seats = [t.seat(number) for number in t.needed]
    if t.deadline_ms is not None and not all(seat.is_connected for seat in seats):
        yield "A clock runs for a seat that is lost."
    clock = t.clock
    is_heard = all(seat.is_connected and seat.area.is_level_known for seat in seats)
    if clock and clock.deadline_ms is None and clock.whole_ms and is_heard:
        yield "The clock of who is asked does not run."


def the_turn_is_somebody_s(t: Table) -> Iterator[str]:
    if t.to_act is None:
        return
    seat = t.seat(t.to_act)
    if not t.in_hand:
        yield "Somebody is to act between hands."
    if t.owes and t.owes[0].seat != t.to_act:
        yield "Another seat owes than is asked."
    if (
        t.phase == "betting"
        and t.kind == "betting"
        and not t.owes
        and t.status(seat.number) != "in"
    ):
        yield f"Who is to act is {t.status(seat.number)}."
    if t.phase == "showdown" and t.to_act not in t.playing.showing:
        yield "Who is to show does not have to."


def seats_are_right(t: Table) -> Iterator[str]:
    if t.in_hand and any(seat.place == 1 for seat in t.seats):
        yield "One has won, and a hand is played."
    for seat in t.seats:
        if t.player(seat.number).stale < 0 or seat.area.to_pot < 0:
            yield (
                f"Seat {seat.number}'s area: stale {t.player(seat.number).stale}, to the pot "
                f"{seat.area.to_pot}."
            )
        if t.game.plays_for != "house" and t.player(seat.number).put < t.player(seat.number).bet:
            yield (
                f"Seat {seat.number} has {t.player(seat.number).bet} in front and has put in "
                f"{t.player(seat.number).put}."
            )
        if seat.status == "empty" and seat.stack:
            yield f"Nobody sits at seat {seat.number}, with {seat.stack} chips."
        if _should_be_all_in(t, seat):
            yield f"Seat {seat.number} is in with {seat.stack} chips."


def _should_be_all_in(t: Table, seat: Seat) -> bool:
    plays = t.game.plays_for == "pots" and t.phase == "betting" and not t.owes and not t.is_stopped
    return (
        plays and t.status(seat.number) == "in" and seat.number in t.dealt and seat.stack < t.unit
    )


def a_decided_hand_is_over(t: Table) -> Iterator[str]:
    """With one player left the hand ends, whatever is awaited (G-5), unless the deck was proven
    foul before (G-10).
    """
    is_played = (
        t.in_hand and t.game.plays_for == "pots" and t.won is None and t.street >= 0 and not t.owes
    )
    if not is_played or any(
        wrong.fouls_deck for wrong in (t.irregularity, *t.further) if wrong is not None
    ):
        return
    if not t.claiming:
        yield "Nobody is left who could win."
    elif len(t.claiming) == 1 and t.phase != "showdown":
        yield f"One is left, and the hand goes on ({t.phase})."


def pots_are_layers(t: Table) -> Iterator[str]:
    """A pot names nobody who cannot win it, and each chip lies in the pot of those who have put
    in as much (G-6, G-13).
    """
    hand = t.hand
    if hand is None or not t.pots:
        return
    out = [n for pot in t.pots for n in pot.seats if hand.players[n].status not in ("in", "all_in")]
    if out:
        yield f"Seat {out[0]} is {t.status(out[0])}, and a pot names it."
    elif hand.won is None and not any(player.is_mucked for player in hand.players.values()):
        pots = {pot.seats: pot.amount for pot in t.pots}
        if pots != (right := _chip_by_chip(hand, t.of_pots.dead)):
            yield f"The pots are {pots}; chip by chip they are {right}."


def _chip_by_chip(hand: Hand, dead: int) -> dict[tuple[int, ...], int]:
    """Who can win how much: the first chip of everybody, then the second, and so on. Beyond
    every live hand: the last pot's.
    """
    collected = {player.number: player.put - player.bet for player in hand.players.values()}
    live = sorted(
        player.number for player in hand.players.values() if player.status in ("in", "all_in")
    )
    pots = {}
    who = tuple(live)
    for number in range(max(collected.values())):
        who = tuple(n for n in live if collected[n] > number) or who
        pots[who] = pots.get(who, 0) + sum(had > number for had in collected.values())
    first = next(iter(pots), who)
    pots[first] = pots.get(first, 0) + dead
    return pots


def a_collection_has_a_cause(t: Table) -> Iterator[str]:
    if (
        t.hand is not None
        and t.hand.is_collecting
        and not t.is_stopped
        and all(areas.agrees_with_ledger(t, number) for number in t.dealt)
    ):
        yield "Chips are waited for, and every area is right."


def nothing_is_left_between_hands(t: Table) -> Iterator[str]:
    if t.in_hand:
        return
    if t.of_pots.middle or t.pots or any(p.bet for p in t.shown.players.values()):
        yield "A pot or a bet lies there between hands."
    if t.deadline_ms is not None or t.wager is not None:
        yield "A clock or a wager is open between hands."
    if t.score is None:
        yield from _places_are_right(t)


def _places_are_right(t: Table) -> Iterator[str]:
    """Who has no chips is out, and one has won (T-18). What is open again is so at the latest
    with the next start.
    """
    for seat in t.seats:
        if seat.status == "out" and seat.stack:
            yield f"Seat {seat.number} is out with chips."
        if (
            t.phase == "idle"
            and t.hands
            and t.status(seat.number) in ("in", "all_in", "folded")
            and not seat.stack + seat.bought
        ):
            yield f"Seat {seat.number} has no chips and is not out."
    firsts = [seat.number for seat in t.seats if seat.place == 1]
    if len(firsts) > 1:
        yield "Two have won."


STATE_CHECKS = (
    clocks_are_right,
    the_turn_is_somebody_s,
    seats_are_right,
    a_decided_hand_is_over,
    pots_are_layers,
    a_collection_has_a_cause,
    nothing_is_left_between_hands,
)


# Of a step


def recovery_comes_to_the_same(
    before: Table, event: events.AnyEvent, after: Table, facts: tuple[Fact, ...]
) -> Iterator[str]:
    """Recovery from the journalled facts alone gives the same table (G-12)."""
    recovered = before
    for fact in _facts.decode(_encoder.encode(facts)):
        recovered = fact.apply_to(recovered)
    if recovered != after:
        yield f"Recovered it is another table: {difference(recovered, after)}"


def refused_is_unchanged(
    before: Table, event: events.AnyEvent, after: Table, facts: tuple[Fact, ...]
) -> Iterator[str]:
    if facts and all(isinstance(fact, f.Refused) for fact in facts) and before != after:
        yield f"Refused, and changed: {difference(before, after)}"


def chips_come_and_go_with_people(
    before: Table,
    event: events.AnyEvent,
    after: Table,
    facts: tuple[Fact, ...],
) -> Iterator[str]:
    """The total changes by what is brought and taken away, and by the floor's corrections (G-1)."""
    if isinstance(event, events.FloorRuled) and isinstance(
        event.ruling, SetStack | ColourUp | Undo
    ):
        return
    more = 0
    for fact in facts:
        match fact:
            case f.PlayerSat():
                more += fact.stack
            case f.ChipsAdded():
                more += fact.chips
            case f.PlayerLeft():
                more -= fact.stack
    if after.total != before.total + more:
        yield f"{before.total} chips became {after.total}, with {more} brought."


def _begins(before: Table, after: Table) -> bool:
    return after.game.has_blinds and after.hands == before.hands + 1


def a_hand_begins_right(
    before: Table, event: events.AnyEvent, after: Table, facts: tuple[Fact, ...]
) -> Iterator[str]:
    """Who is dealt in, and where button and blinds are (T-2, T-17, L-30 to L-35)."""
    if not _begins(before, after):
        return
    dealt = after.dealt
    if len(set(dealt)) != len(dealt):
        yield "A seat is dealt in twice."
    small, big = after.shown.small, after.shown.big
    if big not in dealt or (small is not None and small not in dealt) or small == big:
        yield f"The blinds are at {small} and {big}; {dealt} are dealt in."
    for number in dealt:
        seat = before.seat(number)
        if seat.status == "empty" or seat.is_leaving or not seat.stack + seat.bought:
            yield f"Seat {number} is dealt in, and nobody plays there."
        if seat.is_absent and not before.settings.absent_are_dealt_in:
            yield f"Seat {number} is dealt in, and sits out."
    if before.carried.voided:
        return
    for seat in before.seats:
        if can_be_dealt_in(before, seat) and seat.number not in dealt and not seat.debt:
            yield f"Seat {seat.number} is not dealt in."
    if {post.seat for post in after.owes} - {*dealt}:
        yield "Somebody owes who is not dealt in."


def the_big_blind_passes_nobody(
    before: Table,
    event: events.AnyEvent,
    after: Table,
    facts: tuple[Fact, ...],
) -> Iterator[str]:
    """With a dead button nobody escapes it; else the button moves with each hand, where it can
    (L-30, L-35).
    """
    if not _begins(before, after) or before.carried.voided or _only_one_owes_nothing(before, after):
        return
    if before.settings.button_moves == "dead":
        if before.carried.big is None or after.shown.big is None:
            return
        number, seats = before.carried.big % len(before.seats) + 1, len(before.seats)
        while number not in (after.shown.big, before.carried.big):
            if number in after.dealt and not after.seat(number).debt:
                yield f"Seat {number} escapes the big blind."
                return
            number = number % seats + 1
    elif before.hands and not before.carried.button_stays and after.button == before.button:
        yield "The button has not moved."


def _only_one_owes_nothing(before: Table, after: Table) -> bool:
    """Then the button can be nowhere else, and who owes has the big blind (L-35). In T a
    newcomer owes nothing (F-10).
    """
    owes = ("missed",) if before.settings.absent_are_dealt_in else ("missed", "new")
    return sum(before.seat(number).debt not in owes for number in after.dealt) < 2


STEP_CHECKS = (
    recovery_comes_to_the_same,
    refused_is_unchanged,
    chips_come_and_go_with_people,
    a_hand_begins_right,
    the_big_blind_passes_nobody,
)
